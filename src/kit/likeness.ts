import { fold } from "./text.ts";

/** A text in the form in which it is compared: of a text that is compared often it is made once. */
export interface Likeness {
  /** Lower case, letters and digits, single blanks. */
  plain: string;
  /** Its sequences of three characters, and how often each occurs. */
  trigrams: ReadonlyMap<string, number>;
  /** How many they are. */
  count: number;
}

export function likenessOf(text: string): Likeness {
  const plain = fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const padded = `  ${plain} `;
  const trigrams = new Map<string, number>();
  for (let at = 0; at + 3 <= padded.length; at += 1) {
    const gram = padded.slice(at, at + 3);
    trigrams.set(gram, (trigrams.get(gram) ?? 0) + 1);
  }
  return { plain, trigrams, count: padded.length - 2 };
}

/** As `similarity` of both texts, if it is `least` or more; else 0, mostly known after a few sequences. */
export function similarityFrom(a: Likeness, b: Likeness, least: number): number {
  if (a.plain === b.plain) return 1;
  const total = a.count + b.count;
  const share = (shared: number): number => (2 * shared) / total;
  if (share(Math.min(a.count, b.count)) < least) return 0;
  // All sequences of one text, less those that the other one lacks.
  let shared = a.count;
  for (const [gram, count] of a.trigrams) {
    shared -= count - Math.min(count, b.trigrams.get(gram) ?? 0);
    if (share(shared) < least) return 0;
  }
  return share(shared);
}

/**
 * Likeness of two short texts from 0 to 1 (Dice coefficient of character trigrams): blind to case, punctuation and
 * spacing, tolerant of small changes of wording. Symmetric; 1 for texts that differ only in what it is blind to.
 */
export const similarity = (a: string, b: string): number => similarityFrom(likenessOf(a), likenessOf(b), 0);
