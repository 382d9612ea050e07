import type { Block, Section } from "../document.ts";
import { type DiffPart, likeness, pairUp, wordCounts, wordDiff } from "../rules.ts";
import { gapsKey } from "./outline.ts";
import type { ReadDraft } from "./readDraft.ts";

export type Change = "same" | "changed" | "ins" | "del";

/** A part that knows which place of change it belongs to, counted from 1 through the whole document; 0 for none. */
export interface NumberedPart extends DiffPart {
  place: number;
}

/** A line of a block: a paragraph, an item, a row of a table. Most have one cell. */
export interface DiffLine {
  change: Change;
  /** Names the columns of a table. One that got other columns has a line of them for each side. */
  isHead?: true;
  cells: NumberedPart[][];
}

export interface DiffBlock {
  type: Block["type"];
  change: Change;
  lines: DiffLine[];
  ordered: boolean;
  /** Columns that hold figures. */
  numeric: readonly number[];
}

export interface DiffSection {
  change: Change;
  title: NumberedPart[];
  blocks: DiffBlock[];
}

export interface DocumentDiff {
  title: NumberedPart[];
  summary: NumberedPart[];
  sections: DiffSection[];
  assumptions: DiffLine[];
  openQuestions: DiffLine[];
  /** Places where something changed. */
  places: number;
  /** Words that came and went. */
  wordsIn: number;
  wordsOut: number;
}

type Compared = Pick<ReadDraft, "title" | "summary" | "sections" | "assumptions" | "openQuestions">;

/** The words of a block line by line, each line in its cells. A table begins with its head. */
function linesOf(block: Block): string[][] {
  switch (block.type) {
    case "p":
    case "h":
    case "callout":
      return [[block.text]];
    case "code":
      return block.text.split("\n").map((line) => [line]);
    case "list":
      return block.items.map((item) => [item]);
    case "table":
      return [block.columns, ...block.rows.map((row) => block.columns.map((_, at) => row[at] ?? ""))];
    case "kpi":
      return block.items.map(({ label, value, note }) => [label, value, note]);
    case "chart":
      return [[block.label, block.unit], ...block.points.map(({ label, value }) => [label, String(value)])];
    case "quote":
      return block.by ? [[block.text], [block.by]] : [[block.text]];
    case "checklist":
      return block.items.map(({ text, done }) => [done ? "☑" : "☐", text]);
  }
}

const counts = new WeakMap<object, ReadonlyMap<string, number>>();
/** Word counts, computed once for all comparisons. */
function countsOf<T extends object>(item: T, textOf: (item: T) => string): ReadonlyMap<string, number> {
  const known = counts.get(item);
  if (known) return known;
  const made = wordCounts(textOf(item));
  counts.set(item, made);
  return made;
}

const lineText = (line: string[]): string => line.join(" ");
const blockText = (block: Block): string => linesOf(block).map(lineText).join("\n");
const keyOfBlock = (block: Block): string => JSON.stringify([block.type, linesOf(block)]);

/** Open questions that no section of the document lists already. */
const questionsBeside = ({ sections, openQuestions }: Compared): readonly string[] =>
  sections.some(({ key }) => key === gapsKey) ? [] : openQuestions;

/**
 * What a document became. Sections are known by their key, blocks and lines by their words; nothing of either
 * document is left out.
 */
export function diffDocuments(before: Compared, after: Compared, language: string): DocumentDiff {
  const pen = new Pen(language);
  const title = pen.text(before.title, after.title);
  const summary = pen.text(before.summary, after.summary);
  const sections = pairUp(before.sections, after.sections, {
    keyOf: ({ key, title: words }) => key || words,
    alike: (a, b) => likeness(wordCounts(a.title), wordCounts(b.title)),
  }).map((pair) => pen.section(pair.before, pair.after));
  const assumptions = pen.lines(single(before.assumptions), single(after.assumptions));
  const openQuestions = pen.lines(single(questionsBeside(before)), single(questionsBeside(after)));
  const { places, wordsIn, wordsOut } = pen;
  return { title, summary, sections, assumptions, openQuestions, places, wordsIn, wordsOut };
}

const single = (texts: readonly string[]): string[][] => texts.map((text) => [text]);

const sum = (words: ReadonlyMap<string, number>): number => [...words.values()].reduce((all, count) => all + count, 0);

const changeOf = (changes: readonly Change[]): Change =>
  changes.every((change) => change === "same") ? "same" : "changed";

/** Goes through two documents from top to bottom and numbers the places where they differ. */
class Pen {
  places = 0;
  wordsIn = 0;
  wordsOut = 0;
  readonly #language: string;
  /** What comes or goes as a whole is one place, however many texts it has. */
  #isInside = false;

  constructor(language: string) {
    this.#language = language;
  }

  text(before: string, after: string): NumberedPart[] {
    let isOpen = false;
    return wordDiff(before, after, this.#language).map((part) => {
      if (part.kind === "same") {
        isOpen = false;
        return { ...part, place: 0 };
      }
      if (!isOpen && !this.#isInside) this.places += 1;
      isOpen = true;
      const words = sum(wordCounts(part.text));
      if (part.kind === "ins") this.wordsIn += words;
      else this.wordsOut += words;
      return { ...part, place: this.places };
    });
  }

  #whole<T>(work: () => T): T {
    if (this.#isInside) return work();
    this.places += 1;
    this.#isInside = true;
    const done = work();
    this.#isInside = false;
    return done;
  }

  section(before: Section | null, after: Section | null): DiffSection {
    if (before && after) {
      const title = this.text(before.title, after.title);
      const blocks = pairUp(before.blocks, after.blocks, {
        keyOf: keyOfBlock,
        alike: (a, b) => (a.type === b.type ? likeness(countsOf(a, blockText), countsOf(b, blockText)) : 0),
      }).map((pair) => this.block(pair.before, pair.after));
      const own: Change = before.title === after.title ? "same" : "changed";
      return { change: changeOf([own, ...blocks.map(({ change }) => change)]), title, blocks };
    }
    return this.#whole(() => ({
      change: after ? "ins" : "del",
      title: this.text(before?.title ?? "", after?.title ?? ""),
      blocks: (before ?? after)?.blocks.map((block) => this.block(before && block, after && block)) ?? [],
    }));
  }

  block(before: Block | null, after: Block | null): DiffBlock {
    const block = after ?? before;
    if (!block) throw new Error("a pair has a side");
    const look = {
      type: block.type,
      ordered: block.type === "list" && block.ordered,
      numeric: block.type === "table" ? (block.numeric ?? []) : [],
    };
    if (before && after) {
      const lines = this.lines(linesOf(before), linesOf(after), block.type === "table");
      return { ...look, change: changeOf(lines.map(({ change }) => change)), lines };
    }
    const lines = this.#whole(() =>
      linesOf(block).map((line, at): DiffLine => ({
        ...this.line(before ? line : null, after ? line : null),
        ...(at === 0 && block.type === "table" ? { isHead: true } : {}),
      })),
    );
    return { ...look, change: after ? "ins" : "del", lines };
  }

  lines(before: string[][], after: string[][], hasHead = false): DiffLine[] {
    return pairUp(before, after, {
      keyOf: (line) => JSON.stringify(line),
      alike: (a, b) => (a.length === b.length ? likeness(countsOf(a, lineText), countsOf(b, lineText)) : 0),
    }).map((pair) => {
      const isHead = hasHead && (pair.before === before[0] || pair.after === after[0]);
      return { ...this.line(pair.before, pair.after), ...(isHead ? { isHead } : {}) };
    });
  }

  line(before: string[] | null, after: string[] | null): DiffLine {
    if (before && after) {
      const cells = after.map((cell, at) => this.text(before[at] ?? "", cell));
      return {
        change: changeOf(cells.map((parts) => (parts.some(({ place }) => place > 0) ? "changed" : "same"))),
        cells,
      };
    }
    return this.#whole(() => ({
      change: after ? "ins" : "del",
      cells: (after ?? before ?? []).map((cell) => this.text(before ? cell : "", after ? cell : "")),
    }));
  }
}
