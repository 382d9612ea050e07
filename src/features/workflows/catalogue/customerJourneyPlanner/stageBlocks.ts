import type { Block } from "#src/features/documents/document.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { feelingText, type JourneyScene, voicesAt } from "./facts.ts";

/* The journey stage by stage, and what happens behind it. */

/** Written texts of a stage. */
export interface StageTexts {
  id: string;
  goal: string;
  thinks: string;
  said: readonly string[];
  pain: string;
  chance: string;
}

const written = [
  ["goal", "Wants | Will"],
  ["pain", "Pain point | Hürde"],
  ["chance", "Opportunity | Chance"],
] as const satisfies [keyof StageTexts, Bilingual][];

/** A card for each written stage; one table of the person's own words while nobody has written. */
export function stageBlocks(scene: JourneyScene, rows: readonly StageTexts[]): Block[] {
  const { facts, translate, translateAll } = scene;
  const rowOf = (id: string): StageTexts | undefined => rows.find((row) => row.id === id);
  const isWritten = (row: StageTexts | undefined): boolean =>
    row !== undefined && [row.goal, row.pain, row.chance, row.thinks].some(Boolean);
  const feelingOf = (at: number): string => {
    const value = facts.feelings[at];
    return value === null || value === undefined ? "" : feelingText(scene, value);
  };
  if (!rows.some(isWritten))
    return scene.isWriting ? [] : [...ownWords(scene, feelingOf), note("gap", translate(stageGap))];
  return facts.stages.flatMap(({ id, name, does, touchpoints }, at): Block[] => {
    const row = rowOf(id);
    const said = (row?.said ?? []).flatMap((voice) => facts.voices.filter((one) => one.id === voice));
    const thought = said.length > 0 ? "Thinks | Denkt" : "Probably thinks (a guess) | Denkt vermutlich";
    const cells: [Bilingual, string][] = [
      ["Wants | Will", scene.show(row?.goal ?? "")],
      ["Does | Tut", does],
      ["Touchpoints | Kontaktpunkte", touchpoints],
      [thought, scene.show(row?.thinks ?? "")],
      ["Feels | Fühlt", feelingOf(at)],
      ["Pain point | Hürde", scene.show(row?.pain ?? "")],
      ["Opportunity | Chance", scene.show(row?.chance ?? "")],
    ];
    const open = written.filter(([column]) => !row?.[column]).map(([, label]) => translate(label));
    return [
      { type: "h", text: `${at + 1}. ${name}` },
      ...said.map(({ text }): Block => ({ type: "quote", text, by: translate("a customer | ein Kunde") })),
      ...tableOf(
        translateAll("Aspect | Aspekt", "Content | Inhalt"),
        cells.filter(([, text]) => text !== "").map(([label, text]) => [translate(label), text]),
      ),
      ...(open.length > 0 && !scene.isWriting
        ? [note("gap", translate("Still open: {columns}. | Noch offen: {columns}.", { columns: open.join(", ") }))]
        : []),
    ];
  });
}

/** What a person thinks; without a voice behind it, it says that it is a guess. */
function thoughtOf(scene: JourneyScene, row: StageTexts | undefined): string {
  const thought = scene.show(row?.thinks ?? "");
  return thought === "" || (row?.said.length ?? 0) > 0
    ? thought
    : scene.translate("{thought} (a guess) | {thought} (Vermutung)", { thought });
}

/**
 * Stages by aspects in one table, beside the cards that quote the voices. A column that is empty in every stage is left
 * out; nothing while nobody has written, since then the stages are a table already.
 */
export function matrixBlocks(
  scene: JourneyScene,
  rows: readonly StageTexts[],
  backstage: readonly BackstageTexts[],
): Block[] {
  const { facts, translateAll } = scene;
  if (!rows.some(({ goal, pain, chance, thinks }) => [goal, pain, chance, thinks].some(Boolean))) return [];
  const texts = new Map(rows.map((row) => [row.id, row]));
  const behind = new Map(backstage.map((row) => [row.id, row]));
  type Stage = (typeof facts.stages)[number];
  const columns: [Bilingual, (stage: Stage, at: number) => string][] = [
    ["Wants | Will", ({ id }) => scene.show(texts.get(id)?.goal ?? "")],
    ["Does | Tut", ({ does }) => does],
    ["Touchpoints | Kontaktpunkte", ({ touchpoints }) => touchpoints],
    ["Thinks | Denkt", ({ id }) => thoughtOf(scene, texts.get(id))],
    [
      "Feels | Fühlt",
      (_, at) => {
        const value = facts.feelings[at];
        return value === null || value === undefined ? "" : feelingText(scene, value);
      },
    ],
    ["Pain point | Hürde", ({ id }) => scene.show(texts.get(id)?.pain ?? "")],
    ["Opportunity | Chance", ({ id }) => scene.show(texts.get(id)?.chance ?? "")],
    ["Responsible | Zuständig", ({ owner }) => owner],
    ["Measured by | Gemessen an", ({ id }) => scene.show(behind.get(id)?.measure ?? "")],
    ["Systems | Systeme", ({ systems }) => systems],
  ];
  const shown = columns.filter(([, cellOf]) => facts.stages.some((stage, at) => cellOf(stage, at) !== ""));
  return tableOf(
    translateAll("Stage | Phase", ...shown.map(([label]) => label)),
    facts.stages.map((stage, at) => [
      `${at + 1}. ${stage.name}`,
      ...shown.map(([, cellOf]) => cellOf(stage, at) || "–"),
    ]),
  );
}

function ownWords(scene: JourneyScene, feelingOf: (at: number) => string): Block[] {
  const { facts, translateAll } = scene;
  const columns: [Bilingual, (at: number) => string][] = [
    ["Does | Tut", (at) => facts.stages[at]?.does ?? ""],
    ["Touchpoints | Kontaktpunkte", (at) => facts.stages[at]?.touchpoints ?? ""],
    ["Feeling | Gefühl", feelingOf],
    [
      "Said | Gesagt",
      (at) =>
        voicesAt(at, scene)
          .map(({ text }) => text)
          .join("\n"),
    ],
  ];
  const shown = columns.filter(([, cellOf]) => facts.stages.some((_, at) => cellOf(at) !== ""));
  return tableOf(
    translateAll("No. | Nr.", "Stage | Phase", ...shown.map(([label]) => label)),
    facts.stages.map(({ name }, at) => [String(at + 1), name, ...shown.map(([, cellOf]) => cellOf(at) || "–")]),
    [0],
  );
}

export const stageGap: Bilingual =
  "For each stage: what does the customer want here, what is hard, and what could you do about it? | Für jede Phase: Was will der Kunde hier, was fällt ihm schwer, und was könnten Sie daran ändern?";
export const backstageGap: Bilingual =
  "What do you do at each stage that the customer doesn’t see, and where do handovers fail? | Was tun Sie in jeder Phase, ohne dass der Kunde es sieht, und wo hakt es bei der Übergabe?";

/** Written texts of what happens behind a stage. */
export interface BackstageTexts {
  id: string;
  back: string;
  breaks: string;
  measure: string;
}

export function backstageBlocks(scene: JourneyScene, rows: readonly BackstageTexts[]): Block[] {
  const { facts, translate, translateAll, isWriting } = scene;
  const hasTexts = rows.some(({ back, breaks, measure }) => [back, breaks, measure].some(Boolean));
  const hasOwn = facts.stages.some(({ owner, systems }) => owner !== "" || systems !== "");
  const open = isWriting ? "" : `[${translate("to fill in | zu ergänzen")}]`;
  const cells = (id: string): string[] => {
    const row = rows.find((one) => one.id === id);
    return [row?.back, row?.breaks, row?.measure].map((text) => (text ? scene.show(text) : open));
  };
  if (!hasTexts && isWriting) return [];
  return [
    ...(hasTexts || hasOwn
      ? tableOf(
          translateAll(
            "Stage | Phase",
            "Responsible | Zuständig",
            "Systems | Systeme",
            ...(hasTexts
              ? ([
                  "What has to happen | Was geschehen muss",
                  "Where it breaks | Wo es hakt",
                  "Measured by | Gemessen an",
                ] as const)
              : []),
          ),
          facts.stages.map(({ id, name, owner, systems }) => [
            name,
            owner || translate("unassigned | noch offen"),
            systems || "–",
            ...(hasTexts ? cells(id) : []),
          ]),
        )
      : []),
    ...(hasTexts ? [] : [note("gap", translate(backstageGap))]),
  ];
}
