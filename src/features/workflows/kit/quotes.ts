import { normalize } from "#src/kit/normalize.ts";
import { isStopword, keywords, occurrences, sentences, trimEndBy, words as wordsOf } from "#src/kit/text.ts";

/*
 * How far a text supports another one: quotes verbatim, sentences by their figures and most of their words. White
 * space, quotation marks, dashes and case are ignored, since models change them.
 */

/** A text in the form in which quotes are compared. */
export const normalizedText = (text: string): string =>
  normalize(text, "NFKC")
    .toLowerCase()
    .replace(/\u00ad/g, "")
    .replace(/[“”„«»‟"]/g, '"')
    .replace(/[‘’‚‛']/g, "'")
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/\s+/g, " ")
    .trim();

/** Fewer characters are found in any text and prove nothing. */
const shortestQuote = 8;

/** Whether signs before a figure make it the end of a longer one: `500` in `1.500`, `1 500` and `−500`. */
const isCutBefore = (signs: string, quote: string): boolean =>
  /^\d/.test(quote) &&
  (/(?:\d[.,']?|−)$/.test(signs) || (/(?<!\d)\d{1,3} $/.test(signs) && /^\d{3}(?!\d)/.test(quote)));
/** Whether signs after a figure make it the beginning of a longer one. */
const isCutBehind = (quote: string, signs: string): boolean =>
  /\d$/.test(quote) && (/^[.,']?\d/.test(signs) || (/(?<!\d)\d{1,3}$/.test(quote) && /^ \d{3}(?!\d)/.test(signs)));

/** Whether a text has a quote word for word. One that begins or ends within a figure says something else. */
export function isQuoteIn(quote: string, material: string): boolean {
  const wanted = normalizedText(quote);
  if (wanted.length < shortestQuote) return false;
  const text = normalizedText(material);
  const isWhole = (from: number, end: number): boolean =>
    !isCutBefore(text.slice(Math.max(0, from - 5), from), wanted) && !isCutBehind(wanted, text.slice(end, end + 5));
  return occurrences(text, wanted, isWhole).length > 0;
}

const isWordSign = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);

/**
 * Whether a sentence occurs in a text as whole words.
 * @param text as `normalizedText` returns it, since one form is compared with all sentences of a document
 */
export function occursIn(sentence: string, text: string): boolean {
  const wanted = trimEndBy(normalizedText(sentence).replace(/^[^\p{L}\p{N}]+/u, ""), /[^\p{L}\p{N}]/u);
  const isWhole = (from: number, end: number): boolean =>
    !isWordSign(text.slice(Math.max(0, from - 1), from)) && !isWordSign(text.slice(end, end + 1));
  return occurrences(text, wanted, isWhole).length > 0;
}

/** `12 Mar`, `12 March 2027`, `12. März 2027`. */
const wordedDate =
  /\b\d{1,2}\.? (?:Jan(?:uary?)?|Feb(?:ruary?)?|Mar(?:ch)?|März?|Apr(?:il)?|Ma[iy]|June?|Juni?|July?|Juli?|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)(?!\p{L})(?: \d{4})?/gu;
/** A date as records write it, or a time of day. */
const writtenDate =
  /\b\d{4}-\d{2}-\d{2}\b|(?<![\d.,])(?:0?[1-9]|[12]\d|3[01])\.\s?(?:0?[1-9]|1[0-2])\.(?:\s?\d{4}|\d{2})\b|\b\d{1,2}:\d{2}\b/g;
/** `12.5.`, but not what ends a sentence about an amount: `It costs $9.10.` */
const dayAndMonth =
  /(?<![\d.,])(?<!(?:[$€£]|\b(?:EUR|USD|CHF|GBP|of|is|are|was|were|to|by|from|than|about|around|over|under|nearly|costs?|scores?|rated))\s?)(?:0?[1-9]|[12]\d|3[01])\.\s?(?:0?[1-9]|1[0-2])\.(?!\d)/g;
/** Signs between the digits of a figure: grouping and decimal marks. */
const figure = /\d(?:(?:[\d.,\u202f\u00a0]|['’](?=\d{3}))*\d)?/g;

const isGrouped = ([first = "", ...others]: readonly string[]): boolean =>
  others.length === 0 || (first.length <= 3 && !first.startsWith("0") && others.every((group) => group.length === 3));

/** `1.240,50` and `1,240.5` as `1240.5`; three digits after a single mark are a group. Others keep their digits alone. */
function plainFigure(written: string): string {
  const groups = written.split(/\D+/);
  const marks: readonly string[] = written.match(/\D+/g) ?? [];
  const last = marks.at(-1) ?? "";
  const isAlone = /^[.,]$/.test(last) && marks.indexOf(last) === marks.length - 1;
  const isWhole = isGrouped(groups) && !(isAlone && marks.length > 1);
  if (isWhole || !isAlone || !isGrouped(groups.slice(0, -1))) return groups.join("");
  const decimals = trimEndBy(groups.at(-1) ?? "", /0/);
  return groups.slice(0, -1).join("") + (decimals === "" ? "" : `.${decimals}`);
}

/**
 * Figures of a text by their value, `1,240.50 €` as `1240.5`, whichever way they are written; single digits, dates and
 * times of day are left out.
 */
export const figuresIn = (text: string): string[] => givenFigures(text.replace(dayAndMonth, " "));

/** Figures that a text gives as evidence: also `12.5.`, which may be a day or end a sentence. */
export const givenFigures = (text: string): string[] =>
  (text.replace(writtenDate, " ").replace(wordedDate, " ").match(figure) ?? [])
    .map(plainFigure)
    .filter((one) => one.length >= 2);

/** Small round figures of everyday speech: "24 hours", "within 10 minutes", "100 %". */
const commonFigures = new Set(["10", "12", "15", "20", "24", "30", "45", "50", "60", "90", "100"]);
export const isCommonFigure = (figure: string): boolean => commonFigures.has(figure);

/** Hosts of web and mail addresses: like a figure, an address must occur in the source itself. */
const addressPattern = /(?:https?:\/\/|www\.|@)[\p{L}\p{N}_.-]{1,100}/giu;
/** Anything that may be a host, with a scheme or `www.` or without. */
const hostPattern = /[\p{L}\p{N}_.-]+/gu;
const hostOf = (text: string): string =>
  trimEndBy(text.toLowerCase().replace(/^(?:https?:\/\/|@)/, ""), /[.-]/).replace(/^www\./, "");
const addressesIn = (text: string): string[] =>
  (text.match(addressPattern) ?? []).map(hostOf).filter((one) => one.includes("."));
/** Whether a text has each host itself: `klang.de` is not in `klang.dental`. */
const namesAll = (hosts: readonly string[], text: string): boolean => {
  if (hosts.length === 0) return true;
  const there = new Set((text.match(hostPattern) ?? []).map(hostOf));
  return hosts.every((host) => there.has(host));
};

/** Share of a sentence's significant words that its evidence must contain. An estimate, to be measured. */
const minOverlap = 0.5;
/** Of the form a smaller share: its fields are notes, and a sentence about them has words of its own. */
const minOverlapOfForm = 0.3;
/** A copied quote was chosen for the sentence: one telling word in five shows that they speak of the same. */
const minOverlapOfQuote = 0.2;

/** Letters that two forms of a word share in the languages of the product: "Gespräch" and "Gesprächs". */
const stemLength = 5;
const stemOf = (word: string): string => word.toLowerCase().slice(0, stemLength);
const stemsOf = (text: string, language: string): Set<string> => new Set(wordsOf(text, language).map(stemOf));
const significantStems = (text: string, language: string): Set<string> =>
  new Set(keywords(text, language, 12).flatMap((word) => wordsOf(word, language).map(stemOf)));
const shareOf = (wanted: ReadonlySet<string>, there: ReadonlySet<string>): number =>
  [...wanted].filter((stem) => there.has(stem)).length / wanted.size;

/** This many significant words in a row that the evidence lacks are a statement of their own. */
const longestForeignRun = 4;

/** Whether a sentence says more than its evidence: it has a run of significant words that the evidence lacks. */
function saysMore(sentence: string, there: ReadonlySet<string>, language: string): boolean {
  let run = 0;
  return wordsOf(sentence, language)
    .filter((word) => word.length > 2 && !isStopword(word, language))
    .some((word) => (run = there.has(stemOf(word)) ? 0 : run + 1) > longestForeignRun);
}

interface ReadSentence {
  sentence: string;
  figures: readonly string[];
  stems: ReadonlySet<string>;
}

/** Texts whose sentences are at hand: a document judges hundreds of claims against a handful of sources. */
const maxReadTexts = 12;
const readTexts = new Map<string, ReadSentence[]>();

function readSentences(text: string, language: string): ReadSentence[] {
  const key = `${language}\n${text}`;
  const known = readTexts.get(key);
  if (known) return known;
  const read = sentences(text, language).map((sentence) => ({
    sentence,
    figures: givenFigures(sentence),
    stems: stemsOf(sentence, language),
  }));
  const [oldest] = readTexts.keys();
  if (readTexts.size >= maxReadTexts && oldest !== undefined) readTexts.delete(oldest);
  readTexts.set(key, read);
  return read;
}

/**
 * The sentence of a source that supports another one: it contains all its figures and addresses and most of its words.
 * Null when there is none.
 * @param least share of its significant words that must occur
 */
export function supportingSentence(
  sentence: string,
  source: string,
  language: string,
  least = minOverlap,
): string | null {
  const wanted = significantStems(sentence, language);
  const figures = figuresIn(sentence);
  const addresses = addressesIn(sentence);
  if (wanted.size === 0) return null;
  // Ties in significant words are decided by the number of plain ones.
  const all = stemsOf(sentence, language);
  let best: { sentence: string; share: number; all: number } | null = null;
  for (const candidate of readSentences(source, language)) {
    if (!figures.every((figure) => candidate.figures.includes(figure))) continue;
    if (!namesAll(addresses, candidate.sentence)) continue;
    const share = shareOf(wanted, candidate.stems);
    if (share === 0 || share < (best?.share ?? 0)) continue;
    const found = shareOf(all, candidate.stems);
    if (best === null || share > best.share || found > best.all)
      best = { sentence: candidate.sentence, share, all: found };
  }
  if (best === null || best.share < least) return null;
  return saysMore(sentence, stemsOf(best.sentence, language), language) ? null : best.sentence;
}

/**
 * Whether a quote supports a sentence: it contains all its figures and addresses, some of its significant words, and
 * the sentence has no run of others. Between languages only figures and addresses are compared.
 */
export function isSupportedByQuote(sentence: string, quote: string, language: string, isForeign = false): boolean {
  const figures = figuresIn(sentence);
  const addresses = addressesIn(sentence);
  const there = givenFigures(quote);
  if (!figures.every((figure) => there.includes(figure)) || !namesAll(addresses, quote)) return false;
  if (isForeign) return true;
  const wanted = significantStems(sentence, language);
  const stems = stemsOf(quote, language);
  if (wanted.size === 0) return figures.length + addresses.length > 0;
  return shareOf(wanted, stems) >= minOverlapOfQuote && !saysMore(sentence, stems, language);
}

interface ReadForm {
  text: string;
  language: string;
  figures: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}
/** Cache of the last form: all sentences of a document are compared with one form, which may hold hours of speech. */
let lastForm: ReadForm | null = null;

function readForm(text: string, language: string): ReadForm {
  if (lastForm?.text === text && lastForm.language === language) return lastForm;
  lastForm = { text, language, figures: new Set(givenFigures(text)), stems: stemsOf(text, language) };
  return lastForm;
}

/** Whether the form supports a sentence: it contains all its figures and addresses and some of its words. */
export function isSupportedByForm(sentence: string, formText: string, language: string): boolean {
  const form = readForm(formText, language);
  const figures = figuresIn(sentence);
  if (!namesAll(addressesIn(sentence), form.text)) return false;
  if (figures.length > 0) return figures.every((figure) => form.figures.has(figure));
  const wanted = significantStems(sentence, language);
  return wanted.size === 0 || shareOf(wanted, form.stems) >= minOverlapOfForm;
}
