import { z } from "zod";
import { words as wordsOf } from "#src/kit/text.ts";
import type { Block, Issue } from "#src/features/documents/document.ts";
import type { CommonForm } from "../workflow.ts";
import { type Bilingual, half } from "./bilingual.ts";
import type { SectionEditor } from "#src/features/documents/edits.ts";
import { type Answer, type PersonQuestion, isClosed, type Scene } from "./state.ts";

/** Material that belongs to one part alone: its writer is shown nothing else. */
export interface Material {
  id: string;
  title: string;
  text: string;
}

/** What one question to a writer is about. Its key is part of the key of a durable step. */
export interface Part {
  key: string;
  section: string;
  /** Rows to write; empty for a section that is written as a whole. */
  ids: readonly string[];
  /** Set: this part is a question of its own. Unset: it shares one with others. */
  about?: readonly Material[];
  /** The end of what was written before it. */
  before?: string;
  /** The current text, when it is to be rewritten. */
  old?: string;
  /** What was wrong with the last answer, in sentences. */
  faults?: readonly string[];
  /** Characters of a usual answer. */
  size: number;
}

/** A written text as it is stored, with its place: `chapters/c-3/message`, `abstract/2`. */
export interface WrittenText {
  at: string;
  text: string;
  /** Figures in it are invented, and no fault. */
  isFiction?: true;
  /** Language that it is to be written in, when that is not the document's. */
  language?: string;
  /** Words of a source that were copied as its proof. */
  quote?: string;
  /** Sources that this part alone was shown: no other page can prove what it says. */
  about?: readonly string[];
}

/** A stored text or value; only texts contain marks and names of figures. */
export interface StoredValue {
  text: string;
  /** Written in sentences: what of it the person did not touch keeps its marks. */
  isText: boolean;
}

/** A change of a stored value. Texts are as they are stored. */
export type ValueChange =
  | { kind: "text"; at: string; text: string }
  | { kind: "prose"; paragraphs: readonly string[] }
  | { kind: "addRow"; id: string; after: string | null; cells: Readonly<Record<string, string>> }
  | { kind: "removeRow"; id: string }
  | { kind: "moveRow"; id: string; to: number };

/** Where the answer to the question of a whole section goes. */
export const wholeSection = (key: string): string => `${key}/+`;

/**
 * One part of a document. Schema of the answer, prompt, skeleton, text and checks follow from it. Every section has
 * exactly one origin: a writer (stored), code from sources (stored, `isComputed`), or code from the answer (never
 * stored, `schema` null). So editing means: change the answer, compute again.
 */
export interface SectionDef<Form extends CommonForm, Facts> {
  key: string;
  title: Bilingual;
  when: (scene: Scene<Form, Facts>) => boolean;
  /** Keys of sections that must be there before this one is begun. */
  after: readonly string[];
  /** Asked for before anything is read: what it says decides what is read. */
  isBeforeReading: boolean;
  /** Schema of the stored value; null when it is computed each time. */
  schema: z.ZodType | null;
  /** What a writer of a part gives. */
  asked: (part: Part) => z.ZodType;
  /** All parts, written or not. */
  parts: (scene: Scene<Form, Facts>) => Part[];
  /** Lines of the prompt: what to write. They contain our own words only. */
  ask: (scene: Scene<Form, Facts>, part: Part) => string[];
  /** Lines about the rows of a part, each beginning with its id. They may contain words of the form and of sources. */
  askedRows: (scene: Scene<Form, Facts>, part: Part) => string[];
  /**
   * Merges a writer's answer into the stored value: assigns ids, removes quotes that are not in the material and
   * references that do not exist.
   */
  accept: (scene: Scene<Form, Facts>, part: Part, given: unknown) => unknown;
  /** Value without a writer; undefined when it is not stored. */
  skeleton: (scene: Scene<Form, Facts>) => unknown;
  /** Made by code of what was read, and stored. */
  isComputed: boolean;
  /** What code alone reads: it has no place in the document. */
  isHidden?: boolean;
  texts: (scene: Scene<Form, Facts>) => WrittenText[];
  /** Quotes of sources that are shown as facts. They are not written by a model and so not validated. */
  statements?: (scene: Scene<Form, Facts>) => WrittenText[];
  blocks: (scene: Scene<Form, Facts>) => Block[];
  /** What it lacks, in a few questions for the whole section. */
  gaps: (scene: Scene<Form, Facts>) => string[];
  /** Every single thing that only the person can fill in. */
  openPlaces: (scene: Scene<Form, Facts>) => PersonQuestion[];
  /** What people may edit of it, whole texts as they are read; null when nothing of it is stored or shown. */
  editor: (scene: Scene<Form, Facts>) => SectionEditor | null;
  /** A stored text or value by its place; null for none. */
  valueAt: (scene: Scene<Form, Facts>, at: string) => StoredValue | null;
  /** The stored value after an edit; null for one that does not fit it. */
  edited: (scene: Scene<Form, Facts>, change: ValueChange) => unknown;
  /** What is wrong with the stored value, with places. */
  check: (scene: Scene<Form, Facts>) => Issue[];
  /** The stored value without some rows or paragraphs; places as in `texts`. */
  without: (value: unknown, places: readonly string[]) => unknown;
  /** Places whose text may be removed sentence by sentence; maps every stored text of them. */
  rewritten: (value: unknown, change: (at: string, text: string) => string) => unknown;
}

/** Long text in pieces that fit a question, cut at ends of lines, with some overlap. @param room characters of a piece */
export function piecesOf(material: readonly Material[], room: number, overlap = 300): Material[] {
  return material.flatMap(({ id, title, text }) => {
    const pieces: Material[] = [];
    for (let from = 0; from < text.length;) {
      const rest = text.length - from <= room;
      const end = rest ? text.length : Math.max(from + room / 2, text.lastIndexOf("\n", from + room));
      pieces.push({ id: `${id}.${pieces.length + 1}`, title, text: text.slice(from, end) });
      if (end >= text.length) break;
      from = Math.floor(end - overlap);
    }
    return pieces;
  });
}

/**
 * A table block; none when it has no rows.
 * @param numeric indexes of columns with numbers
 * @param internal indexes of columns that exports leave out
 */
export const tableOf = (columns: string[], rows: string[][], numeric?: number[], internal?: number[]): Block[] =>
  rows.length === 0
    ? []
    : [{ type: "table", columns, rows, ...(numeric ? { numeric } : {}), ...(internal ? { internal } : {}) }];
/** A chart; nothing for fewer than two points. */
export const chartOf = (
  kind: "bar" | "line",
  label: string,
  unit: string,
  points: { label: string; value: number }[],
): Block[] => (points.length < 2 ? [] : [{ type: "chart", kind, label, unit, points }]);
export const note = (tone: "info" | "warn" | "gap", text: string): Block => ({ type: "callout", tone, text });
/** A question in the text, in the place of its answer. */
export const gapNote = ({ at, question }: PersonQuestion): Block => ({
  type: "callout",
  tone: "gap",
  text: question,
  gap: at,
});

export const errorIssue = (code: string, at: string, params: Record<string, string | number> = {}): Issue => ({
  level: "error",
  code,
  at,
  params,
});

/** A section that others can be placed after. */
export interface SectionRef {
  key: string;
}

export interface CommonSpec<S> {
  /** Question to the person while the section is open. */
  gap?: Bilingual;
  when?: (scene: S) => boolean;
  after?: readonly SectionRef[];
  beforeReading?: true;
}

export const commonOf = <S>(spec: CommonSpec<S>) => ({
  when: spec.when ?? ((): boolean => true),
  after: (spec.after ?? []).map(({ key }) => key),
  isBeforeReading: spec.beforeReading === true,
});

export interface ProseSpec<S> extends CommonSpec<S> {
  /** What the paragraphs have to say; a line of the prompt. */
  ask: string;
  /** Least and most words. */
  words: readonly [least: number, most: number];
  /** The person's own words that belong here, for a document without a writer. */
  own?: (scene: S) => string[];
  gap: Bilingual;
}

/** Characters of a written word with its space; questions are packed by it. */
const charactersPerWord = 7;
/** A text below this share of its least length is refused; between this and the least, it is shown with its gap. */
const refusedShare = 0.5;
/** A text beyond this multiple of its most words is refused. */
const refusedMultiple = 1.6;

/** Paragraphs by a writer. */
export function proseSection<Form extends CommonForm, Facts>(
  key: string,
  title: Bilingual,
  spec: ProseSpec<Scene<Form, Facts>>,
): SectionDef<Form, Facts> & { of: (scene: { answer: Answer }) => string[] } {
  type S = Scene<Form, Facts>;
  const [least, most] = spec.words;
  const of = ({ answer }: { answer: Answer }): string[] => (answer[key] as string[] | undefined) ?? [];
  const count = (scene: S): number => wordsOf(of(scene).join(" "), scene.context.language).length;
  const whole = wholeSection(key);
  const isOpen = (scene: S): boolean =>
    !scene.isWriting &&
    count(scene) < least &&
    // An answer that is complete is not asked for again.
    !(isClosed(scene.state, whole) && (of(scene).length > 0 || scene.state.edits?.gaps[whole]?.state === "left"));
  const asked = z.array(z.string().max(8000)).max(80);
  // People paste longer paragraphs than a writer is asked for.
  const schema = z.array(z.string().max(20_000)).max(80);
  return {
    key,
    title,
    ...commonOf(spec),
    schema,
    asked: () => asked,
    parts: () => [{ key, section: key, ids: [], size: most * charactersPerWord }],
    ask: () => [`${key} (“${half(title, "en")}”): paragraphs, ${least} to ${most} words in all: ${spec.ask}`],
    askedRows: () => [],
    accept: (_, __, given) =>
      (given as unknown[])
        .filter((paragraph) => typeof paragraph === "string")
        .map((paragraph) => paragraph.trim())
        .filter(Boolean),
    isComputed: false,
    skeleton: (scene) => (spec.own?.(scene) ?? []).map((paragraph) => paragraph.trim()).filter(Boolean),
    texts: (scene) => of(scene).map((text, index) => ({ at: `${key}/${index + 1}`, text })),
    blocks: (scene) => [
      ...of(scene).map((text): Block => ({ type: "p", text: scene.show(text) })),
      ...(isOpen(scene) ? [gapNote({ at: whole, question: scene.translate(spec.gap) })] : []),
    ],
    gaps: (scene) => (isOpen(scene) ? [scene.translate(spec.gap)] : []),
    openPlaces: (scene) => (isOpen(scene) ? [{ at: whole, question: scene.translate(spec.gap) }] : []),
    editor: (scene) => ({ kind: "prose", paragraphs: of(scene).map((text) => scene.show(text)) }),
    valueAt: (scene, at) => {
      const text = of(scene).find((_, index) => at === `${key}/${index + 1}`);
      return text === undefined ? null : { text, isText: true };
    },
    edited: (scene, change) => {
      if (change.kind === "prose") return change.paragraphs.filter((paragraph) => paragraph !== "");
      if (change.kind !== "text") return null;
      if (change.at === whole) return [...of(scene), change.text];
      return of(scene)
        .map((text, index) => (change.at === `${key}/${index + 1}` ? change.text : text))
        .filter((text) => text !== "");
    },
    check: (scene) => {
      const found = count(scene);
      return found < least * refusedShare
        ? [errorIssue("tooShort", key, { found, wanted: least })]
        : found > most * refusedMultiple
          ? [errorIssue("tooLong", key, { found, wanted: most })]
          : [];
    },
    without: (value, places) =>
      (value as string[] | undefined)?.filter((_, index) => !places.includes(`${key}/${index + 1}`)) ?? [],
    rewritten: (value, change) =>
      (value as string[] | undefined)
        ?.map((text, index) => change(`${key}/${index + 1}`, text))
        .filter((text) => text !== "") ?? [],
    of,
  };
}

/** Computed each time from facts and from what was written: it follows every edit. */
export function computedSection<Form extends CommonForm, Facts>(
  key: string,
  title: Bilingual,
  blocks: (scene: Scene<Form, Facts>) => Block[],
  when?: (scene: Scene<Form, Facts>) => boolean,
): SectionDef<Form, Facts> {
  const none = (): [] => [];
  return {
    key,
    title,
    ...commonOf(when ? { when } : {}),
    schema: null,
    asked: () => z.never(),
    parts: none,
    ask: none,
    askedRows: none,
    accept: () => undefined,
    skeleton: () => undefined,
    isComputed: false,
    texts: none,
    blocks,
    gaps: none,
    openPlaces: none,
    editor: () => null,
    valueAt: () => null,
    edited: () => null,
    check: none,
    without: (value) => value,
    rewritten: (value) => value,
  };
}
