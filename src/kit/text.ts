/*
 * Text as people read it: sentences, words, characters, keywords, likeness. Pure and synchronous, built on
 * Intl.Segmenter alone, so that workflow files may use it in the server and in the browser.
 */

import { getOrCompute } from "./boundedCache.ts";
import { normalize } from "./normalize.ts";

/** Function words that carry no topic. Kept to the common ones: a keyword list is a help, not a verdict. */
const stopwords: Record<string, ReadonlySet<string>> = {
  en: new Set(
    (
      "a about above across after again against all almost also although always am among an and another any anyone " +
      "anything are aren't around as at be became because been before being below between both but by came can " +
      "can't cannot could couldn't did didn't do does doesn't doing don't down during each either else even ever " +
      "every everyone everything few first for from further get gets give given go goes got had has hasn't have " +
      "haven't having he her here hers herself him himself his how however i i'd i'll i'm i've if in instead into " +
      "is isn't it it's its itself just keep last least less let let's like made make makes many may maybe me might " +
      "mine more most much must my myself need needs neither never new no nobody none nor not nothing now of off " +
      "often on once one only onto or other others our ours ourselves out over own per put quite rather really same " +
      "say says see seem seems several shall she should shouldn't since so some someone something still such take " +
      "than that that's the their theirs them themselves then there there's therefore these they they're thing " +
      "things this those though through thus till to together too toward towards two under until up upon us use " +
      "used using very via want wants was wasn't way we we're well were weren't what when where whether which while " +
      "who whom whose why will with within without won't would wouldn't yes yet you you're your yours yourself"
    ).split(" "),
  ),
  de: new Set(
    (
      "ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus " +
      "bei beide beiden beim bereits bin bis bist bzw da dabei dadurch dafür dagegen daher dahin damit danach dann " +
      "dar daran darauf daraus darf darin darum darüber das dass davon dazu dein deine deinem deinen deiner deines " +
      "dem den denen denn der deren des dessen deshalb die dies diese diesem diesen dieser dieses dir doch dort du " +
      "durch dürfen ebenso ein eine einem einen einer eines einfach einige einigen einiger einmal er erst es etwa " +
      "etwas euch euer eure fast für ganz gar geben gegen gehen geht gemacht genau gern gewesen gibt gut hab habe " +
      "haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem " +
      "innerhalb ins ist ja je jede jedem jeden jeder jedes jedoch jener jenes jetzt kann kannst kein keine keinem " +
      "keinen keiner können könnte lassen machen macht mal man manche mehr mein meine meinem meinen meiner mich mir " +
      "mit muss müssen nach nachdem neben nein nicht nichts noch nun nur ob oder ohne schon sehr sei sein seine " +
      "seinem seinen seiner seit sich sie sind so sogar solche soll sollen sollte somit sondern sonst soweit sowie " +
      "sowohl statt trotz um und uns unser unsere unserem unseren unserer unter viel viele vielen vom von vor war " +
      "waren warum was weil weitere weiteren welche welchem welchen welcher welches wenig weniger wenn wer werde " +
      "werden wie wieder will wir wird wo wollen worden wurde wurden während würde über z zu zum zur zwar zwischen"
    ).split(" "),
  ),
};

/** Short forms after which a full stop ends no sentence. */
const abbreviations = new Set(
  (
    "mr mrs ms dr prof st jr sr vs etc e.g i.e inc ltd co corp no approx fig dept est " +
    "bzw ca d.h evtl ggf inkl exkl nr str tel usw u.a z.b vgl max min mio mrd hr fr dipl ing jan feb mär apr jun jul " +
    "aug sep sept okt nov dez abs art bspw zzgl mind"
  ).split(" "),
);

type Granularity = "grapheme" | "word" | "sentence";

const segmenters = new Map<string, Intl.Segmenter>();

/** `en` for a tag that Intl does not understand: text tools never fail because of a language. */
function segmenter(language: string, granularity: Granularity): Intl.Segmenter {
  return getOrCompute(segmenters, `${granularity} ${language}`, 200, () => {
    try {
      return new Intl.Segmenter(language, { granularity });
    } catch {
      return segmenter("en", granularity);
    }
  });
}

/** Words, blanks and signs in their order; joined again they are the text. */
export const wordSegments = (text: string, language: string): string[] =>
  Array.from(segmenter(language, "word").segment(text), ({ segment }) => segment);

const baseOf = (language: string): string => language.split("-")[0]?.toLowerCase() ?? "en";

const plainAscii = /^[\u0020-\u007e]*$/;

/** Characters as people count them: a flag, a family emoji and `é` are one each. Joined again they are the text. */
export function graphemes(text: string): string[] {
  if (plainAscii.test(text)) return text.split("");
  return Array.from(segmenter("en", "grapheme").segment(text), (part) => part.segment);
}

/** Number of characters as people count them. */
export function graphemeCount(text: string): number {
  if (plainAscii.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter("en", "grapheme").segment(text)) count += 1;
  return count;
}

const [other, letter, digit, underscore, midLetter, midNumber, midBoth] = [1, 2, 3, 4, 5, 6, 7] as const;

/**
 * Word break classes (UAX 29) of the signs that most texts in Latin letters are made of; 0 for every other one, whose
 * breaks Intl knows.
 */
const wordClasses = ((): Uint8Array => {
  const classes = new Uint8Array(0x2100);
  const set = (signs: string, kind: number): void => {
    for (const sign of signs) classes[sign.charCodeAt(0)] = kind;
  };
  classes.fill(other, 0x20, 0x7f).fill(letter, 0xc0, 0x180);
  set("\t\n\r\u00a0¡¿§°©«»×÷–—…“”„€", other);
  set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzªºµ", letter);
  set("0123456789", digit);
  set("_", underscore);
  set(":·", midLetter);
  set(",;", midNumber);
  set(".'’", midBoth);
  return classes;
})();

/** End of the word of common signs that begins at `start`. */
function endOfWord(text: string, start: number): number {
  let before = wordClasses[text.charCodeAt(start)] ?? 0;
  let end = start + 1;
  for (;;) {
    const here = wordClasses[text.charCodeAt(end)] ?? 0;
    if (here === letter || here === digit || here === underscore) {
      before = here;
      end += 1;
      continue;
    }
    const holds =
      (before === letter && (here === midLetter || here === midBoth)) ||
      (before === digit && (here === midNumber || here === midBoth));
    if (!holds || wordClasses[text.charCodeAt(end + 1)] !== before) return end;
    end += 2;
  }
}

/** A part of a text between two word breaks. */
type VisitPart = (part: string, isWord: boolean, index: number) => void;

/** Cuts a text of common signs as Intl would, in less than half of its time. */
function cutCommon(text: string, take: VisitPart): void {
  for (let at = 0; at < text.length;) {
    const here = wordClasses[text.charCodeAt(at)];
    const isWord = here === letter || here === digit || here === underscore;
    const end = isWord ? endOfWord(text, at) : at + 1;
    // To Intl a single low line is a sign, and several are a word.
    take(text.slice(at, end), isWord && !(here === underscore && end === at + 1), at);
    at = end;
  }
}

function isCommon(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!wordClasses[text.charCodeAt(at)]) return false;
  return true;
}

/** In Finnish and Swedish a colon does not join the parts of a word. */
const hasOwnColon = /^(?:fi|sv)\b/i;

function cutWords(text: string, language: string, take: VisitPart): void {
  if (isCommon(text) && !hasOwnColon.test(language)) cutCommon(text, take);
  else
    for (const part of segmenter(language, "word").segment(text))
      take(part.segment, part.isWordLike === true, part.index);
}

/**
 * Words in reading order, without punctuation. Hyphens and apostrophes hold a word together (`E-Mail`, `don't`);
 * Chinese, Japanese and Thai are cut by dictionary.
 */
export function words(text: string, language = "en"): string[] {
  const found: string[] = [];
  let joining = false;
  let touchesWord = false;
  cutWords(text, language, (part, isWord, index) => {
    if (isWord) {
      const last = found.length - 1;
      if (joining && last >= 0) found[last] += part;
      else found.push(part);
      joining = false;
      touchesWord = true;
      return;
    }
    const isJoint = touchesWord && !joining && /^[-‐‑'’]$/u.test(part) && isFollowedByLetter(text, index + 1);
    if (isJoint) found[found.length - 1] += part;
    joining = isJoint;
    touchesWord = false;
  });
  return found;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function isFollowedByLetter(text: string, index: number): boolean {
  const point = text.codePointAt(index);
  return point !== undefined && letterOrDigit.test(String.fromCodePoint(point));
}

/** True when a full stop at the end of `sentence` belongs to a short form, an initial or a German ordinal. */
function endsInShortForm(sentence: string, language: string): boolean {
  const last = /(?:^|[\s(„“"'])([\p{L}\p{N}.]{1,12})\.\s*$/u.exec(sentence.slice(-16))?.[1];
  if (last === undefined) return false;
  if (/^\p{Lu}$|^\p{L}$/u.test(last)) return last !== "I";
  if (baseOf(language) === "de" && /^\d{1,2}$/.test(last)) return true;
  return abbreviations.has(last.toLowerCase());
}

/** Plain letters without a sign that could end a sentence: one sentence, without asking Intl, which is slow at it. */
const hasNoEnd = /^[^.!?\u0080-\uffff]*$/;

/**
 * Sentences in order, trimmed, none empty. Line breaks end a sentence; `Dr.`, `z. B.` and German `3. Mai` do not.
 * Nothing but white space is lost.
 */
export function sentences(text: string, language = "en"): string[] {
  const found: string[] = [];
  for (const line of text.split(/[\r\n\u2028\u2029]+/)) {
    if (hasNoEnd.test(line)) {
      if (line.trim() !== "") found.push(line.trim());
      continue;
    }
    let open = "";
    for (const part of segmenter(language, "sentence").segment(line)) {
      open += part.segment;
      if (endsInShortForm(part.segment, language)) continue;
      if (open.trim() !== "") found.push(open.trim());
      open = "";
    }
    if (open.trim() !== "") found.push(open.trim());
  }
  return found;
}

/** True for function words; languages without a list have none. */
export function isStopword(word: string, language = "en"): boolean {
  return stopwords[baseOf(language)]?.has(fold(word).replaceAll("’", "'")) ?? false;
}

/** A text in lower case and one Unicode form, for comparing. */
export const fold = (text: string): string => normalize(text, "NFC").toLowerCase();

export interface Keyword {
  /** As it was written first. */
  word: string;
  count: number;
}

/**
 * The `limit` most frequent topic words, ties in order of appearance. Function words, numbers and words of fewer
 * than three letters (two in scripts without spaces) are left out.
 */
export function keywordCounts(text: string, language = "en", limit = 10): Keyword[] {
  const counts = new Map<string, Keyword>();
  for (const word of words(text, language)) {
    if (!/\p{L}/u.test(word) || isStopword(word, language)) continue;
    const isDense = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(word);
    if (word.length < (isDense ? 2 : 3)) continue;
    const known = counts.get(fold(word));
    if (known) known.count += 1;
    else counts.set(fold(word), { word, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, Math.max(0, limit));
}

/** `keywordCounts` without the counts. */
export function keywords(text: string, language = "en", limit = 10): string[] {
  return keywordCounts(text, language, limit).map((keyword) => keyword.word);
}

/**
 * Share of the word sequences of `text` that occur in `other`, 0 to 1: what an originality note is computed from.
 * @param size words of a sequence; 5 finds copied wording and leaves common phrases alone
 */
export function overlap(text: string, other: string, language = "en", size = 5): number {
  const grams = (value: string): string[] => {
    const all = words(value, language).map(fold);
    return all.length < size
      ? []
      : Array.from({ length: all.length - size + 1 }, (_, at) => all.slice(at, at + size).join(" "));
  };
  const own = grams(text);
  if (own.length === 0) return 0;
  const foreign = new Set(grams(other));
  return own.filter((gram) => foreign.has(gram)).length / own.length;
}

/** Syllables by vowel groups: exact enough for a mean over a text, not for a single word. */
export function syllables(word: string, language = "en"): number {
  const plainWord = fold(word);
  const groups = plainWord.match(/[aeiouyäöüàâéèêëîïôûùáíóúãõåæø]+/g)?.length ?? 0;
  const silentE = baseOf(language) === "en" && groups > 1 && /[^aeiouyl]e$/.test(plainWord) ? 1 : 0;
  return Math.max(1, groups - silentE);
}

export interface Readability {
  words: number;
  sentences: number;
  wordsPerSentence: number;
  syllablesPerWord: number;
  /**
   * Reading ease, about 0 (hard) to 100 (easy), clamped: Flesch 1948 for English, Amstad 1978 for German; null for
   * languages without a formula and for empty text.
   */
  score: number | null;
}

/** How easily a text reads. */
export function readability(text: string, language = "en"): Readability {
  const allWords = words(text, language);
  const allSentences = sentences(text, language).length;
  if (allWords.length === 0) {
    return { words: 0, sentences: allSentences, wordsPerSentence: 0, syllablesPerWord: 0, score: null };
  }
  const wordsPerSentence = allWords.length / Math.max(1, allSentences);
  const syllablesPerWord = allWords.reduce((sum, word) => sum + syllables(word, language), 0) / allWords.length;
  const base = baseOf(language);
  const raw =
    base === "en"
      ? 206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord
      : base === "de"
        ? 180 - wordsPerSentence - 58.5 * syllablesPerWord
        : null;
  const score = raw === null ? null : Math.round(Math.min(100, Math.max(0, raw)));
  return { words: allWords.length, sentences: allSentences, wordsPerSentence, syllablesPerWord, score };
}

/**
 * `text` when it has at most `max` characters as people count them, else its beginning, cut after a whole word where
 * one ends in the second half, with `…` as the last of the `max` characters.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const all = graphemes(text);
  if (all.length <= max) return text;
  const head = all.slice(0, Math.max(0, max - 1)).join("");
  const cutsWord = /\S$/.test(head) && /^\S/.test(all[max - 1] ?? "");
  const space = cutsWord ? head.search(/\s\S*$/) : -1;
  const kept = space > head.length / 2 ? head.slice(0, space) : head;
  return `${kept.trimEnd()}…`.slice(0, max > 0 ? undefined : 0);
}

/**
 * A text without the characters at its end that are such a sign. One look at each: an expression like `[.,]+$` begins
 * again at every character of a run that is not the end.
 * @param sign matches a single UTF-16 unit, such as `/[.,]/`
 */
export function trimEndBy(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** For each beginning of a text: the length of the longest shorter beginning that it also ends with. */
function bordersOf(text: string): number[] {
  const borders = [0];
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[at] === text[length]) length += 1;
    borders.push(length);
  }
  return borders;
}

/**
 * Where a text contains another one: the indexes at which those occurrences begin that are accepted. None overlaps the
 * one before it; a refused one hides none that begins inside it. Knuth, Morris and Pratt's search, so that a text of
 * one repeated character takes no longer than any other.
 * @param isAccepted is told where an occurrence begins and where it ends
 */
export function occurrences(
  text: string,
  wanted: string,
  isAccepted: (from: number, end: number) => boolean,
): number[] {
  const first = wanted === "" ? -1 : text.indexOf(wanted);
  if (first < 0) return [];
  const found: number[] = [];
  const borders = bordersOf(wanted);
  for (let at = first, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== wanted[length]) length = borders[length - 1] ?? 0;
    if (text[at] === wanted[length]) length += 1;
    if (length < wanted.length) continue;
    const from = at + 1 - length;
    const accepted = isAccepted(from, at + 1);
    if (accepted) found.push(from);
    length = accepted ? 0 : (borders[length - 1] ?? 0);
  }
  return found;
}

const spelledOut: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  å: "aa",
  œ: "oe",
  ł: "l",
  đ: "d",
};

/** Part of a web address: lower-case ASCII letters, digits and single hyphens, at most `max` long; may be empty. */
export function slug(text: string, max = 80): string {
  const ascii = fold(text)
    .replace(/[äöüßæøåœłđ]/g, (letter) => spelledOut[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  return ascii.slice(0, max).replace(/^-|-$/g, "");
}
