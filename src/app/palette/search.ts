import { foldText } from "#src/features/leads/rules.ts";

/** What the palette can find. */
export interface Findable {
  /** `workflow:contentPlanner`, `lead:<id>` and the like. */
  id: string;
  label: string;
  /** More words it is found by, none of them shown. */
  words?: string;
  /** The server found it, maybe by a field that is not here. */
  isFound?: boolean;
}

/** Higher is nearer: the label begins with it, a word of the label does, it is inside; then the further words. */
const nearness = { start: 100, word: 60, inside: 30, furtherWord: 20, further: 10, found: 1 } as const;

const isLetter = /[\p{L}\p{N}]/u;

/** Whether a word of the text begins with `word`. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isLetter.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

function scoreOfWord(word: string, label: string, words: string): number {
  if (label.startsWith(word)) return nearness.start;
  if (hasWord(label, word)) return nearness.word;
  if (label.includes(word)) return nearness.inside;
  if (hasWord(words, word)) return nearness.furtherWord;
  return words.includes(word) ? nearness.further : 0;
}

/** How near an item is to what was typed: the sum over its words, 0 when one of them is nowhere. */
export function scoreOf(item: Findable, query: string): number {
  const label = foldText(item.label);
  const words = foldText(item.words ?? "");
  let sum = 0;
  for (const word of foldText(query).split(/\s+/).filter(Boolean)) {
    const score = scoreOfWord(word, label, words);
    if (score === 0) return item.isFound ? nearness.found : 0;
    sum += score;
  }
  return sum;
}

/**
 * The nearest items first; among equals the one used last, then the order given. Each id once.
 * @param query what was typed; nothing typed finds everything
 * @param recent ids of what was used, the newest first
 */
export function nearest<T extends Findable>(
  items: readonly T[],
  query: string,
  recent: readonly string[],
  limit: number,
): T[] {
  const seen = new Set<string>();
  const isBlank = query.trim() === "";
  const turn = (id: string): number => {
    const at = recent.indexOf(id);
    return at < 0 ? recent.length : at;
  };
  return items
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map((item, at) => ({ item, at, score: isBlank ? 1 : scoreOf(item, query), turn: turn(item.id) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.turn - b.turn || a.at - b.at)
    .slice(0, limit)
    .map(({ item }) => item);
}

/** Items of one kind under their heading. */
export interface PaletteSection<T> {
  kind: string;
  items: T[];
}

/**
 * What was found, by kind: the kind with the nearest item first. What the server adds later changes no order of what
 * is already in sight: kinds that only it knows come last, in the order of `kinds`.
 * @param limit items of a kind
 */
export function sectionsOf<T extends Findable & { kind: string }>(
  items: readonly T[],
  kinds: readonly string[],
  query: string,
  recent: readonly string[],
  limit: number,
): PaletteSection<T>[] {
  const sections = kinds.map((kind) => ({
    kind,
    items: nearest(
      items.filter((item) => item.kind === kind),
      query,
      recent,
      limit,
    ),
  }));
  const rank = ({ items: own }: PaletteSection<T>): number =>
    Math.max(0, ...own.filter(({ isFound }) => !isFound).map((item) => scoreOf(item, query)));
  return sections.filter((section) => section.items.length > 0).toSorted((a, b) => rank(b) - rank(a));
}
