import { z } from "zod";

/** Most characters of a page title and a description that search pages show whole, workflows.md 18. */
export const metaTitleMax = 60;
export const metaDescriptionMax = 155;
/** Characters of a title, an excerpt and a picture's text that still read well. */
export const titleMax = 100;
export const excerptMax = 300;
export const altMax = 125;
export const slugMax = 60;
export const titleCount = 5;
export const faqCount = 5;

const line = z.string().max(1500);
const passage = z.string().max(4000);
const reckoned = "leave out: it is reckoned";

const question = z.object({
  question: line.describe("as people type it"),
  answer: passage.describe("two to four sentences that stand on their own; empty when only the author can answer"),
});

const jsonLd = z.object({
  "@context": z.literal("https://schema.org"),
  "@type": z.literal("FAQPage"),
  mainEntity: z.array(
    z.object({
      "@type": z.literal("Question"),
      name: line,
      acceptedAnswer: z.object({ "@type": z.literal("Answer"), text: passage }),
    }),
  ),
});

const internalLink = z.object({
  url: z.string().max(2048).describe("an address of the sitemap, unchanged"),
  anchor: line.describe("words to link, best as they stand in the article"),
  place: line.default("").describe("heading of the section it belongs to"),
});

const externalSource = z.object({
  sourceId: z.string().max(60),
  title: line,
  /** Empty for a person's own file. */
  url: z.string().max(2048),
  publisher: line,
  publishedAt: z.string().max(40).nullable(),
  /** Whether the article rests on it. */
  isCited: z.boolean(),
});

const image = z.object({
  place: line.describe("heading of the section it belongs to, or `cover`"),
  brief: passage.describe("what to photograph or draw, one or two sentences"),
  alt: line.describe("at most 125 characters: what a person who cannot see it needs to know"),
});

const teaser = z.object({
  platform: z.string().max(40).describe("one of the networks asked for"),
  text: z.string().max(70_000).describe("within the network's limit; [Link] where the address goes"),
  length: z.int().default(0).describe(reckoned),
  limit: z.int().default(0).describe(reckoned),
});

const fact = z.object({
  text: passage.describe("one figure or date with what it means"),
  sourceIds: z.array(z.string().max(60)).max(12).default([]),
  /** `own`: in the person's own words; `source`: in a source that was read; `open`: in neither. */
  standing: z.enum(["own", "source", "open"]).default("open").describe(reckoned),
});

const originality = z.object({
  /** Share of the article's five-word sequences, quotes aside, that stand in a source; the highest of all sources. */
  overlap: z.number(),
  bySource: z.array(z.object({ sourceId: z.string().max(60), overlap: z.number() })),
  /** Share of the article's words that are marked as quotes. */
  quoted: z.number(),
});

const readability = z.object({
  words: z.int(),
  sentences: z.int(),
  wordsPerSentence: z.number(),
  syllablesPerWord: z.number(),
  score: z.number().nullable(),
});

export const lintCodes = [
  "length",
  "metaTitleLength",
  "metaDescriptionLength",
  "keywordInTitle",
  "keywordInMetaTitle",
  "keywordInMetaDescription",
  "keywordInSlug",
  "keywordInFirstParagraph",
  "keywordInHeading",
  "keywordDensity",
  "secondaryKeywords",
  "headings",
  "sentenceLength",
  "internalLinks",
  "sources",
  "gaps",
] as const;
export type LintCode = (typeof lintCodes)[number];

const lint = z.object({
  code: z.enum(lintCodes),
  isMet: z.boolean(),
  /** What was found and what is asked for, as they are shown. */
  found: line,
  wanted: line,
});

/** Typed payload of a blog article. */
export const articleData = z.object({
  titles: z.array(line).max(20).describe(`${titleCount} different titles, at most ${titleMax} characters each`),
  slug: z.string().max(200).describe("end of the web address: a-z, 0-9 and hyphens"),
  metaTitle: line.describe(`at most ${metaTitleMax} characters, with the primary keyword`),
  metaDescription: line.describe(`at most ${metaDescriptionMax} characters`),
  excerpt: z.string().max(4000).describe(`at most ${excerptMax} characters`),
  takeaways: z.array(passage).max(12).describe("three to five key points, one sentence each"),
  faq: z.array(question).max(20).describe(`${faqCount} questions, or none when they are not asked for`),
  internalLinks: z.array(internalLink).max(30),
  images: z.array(image).max(20),
  teasers: z.array(teaser).max(20),
  factBox: z.array(fact).max(20),
  primaryKeyword: line.default("").describe(reckoned),
  /** The article as Markdown with footnotes. */
  body: z.string().max(400_000).default("").describe(reckoned),
  externalSources: z.array(externalSource).max(40).default([]).describe(reckoned),
  faqJsonLd: jsonLd.nullable().default(null).describe(reckoned),
  originality: originality.default({ overlap: 0, bySource: [], quoted: 0 }).describe(reckoned),
  readability: readability
    .default({ words: 0, sentences: 0, wordsPerSentence: 0, syllablesPerWord: 0, score: null })
    .describe(reckoned),
  lint: z.array(lint).max(lintCodes.length).default([]).describe(reckoned),
  /** Planned day of publication, `YYYY-MM-DD`. */
  publishOn: z.string().max(10).default("").describe(reckoned),
  /** Links and footnotes that led nowhere known and were taken out. */
  removed: z
    .array(z.object({ what: z.enum(["link", "footnote", "teaser"]), value: z.string().max(300) }))
    .max(60)
    .default([])
    .describe(reckoned),
  /** Parts that the engine left out and a template had to fill. */
  filled: z
    .array(z.enum(["titles", "metaTitle", "metaDescription", "excerpt", "slug", "teasers", "images", "faq"]))
    .max(8)
    .default([])
    .describe(reckoned),
});

export type ArticleData = z.infer<typeof articleData>;
export type ArticleTeaser = ArticleData["teasers"][number];
export type ArticleLink = ArticleData["internalLinks"][number];
