import { isPlatform } from "#src/features/outcomes/rules.ts";
import { graphemeCount } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Draft, Issue, Section } from "#src/features/documents/document.ts";
import { holidaysOf } from "../../domain/holidays.ts";
import { dayText, draftLanguageOf, fill, oneLine, percent } from "../../domain/wording.ts";
import { annexOf, isAnnex } from "./annex.ts";
import {
  altMax,
  type ArticleData,
  excerptMax,
  faqCount,
  metaDescriptionMax,
  metaTitleMax,
  titleCount,
  titleMax,
} from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { blockTexts, bodyMarkdown, sectionText } from "./body.ts";
import { faqOf, imagesOf } from "./draft.ts";
import { evidenceIssues, judge, liftMarks } from "./evidence.ts";
import { fit, units } from "./fit.ts";
import { sitePages, suggestLinks, webAddressOf } from "./links.ts";
import { bare, keywordOf, readings } from "./material.ts";
import { distinct, excerptOf, metaDescriptionOf, metaTitleOf, slugOf, titlesOf } from "./meta.ts";
import {
  gapCount,
  lintOf,
  mostOverlap,
  originalityOf,
  publicationOf,
  readabilityOf,
  standingOf,
  unprovenFigures,
} from "./reckon.ts";
import { measured, teaserOf } from "./teasers.ts";

type Removed = ArticleData["removed"][number];

const plain = (text: string): string => oneLine(bare(text));

/** Doubles of `{what, value}` said once, long values cut. */
const removedOnce = (rows: readonly Removed[]): Removed[] =>
  [
    ...new Map(
      rows
        .map(({ what, value }) => ({ what, value: units(value, 200).toWellFormed() }))
        .map((row) => [`${row.what} ${row.value}`, row]),
    ).values(),
  ].slice(0, 60);

/** Words of `data` within their limits, gaps filled from the person's own material. */
function worded(data: ArticleData, article: readonly Section[], form: ArticleForm, context: WorkflowContext) {
  const filled = new Set(data.filled);
  const removed: Removed[] = [];
  const texts = article
    .flatMap(({ blocks }) => blocks.flatMap(blockTexts))
    .map(oneLine)
    .filter((text) => text !== "");
  const or = (part: ArticleData["filled"][number], value: string, other: () => string): string => {
    if (value !== "") return value;
    filled.add(part);
    return other();
  };
  const given = distinct(data.titles.map((title) => fit(plain(title), titleMax)).filter((title) => title !== ""));
  if (given.length < titleCount) filled.add("titles");
  const titles = distinct([...given, ...titlesOf(form, context)]).slice(0, titleCount);
  const slug = slugOf(data.slug, form, context);
  const metaTitle = fit(
    or("metaTitle", plain(data.metaTitle), () => metaTitleOf(form, context)),
    metaTitleMax,
  );
  const metaDescription = fit(
    or("metaDescription", plain(data.metaDescription), () => metaDescriptionOf(form, context, texts.slice(0, 3))),
    metaDescriptionMax,
  );
  const excerpt = fit(
    or("excerpt", plain(data.excerpt), () => excerptOf(texts)),
    excerptMax,
  );
  const takeaways = distinct(data.takeaways.map(plain).filter((text) => text !== "")).slice(0, 7);

  const questions = data.faq
    .map(({ question, answer }) => ({ question: fit(plain(question), 120), answer: plain(answer) }))
    .filter(({ question }) => question !== "");
  const known = new Set(questions.map(({ question }) => question.toLowerCase()));
  const more =
    form.faq && questions.length < faqCount
      ? faqOf(form, context).filter(({ question }) => !known.has(question.toLowerCase()))
      : [];
  if (more.length > 0) filled.add("faq");
  const faq = form.faq
    ? [...new Map([...questions, ...more].map((row) => [row.question.toLowerCase(), row])).values()].slice(0, faqCount)
    : [];

  const wanted = [...new Set(form.teaserPlatforms)];
  const teasers = wanted.map((platform) => {
    const own = data.teasers.find((teaser) => teaser.platform === platform && teaser.text.trim() !== "");
    if (own) return measured(platform, bare(own.text));
    filled.add("teasers");
    return teaserOf(platform, form, context, { title: titles[0] ?? "", points: takeaways });
  });
  for (const { platform } of data.teasers) {
    if (!isPlatform(platform) || !wanted.includes(platform)) removed.push({ what: "teaser", value: platform });
  }

  const images = data.images
    .map(({ place, brief, alt }) => ({
      place: fit(oneLine(place), 120),
      brief: oneLine(brief),
      alt: fit(plain(alt), altMax),
    }))
    .filter(({ brief }) => brief !== "");
  if (images.length === 0) filled.add("images");
  const pictures =
    images.length > 0
      ? images
      : imagesOf(
          article.map((section) => ({
            heading: section.title,
            first: oneLine(sectionText(section).split("\n")[0] ?? ""),
          })),
          form,
          context,
        );

  const factBox = data.factBox
    .map(({ text }) => plain(text))
    .filter((text) => text !== "")
    .map((text) => ({ text, ...standingOf(text, form, context) }));
  return {
    titles,
    slug,
    metaTitle,
    metaDescription,
    excerpt,
    takeaways,
    faq,
    teasers,
    images: pictures,
    factBox,
    filled: [...filled],
    removed,
  };
}

/** Links of the result that are pages of the sitemap; without any, the ones that fit best. */
function linked(
  data: ArticleData,
  addresses: readonly string[],
  article: readonly Section[],
  form: ArticleForm,
  context: WorkflowContext,
): { links: ArticleData["internalLinks"]; removed: Removed[] } {
  const pages = new Map(sitePages(form, context).map((page) => [page.url, page]));
  const removed: Removed[] = [];
  const wished = [...data.internalLinks, ...addresses.map((url) => ({ url, anchor: "", place: "" }))];
  const links = new Map<string, ArticleData["internalLinks"][number]>();
  for (const { url, anchor, place } of wished) {
    const address = webAddressOf(url);
    const page = address === null ? undefined : pages.get(address);
    if (page === undefined) removed.push({ what: "link", value: url });
    else if (!links.has(page.url))
      links.set(page.url, {
        url: page.url,
        anchor: units(oneLine(anchor) || page.title, 300).toWellFormed(),
        place: oneLine(place),
      });
  }
  return { links: links.size > 0 ? [...links.values()].slice(0, 10) : suggestLinks(article, form, context), removed };
}

/** FAQPage of schema.org with the questions that have an answer; null without any. */
function jsonLdOf(faq: ArticleData["faq"]): ArticleData["faqJsonLd"] {
  const mainEntity = faq
    .filter(({ answer }) => answer !== "")
    .map(({ question, answer }) => ({
      "@type": "Question" as const,
      name: question,
      acceptedAnswer: { "@type": "Answer" as const, text: answer },
    }));
  return mainEntity.length === 0 ? null : { "@context": "https://schema.org", "@type": "FAQPage", mainEntity };
}

const cut = (text: string): boolean => text.endsWith("…");

function issuesOf(
  data: ArticleData,
  article: readonly Section[],
  form: ArticleForm,
  context: WorkflowContext,
): Issue[] {
  const issues: Issue[] = [];
  const say = (level: Issue["level"], code: string, params: Issue["params"] = {}, at = ""): void => {
    issues.push({ level, code, params, ...(at === "" ? {} : { at }) });
  };
  if (article.every((section) => sectionText(section).trim() === "")) say("error", "articleEmpty");
  if (cut(data.metaTitle)) say("warn", "metaTitleCut", { max: metaTitleMax }, "data.metaTitle");
  if (cut(data.metaDescription)) say("info", "metaDescriptionCut", { max: metaDescriptionMax }, "data.metaDescription");
  for (const [index, { platform, text, limit }] of data.teasers.entries()) {
    if (cut(text) && graphemeCount(text) >= limit - 40)
      say("warn", "teaserCut", { platform, limit }, `data.teasers.${index}`);
  }
  for (const part of data.filled) say("info", `filled.${part}`, {}, `data.${part}`);
  for (const { what, value } of data.removed) say("warn", `removed.${what}`, { value });
  const language = draftLanguageOf(context.language);
  for (const { code, isMet, found, wanted } of data.lint) {
    const level = code === "length" || code === "keywordDensity" ? "warn" : "info";
    if (!isMet) say(level, `lint.${code}`, { found, wanted, keyword: data.primaryKeyword }, "checks");
  }
  for (const { sourceId, overlap } of data.originality.bySource) {
    if (overlap <= mostOverlap) continue;
    const title = context.sources.find(({ source }) => source.id === sourceId)?.source.title ?? sourceId;
    say(
      "warn",
      "overlapHigh",
      { title: units(title, 120), share: percent(100 * overlap, language) },
      "data.originality",
    );
  }
  const read = [
    ...article.flatMap(({ blocks }) => blocks.flatMap(blockTexts)),
    ...data.takeaways,
    ...data.faq.map(({ answer }) => answer),
  ];
  for (const figure of unprovenFigures(read, form, context).slice(0, 8))
    say("warn", "figureUnproven", { figure: units(figure, 40) });
  for (const [index, fact] of data.factBox.entries()) {
    if (fact.standing === "open") say("warn", "factOpen", { text: units(fact.text, 120) }, `data.factBox.${index}`);
  }
  const unanswered = data.faq.filter(({ answer }) => answer === "").length;
  if (unanswered > 0) say("info", "faqOpen", { count: unanswered }, "faq");
  if (publicationOf(form, context).reason === "past")
    say("warn", "publishPast", { given: dayText(form.publishOn), date: dayText(data.publishOn) });
  const [holiday] = form.country === "none" ? [] : holidaysOf(form.country, data.publishOn, data.publishOn);
  if (holiday) say("info", "publishHoliday", { date: dayText(data.publishOn), name: holiday.name[language] });
  return issues;
}

/** What the run took for granted, said for results of every engine. */
function assumed(form: ArticleForm, context: WorkflowContext): string[] {
  const language = draftLanguageOf(context.language);
  const { say } = articleWords(language);
  const { date, reason } = publicationOf(form, context);
  const named = form.sourceUrls.length + (form.sitemapUrl === "" ? 0 : 1);
  return [
    ...(oneLine(form.primaryKeyword) === ""
      ? [fill(say.assumeKeyword, { keyword: fit(keywordOf(form, context.language), 80) })]
      : []),
    ...(reason === "usual" ? [fill(say.assumeDate, { date: dayText(date) })] : []),
    ...(reason === "past" ? [fill(say.assumePast, { given: dayText(form.publishOn), date: dayText(date) })] : []),
    ...(form.research !== "web" && named > 0 ? [fill(say.assumeNotRead, { count: String(named) })] : []),
    ...(readings(form, context).length === 0 ? [say.assumeNoSource] : []),
  ];
}

/**
 * Judges and normalises an article of any engine: limits, links, footnotes, quotes, and everything that can be
 * reckoned is reckoned here. Looking twice changes nothing.
 */
export function checkArticle(
  draft: Draft<ArticleData>,
  form: ArticleForm,
  context: WorkflowContext,
): { draft: Draft<ArticleData>; issues: Issue[] } {
  const { say } = articleWords(draftLanguageOf(context.language));
  const written = draft.sections.filter(({ key }) => !isAnnex(key));
  const lifted = liftMarks(written, draft.claims, context);
  const { article: judged, claims } = judge(lifted.article, lifted.claims, form, context);
  const article = judged.map((section, index): Section => ({
    ...section,
    key: `article-${index + 1}`,
    title: oneLine(section.title) || form.topic,
  }));
  const words = worded(draft.data, article, form, context);
  const { links, removed } = linked(draft.data, lifted.addresses, article, form, context);
  const { body, cited } = bodyMarkdown(article, {
    claims,
    sources: readings(form, context).map(({ source }) => source),
    links,
    gap: say.gap,
    ownFile: say.ownFile,
  });
  const partial = {
    ...words,
    internalLinks: links,
    removed: removedOnce([...draft.data.removed, ...lifted.removed, ...removed, ...words.removed]),
    primaryKeyword: fit(keywordOf(form, context.language), 80),
    body,
    externalSources: readings(form, context)
      .slice(0, 40)
      .map(({ source }) => ({
        sourceId: source.id,
        title: units(source.title || source.url, 1000),
        url: webAddressOf(source.url) ?? "",
        publisher: units(source.publisher, 1000),
        publishedAt: source.publishedAt === null ? null : source.publishedAt.slice(0, 40),
        isCited: cited.includes(source.id),
      })),
    faqJsonLd: jsonLdOf(words.faq),
    originality: originalityOf(article, form, context),
    readability: readabilityOf(article, context.language),
    publishOn: publicationOf(form, context).date,
  };
  const data: ArticleData = { ...partial, lint: lintOf(article, partial, form, context) };
  const annex = annexOf(data, form, context);
  const checked: Draft<ArticleData> = {
    title: fit(plain(draft.title), 150) || (data.titles[0] ?? form.topic),
    summary: plain(draft.summary) || data.excerpt,
    sections: [...article, ...annex.sections],
    data,
    claims: [...claims, ...annex.claims],
    assumptions: distinct([...draft.assumptions, ...assumed(form, context)]),
    openQuestions: distinct(draft.openQuestions),
  };
  return { draft: checked, issues: [...issuesOf(data, article, form, context), ...evidenceIssues(article, claims)] };
}

/** Visible gaps of a finished article, for those who plan its publication. */
export const openGaps = (draft: Draft<ArticleData>): number =>
  gapCount(draft.sections.filter(({ key }) => !isAnnex(key)));
