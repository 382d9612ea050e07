import { diffArrays } from "diff";
import { wordSegments } from "#src/kit/text.ts";

/** A piece of two texts laid over each other: in both, only in the newer (`ins`), or only in the older (`del`). */
export interface DiffPart {
  kind: "same" | "ins" | "del";
  text: string;
}

/** With fewer words in common, a text counts as rewritten: a few shared words only confuse. Share, 0 to 1. */
const minInCommon = 0.25;
/** Edits above which two texts count as rewritten; the search costs the square of it. */
const maxEdits = 600;
/** Most pairs that are compared; with more, only items at the same index are. */
const maxPairs = 2_500;

const hasWord = /[\p{L}\p{N}]/u;

/** How often each word occurs in a text. */
export function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Share of words that two texts have in common, 0 to 1; two texts without words are alike. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [common, all] = [0, 0];
  for (const count of b.values()) all += count;
  for (const [word, count] of a) {
    all += count;
    common += Math.min(count, b.get(word) ?? 0);
  }
  return all === 0 ? 1 : (2 * common) / all;
}

/**
 * What a text became, word by word. `same` and `del` together are the older text, `same` and `ins` the newer one; no
 * part is empty, no two neighbours are of one kind, and deletions precede insertions.
 * @param language of both texts, for where words end
 */
export function wordDiff(before: string, after: string, language: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const anew = joined([
    { kind: "del", text: before },
    { kind: "ins", text: after },
  ]);
  if (before === "" || after === "" || likeness(wordCounts(before), wordCounts(after)) < minInCommon) return anew;
  const changes = diffArrays(wordSegments(before, language), wordSegments(after, language), {
    maxEditLength: maxEdits,
  });
  if (!changes) return anew;
  const parts = changes.map(({ added, removed, value }): DiffPart => ({
    kind: added ? "ins" : removed ? "del" : "same",
    text: value.join(""),
  }));
  return joined(parts);
}

/** Brings parts into order: changes that only blanks or signs part become one, and equal neighbours too. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const done: DiffPart[] = [];
  let [del, ins] = ["", ""];
  const same = (text: string): void => {
    const last = done.at(-1);
    if (last?.kind === "same") last.text += text;
    else if (text !== "") done.push({ kind: "same", text });
  };
  const close = (): void => {
    // Blanks that both end with belong to what follows.
    const [blankOf, other] = [del.slice(del.trimEnd().length), ins.slice(ins.trimEnd().length)];
    const blank = blankOf === other ? blankOf : "";
    const end = (text: string): string => text.slice(0, text.length - blank.length);
    if (end(del) !== "") done.push({ kind: "del", text: end(del) });
    if (end(ins) !== "") done.push({ kind: "ins", text: end(ins) });
    same(blank);
    [del, ins] = ["", ""];
  };
  parts.forEach(({ kind, text }, at) => {
    if (kind === "del") del += text;
    else if (kind === "ins") ins += text;
    else if (del !== "" && ins !== "" && at < parts.length - 1 && !hasWord.test(text)) {
      del += text;
      ins += text;
    } else {
      close();
      same(text);
    }
  });
  close();
  return done;
}

/** Two items matched between two lists; null where one list has none. */
export type Pair<T> = { before: T; after: T } | { before: T; after: null } | { before: null; after: T };

export interface Alike<T> {
  /** The same for things that belong together for sure. */
  keyOf: (item: T) => string;
  /** How much a thing of the older list may be the one of the newer, 0 to 1; below 0.35 it is another one. */
  alike: (before: T, after: T) => number;
}

const minAlike = 0.35;

/** Lays two lists over each other, in their order: what is in both, what changed, what went and what came. */
export function pairUp<T>(before: readonly T[], after: readonly T[], { keyOf, alike }: Alike<T>): Pair<T>[] {
  const pairs: Pair<T>[] = [];
  let [gone, come]: [T[], T[]] = [[], []];
  const close = (): void => {
    pairs.push(...pairAlike(gone, come, alike));
    [gone, come] = [[], []];
  };
  let [from, to] = [0, 0];
  for (const { added, removed, count } of diffArrays(before.map(keyOf), after.map(keyOf))) {
    if (removed) gone = before.slice(from, from + count);
    if (added) come = after.slice(to, to + count);
    if (!added && !removed) {
      close();
      for (let at = 0; at < count; at += 1) {
        const [a, b] = [before[from + at], after[to + at]];
        if (a !== undefined && b !== undefined) pairs.push({ before: a, after: b });
      }
    }
    if (!added) from += count;
    if (!removed) to += count;
  }
  close();
  return pairs;
}

/** Of two lists without anything equal: pairs that are most alike in sum, without crossing. */
function pairAlike<T>(gone: readonly T[], come: readonly T[], alike: (before: T, after: T) => number): Pair<T>[] {
  const isMany = gone.length * come.length > maxPairs;
  const likes = gone.map((before, i) =>
    come.map((after, j) => {
      if (isMany && i !== j) return 0;
      const value = alike(before, after);
      return value < minAlike ? 0 : value;
    }),
  );
  const like = (i: number, j: number): number => likes[i]?.[j] ?? 0;
  // best[i][j]: the most that the ends from i and j on can have in common.
  const best = Array.from({ length: gone.length + 1 }, () => new Float64Array(come.length + 1));
  const of = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = gone.length - 1; i >= 0; i -= 1)
    for (let j = come.length - 1; j >= 0; j -= 1) {
      const row = best[i];
      const paired = like(i, j) > 0 ? like(i, j) + of(i + 1, j + 1) : 0;
      if (row) row[j] = Math.max(of(i + 1, j), of(i, j + 1), paired);
    }
  const pairs: Pair<T>[] = [];
  let [i, j] = [0, 0];
  while (i < gone.length || j < come.length) {
    const [before, after] = [gone[i], come[j]];
    if (before !== undefined && after !== undefined && like(i, j) > 0 && of(i, j) === like(i, j) + of(i + 1, j + 1)) {
      pairs.push({ before, after });
      i += 1;
      j += 1;
    } else if (before !== undefined && (after === undefined || of(i, j) === of(i + 1, j))) {
      pairs.push({ before, after: null });
      i += 1;
    } else if (after !== undefined) {
      pairs.push({ before: null, after });
      j += 1;
    }
  }
  return pairs;
}
