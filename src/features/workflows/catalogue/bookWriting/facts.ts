import {
  inBookOrder,
  type ProseFigures,
  proseFigures,
  type SceneText,
  scenesOf,
  type StoryFact,
  type StoryScene,
} from "../../domain/story.ts";
import type { Answer, Scene } from "../../kit/state.ts";
import type { Act, Form } from "./form.ts";

/* What a book holds so far, and what this run has to do with it. */

/** Chapters as they are stored; a chapter's id is its place, `c3`. */
export interface SpineRow {
  id: string;
  title: string;
  purpose: string;
}
/** A passage that a review would change, with the words that it means. */
export interface PassageRow {
  id: string;
  better: string;
  quote: string;
}
export interface Facts {
  /** Scenes that the outline plans, in the order of the book. */
  scenes: StoryScene[];
  /** Scenes of the chapter of this run. */
  due: string[];
  /** Ids of chapters of which text was there when the run began. */
  begun: string[];
  /** Words that each chapter is planned for, by id. */
  chapterWords: ReadonlyMap<string, number>;
  /** Chapters of the book: those of its outline, with or without scenes, else as many as the form wants; 0 for open. */
  planned: number;
  /** There is an outline, with or without scenes. */
  isOutlined: boolean;
  /** Everything that is written, and what is counted of it. */
  text: string;
  prose: ProseFigures;
  next: Next | null;
}
/** What comes after this run; null when every planned chapter is written. */
export type Next = { act: Exclude<Act, "revise" | "review"> } & { chapter?: string };
export type BookScene = Scene<Form, Facts>;

const rows = <Row>(answer: Answer, key: string): Row[] => (answer[key] as Row[] | undefined) ?? [];
export const spineIn = (answer: Answer): SpineRow[] => rows(answer, "spine");
export const scenesIn = (answer: Answer): SceneText[] =>
  inBookOrder(rows<SceneText>(answer, "scenes").filter(({ text }) => text !== ""));
export const canonIn = (answer: Answer): StoryFact[] => rows(answer, "canon");
export const passagesIn = (answer: Answer): PassageRow[] => rows(answer, "passages");
const outlineIn = (answer: Answer) => rows<{ id: string; scenes: string; words?: number | null }>(answer, "outline");

/** Most words of a scene, since one answer has to hold it. */
export const longestScene = 1100;
/** Words of a scene: its part of the chapter, as far as one answer holds it. */
export const sceneWords = (chapterWords: number, scenes: number): number =>
  Math.min(longestScene, Math.round(chapterWords / Math.max(1, scenes)));

export const chapterOf = (sceneId: string): string => sceneId.split(".")[0] ?? "";
export const titleOfSpine = (row: { title: string } | undefined, number: number): string =>
  `${number}. ${row?.title ?? ""}`.trim();
export const chapterTitle = ({ answer }: { answer: Answer }, id: string): string => {
  const number = Number(id.slice(1));
  return titleOfSpine(spineIn(answer)[number - 1], number);
};

/** Why an act cannot be done with what the project holds; null: it can. */
export function missingFor(
  act: Act,
  chapter: number,
  start: Answer,
): "noOutline" | "noChapter" | "noText" | "allWritten" | null {
  const planned = scenesOf(outlineIn(start));
  const written = scenesIn(start);
  if (act === "chapter") {
    if (planned.length === 0) return "noOutline";
    const done = new Set(written.map(({ id }) => id));
    return planned.every(({ id }) => done.has(id)) ? "allWritten" : null;
  }
  if (act === "revise") return written.some(({ id }) => chapterOf(id) === `c${chapter}`) ? null : "noChapter";
  if (act === "review") return written.length === 0 ? "noText" : null;
  return null;
}

function nextOf(act: Act, planned: readonly StoryScene[], answer: Answer): Next | null {
  if (act === "concept" && planned.length === 0) return { act: "outline" };
  if (planned.length === 0) return rows(answer, "characters").length === 0 ? { act: "concept" } : { act: "outline" };
  const done = new Set(scenesIn(answer).map(({ id }) => id));
  const open = planned.find(({ id }) => !done.has(id));
  return open ? { act: "chapter", chapter: open.chapter } : null;
}

/** @param language of the book */
export function factsOf(form: Form, { answer, start }: { answer: Answer; start: Answer }, language: string): Facts {
  const planned = scenesOf(outlineIn(answer));
  // By what was there when the run began: its chapter stays the same while it is written.
  const before = new Set(scenesIn(start).map(({ id }) => id));
  const chapter =
    form.act === "revise"
      ? `c${form.chapter}`
      : form.act === "chapter"
        ? planned.find(({ id }) => !before.has(id))?.chapter
        : undefined;
  const text = scenesIn(answer)
    .map((scene) => scene.text)
    .join("\n\n");
  const outlined = outlineIn(answer);
  return {
    scenes: planned,
    chapterWords: new Map(
      outlined.map(({ id, words }) => [id, words && words > 0 ? words : Math.round(form.words / outlined.length)]),
    ),
    planned: spineIn(answer).length || new Set(planned.map((scene) => scene.chapter)).size || form.chapters,
    isOutlined: spineIn(answer).length > 0 || planned.length > 0,
    due: planned.filter((one) => one.chapter === chapter).map(({ id }) => id),
    begun: [...new Set([...before].map(chapterOf))],
    text,
    prose: proseFigures(text, language),
    next: nextOf(form.act, planned, answer),
  };
}

/** True in the acts named. */
export const inAct =
  (...acts: Act[]) =>
  ({ form: { act } }: BookScene): boolean =>
    acts.includes(act);
