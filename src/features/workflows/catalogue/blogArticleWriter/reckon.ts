import { graphemeCount, overlap, readability, sentences, words } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Section } from "#src/features/documents/document.ts";
import { addDays, instantOf, localDateOf } from "../../domain/dates.ts";
import { draftLanguageOf, figure, fill, percent } from "../../domain/wording.ts";
import { type ArticleData, type LintCode, lintCodes, metaDescriptionMax, metaTitleMax } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { blockTexts, ownText, quotedText, sectionText } from "./body.ts";
import { sitePages } from "./links.ts";
import { keywordOf, occurrences, ownWords, readings } from "./material.ts";

/** Wall clock at which articles and teasers go out. */
export const publishTime = "09:00";
/** Days between the run and publication when nobody chose. */
const usualDelay = 7;

/** Largest distance from the length asked for, as a share of it. */
const lengthTolerance = 0.15;
/** Share of the keyword's words above which a text reads as written for machines. */
const mostKeyword = 0.03;
/** Words after which a reader of a web page looks for the next heading. */
const mostWordsPerPart = 350;
const mostWordsPerSentence = 22;
/** Share of five-word sequences that may stand in one source before an article is a copy. */
export const mostOverlap = 0.15;

export interface Publication {
  date: string;
  /** `past`: the date that was given has passed. */
  reason: "given" | "usual" | "past";
  instant: string;
}

/** Instant of 09:00 in the person's zone, `days` after the day of publication. */
export const dayAt = (date: string, days: number, context: WorkflowContext): string =>
  instantOf(addDays(date, days), publishTime, context.timeZone);

/** When the article goes out: the day that was given unless it has passed, else a week after the run, at 09:00. */
export function publicationOf(form: ArticleForm, context: WorkflowContext): Publication {
  const today = localDateOf(context.now, context.timeZone);
  const isGiven = form.publishOn !== "" && form.publishOn >= today;
  const date = isGiven ? form.publishOn : addDays(today, usualDelay);
  return {
    date,
    reason: isGiven ? "given" : form.publishOn === "" ? "usual" : "past",
    instant: dayAt(date, 0, context),
  };
}

export const countWords = (article: readonly Section[], language: string): number =>
  article.reduce((sum, section) => sum + words(sectionText(section), language).length, 0);

const rounded = (value: number, decimals = 2): number => Number(value.toFixed(decimals));

/** How much of the article stands in its sources, quotes aside. */
export function originalityOf(
  article: readonly Section[],
  form: ArticleForm,
  context: WorkflowContext,
): ArticleData["originality"] {
  const { language } = context;
  const own = ownText(article);
  const bySource = readings(form, context).map(({ source, text }) => ({
    sourceId: source.id,
    overlap: rounded(overlap(own, text, language), 4),
  }));
  const all = words(own, language).length;
  const quoted = words(quotedText(article), language).length;
  return {
    overlap: Math.max(0, ...bySource.map((row) => row.overlap)),
    bySource,
    quoted: all + quoted === 0 ? 0 : rounded(quoted / (all + quoted), 4),
  };
}

export function readabilityOf(article: readonly Section[], language: string): ArticleData["readability"] {
  const found = readability(article.map(sectionText).join("\n"), language);
  return {
    ...found,
    wordsPerSentence: rounded(found.wordsPerSentence),
    syllablesPerWord: rounded(found.syllablesPerWord),
  };
}

const figures = (text: string): string[] =>
  (text.match(/\d(?:[\d.,\u202f\u00a0]*\d)?/g) ?? []).map((one) => one.replace(/[^\d]/g, ""));

/** Figures of two digits and more that stand neither in the person's words nor in a source, as they are written. */
export function unprovenFigures(texts: readonly string[], form: ArticleForm, context: WorkflowContext): string[] {
  const known = new Set([ownWords(form), ...readings(form, context).map(({ text }) => text)].flatMap(figures));
  const found = texts.flatMap((text) => text.match(/\d(?:[\d.,\u202f\u00a0]*\d)?/g) ?? []);
  return [...new Set(found)].filter((one) => {
    const digits = one.replace(/[^\d]/g, "");
    return digits.length >= 2 && !known.has(digits);
  });
}

/** Where a fact of the fact box stands: all its figures must stand there together. */
export function standingOf(
  text: string,
  form: ArticleForm,
  context: WorkflowContext,
): { standing: ArticleData["factBox"][number]["standing"]; sourceIds: string[] } {
  const wanted = figures(text);
  const holds = (holder: string): boolean => {
    const known = new Set(figures(holder));
    return wanted.length > 0 && wanted.every((one) => known.has(one));
  };
  if (holds(ownWords(form))) return { standing: "own", sourceIds: ["form:experienceNotes"] };
  const sourceIds = readings(form, context)
    .filter(({ text: read }) => holds(read))
    .map(({ source }) => source.id);
  return sourceIds.length > 0
    ? { standing: "source", sourceIds: sourceIds.slice(0, 12) }
    : { standing: "open", sourceIds: [] };
}

export const gapCount = (article: readonly Section[]): number =>
  article.flatMap(({ blocks }) => blocks).filter((block) => block.type === "callout" && block.tone === "gap").length;

type Measure = { isMet: boolean; found: string; wanted: string };

/** The list of what search engines and readers look for, each found beside what is wanted. */
export function lintOf(
  article: readonly Section[],
  data: Pick<ArticleData, "titles" | "slug" | "metaTitle" | "metaDescription" | "internalLinks" | "externalSources">,
  form: ArticleForm,
  context: WorkflowContext,
): ArticleData["lint"] {
  const { language } = context;
  const written = draftLanguageOf(language);
  const { say } = articleWords(written);
  const keyword = keywordOf(form, language);
  const text = article.map(sectionText).join("\n");
  const count = words(text, language).length;
  const number = (value: number, decimals = 0): string => figure(value, written, decimals);
  const yesNo = (isMet: boolean): Measure => ({ isMet, found: isMet ? say.yes : say.no, wanted: say.yes });
  const has = (where: string): Measure => yesNo(occurrences(where, keyword, language) > 0);
  const atMost = (found: number, most: number, decimals = 0): Measure => ({
    isMet: found <= most,
    found: number(found, decimals),
    wanted: fill(say.atMost, { number: number(most) }),
  });
  const atLeast = (found: number, least: number): Measure => ({
    isMet: found >= least,
    found: number(found),
    wanted: fill(say.atLeast, { number: number(least) }),
  });
  const used = form.secondaryKeywords.filter((one) => occurrences(text, one, language) > 0).length;
  const share = count === 0 ? 0 : (occurrences(text, keyword, language) * words(keyword, language).length) / count;
  const parts = article.flatMap((section) => partLengths(section, language));
  const perSentence = count / Math.max(1, sentences(text, language).length);
  const [least, most] = [
    Math.round(form.length * (1 - lengthTolerance)),
    Math.round(form.length * (1 + lengthTolerance)),
  ];
  const measures: Record<LintCode, Measure> = {
    length: {
      isMet: count >= least && count <= most,
      found: number(count),
      wanted: fill(say.between, { from: number(least), to: number(most) }),
    },
    metaTitleLength: atMost(graphemeCount(data.metaTitle), metaTitleMax),
    metaDescriptionLength: atMost(graphemeCount(data.metaDescription), metaDescriptionMax),
    keywordInTitle: has(data.titles[0] ?? ""),
    keywordInMetaTitle: has(data.metaTitle),
    keywordInMetaDescription: has(data.metaDescription),
    keywordInSlug: has(data.slug.replaceAll("-", " ")).isMet ? yesNo(true) : yesNo(slugHas(data.slug, keyword)),
    keywordInFirstParagraph: has(article[0] ? sectionText(article[0]) : ""),
    keywordInHeading: has(article.map(({ title }) => title).join("\n")),
    keywordDensity: {
      isMet: share <= mostKeyword,
      found: percent(100 * share, written, 1),
      wanted: fill(say.atMost, { number: percent(100 * mostKeyword, written) }),
    },
    secondaryKeywords: {
      isMet: used === form.secondaryKeywords.length,
      found: number(used),
      wanted: number(form.secondaryKeywords.length),
    },
    headings: atMost(Math.max(0, ...parts), mostWordsPerPart),
    sentenceLength: atMost(rounded(perSentence, 1), mostWordsPerSentence, 1),
    internalLinks: atLeast(data.internalLinks.length, 1),
    sources: atLeast(data.externalSources.filter(({ isCited }) => isCited).length, 1),
    gaps: { ...atMost(gapCount(article), 0), wanted: say.none },
  };
  const isAsked: Partial<Record<LintCode, boolean>> = {
    secondaryKeywords: form.secondaryKeywords.length > 0,
    internalLinks: sitePages(form, context).length > 0,
    sources: readings(form, context).length > 0,
  };
  return lintCodes.filter((code) => isAsked[code] ?? true).map((code) => ({ code, ...measures[code] }));
}

/** A slug spells letters out, so its words are compared without their accents. */
function slugHas(slugText: string, keyword: string): boolean {
  const plain = keyword
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  const spelled = keyword
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue", ß: "ss" })[letter] ?? "");
  return [plain, spelled].some((one) => {
    const wanted = one.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
    return wanted !== "" && slugText.includes(wanted);
  });
}

/** Words of a section between its title and each heading inside it. */
function partLengths({ blocks }: Section, language: string): number[] {
  const lengths = [0];
  for (const block of blocks) {
    if (block.type === "h") lengths.push(0);
    else lengths.push((lengths.pop() ?? 0) + words(blockTexts(block).join("\n"), language).length);
  }
  return lengths;
}
