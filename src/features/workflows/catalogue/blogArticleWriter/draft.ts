import type { WorkflowContext } from "../../workflow.ts";
import type { Block, Claim, Draft, Section } from "#src/features/documents/document.ts";
import { ownClaim, quotedClaim } from "../claims.ts";
import { capital, draftLanguageOf, figure, fill, languageAssumptions, oneLine, quoted } from "../../domain/wording.ts";
import { altMax, type ArticleData, faqCount, titleMax } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { fit } from "./fit.ts";
import { bare, cueCount, keywordOf, quotesOf, shared, topicOf, type Unit, unitsOf, unusedFiles } from "./material.ts";
import { excerptOf, metaDescriptionOf, metaTitleOf, slugOf, titlesOf } from "./meta.ts";
import { type Part, partsOf } from "./outline.ts";
import { countWords } from "./reckon.ts";
import { teaserOf } from "./teasers.ts";

/** Sentences of one paragraph. */
const perParagraph = 4;
/** Characters of a sentence that is short enough to be repeated as a key point, an answer or a fact. */
const shortSentence = 300;

/** Gives each sentence of the person a claim of its own, in the order of the article. */
function numberedClaims(): { claims: Claim[]; idOf: (text: string) => string } {
  const claims: Claim[] = [];
  const idOf = (text: string): string => {
    const known = claims.find((claim) => claim.text === text);
    if (known) return known.id;
    const id = `n${claims.length + 1}`;
    claims.push(ownClaim(id, text, "experienceNotes"));
    return id;
  };
  return { claims, idOf };
}

/** Sentences as paragraphs, lists as lists. */
function unitBlocks(units: readonly Unit[], idOf: (text: string) => string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push({ type: "p", text: open.join(" "), claimIds: [...new Set(open.map(idOf))] });
    open = [];
  };
  for (const { kind, ordered, texts } of units) {
    if (kind === "list") {
      close();
      blocks.push({ type: "list", ordered, items: texts, claimIds: [...new Set(texts.map(idOf))] });
      continue;
    }
    open.push(...texts);
    if (open.length >= perParagraph) close();
  }
  close();
  return blocks;
}

/** Key points: sentences that speak of the topic most, in their order. */
function takeawaysOf(sentences: readonly string[], form: ArticleForm, language: string): string[] {
  const wanted = [form.topic, form.primaryKeyword, ...form.secondaryKeywords].join(" ");
  const short = sentences.filter((text) => text.length <= shortSentence && !/[?:]$/.test(text));
  const ranked = short
    .map((text, index) => ({ text, index, score: shared(text, wanted, language) + (/\d/.test(text) ? 1 : 0) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 4)
    .toSorted((a, b) => a.index - b.index)
    .map(({ text }) => text);
  return ranked.length > 0 ? ranked : [fit(sentences[0] ?? topicOf(form), shortSentence)];
}

/** Five questions, the person's own first; an answer is a sentence of theirs or stays open. */
export function faqOf(form: ArticleForm, context: WorkflowContext): ArticleData["faq"] {
  if (!form.faq) return [];
  const { language } = context;
  const pack = articleWords(draftLanguageOf(language));
  const sentences = unitsOf(form.experienceNotes, language).flatMap(({ texts }) => texts);
  const answers = sentences.filter((text) => !/[?:]$/.test(text) && text.length <= shortSentence);
  const keyword = capital(fit(keywordOf(form, language), 60));
  const asked = sentences
    .map((text, index) => ({ question: text, index }))
    .filter(({ question }) => question.endsWith("?") && question.length >= 12 && question.length <= 120)
    .slice(0, 2)
    .map(({ question, index }) => {
      const next = sentences[index + 1] ?? "";
      return { question, answer: answers.includes(next) ? next : "" };
    });
  const taken = new Set(asked.map(({ answer }) => answer));
  const usual = pack.questions.map(({ heading, cues }) => {
    const [best] = answers
      .filter((text) => !taken.has(text) && cueCount(text, cues) > 0)
      .toSorted((a, b) => cueCount(b, cues) - cueCount(a, cues));
    const answer = best ?? "";
    if (answer !== "") taken.add(answer);
    return { question: fill(heading, { keyword }), answer };
  });
  const all = [...new Map([...asked, ...usual].map((row) => [row.question, row])).values()];
  // Answered questions first, but no more than asked for; the rest stays visibly open.
  return [...all.filter(({ answer }) => answer !== ""), ...all.filter(({ answer }) => answer === "")].slice(
    0,
    faqCount,
  );
}

/** What to photograph or draw: a cover, and a picture for up to three parts that have something to show. */
export function imagesOf(
  article: readonly { heading: string; first: string }[],
  form: ArticleForm,
  context: WorkflowContext,
): ArticleData["images"] {
  const language = draftLanguageOf(context.language);
  const { say } = articleWords(language);
  const topic = fit(capital(topicOf(form)), titleMax);
  const inside = article
    .filter(({ first }) => first !== "")
    .slice(1, 4)
    .map(({ heading, first }) => ({
      place: heading,
      brief: fill(say.sectionBrief, { heading: quoted(heading, language), text: fit(first, 200) }),
      alt: fit(`${heading}: ${first}`, altMax),
    }));
  return [
    { place: "cover", brief: fill(say.coverBrief, { topic: quoted(topic, language) }), alt: fit(topic, altMax) },
    ...inside,
  ];
}

const firstOf = ({ units }: Part): string => units[0]?.texts[0] ?? "";

/** The article from the person's own sentences and quotes of sources, with visible gaps where both are silent. */
export function draftArticle(form: ArticleForm, context: WorkflowContext): Draft<ArticleData> {
  const language = draftLanguageOf(context.language);
  const pack = articleWords(language);
  const { say } = pack;
  const quotes = quotesOf(form, context, say.ownFile);
  const parts = partsOf(form, context, quotes);
  const { claims, idOf } = numberedClaims();
  const cta = oneLine(bare(form.callToAction));
  const sections = parts.map((part, index): Section => {
    const blocks = unitBlocks(part.units, idOf);
    for (const quote of part.quotes) {
      const id = `q${quotes.indexOf(quote) + 1}`;
      claims.push(quotedClaim(id, quote.text, quote.text, quote.sourceId));
      blocks.push({ type: "quote", text: quote.text, by: quote.by, claimIds: [id] });
    }
    const isEnd = index === parts.length - 1;
    if (isEnd && cta !== "") blocks.push({ type: "p", text: cta });
    if (part.units.length === 0) blocks.push({ type: "callout", tone: "gap", text: part.ask });
    return { key: `article-${index + 1}`, title: part.heading, blocks };
  });

  const sentences = parts.flatMap(({ units }) => units.flatMap(({ texts }) => texts));
  const titles = titlesOf(form, context);
  const takeaways = takeawaysOf(sentences, form, context.language);
  const faq = faqOf(form, context);
  const withFigures = sentences.filter((text) => /\d/.test(text) && text.length <= shortSentence).slice(0, 6);
  const data: ArticleData = {
    titles,
    slug: slugOf("", form, context),
    metaTitle: metaTitleOf(form, context),
    metaDescription: metaDescriptionOf(form, context, sentences.slice(0, 3)),
    excerpt: excerptOf(sentences),
    takeaways,
    faq,
    internalLinks: [],
    images: imagesOf(
      parts.map((part) => ({ heading: part.heading, first: firstOf(part) })),
      form,
      context,
    ),
    teasers: [...new Set(form.teaserPlatforms)].map((platform) =>
      teaserOf(platform, form, context, { title: titles[0] ?? "", points: takeaways }),
    ),
    factBox: [
      ...withFigures.map((text) => ({ text, sourceIds: ["form:experienceNotes"], standing: "own" as const })),
      ...quotes
        .filter(({ text }) => /\d/.test(text))
        .map(({ text, sourceId }) => ({ text, sourceIds: [sourceId], standing: "source" as const })),
    ].slice(0, 8),
    primaryKeyword: "",
    body: "",
    externalSources: [],
    faqJsonLd: null,
    originality: { overlap: 0, bySource: [], quoted: 0 },
    readability: { words: 0, sentences: 0, wordsPerSentence: 0, syllablesPerWord: 0, score: null },
    lint: [],
    publishOn: "",
    removed: [],
    filled: [],
  };

  const count = countWords(sections, context.language);
  const gaps = parts.filter(({ units }) => units.length === 0);
  const openQuestions = [
    ...gaps.map(({ heading, ask }) => `${heading}: ${ask}`),
    ...(count < form.length * 0.85
      ? [fill(say.askMore, { words: figure(count, language), asked: figure(form.length, language) })]
      : []),
    ...unusedFiles(form, context, (id) => quotes.some(({ sourceId }) => sourceId === id)).map((file) =>
      fill(say.askFile, { file: fit(file, 120) }),
    ),
    ...(oneLine(form.audience) === "" ? [say.askAudience] : []),
    ...(oneLine(form.angle) === "" ? [say.askAngle] : []),
    ...(cta === "" ? [say.askCta] : []),
    ...faq.filter(({ answer }) => answer === "").map(({ question }) => fill(say.askFaq, { question })),
  ];
  const assumptions = [...languageAssumptions(context.language), say.assumeOrder, say.assumeAlt];
  const title = titles[0] ?? "";
  const audience = fit(oneLine(form.audience), 120);
  const summary = fill(audience === "" ? say.summary : say.summaryFor, {
    audience,
    words: figure(count, language),
    asked: figure(form.length, language),
    gaps: figure(gaps.length, language),
  });
  return { title, summary, sections, data, claims, assumptions, openQuestions };
}
