import type { Block } from "#src/features/documents/document.ts";
import { textBlocks } from "../../domain/textBlocks.ts";
import { clipped, figure } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { longText, number, optional, pick, refs, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { workBlocks } from "./budget.ts";
import { type Facts, type FundingScene, inMode, labelOf, type NumberedDemand, statuses } from "./facts.ts";
import { implicitDemands, demandKinds } from "./implicitDemands.ts";
import type { Form } from "./form.ts";
import { locationText } from "./locations.ts";

/* What is written: chapters, work packages and risks; then the matrix that holds them against the call. */

const { computed, freeRows, rowPerItem } = sectionsFor<Form, Facts>();
const isWrite = inMode("write");
const hasDemands = (scene: FundingScene): boolean => isWrite(scene) && scene.facts.demands.length > 0;

/** Characters of a demand that tell it to whoever edits its answer. */
const maxLabelLength = 80;
/** Fewer characters are no chapter, whatever the form allows. */
const maxShown = 6000;

export const chapters = rowPerItem(
  "chapters",
  "The application | Der Antrag",
  {
    text: longText(
      "Text | Text",
      "paragraphs with an empty line between them, no heading, within the characters given for its row",
      maxShown,
    ),
  },
  {
    ask: "The text for each heading of the application form. The examiner gives points for the criteria of the call: answer each where it belongs, the weightiest most fully, with the applicant’s own facts. A risk is named with what is done about it.",
    items: ({ facts }) =>
      facts.chapters.map(({ id, title, characters, hint, own }) => ({
        id,
        context: `${title} | at most ${Math.min(maxShown, characters)} characters, at least a third of them | ${half(hint, "en")}`,
        cells: [title],
        own: { text: own },
        limits: { text: Math.min(maxShown, characters) },
      })),
    after: [implicitDemands],
    when: isWrite,
    blocks: (scene, rows) =>
      scene.facts.chapters.flatMap(({ id, title, characters, question }): Block[] => {
        const { translate, language, show, isWriting } = scene;
        const written = show(rows.find((row) => row.id === id)?.text ?? "");
        const used = translate("{used} of {most} characters | {used} von {most} Zeichen", {
          used: figure(written.length, language),
          most: figure(characters, language),
        });
        return [
          { type: "h", text: title },
          ...textBlocks(written),
          ...(written === ""
            ? isWriting
              ? []
              : [note("gap", translate(question))]
            : [note(written.length > characters ? "warn" : "info", used)]),
        ];
      }),
    gap: "{count:heading has|headings have} no text yet. | Zu {count:Überschrift|Überschriften} fehlt noch der Text.",
  },
);

export const work = rowPerItem(
  "work",
  "Work packages | Arbeitspakete",
  {
    goal: text("Goal | Ziel", "what is known or there afterwards, in one sentence", 200),
    tasks: text("Tasks | Aufgaben", "three to five tasks with semicolons between them", 420),
    stop: text("Decision | Entscheidung", "at its end: what must be reached to go on, and what happens otherwise", 220),
  },
  {
    ask: "One entry for each work package. Results, months and people are given: explain them, change none.",
    items: ({ form: { packages } }) =>
      packages.map(({ title, from, to, lead, result }, at) => ({
        id: `w${at + 1}`,
        context: [title, `months ${from} to ${to}`, lead, result].filter(Boolean).join(" | "),
        cells: [title],
      })),
    after: [implicitDemands],
    when: (scene) => isWrite(scene) && scene.form.packages.length > 0,
    blocks: workBlocks,
    gap: "{count:work package lacks|work packages lack} a goal, tasks or a decision at the end. | In {count:Arbeitspaket|Arbeitspaketen} fehlen Ziel, Aufgaben oder eine Entscheidung am Ende.",
  },
);

export const risks = freeRows(
  "risks",
  "Risks | Risiken",
  {
    risk: text("Risk | Risiko", "what could fail, in this project and no other", 180),
    sign: text("Red flag | Erkennbar an", "what shows it, and when", 140),
    plan: text("Response | Maßnahme", "what is done then", 200),
  },
  {
    ask: "Technical risks first, then people, partners, market. Name the one that would end the project.",
    count: [4, 7],
    after: [implicitDemands],
    when: isWrite,
    gap: "What could make the project fail, how would you notice, and what would you do? | Woran kann das Vorhaben scheitern, woran merken Sie es, und was tun Sie dann?",
  },
);

const places: Readonly<Record<string, Bilingual>> = {
  work: "Work packages | Arbeitspakete",
  budget: "Budget | Finanzplan",
  goals: "Figures | Zahlen",
  risks: "Risks | Risiken",
  annexes: "Annexes | Anlagen",
};
const partOf = (id: string, { facts, translate }: FundingScene): string | null => {
  const place = Object.hasOwn(places, id) ? places[id] : undefined;
  return place ? translate(place) : (facts.chapters.find((one) => one.id === id)?.title ?? null);
};
const weightText = ({ weight }: NumberedDemand): string => (weight === null ? "" : ` ${weight}`);

export const answers = rowPerItem(
  "answers",
  "Checked against the call | Abgleich mit dem Aufruf",
  {
    status: pick(
      "Status | Stand",
      "met only if form or application prove it; a paper that is not there yet is to clear",
      statuses,
    ),
    where: refs<FundingScene>(
      "Where | Wo",
      "ids of chapters (c1, c2 …), or work, budget, goals, risks, annexes",
      partOf,
    ),
    proof: optional(text("Proof | Beleg", "the fact of the applicant that carries it", 160)),
    missing: optional(text("Missing | Fehlt noch", "what is to be done, by which role", 160)),
    points: {
      ...number("Points 0–5 | Punkte 0–5", "for a criterion: what a strict examiner gives; null otherwise"),
      isOptional: true,
    },
  },
  {
    ask: "You are the examiner. One verdict for each demand, strict and fair. Where “check” says what was compared, it holds.",
    items: ({ facts }) =>
      facts.demands.map((demand) => ({
        id: demand.id,
        context: [
          demand.label,
          `${demand.kind}${weightText(demand)}`,
          demand.text,
          ...(demand.check ? [`check: ${demand.check.verdict}, ${demand.check.have}`] : []),
        ].join(" | "),
        cells: [demand.label, clipped(demand.text, maxLabelLength)],
        own: {
          status: demand.check ? demand.check.verdict : ("open" as const),
          where: demand.check ? [demand.check.place] : [],
          proof: demand.check?.verdict === "yes" ? demand.check.have : "",
        },
      })),
    after: [chapters, work, risks],
    when: hasDemands,
    blocks: (scene, rows) => {
      const { facts, translate, translateAll, show, isWriting } = scene;
      const byId = new Map(rows.map((row) => [row.id, row]));
      const lines = facts.demands.map((demand) => {
        const row = byId.get(demand.id);
        return {
          demand,
          where: (row?.where ?? []).flatMap((id) => partOf(id, scene) ?? []).join(", "),
          proof: show(row?.proof ?? ""),
          missing: show(row?.missing ?? ""),
        };
      });
      const withPoints = facts.demands.some(({ points }) => points !== null);
      const withMissing = lines.some(({ missing }) => missing !== "");
      return [
        ...tableOf(
          translateAll(
            "No. | Nr.",
            "Type | Art",
            "Call wording | Wortlaut",
            "Source | Fundstelle",
            "Status | Stand",
            "Answered in | Beantwortet in",
            "Proof | Beleg",
            ...(withMissing ? (["Missing | Fehlt noch"] as const) : []),
            ...(withPoints ? (["Points | Punkte"] as const) : []),
          ),
          lines.map(({ demand, where, proof, missing }) => [
            demand.label,
            translate(demandKinds[demand.kind]),
            demand.text,
            locationText(scene, demand.place),
            translate(statuses[demand.status]),
            where || "–",
            proof || "–",
            ...(withMissing ? [missing || "–"] : []),
            ...(withPoints ? [demand.points === null ? "–" : `${demand.points} / 5`] : []),
          ]),
        ),
        ...(isWriting || facts.open === 0 || withMissing
          ? []
          : [
              note(
                "gap",
                translate(
                  "Where does the application address each open requirement, and what proves it? | Wo geht der Antrag auf jede offene Anforderung ein, und was belegt es?",
                ),
              ),
            ]),
      ];
    },
    gap: "{count:call requirement has|call requirements have} no answer yet. | {count:Anforderung des Aufrufs ist|Anforderungen des Aufrufs sind} noch nicht beantwortet.",
  },
);

export const annexes = computed(
  "annexes",
  "Annexes | Anlagen",
  (scene) => {
    const wanted = scene.facts.demands.filter(({ kind }) => kind === "annex");
    return wanted.length === 0
      ? [
          note(
            "gap",
            scene.translate(
              "Which documents must be submitted with the application? The text lists none. | Welche Unterlagen müssen Sie mit dem Antrag einreichen? Der Text nennt keine.",
            ),
          ),
        ]
      : [
          {
            type: "checklist",
            items: wanted.map((demand) => ({
              text: `${demand.label} ${demand.text} (${locationText(scene, demand.place)})`,
              done: demand.status === "yes",
            })),
          },
        ];
  },
  isWrite,
);

export const asking = freeRows(
  "asking",
  "Questions to the programme office | Fragen an den Projektträger",
  {
    question: text("Question | Frage", "answerable by phone in one sentence; shows no weakness", 240),
    why: text("Affects | Betrifft", "what hangs on it", 140),
  },
  {
    ask: "What the call leaves open and only the office can say.",
    count: [2, 6],
    after: [answers],
    when: isWrite,
    gap: "What do you want to ask the programme office before you apply? | Was wollen Sie den Projektträger vor dem Antrag fragen?",
  },
);

export const review = freeRows(
  "review",
  "Where points are lost | Wo Punkte verloren gehen",
  {
    weak: text("Weak point | Schwachstelle", "where, and why an examiner takes points off", 220),
    better: text("Fix | Abhilfe", "what to write, prove or get", 200),
    criterion: refs<FundingScene>("Criterion | Kriterium", "ids of demands", labelOf),
  },
  {
    ask: "The weakest points of this application, the most expensive first.",
    count: [3, 6],
    after: [answers],
    when: isWrite,
    gap: "Who can check the application against the criteria without having worked on it? | Wer prüft den Antrag anhand der Kriterien, ohne daran mitgearbeitet zu haben?",
  },
);
