import { keywords, words as wordsOf } from "#src/kit/text.ts";

/* Making texts fit the room of a prompt. */

/** The longest length that all texts may have so that together they stay within `total`: short ones keep theirs. */
export function sharedLengthLimit(lengths: readonly number[], total: number): number {
  let left = total;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return Math.max(0, total);
}

/** Passages are at most this long, and a third of the room, so that more than one finds place. */
const longestPassage = 900;

/** A text in passages of at most `size` characters, cut at ends of paragraphs and lines, then at blanks. */
function passages(text: string, size: number): string[] {
  return text.split(/\n{2,}|\n(?=\S)/).flatMap((paragraph) => {
    const pieces: string[] = [];
    for (let from = 0; from < paragraph.length;) {
      const isLast = paragraph.length - from <= size;
      const blank = paragraph.slice(from, from + size + 1).lastIndexOf(" ");
      const end = isLast ? paragraph.length : from + (blank > 0 ? blank : size);
      pieces.push(paragraph.slice(from, end));
      from = end;
    }
    return pieces;
  });
}

/**
 * The passages of a text that say most about something, in their order, within a length.
 * @param about the words to look for
 * @param most characters
 */
export function passagesOf(text: string, about: string, most: number, language: string): string {
  if (text.length <= most) return text;
  const wanted = new Set(keywords(about, language, 40).map((word) => word.toLowerCase()));
  const all = passages(text, Math.max(40, Math.min(longestPassage, Math.floor(most / 3))));
  const scored = all.map((passage, index) => {
    const found = wordsOf(passage, language).map((word) => word.toLowerCase());
    // Of two passages that say as much, the earlier one: texts begin with what matters.
    return { passage, index, score: new Set(found.filter((word) => wanted.has(word))).size - index / all.length };
  });
  let left = most;
  const chosen = scored
    .toSorted((a, b) => b.score - a.score)
    .filter(({ passage }) => (left -= passage.length + 3) >= 0 || ((left += passage.length + 3), false))
    .toSorted((a, b) => a.index - b.index);
  return chosen.map(({ passage }) => passage).join("\n…");
}
