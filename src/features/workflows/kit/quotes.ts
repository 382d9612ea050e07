import { keywords, sentences, words as wordsOf } from "#src/kit/text.ts";

/*
 * How far a text stands in another one: quotes word for word, sentences by their figures and most of their words.
 * Comparison is blind to white space, quotation marks, dashes and case: what a model changes without meaning to.
 */

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[“”„«»‟"]/g, '"')
    .replace(/[‘’‚‛']/g, "'")
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/\s+/g, " ")
    .trim();

/** Fewer characters are found in any text and prove nothing. */
const shortestQuote = 8;

export const isQuoteIn = (quote: string, material: string): boolean =>
  plain(quote).length >= shortestQuote && plain(material).includes(plain(quote));

/** A date as people and records write it; its digits are no figures. */
const datePattern = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4})?|\b\d{1,2}:\d{2}\b/g;

/** Figures of a text as their digits, `1,240.50 €` as `124050`; single digits, dates and times of day are left out. */
export const figuresIn = (text: string): string[] =>
  (text.replace(datePattern, " ").match(/\d(?:[\d.,\u202f\u00a0]*\d)?/g) ?? [])
    .map((one) => one.replace(/\D/g, ""))
    .filter((one) => one.length >= 2);

/** Share of a sentence's telling words that have to stand in the sentence that supports it. A guess, to be measured. */
const leastOverlap = 0.5;

/** The sentence of a source that carries another one: all its figures stand there, and most of its words; or null. */
export function supportOf(sentence: string, source: string, language: string): string | null {
  const wanted = new Set(keywords(sentence, language, 12).map((word) => word.toLowerCase()));
  const figures = figuresIn(sentence);
  if (wanted.size === 0) return null;
  let best: { sentence: string; share: number } | null = null;
  for (const candidate of sentences(source, language)) {
    const there = figuresIn(candidate);
    if (!figures.every((figure) => there.includes(figure))) continue;
    const found = new Set(
      wordsOf(candidate, language)
        .map((word) => word.toLowerCase())
        .filter((word) => wanted.has(word)),
    );
    const share = found.size / wanted.size;
    if (share > (best?.share ?? 0)) best = { sentence: candidate, share };
  }
  return best !== null && best.share >= leastOverlap ? best.sentence : null;
}
