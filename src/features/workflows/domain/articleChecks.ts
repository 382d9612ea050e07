import { graphemes, overlap, readability, sentences, words } from "#src/kit/text.ts";
import type { Bilingual } from "../kit/bilingual.ts";
import { namesTerm } from "./article.ts";
import { figure, percent } from "./wording.ts";

/* What an editor measures of a finished article before it goes out. Nothing here judges what it says. */

/** Widths of Arial's characters in parts of the size of the type; 0.556 for every other one, as for most letters. */
const widths: readonly (readonly [characters: string, width: number])[] = [
  ["ijl|!.,:;'´`", 0.24],
  ["ftI ()[]-/", 0.29],
  ["r", 0.33],
  ["ckszvxyJ", 0.5],
  ["ABEKPSVXY&", 0.67],
  ["CDHNRUw", 0.72],
  ["GOQ", 0.78],
  ["mM", 0.83],
  ["W%", 0.93],
];

/** Size in pixels of the type in which search engines show titles. */
const titleSize = 20;

/** Pixels after which search engines cut a title; they cut by width and not by characters. */
export const widestTitle = 580;

/** Width in pixels of a title in a list of search results, within a few percent. */
export const titleWidth = (title: string): number =>
  Math.round(
    graphemes(title).reduce(
      (sum, character) => sum + (widths.find(([characters]) => characters.includes(character))?.[1] ?? 0.556),
      0,
    ) * titleSize,
  );

/** Words of a sentence that is shown as too long. */
const longSentence = 28;

export interface LongSentence {
  text: string;
  words: number;
}

export interface Measured {
  words: number;
  /** Reading ease, 0 to 100; null in languages without a formula. */
  score: number | null;
  /** Mean words of a sentence, one decimal. */
  perSentence: number;
  /** Up to three sentences of more than 28 words, the longest first. */
  longest: LongSentence[];
  /** Highest share, 0 to 1, of wording that is found in one of the sources. */
  copied: number;
  /** The first 100 words. */
  opening: string;
}

/** What can be measured of a finished text. */
export function measureText(text: string, sources: readonly string[], language: string): Measured {
  const { words: count, score, wordsPerSentence } = readability(text, language);
  return {
    words: count,
    score,
    perSentence: Math.round(wordsPerSentence * 10) / 10,
    longest: sentences(text, language)
      .map((one) => ({ text: one, words: words(one, language).length }))
      .filter((one) => one.words > longSentence)
      .toSorted((a, b) => b.words - a.words)
      .slice(0, 3),
    copied: Math.max(0, ...sources.map((source) => overlap(text, source, language))),
    opening: words(text, language).slice(0, 100).join(" "),
  };
}

export interface ArticleCheck {
  code:
    | "length"
    | "longSentences"
    | "hardToRead"
    | "titleWidth"
    | "termInTitle"
    | "termInOpening"
    | "termInHeading"
    | "copied";
  name: Bilingual;
  found: Bilingual;
  target: Bilingual;
  isFine: boolean;
}

/** What an article was meant to be. */
export interface ArticleAims {
  /** Search term; empty when there is none, and then nothing is said of it. */
  keyword: string;
  /** Words. */
  length: number;
  /** Title for search engines; empty while there is none. */
  title: string;
  /** All headings as one text. */
  headings: string;
  /** Texts that wording may have been taken from. */
  sources: readonly string[];
  language: string;
}

/** Limits of a good article; shares are 0 to 1. */
const limits = { lengthShare: 0.15, perSentence: 18, score: 50, copied: 0.15 };

const inBoth = (show: (language: "en" | "de") => string): Bilingual => `${show("en")} | ${show("de")}`;
const yes: Bilingual = "yes | ja";
const no: Bilingual = "no | nein";

/** Title and search term, as far as they are given. */
function searchChecks({ keyword, title, headings }: ArticleAims, opening: string): ArticleCheck[] {
  const width = titleWidth(title);
  const named = (code: ArticleCheck["code"], name: Bilingual, place: string): ArticleCheck => {
    const isNamed = namesTerm(place, keyword);
    return { code, name, found: isNamed ? yes : no, target: yes, isFine: isNamed };
  };
  return [
    ...(title === ""
      ? []
      : [
          {
            code: "titleWidth",
            name: "Title width in pixels | Titelbreite in Pixeln",
            found: inBoth((language) => figure(width, language)),
            target: `${widestTitle} at most | höchstens ${widestTitle}`,
            isFine: width <= widestTitle,
          } as const,
        ]),
    ...(keyword === ""
      ? []
      : [
          named("termInTitle", "Search term in the title | Suchbegriff im Titel", title),
          named("termInOpening", "Search term in the first 100 words | Suchbegriff in den ersten 100 Wörtern", opening),
          named("termInHeading", "Search term in a heading | Suchbegriff in einer Überschrift", headings),
        ]),
  ];
}

/** What an editor checks before an article goes out, each with what was found, and the sentences to shorten. */
export function articleChecks(text: string, aims: ArticleAims): { checks: ArticleCheck[]; longest: LongSentence[] } {
  const { words: count, perSentence, score, copied, opening, longest } = measureText(text, aims.sources, aims.language);
  const checks: ArticleCheck[] = [
    {
      code: "length",
      name: "Words | Wörter",
      found: inBoth((language) => figure(count, language)),
      target: inBoth((language) => `${figure(aims.length, language)} ± ${percent(limits.lengthShare * 100, language)}`),
      isFine: Math.abs(count - aims.length) <= aims.length * limits.lengthShare,
    },
    {
      code: "longSentences",
      name: "Words per sentence | Wörter je Satz",
      found: inBoth((language) => figure(perSentence, language, 1)),
      target: `${limits.perSentence} at most | höchstens ${limits.perSentence}`,
      isFine: perSentence <= limits.perSentence,
    },
    ...(score === null
      ? []
      : [
          {
            code: "hardToRead",
            name: "Reading ease (Flesch), 0 to 100 | Lesbarkeit (Flesch), 0 bis 100",
            found: inBoth(() => String(score)),
            target: `${limits.score} at least | mindestens ${limits.score}`,
            isFine: score >= limits.score,
          } as const,
        ]),
    ...searchChecks(aims, opening),
    ...(aims.sources.length === 0
      ? []
      : [
          {
            code: "copied",
            name: "Wording shared with a source | Textgleich mit einer Quelle",
            found: inBoth((language) => percent(copied * 100, language, 1)),
            target: inBoth(
              (language) => `${language === "de" ? "unter" : "below"} ${percent(limits.copied * 100, language)}`,
            ),
            isFine: copied < limits.copied,
          } as const,
        ]),
  ];
  return { checks, longest };
}
