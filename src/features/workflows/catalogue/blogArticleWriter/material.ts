import { isStopword, keywords, sentences, trimEndBy, words } from "#src/kit/text.ts";
import type { SourceText, WorkflowContext } from "../../workflow.ts";
import { oneLine, sentence } from "../../domain/wording.ts";
import type { ArticleForm } from "./articleForm.ts";

/** Mark of a footnote in text, `[^s1]`. */
export const footnoteMark = /\s?\[\^([\w-]{1,40})\]/g;

/** `[words](address)` and `![words](address)`. */
export const markdownLink =
  /!?\[([^[\]]{0,300})\]\(\s*<?((?:[^()\s<>]|\([^()\s<>]{0,500}\)){1,2048})>?(?:\s[^()]{0,200})?\)/g;

/** Text without marks of footnotes and links; taking one out may leave another, so it is looked at until none is left. */
export function bare(text: string): string {
  const next = text.replace(markdownLink, "$1").replace(footnoteMark, " ");
  return next === text ? text : bare(next);
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** Beginnings of the topic words of a text, by which texts are compared: endings of cases and numbers fall away. */
const stemsOf = (text: string, language: string): string[] => [
  ...new Set(keywords(text, language, 40).map((word) => Array.from(fold(word)).slice(0, 6).join(""))),
];

/** How many topic words of `text` also stand in `other`. */
export function shared(text: string, other: string, language: string): number {
  const known = new Set(stemsOf(other, language));
  return stemsOf(text, language).filter((stem) => known.has(stem)).length;
}

/** How many of the cues begin a word of the text; `%` and `€` count anywhere. */
export function cueCount(text: string, cues: readonly string[]): number {
  const padded = ` ${fold(text).replace(/[^\p{L}\p{N}%€$]+/gu, " ")} `;
  return cues.filter((cue) => padded.includes(/^\p{L}/u.test(cue) ? ` ${cue}` : cue)).length;
}

/**
 * How often a keyword stands in a text. Words may carry an ending of up to three letters, so that German and English
 * forms count: `Protokoll` is found in `Protokolle`.
 */
export function occurrences(text: string, keyword: string, language: string): number {
  const wanted = words(keyword, language).map(fold);
  const all = words(text, language).map(fold);
  if (wanted.length === 0) return 0;
  let count = 0;
  for (let at = 0; at + wanted.length <= all.length; at += 1) {
    const isHere = wanted.every((word, offset) => {
      const found = all[at + offset] ?? "";
      return found.startsWith(word) && found.length - word.length <= 3;
    });
    if (isHere) count += 1;
  }
  return count;
}

/** Where `needle` stands in `text` as whole words, or -1. */
export function wordsAt(text: string, needle: string): number {
  const [whole, part] = [text.toLowerCase(), needle.toLowerCase()];
  // Lower case may be longer than its capital in a few scripts; places would then not meet.
  if (part === "" || whole.length !== text.length || part.length !== needle.length) return -1;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + part.length);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return at;
  }
  return -1;
}

/** The topic without marks of links and footnotes. */
export const topicOf = (form: ArticleForm): string => oneLine(bare(form.topic)) || oneLine(form.topic);

/** Most words of a keyword that is taken from the topic. */
const keywordWords = 3;

/** The keyword of an article: the person's own, else the first words of the topic that stand together and mean something. */
export function keywordOf(form: ArticleForm, language: string): string {
  const own = oneLine(bare(form.primaryKeyword));
  if (own !== "") return own;
  const all = words(topicOf(form), language);
  const start = all.findIndex((word) => /\p{L}/u.test(word) && !isStopword(word, language));
  const run = start < 0 ? [] : all.slice(start, start + keywordWords);
  const end = run.findIndex((word) => isStopword(word, language));
  return (end < 0 ? run : run.slice(0, end)).join(" ") || topicOf(form);
}

/** Sentences or list of the person's notes that stay together. */
export interface Unit {
  kind: "sentence" | "list";
  ordered: boolean;
  /** One sentence, or the points of a list. */
  texts: string[];
}

const bullet = /^\s*[-*•–]\s(.+)$/s;
const numbered = /^\s*\d{1,3}[.)]\s(.+)$/s;
const clean = (text: string): string => oneLine(bare(text));

/** The person's notes as sentences and lists, in their order. Nothing is lost but marks of lists and footnotes. */
export function unitsOf(notes: string, language: string): Unit[] {
  const lines = notes.split(/[\r\n\u2028\u2029]+/);
  const units: Unit[] = [];
  for (let at = 0; at < lines.length;) {
    const mark = [bullet, numbered].find((pattern) => pattern.test(lines[at] ?? ""));
    let end = at;
    while (mark?.test(lines[end] ?? "")) end += 1;
    // A single numbered line may be a date, `3. Mai`.
    const isList = mark !== undefined && end - at >= 2;
    if (isList) {
      const texts = lines.slice(at, end).map((line) => sentence(clean(mark.exec(line)?.[1] ?? "")));
      units.push({ kind: "list", ordered: mark === numbered, texts: texts.filter((text) => text !== "") });
      at = end;
      continue;
    }
    const line = mark === bullet ? (bullet.exec(lines[at] ?? "")?.[1] ?? "") : (lines[at] ?? "");
    for (const text of sentences(clean(line), language)) {
      units.push({ kind: "sentence", ordered: false, texts: [sentence(text)] });
    }
    at += 1;
  }
  return units.filter(({ texts }) => texts.length > 0);
}

/** Everything the person wrote that may be said in the article as their own. */
export const ownWords = (form: ArticleForm): string =>
  [
    form.experienceNotes,
    form.topic,
    form.angle,
    form.audience,
    form.callToAction,
    form.outline,
    form.notes,
    form.companyInformation,
    form.productsPitch,
    form.primaryKeyword,
    ...form.secondaryKeywords,
    form.author,
  ].join("\n");

const spaced = (text: string): string =>
  fold(bare(text))
    .replace(/[\s\u200b]+/g, " ")
    .trim();

/** Tells whether a sentence is the person's own, word for word; a full stop at its end does not matter. */
export function ownFinder(form: ArticleForm): (text: string) => boolean {
  const all = spaced(ownWords(form));
  return (text) => {
    const whole = spaced(text);
    const needle = trimEndBy(whole, /[.\s]/) || whole;
    return needle !== "" && all.includes(needle);
  };
}

/** Whether a source is the sitemap that the form names. */
export const isSitemap = ({ source }: SourceText, form: ArticleForm): boolean =>
  form.sitemapUrl !== "" && source.url === form.sitemapUrl;

/** Sources with something to read: pages and files, not the sitemap. */
export const readings = (form: ArticleForm, context: WorkflowContext): SourceText[] =>
  context.sources.filter((source) => !isSitemap(source, form));

export interface Quote {
  sourceId: string;
  /** Exactly as it stands in the source. */
  text: string;
  by: string;
}

/** Sentences per page, per file, and in all, that a draft quotes. */
const quotesPerPage = 2;
const quotesPerFile = 3;
const quotesInAll = 8;
/** UTF-16 units of a source that a draft looks through. */
const readLength = 40_000;

const isFile = ({ source }: SourceText): boolean => source.url.startsWith("file:");

const quotable = (text: string): boolean => text.isWellFormed() && !/https?:|[<>{}|[\]\u0000]/.test(text);

/** Whole sentences of a page; what surrounds its text (menus, buttons) has no end or no capital. */
const pageSentences = (text: string, language: string): string[] =>
  sentences(text.slice(0, readLength), language).filter(
    (one) => one.length >= 50 && one.length <= 280 && /^[\p{Lu}\p{N}„“"']/u.test(one) && /[.!?]["”“']?$/.test(one),
  );

/**
 * Sentences and points of the person's own file. People write notes without full stops and editors break lines, so a
 * line counts as a sentence; only marks of lists are left out, so that the rest stands in the file word for word.
 */
const fileSentences = (text: string, language: string): string[] =>
  text
    .slice(0, readLength)
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => sentences(line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, ""), language))
    .filter(
      (one) => one.length >= 16 && one.length <= 400 && words(one, language).length >= 3 && !/^#|[:?]$/.test(one),
    );

/** Sentences of the sources that speak of the topic, best first in each source, the person's own files first. */
export function quotesOf(form: ArticleForm, context: WorkflowContext, ownFile: string): Quote[] {
  const { language } = context;
  const topic = [form.topic, form.primaryKeyword, ...form.secondaryKeywords].join(" ");
  const ofFile = [topic, form.requirementTitle, form.angle, form.outline].join(" ");
  const seen = new Set<string>();
  const read = readings(form, context);
  const found = [...read.filter(isFile), ...read.filter((one) => !isFile(one))].flatMap((one) => {
    const { source, text } = one;
    const isOwn = isFile(one);
    const wanted = isOwn ? ofFile : topic;
    const ranked = (isOwn ? fileSentences : pageSentences)(text, language)
      .filter(quotable)
      .map((said) => {
        const near = shared(said, wanted, language);
        // Two words of the notes tell as much of a file's sentence as one of the topic.
        const fits = near >= 1 || (isOwn && shared(said, form.experienceNotes, language) >= 2);
        return { said, score: fits ? near + (/\d/.test(said) ? 0.5 : 0) : -1 };
      })
      .filter(({ score }) => score >= 0)
      .toSorted((a, b) => b.score - a.score);
    const own: Quote[] = [];
    for (const { said } of ranked) {
      if (own.length === (isOwn ? quotesPerFile : quotesPerPage)) break;
      if (seen.has(said)) continue;
      seen.add(said);
      const by = isOwn ? `${source.title}, ${ownFile}` : [source.title, source.publisher].filter(Boolean).join(", ");
      own.push({ sourceId: source.id, text: said, by: by || source.url });
    }
    return own;
  });
  return found.slice(0, quotesInAll);
}

/** Titles of the person's own files from which the article cites nothing. */
export const unusedFiles = (
  form: ArticleForm,
  context: WorkflowContext,
  isCited: (sourceId: string) => boolean,
): string[] =>
  readings(form, context)
    .filter((one) => isFile(one) && !isCited(one.source.id))
    .map(({ source }) => oneLine(source.title) || source.id);
