import { gapsKey, isGap } from "../blockTexts.ts";
import type { Block, Gap, Section } from "../document.ts";

/** What an outline needs of a document. */
export interface Outlined {
  sections: readonly (Pick<Section, "key" | "title" | "blocks"> & { isHidden?: boolean })[];
  openQuestions: readonly string[];
  /** Every gap by its place; absent or empty in documents from before gaps had places. */
  gaps?: readonly Gap[];
}

export { gapsKey };

/** Gaps of one section: how many there are and how many of them are filled. */
export interface SectionGaps {
  filled: number;
  all: number;
}

/**
 * Blocks that stay on the page where its own list takes the place of the questions: what the person answered.
 * @param block of the section that gathers what is open
 */
export const isBesideQuestions = ({ type }: Block): boolean => type !== "callout";

/** Gaps of each section that has any, by its key. What the person left out counts as filled. */
export function sectionGaps({ sections, gaps = [] }: Pick<Outlined, "sections" | "gaps">): Map<string, SectionGaps> {
  if (gaps.length > 0) {
    const counts = new Map<string, SectionGaps>();
    for (const { at, state } of gaps) {
      const key = at.slice(0, at.indexOf("/"));
      const { filled, all } = counts.get(key) ?? { filled: 0, all: 0 };
      counts.set(key, { filled: filled + (state === "open" ? 0 : 1), all: all + 1 });
    }
    return counts;
  }
  return new Map(
    sections.flatMap(({ key, blocks }) => {
      const all = blocks.filter(isGap).length;
      return all === 0 ? [] : [[key, { filled: 0, all }]];
    }),
  );
}

/** A question that the document leaves open. */
export interface OpenQuestion {
  text: string;
  /** Section in whose text it stands; null where only the form or an edit can answer it. */
  section: { key: string; title: string } | null;
  /** Where its answer goes, when it has a place of its own at the end of the document. */
  at?: string;
}

/** What a document leaves open, once each. */
export interface OpenPoints {
  questions: OpenQuestion[];
  /** Sections with further gaps in their text, and how many. */
  elsewhere: { key: string; title: string; count: number }[];
}

/**
 * One list of what is open. A question that is in the text of a section names that section; gaps in the text that
 * are not among the questions are counted by section.
 */
export function openPoints({ sections, openQuestions, gaps = [] }: Outlined): OpenPoints {
  const gathered = sections.filter(({ key }) => key === gapsKey).flatMap(({ blocks }) => blocks.filter(isGap));
  const texts = [...new Set([...gathered.map(({ text }) => text), ...openQuestions])];
  const placeOf = new Map(gathered.flatMap(({ text, gap }) => (gap === undefined ? [] : [[text, gap] as const])));
  const inText = new Set(
    sections.filter(({ key }) => key !== gapsKey).flatMap(({ blocks }) => blocks.flatMap(placesIn)),
  );
  const fields = new Set(gaps.flatMap(({ at, isField }) => (isField ? [at] : [])));
  const own = sections.filter(({ key, isHidden }) => key !== gapsKey && isHidden !== true);
  const places = new Map<string, { key: string; title: string }>();
  for (const { key, title, blocks } of own)
    for (const { text } of blocks.filter(isGap)) if (!places.has(text)) places.set(text, { key, title });
  const asked = new Set(texts);
  return {
    questions: texts.map((text) => {
      const at = placeOf.get(text);
      // Answered right here, unless the text itself has the place, or only the form takes the answer.
      const isHere = at !== undefined && !fields.has(at) && !inText.has(at);
      return { text, section: places.get(text) ?? sectionNamed(own, at), ...(isHere ? { at } : {}) };
    }),
    elsewhere: own.flatMap(({ key, title, blocks }) => {
      const count = blocks.filter((block) => isGap(block) && !asked.has(block.text)).length;
      return count === 0 ? [] : [{ key, title, count }];
    }),
  };
}

/** Places of the gaps that a block has in its text. */
const placesIn = (block: Block): string[] =>
  block.type === "table" ? (block.gaps ?? []).map(({ at }) => at) : isGap(block) && block.gap ? [block.gap] : [];

/** The section that a path belongs to; null for a field of the form, and for what is at the end. */
function sectionNamed(sections: Outlined["sections"], at: string | undefined): OpenQuestion["section"] {
  const found = at === undefined ? undefined : sections.find(({ key }) => at.startsWith(`${key}/`));
  return found ? { key: found.key, title: found.title } : null;
}

/** Whether something is left that only the person can close. */
export const hasGaps = (document: Outlined): boolean =>
  document.openQuestions.length > 0 || [...sectionGaps(document).values()].some(({ filled, all }) => filled < all);

/**
 * The section that is read: the first one in the band below the top of the window. Between two of them, and above the
 * first, it is the one before.
 * @param order keys of all sections, from the top
 * @param inBand keys of those that reach into the band
 */
export function currentSection(
  order: readonly string[],
  inBand: ReadonlySet<string>,
  before: string | null,
): string | null {
  const found = order.find((key) => inBand.has(key));
  if (found !== undefined) return found;
  return before !== null && order.includes(before) ? before : (order[0] ?? null);
}

export type PanelTab = "outline" | "sources" | "suggestions";

/** The tab that a document opens with: what is to be decided, else how the document is built. */
export function firstTab({ hasGaps: isOpen, suggestions }: { hasGaps: boolean; suggestions: number }): PanelTab {
  return suggestions > 0 && !isOpen ? "suggestions" : "outline";
}

/** Longest name of a row, characters; a longer one is the beginning of a sentence. */
const longestLabel = 48;

/**
 * Rows of a name and a value, from a list that has them as `Name: value`.
 * @returns null where one item is no such row, or where there is only one
 */
export function labelledRows(items: readonly string[]): { label: string; value: string }[] | null {
  if (items.length < 2) return null;
  const rows: { label: string; value: string }[] = [];
  for (const item of items) {
    const at = item.indexOf(": ");
    const label = item.slice(0, Math.max(at, 0));
    const value = item.slice(at + 2).trim();
    if (at < 1 || at > longestLabel || value === "" || /[.!?;\n]/.test(label)) return null;
    rows.push({ label, value });
  }
  return rows;
}
