import { dayNamed, namesDay, spokenNotes, timeNamed } from "../../domain/spokenNotes.ts";
import { cuesText } from "../../domain/cues.ts";
import { cleaned } from "../../domain/speech.ts";
import { type Column, number, optional, pick, quote, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { type AudioScene, type Facts, lineSaying, linesOf, linePosition, stretches, voicesOf } from "./facts.ts";
import type { Form } from "./form.ts";

/* First stage: the lines of the transcript, whose voices they are, and what each stretch of it holds. */

const { computedRows, rowsFromText } = sectionsFor<Form, Facts>();

/** Lines that were stored before this column was there have nothing in it. */
const addedLater = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  schema: column.schema.optional().transform((value) => value ?? column.empty),
});

/** Everything below follows from these lines, so that a corrected line is corrected everywhere. */
export const segments = computedRows(
  "segments",
  "Lines | Zeilen",
  {
    from: number("From | Von", ""),
    to: number("To | Bis", ""),
    speaker: text("Speaker | Stimme", "", 60),
    origin: text("Source | Quelle", "", 24),
    doubt: addedLater(number("Hard to hear from | Schwer verständlich ab", "")),
    cues: addedLater(text("Timestamps | Zeitmarken", "", 4000)),
    text: text("Text | Text", "", 1000),
  },
  {
    rows: (scene) =>
      linesOf(scene).map((line, index) => ({
        ...line,
        doubt: line.doubt ?? null,
        cues: cuesText(line.cues),
        id: `t${index + 1}`,
      })),
    as: "hidden",
  },
);

/** Renaming a voice here renames it everywhere. */
export const people = computedRows(
  "people",
  "Voices | Stimmen",
  {
    voice: text("In the transcript | Im Transkript", "", 60),
    told: text("As written | Wie geschrieben", "", 60),
    name: text("Name | Name", "", 60),
  },
  {
    rows: (scene) =>
      voicesOf(segments.of(scene), scene.form).map((voice, index) => ({ ...voice, id: `v${index + 1}` })),
    after: [segments],
    as: "hidden",
  },
);

export const kinds = {
  topic: "topic | Thema",
  decision: "decision | Beschluss",
  task: "task | Aufgabe",
  open: "open point | offener Punkt",
  meeting: "next meeting | nächster Termin",
  figure: "figure | Zahl",
  quote: "quotable line | Zitat",
} as const;
export type Kind = keyof typeof kinds;

export const statements = rowsFromText(
  "said",
  "What was said | Was gesagt wurde",
  {
    kind: pick(
      "Kind | Art",
      "what it is; a task only where somebody took it on or was given it, a decision only where it was taken",
      kinds,
    ),
    text: text(
      "What | Was",
      "one sentence in your own words that can be read without the transcript; a task begins with its verb",
      240,
    ),
    who: optional(text("Who | Wer", "name of the person who said it, decided it or has to do it, as in the lines", 60)),
    day: optional(
      text(
        "Day | Tag",
        "the words that name the day of a task or meeting, copied from the line, such as “by Friday”; code counts the date",
        60,
      ),
    ),
    words: quote(
      "Quote | Wortlaut",
      "the words of one line that show it, without time and name, enough to find the line",
      300,
    ),
  },
  {
    ask: "Every topic, decision, task, open point, arranged meeting and telling figure of this stretch, and at most two quotable lines, in the order in which they were said. Nothing that is not in the lines; a proposal that nobody answered is no decision. Spell names and terms as the form does.",
    pieces: stretches,
    own: ({ facts: { lines }, form: { heldOn, goalLanguage } }) =>
      spokenNotes(lines, heldOn, goalLanguage).map(({ kind, text: sentence, owner, due, line }, index) => ({
        // Their line is known: the same words may be in others.
        id: `t${line + 1}-${index + 1}`,
        kind,
        text: cleaned(sentence) || sentence,
        who: kind === "task" ? owner : (lines[line]?.speaker ?? ""),
        day: due === "" ? "" : sentence,
        words: sentence,
      })),
    after: [segments, people],
    // Cleaned text, wording and subtitles are made by code alone.
    when: ({ facts: { lines }, form: { outputs }, isWriting }) =>
      (lines.length > 0 || isWriting) &&
      outputs.some((output) => ["minutes", "tasks", "quotes", "chapters"].includes(output)),
    as: "hidden",
    isSeries: true,
  },
);

/** What was found, with the names of today and its place in the transcript, in the order in which it was said. */
export function spokenItems(scene: AudioScene, ...wanted: readonly Kind[]) {
  return statements
    .of(scene)
    .filter(({ kind }) => wanted.includes(kind))
    .map((row) => {
      const line = lineSaying(row.words, row.id, scene);
      return {
        ...row,
        kind: row.kind,
        text: scene.show(row.text),
        who: scene.show(row.who),
        due: dayNamed(row.day, scene.form.heldOn),
        line,
        place: line ? linePosition(line, scene) : "",
      };
    })
    .toSorted((a, b) => (a.line?.number ?? Infinity) - (b.line?.number ?? Infinity));
}

type SpokenItem = ReturnType<typeof spokenItems>[number];

/** `HH:mm` of a meeting as it was said, with its day or right after it; empty where none was said. */
export function timeOf({ words, line }: Pick<SpokenItem, "words" | "line">): string {
  const whole = line?.text ?? "";
  return timeNamed(words) || timeNamed(whole.slice(Math.max(0, whole.indexOf(words))));
}

/** Whether a day was said that cannot be counted, as the day of the talk is unknown. */
export const lacksDate = (
  { due, day, words }: Pick<SpokenItem, "due" | "day" | "words">,
  { form }: AudioScene,
): boolean => form.heldOn === "" && due === "" && (namesDay(day) || namesDay(words));

/** Place of a row in the transcript; null for an id that no row has. */
export function rowPosition(id: string, scene: AudioScene): string | null {
  const row = statements.of(scene).find((one) => one.id === id);
  const line = row && lineSaying(row.words, row.id, scene);
  return line ? linePosition(line, scene) : null;
}
