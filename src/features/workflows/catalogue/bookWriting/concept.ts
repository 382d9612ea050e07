import { outlineTitles } from "../../domain/outlineLines.ts";
import { chaptersOf } from "../../domain/storyBeats.ts";
import { clipped, figure, listed, oneLine } from "../../domain/wording.ts";
import { type Column, longText, number, optional, pick, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { type BookScene, type Facts, inAct, titleOfSpine } from "./facts.ts";
import type { Form } from "./form.ts";

/* What a book is before its text: themes, people, world, chapters with their scenes. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

/** A novel invents its figures; a book about facts does not. */
export const isFiction = ({ form: { kind } }: BookScene): boolean => kind !== "nonFiction";

export const themes = prose("themes", "Premise and themes | Idee und Themen", {
  ask: "the logline in one sentence; what the book is about beneath its plot; the question it leaves open",
  words: [60, 220],
  own: ({ form: { premise, must, avoid }, language, translate }) => [
    premise,
    ...(must.length === 0
      ? []
      : [translate("Must happen: {wishes}. | Muss geschehen: {wishes}.", { wishes: listed(must, language) })]),
    ...(avoid.length === 0
      ? []
      : [translate("To avoid: {wishes}. | Zu vermeiden: {wishes}.", { wishes: listed(avoid, language) })]),
  ],
  when: inAct("concept"),
  gap: "Who wants what, what stands in the way, and what is at stake? | Wer will was, was steht im Weg, und was steht auf dem Spiel?",
});

export const characters = freeRows(
  "characters",
  "Characters | Figuren",
  {
    name: text("Name | Name", "as the book says it", 80),
    want: text("Wants | Will", "what they are after", 240),
    need: text("Needs | Braucht", "what they do not know they need", 240),
    flaw: text("Flaw | Schwäche", "how they stand in their own way", 240),
    voice: text("Voice | Stimme", "how they speak, with one habit", 240),
    known: text("Key facts | Eckdaten", "age, looks, work, kin: what may never be contradicted", 400),
  },
  {
    ask: "The given characters first, by their names; then those whom the story needs. In a book about facts, the people it speaks of.",
    count: [2, 12],
    as: "cards",
    isSeries: true,
    isFiction,
    own: ({ form: { people } }) => people.map(({ name, about }) => ({ name, known: about })),
    when: inAct("concept"),
    gap: "Who is in the book, and what does each of them want? | Wer kommt vor, und was will jede Figur?",
  },
);

/** Words of a rule, and a year or time of day by which a line is about when something was. */
const saysRule =
  /(?<!\p{L})(?:must|may|never|always|nobody|no one|cannot|muss|müssen|darf|dürfen|nie|niemals|immer|niemand|verboten)(?!\p{L})/iu;
const saysDate = /(?<!\d)[12]\d{3}(?!\d)/;

/** The notes on the world in the form, one fact each. */
const ownWorld = (notes: string): { kind: "place" | "rule" | "date"; holds: string }[] =>
  notes
    .split(/\n|;/)
    .map(oneLine)
    .filter(Boolean)
    .slice(0, 14)
    .map((note) => ({
      kind: saysRule.test(note) ? "rule" : saysDate.test(note) ? "date" : "place",
      holds: clipped(note, 300, 300),
    }));

export const world = freeRows(
  "world",
  "Places, rules and dates | Orte, Regeln und Daten",
  {
    kind: pick("Kind | Art", "what it is", { place: "Place | Ort", rule: "Rule | Regel", date: "Date | Zeitpunkt" }),
    name: text("Name | Name", "a place, a rule or a moment", 100),
    holds: text("Details | Details", "what the book has to stick to", 300),
  },
  {
    own: ({ form }) => ownWorld(form.world),
    ask: "The places of the story, the rules of its world, and what happened before it begins.",
    count: [3, 14],
    isFiction,
    when: inAct("concept"),
    gap: "Where and when does it happen, and which rules apply there? | Wo und wann spielt es, und welche Regeln gelten dort?",
  },
);

/** Chapters of a book, at most. */
const maxChapters = 60;

/** The outline that the person has; without one, the beats of the frame that was chosen. */
function ownChapters({ form, translate }: BookScene): { title: string; purpose?: string }[] {
  const lines = outlineTitles(form.outline).slice(0, maxChapters);
  if (lines.length > 0) return lines.map((title) => ({ title: title.slice(0, 90).toWellFormed() }));
  return chaptersOf(form.structure, form.chapters, form.words).map(({ beats, part, of }) => {
    const title = beats.map((beat) => translate(beat.title)).join(" · ");
    return {
      title: clipped(of === 1 ? title : `${title} (${part}/${of})`, 90, 90),
      purpose: clipped(beats.map((beat) => translate(beat.purpose)).join("; "), 200, 200),
    };
  });
}

export const spine = freeRows(
  "spine",
  "Chapters | Kapitel",
  {
    title: text("Chapter | Kapitel", "a title", 90),
    purpose: text("What changes | Was sich ändert", "the turn of the chapter in one sentence", 200),
  },
  {
    ask: "Every chapter in order; as many as the form wants, else as many as the story needs. Chapters already written come first, unchanged. No placeholders.",
    count: [1, maxChapters],
    isSeries: true,
    isFiction,
    own: ownChapters,
    when: inAct("outline"),
    gap: "Which chapters does the book have, and what changes in each? | Welche Kapitel hat das Buch, und was verändert sich in jedem?",
  },
);

/** Words of a chapter that nobody has weighed: those of its beats, else its part of the book. */
function plannedWords(scene: BookScene, at: number): number {
  const { form } = scene;
  const count = spine.of(scene).length;
  const framed = form.outline.trim() === "" ? chaptersOf(form.structure, form.chapters, form.words) : [];
  return framed.length === count ? (framed[at]?.words ?? 0) : Math.round(form.words / Math.max(1, count));
}

const chapterWords: Column<number | null> = {
  ...optional(
    number(
      "Words | Wörter",
      "words of the chapter, by its weight; those of all chapters come to the length in the form",
    ),
  ),
  show: (value, { language }) => (value === null ? "" : figure(value, language)),
};

export const outline = rowPerItem(
  "outline",
  "Outline | Gliederung",
  {
    goal: text("Goal | Ziel", "what somebody tries to do", 200),
    conflict: text("Conflict | Konflikt", "what stands against it", 200),
    view: text("Point of view | Perspektive", "through whose eyes", 80),
    setups: optional(text("Set-ups and payoffs | Vorbereitung und Einlösung", "what is planted or answered", 240)),
    words: chapterWords,
    scenes: longText(
      "Scenes | Szenen",
      "two to six lines, one scene each: place, who, what happens; a scene has at most 1,100 words, so a long chapter needs more of them",
      900,
    ),
  },
  {
    ask: "Each chapter with its scenes; no line may be a placeholder.",
    items: (scene) =>
      spine.of(scene).map((row, at) => ({
        id: `c${at + 1}`,
        context: `${row.title}: ${row.purpose}`,
        cells: [titleOfSpine(row, at + 1)],
        own: { words: plannedWords(scene, at) },
      })),
    // What is written stays as it was planned.
    now: (scene) =>
      spine.of(scene).flatMap((_, at) => (scene.facts.begun.includes(`c${at + 1}`) ? [] : [`c${at + 1}`])),
    lead: ["Chapter | Kapitel"],
    inOrder: true,
    perQuestion: 5,
    after: [characters, world, spine],
    as: "cards",
    isSeries: true,
    isFiction,
    when: inAct("outline"),
  },
);
