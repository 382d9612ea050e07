import { normalize } from "#src/kit/normalize.ts";
import { words } from "#src/kit/text.ts";

/* How often a text names a search term. */

const fold = (word: string): string => normalize(word, "NFC").toLowerCase();

/** Letters that an ending adds to a word at most: `Protokoll` is found in `Protokollen`. */
const longestEnding = 3;

/** How often a term occurs in a text: its words next to one another, in their order, each with any ending. */
export function countTerm(text: string, term: string, language: string): number {
  const wanted = words(term, language).map(fold);
  const all = words(text, language).map(fold);
  if (wanted.length === 0) return 0;
  return all.filter((_, at) =>
    wanted.every((word, offset) => {
      const found = all[at + offset] ?? "";
      return found.startsWith(word) && found.length - word.length <= longestEnding;
    }),
  ).length;
}

/** Share of a term's words above which a text reads as if it were written for machines. */
export const maxTermShare = 0.03;

/** Share, 0 to 1, of the words of a text that belong to the term. */
export function termShare(text: string, term: string, language: string): number {
  const total = words(text, language).length;
  return total === 0 ? 0 : (countTerm(text, term, language) * words(term, language).length) / total;
}
