import type { Block } from "#src/features/documents/document.ts";
import { quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type ProductScene, titleOf } from "./facts.ts";

/** Written texts of a feature. */
export interface FeatureTexts {
  id: string;
  why: string;
  said: readonly string[];
  done: string;
  bet: string;
  test: string;
}

const lines = [
  ["why", "Why | Warum"],
  ["done", "Done when | Fertig, wenn"],
  ["bet", "Biggest bet | Kritische Annahme"],
  ["test", "Cheapest test | Günstigster Test"],
] as const satisfies [keyof FeatureTexts, Bilingual][];

const voiceTexts = ({ facts, language }: ProductScene, ids: readonly string[]): string[] =>
  facts.voices.filter(({ id }) => ids.includes(id)).map(({ text }) => quoted(text, language));

/** A card for each written feature; a table of the person's own words for those that nobody has written about. */
export function featureBlocks(scene: ProductScene, rows: readonly FeatureTexts[]): Block[] {
  const { facts, form, translate, translateAll } = scene;
  const whatOf = (at: number): string => form.ideas[at]?.what ?? "";
  const isWritten = (row: FeatureTexts | undefined): row is FeatureTexts =>
    row !== undefined && lines.some(([name]) => row[name] !== "");
  const rowOf = (id: string): FeatureTexts | undefined => rows.find((row) => row.id === id);
  const bare = facts.schedule.filter(({ id }) => !isWritten(rowOf(id)));
  const hasVoices = bare.some(({ id }) => (facts.voicesOf.get(id) ?? []).length > 0);
  return [
    ...facts.schedule.flatMap(({ id, at }): Block[] => {
      const row = rowOf(id);
      if (!isWritten(row)) return [];
      const open = lines.filter(([name]) => row[name] === "").map(([, label]) => translate(label));
      return [
        { type: "h", text: titleOf(id, scene) ?? id },
        {
          type: "list",
          ordered: false,
          items: [
            ...(whatOf(at) ? [`${translate("What it does | Was sie leistet")}: ${whatOf(at)}`] : []),
            ...lines
              .filter(([name]) => row[name] !== "")
              .map(([name, label]) => `${translate(label)}: ${scene.show(row[name])}`),
            ...voiceTexts(scene, row.said),
          ],
        },
        ...(open.length > 0 && !scene.isWriting
          ? [note("gap", translate("Still open: {columns}. | Noch offen: {columns}.", { columns: open.join(", ") }))]
          : []),
      ];
    }),
    ...(scene.isWriting
      ? []
      : tableOf(
          translateAll(
            "Feature | Funktion",
            "What it does | Was sie leistet",
            ...(hasVoices ? (["Comments with matching words | Stimmen mit gleichen Wörtern"] as const) : []),
          ),
          bare.map(({ id, at }) => [
            titleOf(id, scene) ?? id,
            whatOf(at) || "–",
            ...(hasVoices ? [voiceTexts(scene, facts.voicesOf.get(id) ?? []).join(" ") || "–"] : []),
          ]),
        )),
    ...(bare.length > 0 && !scene.isWriting
      ? [
          note(
            "gap",
            translate(
              "For each feature: why build it, when is it done, what is the biggest bet, and what is the cheapest way to test it? | Für jede Funktion: Warum bauen Sie sie, wann ist sie fertig, was ist die kritische Annahme, und wie lässt sie sich am günstigsten prüfen?",
            ),
          ),
        ]
      : []),
  ];
}
