import type { Block, Issue } from "#src/features/documents/document.ts";
import { overlap, words as wordsOf } from "#src/kit/text.ts";
import { namesTerm } from "../../domain/article.ts";
import { type ArticleCheck, articleChecks, type LongSentence } from "../../domain/articleChecks.ts";
import { maxTermShare, termShare } from "../../domain/searchTerms.ts";
import { issueIf } from "../../domain/textBlocks.ts";
import { percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { errorIssue, note, tableOf } from "../../kit/sections.ts";
import { type ArticleScene, isQuestion } from "./facts.ts";
import type { WrittenPart } from "./tables.ts";

/* What is measured of the finished article, as a table and as issues. */

/** The article as it was written so far. */
export interface WrittenArticle {
  /** Opening, parts and ending as readers see them. */
  text: string;
  parts: readonly WrittenPart[];
  /** Title for search engines, else the headline. */
  title: string;
  /** Ids of sources that a mark points to. */
  cited: ReadonlySet<string>;
}

type Check = Omit<ArticleCheck, "code"> & { code: string };

/** A part of less than this share of its words says too little to be printed. */
const minShare = 1 / 3;
/** Share of a part's wording that may come from one page; a short part with a quotation stays below it. */
const maxCopied = 0.4;

/** Pages of others; the author's own files may be printed word for word. */
const pagesOfOthers = ({ context }: ArticleScene): string[] =>
  context.sources.filter(({ source }) => !source.url.startsWith("file:")).map(({ text }) => text);

function measured(scene: ArticleScene, article: WrittenArticle): { checks: Check[]; longest: LongSentence[] } {
  const { facts, form, context } = scene;
  const { language } = context;
  const { checks, longest } = articleChecks(article.text, {
    keyword: facts.keyword,
    length: form.length,
    title: article.title,
    headings: facts.parts.map(({ heading }) => heading).join(" "),
    sources: pagesOfOthers(scene),
    language,
  });
  const inBoth = (show: (of: "en" | "de") => string): Bilingual => `${show("en")} | ${show("de")}`;
  const share = termShare(article.text, facts.keyword, language);
  const used = form.secondaryKeywords.filter((term) => namesTerm(article.text, term)).length;
  const wanted = form.secondaryKeywords.length;
  const read = context.sources.filter((source) => source.text !== "");
  const cited = read.filter(({ source }) => article.cited.has(source.id)).length;
  return {
    longest,
    checks: [
      ...checks,
      ...(facts.keyword === ""
        ? []
        : [
            {
              code: "termTooOften",
              name: "Share of the search term | Anteil des Suchbegriffs",
              found: inBoth((of) => percent(share * 100, of, 1)),
              target: inBoth((of) => `${of === "de" ? "höchstens" : "at most"} ${percent(maxTermShare * 100, of)}`),
              isFine: share <= maxTermShare,
            } as const,
          ]),
      ...(wanted === 0
        ? []
        : [
            {
              code: "termsUnused",
              name: "Secondary keywords used | Verwendete weitere Suchwörter",
              found: `${used} of ${wanted} | ${used} von ${wanted}`,
              target: "all | alle",
              isFine: used === wanted,
            } as const,
          ]),
      ...(read.length === 0
        ? []
        : [
            {
              code: "noneCited",
              name: "Sources cited | Zitierte Quellen",
              found: `${cited} of ${read.length} | ${cited} von ${read.length}`,
              target: "at least 1 | mindestens 1",
              isFine: cited > 0,
            } as const,
          ]),
    ],
  };
}

export function qualityBlocks(scene: ArticleScene, article: WrittenArticle): Block[] {
  const { translate, translateAll } = scene;
  const { checks, longest } = measured(scene, article);
  return [
    ...tableOf(
      translateAll("What | Was", "Actual | Ist", "Target | Soll", "Result | Ergebnis"),
      checks.map(({ name, found, target, isFine }) => [
        translate(name),
        translate(found),
        translate(target),
        translate(isFine ? "ok | in Ordnung" : "revise | ändern"),
      ]),
    ),
    ...longest.map(({ text, words }) =>
      note(
        "warn",
        translate("{words} words in one sentence: “{text}” | {words} Wörter in einem Satz: „{text}“", { words, text }),
      ),
    ),
  ];
}

/** What a writer can put right: parts that say too little, or what a page says in its words. */
function partIssues(scene: ArticleScene, { parts }: WrittenArticle): Issue[] {
  const { facts, context } = scene;
  const pages = pagesOfOthers(scene);
  return parts.flatMap(({ id, text }) => {
    if (text === "") return [];
    const at = `parts/${id}/text`;
    const wanted = facts.parts.find((part) => part.id === id)?.words ?? 0;
    const found = wordsOf(text, context.language).length;
    const isCopy = pages.some((page) => overlap(text, page, context.language) > maxCopied);
    return [
      ...(found < wanted * minShare ? [errorIssue("partTooShort", at, { found, wanted })] : []),
      ...(isCopy ? [errorIssue("partCopied", at)] : []),
    ];
  });
}

/** Everything to notice of a written article. */
export function articleIssues(scene: ArticleScene, article: WrittenArticle): Issue[] {
  const { facts } = scene;
  const unused = facts.notes.filter(
    (one) => one.flag === null && !isQuestion(one) && !facts.parts.some(({ notes }) => notes.includes(one)),
  );
  const missed = measured(scene, article).checks.filter(({ isFine }) => !isFine);
  return [
    ...partIssues(scene, article),
    ...missed.flatMap(({ code }) => issueIf(true, code === "termsUnused" ? "info" : "warn", code, "quality")),
    ...issueIf(unused.length > 0, "info", "notesUnused", "material", {
      notes: unused.map(({ id }) => id.slice(1)).join(", "),
    }),
  ];
}

/** The person's own files that nothing in the document points to. */
export const fileIssues = ({ context }: ArticleScene, cited: ReadonlySet<string>): Issue[] =>
  context.sources
    .filter(({ source, text }) => source.url.startsWith("file:") && text !== "" && !cited.has(source.id))
    .map(({ source }) => ({ level: "info", code: "fileUnused", at: "material", params: { title: source.title } }));

export const issueTexts: Readonly<Record<string, Bilingual>> = {
  partTooShort:
    "This part has {found} words; the target is about {wanted}. | Dieser Teil hat {found} Wörter; vorgesehen sind etwa {wanted}.",
  partCopied:
    "This part repeats the wording of a source. Rewrite it in your own words. | Dieser Teil übernimmt den Wortlaut einer Quelle. Formulieren Sie ihn in eigenen Worten.",
  copied:
    "More than 15 % of the wording matches a source. | Mehr als 15 % des Wortlauts stimmen mit einer Quelle überein.",
  length:
    "The article is more than 15 % longer or shorter than planned. | Der Artikel ist um mehr als 15 % länger oder kürzer als geplant.",
  longSentences: "The sentences are too long on average. | Die Sätze sind im Schnitt zu lang.",
  hardToRead: "The text is hard to read. | Der Text ist schwer zu lesen.",
  titleWidth: "Search engines will cut off the title. | Suchmaschinen schneiden den Titel ab.",
  termInTitle: "The title does not include the search term. | Der Titel enthält den Suchbegriff nicht.",
  termInOpening:
    "The search term is missing from the first 100 words. | In den ersten 100 Wörtern fehlt der Suchbegriff.",
  termInHeading: "No heading includes the search term. | Keine Überschrift enthält den Suchbegriff.",
  termTooOften:
    "The search term appears so often that the text reads as if written for machines. | Der Suchbegriff kommt so oft vor, dass der Text wie für Maschinen geschrieben wirkt.",
  termsUnused: "Some secondary keywords are not used. | Einige weitere Suchwörter kommen nicht vor.",
  noneCited: "The article doesn’t cite any of the sources read. | Der Artikel zitiert keine der gelesenen Quellen.",
  notesUnused: "Notes not used in the article: {notes}. | Im Artikel nicht verwendete Notizen: {notes}.",
  fileUnused: "Nothing from “{title}” is used in the article. | Aus „{title}“ wurde nichts im Artikel verwendet.",
  publishPast:
    "{given} has passed. Publication is planned for {date}. | Der {given} ist vorbei. Die Veröffentlichung ist für den {date} geplant.",
  publishHoliday: "{date} is a public holiday: {name}. | Der {date} ist ein Feiertag: {name}.",
};
