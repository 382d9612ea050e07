import type { DraftLanguage } from "../../domain/wording.ts";
import type { LintCode } from "./articleData.ts";
import type { ArticleFormat, SearchIntent } from "./articleForm.ts";
import { german } from "./articleWordsDe.ts";
import { english } from "./articleWordsEn.ts";

/** A heading of an outline. `{keyword}` and `{audience}` are filled in. */
export interface Heading {
  heading: string;
  /** Beginnings of words, lower case, by which a sentence of the person's notes is known to belong here. */
  cues: readonly string[];
  /** What is asked when nothing in the notes belongs here. */
  ask: string;
}

/** All words of an article's draft and of the reckoned part of every article, in one language. */
export interface ArticleWords {
  intro: Heading;
  close: Heading;
  outlines: Readonly<Record<ArticleFormat, readonly Heading[]>>;
  /** The part that answers what a reader came for. */
  intents: Readonly<Record<SearchIntent, Heading>>;
  /** Ends of titles; at least `titleCount`, so that five differ whatever the topic is. */
  titleEnds: Readonly<Record<ArticleFormat, readonly string[]>>;
  /** Questions that readers of any article ask; the cues find an answer in the notes. */
  questions: readonly Heading[];
  lint: Readonly<Record<LintCode, string>>;
  say: Readonly<Record<Sentence, string>>;
}

/** Keys of single sentences and headings; each has its places in braces. */
type Sentence =
  | "summary"
  | "summaryFor"
  | "ownHeadingAsk"
  | "gap"
  | "ownFile"
  | "metaLine"
  | "metaLineFor"
  | "coverBrief"
  | "sectionBrief"
  | "teaserLink"
  | "video"
  | "meta"
  | "field"
  | "value"
  | "length"
  | "title"
  | "slug"
  | "metaTitle"
  | "metaDescription"
  | "excerpt"
  | "keyword"
  | "author"
  | "publish"
  | "takeaways"
  | "facts"
  | "faq"
  | "faqOpen"
  | "teasers"
  | "links"
  | "linksNone"
  | "sourcesHead"
  | "linkTo"
  | "linkWords"
  | "place"
  | "images"
  | "brief"
  | "alt"
  | "cover"
  | "checks"
  | "check"
  | "found"
  | "wanted"
  | "result"
  | "met"
  | "notMet"
  | "wordsLine"
  | "readingLine"
  | "overlapLine"
  | "overlapNone"
  | "quotedLine"
  | "cited"
  | "notCited"
  | "fileUnused"
  | "askFile"
  | "source"
  | "published"
  | "use"
  | "standing"
  | "own"
  | "fromSource"
  | "open"
  | "assumeKeyword"
  | "assumeDate"
  | "assumePast"
  | "assumeOrder"
  | "assumeNotRead"
  | "assumeAlt"
  | "assumeNoSource"
  | "askMore"
  | "askAudience"
  | "askAngle"
  | "askCta"
  | "askFaq"
  | "atLeast"
  | "atMost"
  | "between"
  | "yes"
  | "no"
  | "chars"
  | "outcomeBrief"
  | "teaserTitle"
  | "entryNotes"
  | "none";

const packs: Readonly<Record<DraftLanguage, ArticleWords>> = { en: english, de: german };

export const articleWords = (language: DraftLanguage): ArticleWords => packs[language];
