import { normalize } from "#src/kit/normalize.ts";
import { claimsIn, cutByClaims, gapsKey, isGap, roundRobin, withTexts } from "./blockTexts.ts";
import type { Block, Section, Source, WorkflowDocument } from "./document.ts";

/** Words an export needs besides the document's own, in the language of the reader. */
export interface ExportWords {
  /** `Draft, no AI used`. */
  draft: string;
  /** `Written with AI`. */
  ai: string;
  workflow: string;
  created: string;
  revision: string;
  engine: string;
  promptVersion: string;
  sources: string;
  assumptions: string;
  openQuestions: string;
  issues: string;
  claims: string;
  /** Title of facts whose place in the text is not marked. */
  furtherClaims: string;
  /** `12 sentences of this document`: how many rest on what the person entered. */
  ownSentences: (count: number) => string;
  /** `Open`: before a question that the text leaves to its reader. */
  open: string;
  read: string;
  sum: string;
  origin: string;
  note: string;
  checks: Record<string, string>;
  /** `Edited by hand: 3 passages`. */
  handEdited: (count: number) => string;
  /** `Page 2 of 7`. */
  pageOf: (page: number, pages: number) => string;
}

/** What an export says about itself. */
export interface ExportFacts {
  /** Name of the workflow as people know it. */
  workflow: string;
  revision: number;
  /** When the revision was made, ISO, and the same for reading. */
  createdAt: string;
  createdText: string;
  /** Sentences of the document's issues, in its order. */
  issueTexts: string[];
  /** Passages of the text that a person wrote or changed by hand, as written in it. */
  handEdited?: readonly string[];
}

/** `Edited by hand: 3 passages`, or nothing. */
export const handEditedText = (
  words: Pick<ExportWords, "handEdited">,
  { handEdited = [] }: Pick<ExportFacts, "handEdited">,
): string[] => (handEdited.length === 0 ? [] : [words.handEdited(handEdited.length)]);

export type ExportDocument = Pick<
  WorkflowDocument,
  | "title"
  | "summary"
  | "sections"
  | "claims"
  | "assumptions"
  | "openQuestions"
  | "sources"
  | "generator"
  | "aiMark"
  | "language"
  | "data"
>;

/** IPTC codes of how digital material came about, https://cv.iptc.org/newscodes/digitalsourcetype/. */
export const sourceType = (isAi: boolean): string =>
  `http://cv.iptc.org/newscodes/digitalsourcetype/${isAi ? "compositeWithTrainedAlgorithmicMedia" : "digitalCreation"}`;

/** `Draft, no AI used` or `Written with AI: Mistral, mistral-large (contentPlanner/1)`. */
export function generatorLabel(document: Pick<ExportDocument, "aiMark" | "generator">, words: ExportWords): string {
  const { provider, model, promptVersion } = document.generator;
  return document.aiMark
    ? `${words.ai}: ${[provider, model].filter(Boolean).join(", ")} (${promptVersion})`
    : words.draft;
}

/** `© OpenStreetMap contributors, ODbL 1.0`: what has to be said with the data; empty for nothing. */
export const rightsOf = ({ attribution, licence }: Pick<Source, "attribution" | "licence">): string =>
  [attribution, licence].filter(Boolean).join(", ");

/** Only web addresses become links: `javascript:`, `data:` and `file:` stay text. */
export function webLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}

/** Open questions that no gap in the text asks. */
export function furtherQuestions({
  sections,
  openQuestions,
}: Pick<ExportDocument, "sections" | "openQuestions">): string[] {
  const asked = new Set(sections.flatMap(({ blocks }) => blocks.filter(isGap).map(({ text }) => text)));
  return openQuestions.filter((question) => !asked.has(question));
}

/** A list of gaps that says that there are none: on the page it reassures, on paper it is a heading over nothing. */
const isEmptyGaps = ({ key, blocks }: Section): boolean =>
  key === gapsKey && blocks.every((block) => block.type === "callout" && block.tone === "info");

/** The sections of a document, or only those that are handed on, where a workflow says which ones are. */
export function sectionsOf({ sections }: Pick<ExportDocument, "sections">, isFinal: boolean): Section[] {
  const shown = sections.filter((section) => !isEmptyGaps(section));
  const final = shown.filter(({ deliverable }) => deliverable);
  return isFinal && final.length > 0 ? final : shown;
}

/** Locale for dates and figures of a document: `22 Nov 2026` in English, and English for what is no language. */
export function localeOf(language: string): string {
  try {
    const [locale = "en"] = Intl.getCanonicalLocales(language);
    return locale === "en" ? "en-GB" : locale;
  } catch {
    return "en-GB";
  }
}

/** A text in the quotation marks of a language. */
export function quoted(text: string, language: string): string {
  const [open, close] = /^de\b/i.test(language) ? ["„", "“"] : ["“", "”"];
  return `${open}${text}${close}`;
}

/** A value of a chart as the tables of its document write figures. */
export const chartValue = (value: number, language: string): string =>
  value.toLocaleString(localeOf(language)).replace(/^-/, "−");

/** Publisher, rights and time of reading of a source: what follows its title. */
export function sourceRights(
  { publisher, attribution, licence, retrievedAt }: Source,
  words: Pick<ExportWords, "read">,
  language: string,
): string {
  const at = Date.parse(retrievedAt);
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeZone: "UTC" });
  const read = Number.isNaN(at) ? "" : `${words.read} ${day.format(at)}`;
  return [publisher, attribution, licence, read].filter(Boolean).join(" · ");
}

/** Mark of a sentence that the person wrote or changed in the finished document. */
export const handMark = "✎";

/**
 * Mark of each claim in the text: numbers in the order of the document, from 1. Those without any ground get `?`, those
 * by the person's hand a pencil.
 */
export function claimMarks(document: Pick<ExportDocument, "claims" | "sections">): Map<string, string> {
  const inText = new Set(
    document.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => ("claimIds" in block ? (block.claimIds ?? []) : [])),
    ),
  );
  const known = new Map(document.claims.map((claim) => [claim.id, claim]));
  const marks = new Map<string, string>();
  let number = 0;
  for (const id of [...inText, ...known.keys()]) {
    const claim = known.get(id);
    if (claim === undefined || marks.has(id)) continue;
    marks.set(id, claim.byHand ? handMark : claim.check === "unverified" ? "?" : String((number += 1)));
  }
  return marks;
}

/** The sections with the number of each claim behind its sentence, as the list of claims has them. */
export function numberedSections(document: Pick<ExportDocument, "claims" | "sections">): Section[] {
  const marks = claimMarks(document);
  return sectionsOf(document, false).map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => {
      const claims = claimsIn(block, document.claims);
      if (claims.length === 0) return block;
      const turn = roundRobin(claims);
      return withTexts(block, (text) =>
        cutByClaims(text, claims)
          .map((piece) => (piece.claim ? `${piece.text} [${marks.get(turn(piece.claim).id) ?? "?"}]` : piece.text))
          .join(""),
      );
    }),
  }));
}

/** What each claim rests on, one line each. */
export function claimLines(document: ExportDocument, words: ExportWords): string[] {
  const marks = claimMarks(document);
  return document.claims.map((claim) => {
    const titles = document.sources.filter(({ id }) => claim.sourceIds.includes(id)).map(({ title }) => title);
    const head = `[${marks.get(claim.id) ?? "?"}] ${words.checks[claim.check] ?? claim.check}: ${claim.text}`;
    const sum = claim.computation ? `${words.sum}: ${claim.computation}` : "";
    return [head, claim.quote && `“${claim.quote}”`, sum, titles.join(", ")].filter(Boolean).join(" · ");
  });
}

/* Markdown */

/** An address that readers of Markdown make a link of, written plainly as it is. */
const bareAddress = /((?:https?|ftp):\/\/[^\s<>()[\]`"'|\\]+|www\.[^\s<>()[\]`"'|\\]+)/i;

const escapedMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~]/g, "\\$&")
    .replace(/^([^\S\n\r\u2028\u2029]*)([#>+-]|\d+[.)])(?=\s)/gm, (_all, space: string, mark: string) =>
      mark.length > 1 ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
    )
    .replace(/^([^\S\n\r\u2028\u2029]*)(-+|=+)[^\S\n\r\u2028\u2029]*$/gm, "$1\\$2")
    .replace(/&(?=[#a-z])/gi, "&amp;");

/**
 * Text as Markdown shows it: nothing in it becomes a heading, a link, an image or HTML. Addresses become code, which
 * no reader turns into links: a page could have had them written, to carry something away.
 */
const plain = (text: string): string =>
  text
    .split(bareAddress)
    .map((piece, at) => (at % 2 === 1 ? `\`${piece}\`` : escapedMarkdown(piece)))
    .join("");
const oneLine = (text: string): string => plain(text).replace(/\s+/g, (blank) => (blank.includes("\n") ? " " : blank));
/** The same with hard breaks: a line of the text stays a line. */
const withLines = (text: string): string =>
  plain(text)
    .split("\n")
    .map((line, at, all) => (line.trim() === "" || (all[at + 1] ?? "").trim() === "" ? line : `${line}\\`))
    .join("\n");
const yaml = (text: string): string => JSON.stringify(text);

function blockMarkdown(block: Block, language: string): string {
  switch (block.type) {
    case "p":
      return withLines(block.text);
    case "h":
      return `### ${oneLine(block.text)}`;
    case "list":
      return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${oneLine(item)}`).join("\n");
    case "table":
      return [
        `| ${block.columns.map(oneLine).join(" | ")} |`,
        `| ${block.columns.map((_, at) => (block.numeric?.includes(at) ? "---:" : "---")).join(" | ")} |`,
        ...block.rows.map((row) => `| ${block.columns.map((_, at) => oneLine(row[at] ?? "")).join(" | ")} |`),
      ].join("\n");
    case "kpi":
      return block.items
        .map(
          (item) =>
            `- **${oneLine(item.label)}**: ${oneLine(item.value)}${item.note ? ` (${oneLine(item.note)})` : ""}`,
        )
        .join("\n");
    case "chart":
      return [
        `**${oneLine(block.label)}**${block.unit === "" ? "" : ` (${oneLine(block.unit)})`}`,
        "",
        ...block.points.map((point) => `- ${oneLine(point.label)}: ${chartValue(point.value, language)}`),
      ].join("\n");
    case "quote":
      return [...withLines(block.text).split("\n"), ...(block.by ? [`— ${oneLine(block.by)}`] : [])]
        .map((line) => `> ${line}`)
        .join("\n");
    case "code": {
      // The fence is longer than any row of backticks in the text, so that nothing in it ends the block.
      const longest = Math.max(2, ...Array.from(block.text.matchAll(/`+/g), ([row]) => row.length));
      const fence = "`".repeat(longest + 1);
      return [`${fence}${block.language.replace(/[^\w+-]/g, "")}`, block.text, fence].join("\n");
    }
    case "checklist":
      return block.items.map((item) => `- [${item.done ? "x" : " "}] ${oneLine(item.text)}`).join("\n");
    case "callout":
      return withLines(block.text)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n");
  }
}

const listMarkdown = (title: string, items: string[]): string[] =>
  items.length === 0 ? [] : [`## ${title}`, items.map((item) => `- ${oneLine(item)}`).join("\n")];

/** The document as Markdown with front matter that says where it comes from. */
export function toMarkdown(document: ExportDocument, words: ExportWords, facts: ExportFacts): string {
  const { generator } = document;
  const front = [
    "---",
    `title: ${yaml(document.title)}`,
    `language: ${yaml(document.language)}`,
    `created: ${yaml(facts.createdAt)}`,
    `revision: ${facts.revision}`,
    `ai_generated: ${document.aiMark}`,
    `digital_source_type: ${yaml(sourceType(document.aiMark))}`,
    `origin: ${yaml(generatorLabel(document, words))}`,
    `engine: ${yaml(generator.engine)}`,
    `provider: ${yaml(generator.provider)}`,
    `model: ${yaml(generator.model)}`,
    `prompt_version: ${yaml(generator.promptVersion)}`,
    ...((facts.handEdited ?? []).length === 0 ? [] : [`hand_edited: ${(facts.handEdited ?? []).length}`]),
    "---",
  ].join("\n");
  const rightsSentence = (source: Source): string => {
    const rights = rightsOf(source);
    return rights === "" ? "" : `${oneLine(rights)}. `;
  };
  const sources = document.sources.map((source) => {
    const link = webLink(source.url);
    return `- ${oneLine(source.title)}${link ? ` <${link.replace(/[<>\s]/g, encodeURIComponent)}>` : ""}${source.publisher ? `, ${oneLine(source.publisher)}` : ""}. ${rightsSentence(source)}${words.read} ${source.retrievedAt}`;
  });
  return (
    [
      front,
      `> **${plain(generatorLabel(document, words))}**`,
      `# ${oneLine(document.title)}`,
      withLines(document.summary),
      ...numberedSections(document).flatMap((section) => [
        `## ${oneLine(section.title)}`,
        ...section.blocks.map((block) => blockMarkdown(block, document.language)),
      ]),
      ...listMarkdown(words.assumptions, document.assumptions),
      ...listMarkdown(words.openQuestions, furtherQuestions(document)),
      ...listMarkdown(words.issues, facts.issueTexts),
      ...listMarkdown(words.claims, claimLines(document, words)),
      ...(sources.length > 0 ? [`## ${words.sources}`, sources.join("\n")] : []),
      `${words.workflow}: ${plain(facts.workflow)} · ${words.revision} ${facts.revision} · ${[facts.createdText, ...handEditedText(words, facts)].map(plain).join(" · ")}`,
    ]
      .filter((part) => part.trim() !== "")
      .join("\n\n") + "\n"
  );
}

/** The stored document as it is, with its mark and where it comes from first. */
export function toJson(document: ExportDocument, words: ExportWords, facts: ExportFacts): string {
  const head = {
    aiMark: document.aiMark,
    digitalSourceType: sourceType(document.aiMark),
    origin: generatorLabel(document, words),
    generator: document.generator,
    revision: facts.revision,
    createdAt: facts.createdAt,
    ...((facts.handEdited ?? []).length === 0 ? {} : { handEdited: facts.handEdited }),
  };
  return `${JSON.stringify({ ...head, ...document }, null, 2)}\n`;
}

/** A file name of the title: letters and digits of any script, at most 60 of them. */
export function fileNameOf(title: string, ending: string): string {
  const stem = normalize(title, "NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `${stem || "document"}.${ending}`;
}
