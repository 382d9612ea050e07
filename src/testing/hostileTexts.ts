import { likenessOf, similarity } from "#src/kit/likeness.ts";
import { redact } from "#src/kit/redact.ts";
import { parentPort } from "node:worker_threads";
import { cleanText, cutText } from "#src/features/files/server/cleanText.ts";
import { decodeText, metaCharset, transcriptWords } from "#src/features/files/server/plainText.ts";
import { attachmentHeader, rangeOf } from "#src/features/files/server/routes.ts";
import { extensionOf, fileNameProblem, maxBytesOf, typeOfName } from "#src/features/files/rules.ts";
import { foldText, searchWords, sortKey } from "#src/features/leads/rules.ts";
import { wordCounts, wordDiff } from "#src/features/documents/rules.ts";
import { isEmailAddress } from "#src/features/support/rules.ts";
import { foldedSpelling, openFence } from "#src/features/workflows/catalogue/fence.ts";
import { hashtag } from "#src/features/workflows/domain/contentPlan.ts";
import { criterionLine } from "#src/features/workflows/domain/gherkin.ts";
import { existingStories, storiesInTables } from "#src/features/workflows/domain/existingStories.ts";
import { parseIcs, zoneNamed } from "#src/features/workflows/domain/icsBusy.ts";
import { priceSheetsIn } from "#src/features/workflows/domain/priceSheet.ts";
import { isPurchaseMaterial } from "#src/features/workflows/domain/tenderMaterial.ts";
import { countTerm, termShare } from "#src/features/workflows/domain/searchTerms.ts";
import { hasUnprovenFigure } from "#src/features/workflows/kit/checks.ts";
import { languageOf } from "#src/features/workflows/kit/languages.ts";
import {
  nameFigures,
  protectedText,
  readableText,
  sentencesOf,
  withFigures,
  withoutMarks,
} from "#src/features/workflows/kit/claims.ts";
import {
  normalizedText,
  figuresIn,
  givenFigures,
  isQuoteIn,
  isSupportedByForm,
  isSupportedByQuote,
  occursIn,
  supportingSentence,
} from "#src/features/workflows/kit/quotes.ts";
import { passagesOf } from "#src/features/workflows/kit/promptRoom.ts";
import { addressOf, flagOf, linksFor, namesTerm, notesOf, pagesOf } from "#src/features/workflows/domain/article.ts";
import { articleChecks, titleWidth } from "#src/features/workflows/domain/articleChecks.ts";
import { isFormula, readCsv, withoutApostrophe } from "#src/kit/csv.ts";
import {
  countryCode,
  lintOf,
  mailMerge,
  saysWord,
  sharedSentences,
} from "#src/features/workflows/domain/coldContact.ts";
import { isEmoji, postLength, splitAddresses } from "#src/features/outcomes/rules.ts";
import { isDenied, pricesIn, sharedWords } from "#src/features/workflows/domain/rivals.ts";
import {
  deadSpeaking,
  proseFigures,
  repeatedPhrases,
  sceneOfFact,
  scenesOf,
} from "#src/features/workflows/domain/story.ts";
import { seasonOf } from "#src/features/workflows/domain/plan.ts";
import { voicesOf } from "#src/features/workflows/domain/product.ts";
import { dayNamed, namesDay, spokenNotes, timeNamed } from "#src/features/workflows/domain/spokenNotes.ts";
import * as stories from "#src/features/workflows/domain/stories.ts";
import { textBlocks } from "#src/features/workflows/domain/textBlocks.ts";
import {
  capital,
  clipped,
  cut,
  fill,
  oneLine,
  searchPhrase,
  sentence,
} from "#src/features/workflows/domain/wording.ts";
import { csvCell } from "#src/features/documents/csv.ts";
import { escapeHtml } from "#src/features/documents/htmlExport.ts";
import { fileNameOf, localeOf, webLink } from "#src/features/documents/rendering.ts";
import { isInDomains } from "#src/features/workflows/server/sources/collect.ts";
import { withoutLocale, preferredLanguage } from "#src/kit/locale.ts";
import { visibleLength } from "#src/kit/schemas.ts";
import * as kit from "#src/kit/text.ts";

const fence = openFence("0123456789abcdef");

const articleAims = { keyword: "room", length: 1_000, title: "", headings: "", sources: ["a page"], language: "en" };
const idea = { reach: 1, impact: 1, confidence: 100, urgency: 1, effort: 1, rank: "must", after: "" } as const;
const ideas = [{ ...idea, title: "Weekly report", what: "a summary" }];

/** Each function that reads words of others or of a person, by its name; a new one in one of these files is missed. */
export const textFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  cleanText,
  cutText: (text) => cutText(text, 1_000),
  decodeText: (text) => decodeText(new TextEncoder().encode(text)),
  metaCharset: (text) => metaCharset(new TextEncoder().encode(text)),
  transcriptWords: (text) => transcriptWords(`\n00:01 --> 00:02\n${text}`),
  attachmentHeader: (text) => attachmentHeader(text.toWellFormed()),
  extensionOf,
  maxBytesOf,
  rangeOf: (text) => rangeOf(text, 1000),
  countryCode,
  cut: (text) => cut(text, 100),
  lintOf: (text) => lintOf(text, "email"),
  mailMerge: (text) => mailMerge(text, { name: "x" }),
  saysWord: (text) => saysWord(text, "word"),
  sharedSentences: (text) => sharedSentences(text, `${text} And more than that.`),
  sharedWords: (text) => sharedWords(text, [text, `${text} more`, `${text} again`], "en"),
  pricesIn: (text) => pricesIn(text, "en"),
  proseFigures: (text) => proseFigures(text, "en"),
  repeatedPhrases: (text) => repeatedPhrases(text, "en"),
  sceneOfFact,
  scenesOf: (text) => scenesOf([{ id: "c1", scenes: text }]),
  deadSpeaking: (text) =>
    deadSpeaking([{ id: "c1.1-1", who: "Ida", kind: "death", fact: "drowns" }], [{ id: "c2.1", text }]),
  fileNameProblem,
  typeOfName,
  foldText,
  searchWords,
  sortKey,
  wordCounts,
  wordDiff: (text) => wordDiff(text, `${text}x`, "en"),
  isEmailAddress,
  foldedSpelling,
  wrap: (text) => fence.wrap("source s1", text),
  readCsv: (text) => readCsv(text),
  isFormula,
  withoutApostrophe,
  hashtag: (text) => hashtag(text),
  existingStories,
  storiesInTables,
  priceSheetsIn,
  isPurchaseMaterial: (text) => isPurchaseMaterial(text, "quiet meeting rooms", "en"),
  zoneNamed,
  // Each blank begins another line of the same name.
  /** A talk in which nobody speaks twice. */
  spokenNotes: (text) =>
    spokenNotes(
      (text.match(/[^]{1,40}/g) ?? []).map((said, at) => ({ from: at, to: at + 1, speaker: `Voice${at}`, text: said })),
      "2026-11-23",
    ),
  parseIcs: (text) =>
    parseIcs(`BEGIN:VEVENT\nDTSTART:20270101\nEXDATE:${text.replaceAll(" ", "\nEXDATE:")}`, {
      zone: "Europe/Berlin",
      from: "2027-01-01T00:00:00.000Z",
      to: "2027-02-01T00:00:00.000Z",
    }),
  criterionLine,
  countTerm: (text) => countTerm(text, "meeting room", "en"),
  termShare: (text) => termShare(text, "meeting room", "en"),
  languageOf,
  hasUnprovenFigure: (text) => hasUnprovenFigure(text, new Set(["12"])),
  nameFigures: (text) => nameFigures(text, { total: { label: "Total | Summe", text: "1,234" } }),
  sentencesOf: (text) => sentencesOf(text, "en"),
  withFigures: (text) => withFigures(text, {}),
  protectedText: (text) => protectedText(text, {}),
  readableText,
  withoutMarks,
  figuresIn,
  givenFigures,
  normalizedText,
  // Half of a text of one character begins at each of the first half, always inside a word.
  occursIn: (text) => occursIn(text.slice(0, text.length / 2), text),
  isSupportedByQuote: (text) => isSupportedByQuote(text, text, "en"),
  isQuoteIn: (text) => isQuoteIn("a quote of a page", text),
  isSupportedByForm: (text) => isSupportedByForm("The meeting room is quiet.", text, "en"),
  supportingSentence: (text) => supportingSentence("The meeting room is quiet.", text, "en"),
  passagesOf: (text) => passagesOf(text, "meeting room", 2_000, "en"),
  addressOf: (text) => addressOf(text, text),
  flagOf,
  linksFor: (text) => linksFor([{ url: "https://a.example/x", title: "meeting room" }], [{ heading: "", text }]),
  namesTerm: (text) => namesTerm(text, "meeting room"),
  notesOf: (text) => notesOf(text, "en"),
  pagesOf,
  articleChecks: (text) => articleChecks(text, articleAims),
  titleWidth,
  seasonOf: (text) => seasonOf(text, { from: "2027-01-01", to: "2027-03-31" }),
  voicesOf: (text) => voicesOf(text, ideas, "en"),
  isDoubted: stories.isDoubted,
  isList: stories.isList,
  partsOf: stories.partsOf,
  statementsOf: (text) => stories.statementsOf(text, "en"),
  rankOf: stories.rankOf,
  criteriaOf: stories.criteriaOf,
  vagueWordsIn: stories.vagueWordsIn,
  solutionWordsIn: stories.solutionWordsIn,
  givesReason: stories.givesReason,
  roleIn: (text) => stories.roleIn(text, ["customer"]),
  boundsOf: (text) => stories.boundsOf([`up to ${text}`]),
  postLength: (text) => postLength(text, "X (Twitter)"),
  splitAddresses: (text) => splitAddresses(text, "X (Twitter)"),
  isEmoji,
  isDenied: (text) => isDenied("gluten-free bread", text),
  dayNamed: (text) => dayNamed(text, "2026-11-23"),
  timeNamed,
  namesDay,
  textBlocks,
  capital,
  clipped: (text) => clipped(text, 100),
  fill: (text) => fill(text, { a: "b" }),
  oneLine,
  searchPhrase,
  sentence,
  csvCell,
  escapeHtml,
  localeOf,
  fileNameOf: (text) => fileNameOf(text, "md"),
  webLink,
  redact: (text) => redact(text, ["a secret"], [text, `x${text}`]),
  isInDomains: (text) => isInDomains("example.org", [text]),
  withoutLocale,
  preferredLanguage,
  visibleLength,
  graphemes: kit.graphemes,
  graphemeCount: kit.graphemeCount,
  wordSegments: (text) => kit.wordSegments(text, "en"),
  words: (text) => kit.words(text),
  sentences: (text) => kit.sentences(text),
  isStopword: (text) => kit.isStopword(text),
  keywordCounts: (text) => kit.keywordCounts(text),
  keywords: (text) => kit.keywords(text),
  fold: kit.fold,
  likenessOf,
  similarity: (text) => similarity(text, `x${text}`),
  overlap: (text) => kit.overlap(text, `x ${text}`),
  syllables: (text) => kit.syllables(text),
  readability: (text) => kit.readability(text),
  shorten: (text) => kit.shorten(text, 100),
  trimEndBy: (text) => kit.trimEndBy(text, /[\s.]/),
  slug: (text) => kit.slug(text),
};

/** What a text of a million characters is made of: one sign or a few, over and over. */
// prettier-ignore
export const pieces = [
  " ", "\t", "\n", "\r", "<", "<v ", "-", "a", "é", '"', "(", "#", ",", "a ", "\u200b", "- ", "1. ", "a, ", "a\n", "😀",
] as const;

/** What shorter texts are made of, beside these: each would find what only its sign can set off. */
// prettier-ignore
export const morePieces = [
  "&", "'", "[", "*", "|", "\\", ".", "-->", "[a](", "1", "/", "=", "a\u0301", "\u0301\u0327", "Given ", "if ",
] as const;

/** A text of that many characters, with a letter at both ends so that no run of blanks is simply trimmed. */
export const hostileText = (piece: string, length: number): string =>
  `x${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}x`;

/** What the thread is asked, and answers: milliseconds of its own processor time. */
export interface Measured {
  name: string;
  piece: string;
  length: number;
}

parentPort?.on("message", ({ name, piece, length }: Measured) => {
  const text = hostileText(piece, length);
  const before = process.threadCpuUsage();
  textFunctions[name]?.(text);
  const { user, system } = process.threadCpuUsage(before);
  parentPort?.postMessage((user + system) / 1000);
});
