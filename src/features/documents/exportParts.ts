import { cutByClaims, cutByOwn, gapsKey, isGap } from "./blockTexts.ts";
import type { Block, Claim, Section, Source } from "./document.ts";
import {
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  furtherQuestions,
  handEditedText,
  generatorLabel,
  quoted,
  rightsOf,
  sectionsOf,
  webLink,
} from "./rendering.ts";

/* What Word, PDF and text have in common: which parts a file has, and what a fact rests on. */

export interface ExportOptions {
  /** What is handed on alone: without internal parts, notes, assumptions and open questions. */
  isFinal?: boolean;
}

/** A part of a file; without a title, its text follows the part before it. */
export interface ExportPart {
  title: string | null;
  blocks: Block[];
}

type TableBlock = Extract<Block, { type: "table" }>;

/** A table without the columns that only its owner reads. */
function finalTable({ internal = [], numeric = [], columns, rows, ...block }: TableBlock): TableBlock {
  const kept = columns.map((_, column) => column).filter((column) => !internal.includes(column));
  return {
    ...block,
    columns: kept.map((column) => columns[column] ?? ""),
    rows: rows.map((row) => kept.map((column) => row[column] ?? "")),
    numeric: kept.flatMap((column, at) => (numeric.includes(column) ? [at] : [])),
  };
}

/**
 * Blocks that a reader outside is meant to see: remarks of the product stay out. Gaps stay visible, as sentences that
 * say what is open and not as boxes to fill in.
 */
const finalBlocks = ({ blocks }: Pick<Section, "blocks">, words: OpenWords): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.type === "callout") return isGap(block) ? [{ type: "p", text: `${words.open}: ${block.text}` }] : [];
    return [block.type === "table" ? finalTable(block) : block];
  });

type OpenWords = Pick<ExportWords, "open" | "openQuestions">;

/** The list of gaps as it is handed on: questions that are open. */
const openQuestionsPart = ({ blocks }: Section, words: OpenWords): ExportPart => ({
  title: words.openQuestions,
  blocks: [
    ...finalBlocks({ blocks: blocks.filter((block) => !isGap(block)) }, words),
    { type: "list", ordered: false, items: blocks.filter(isGap).map(({ text }) => text) },
  ],
});

/** The text itself. */
export const bodyParts = (
  document: Pick<ExportDocument, "sections">,
  words: OpenWords,
  { isFinal = false }: ExportOptions = {},
): ExportPart[] =>
  sectionsOf(document, isFinal).map((section) => {
    if (!isFinal) return section;
    if (section.key === gapsKey && section.blocks.some(isGap)) return openQuestionsPart(section, words);
    const title = section.deliverable === "plain" ? null : section.title;
    return { title, blocks: finalBlocks(section, words) };
  });

/** Letters up to which a paragraph before a table or a list announces it. */
const announcement = 200;
const announced = new Set<Block["type"]>(["table", "chart", "list", "checklist", "code"]);
const remarkedOn = new Set<Block["type"]>(["table", "chart", "kpi"]);

/**
 * Whether a page break between two blocks would part what reads as one: a remark from its table, a line from its list.
 */
export const belongTogether = (block: Block, next: Block | undefined): boolean =>
  next !== undefined &&
  ((block.type === "p" && block.text.length <= announcement && announced.has(next.type)) ||
    (next.type === "callout" && remarkedOn.has(block.type)));

/** Key figures side by side: a single one in the second row would look forgotten. */
export function figuresPerRow(count: number): number {
  const most = count % 4 === 1 ? 3 : 4;
  return Math.min(most, Math.max(1, count));
}

/** What a cell below its row has to say: a dash says nothing. */
export const hasWords = (text: string): boolean => !/^[\s–—-]*$/u.test(text);

const listed = (title: string, items: string[]): ExportPart[] =>
  items.length === 0 ? [] : [{ title, blocks: [{ type: "list", ordered: false, items }] }];

/**
 * What follows the text: assumptions, open questions, remarks, and the facts without a place in it; nothing of it is
 * handed on.
 * @param isPlaced whether a fact has a note at its place
 */
export function appendixParts(
  document: ExportDocument,
  words: ExportWords,
  facts: ExportFacts,
  { isFinal = false, isPlaced }: ExportOptions & { isPlaced: (claim: Claim) => boolean },
): ExportPart[] {
  if (isFinal) return [];
  const unplaced = document.claims.filter((claim) => !isPlaced(claim));
  const isOwn = (claim: Claim): boolean => claim.check === "user" && claimNote(claim, document, words).length === 1;
  const own = unplaced.filter(isOwn);
  const isGrouped = own.length > 1;
  const told = (claim: Claim): string =>
    `${claim.text} · ${claimNote(claim, document, words)
      .map(({ text }) => text)
      .join("")}`;
  return [
    ...listed(words.assumptions, document.assumptions),
    ...listed(words.openQuestions, furtherQuestions(document)),
    ...listed(words.issues, facts.issueTexts),
    ...listed(words.furtherClaims, [
      ...unplaced.filter((claim) => !isGrouped || !isOwn(claim)).map(told),
      // Listed one by one, they would repeat the paper.
      ...(isGrouped ? [`${words.checks["user"] ?? "user"} · ${words.ownSentences(own.length)}`] : []),
    ]),
  ];
}

/** The sources that a file lists: all of them, or those of the facts that are handed on. */
export function listedSources(
  { claims, sources }: Pick<ExportDocument, "claims" | "sources">,
  { isFinal = false, isPlaced }: ExportOptions & { isPlaced: (claim: Claim) => boolean },
): Source[] {
  const cited = new Set(claims.filter(isPlaced).flatMap(({ sourceIds }) => sourceIds));
  // What was read twice is listed once.
  const shown = new Map<string, Source>();
  for (const source of sources.filter(({ id }) => !isFinal || cited.has(id))) {
    const key = JSON.stringify([source.title, source.url, rightsOf(source), source.retrievedAt.slice(0, 10)]);
    if (!shown.has(key)) shown.set(key, source);
  }
  return [...shown.values()];
}

/** A piece of a note; with a link, it opens that page. */
export interface NotePiece {
  text: string;
  link?: string;
}

/** What a fact rests on: how it was checked, the words or the sum, the sources. */
export function claimNote(
  { check, quote, computation, sourceIds }: Claim,
  { sources, language }: Pick<ExportDocument, "sources" | "language">,
  words: Pick<ExportWords, "checks" | "sum">,
): NotePiece[] {
  const parts: NotePiece[][] = [
    [{ text: words.checks[check] ?? check }],
    quote === "" ? [] : [{ text: quoted(quote, language) }],
    computation ? [{ text: `${words.sum}: ${computation}` }] : [],
    sources
      .filter(({ id }) => sourceIds.includes(id))
      .flatMap(({ title, url }, at) => {
        const link = webLink(url);
        const name = `${at > 0 ? "; " : ""}${title}`;
        return link === null ? [{ text: name }] : [{ text: `${name}, ` }, { text: link, link }];
      }),
  ];
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at > 0 ? [{ text: " · " }, ...part] : part));
}

/** Lines at the end of a file that say where it comes from. */
export function provenanceLines(document: ExportDocument, words: ExportWords, facts: ExportFacts): string[] {
  return [
    [generatorLabel(document, words), ...handEditedText(words, facts)].join(" · "),
    `${words.workflow}: ${facts.workflow} · ${words.revision} ${facts.revision} · ${facts.createdText}`,
  ];
}

/** A piece of a text: plain, a fact, or written by hand; a fact that was changed by hand is both. */
export interface MarkedPiece {
  text: string;
  claim?: Claim;
  isOwn: boolean;
}

/** A text whose figures stay on one line with their unit. */
export const withFixedSpaces = (text: string): string => text.replace(/(?<=\d) (?=[%‰€£$°](?![\p{L}\d]))/gu, "\u00a0");

/** An address as one reads it on paper: without its protocol and the stroke at its end. */
export const shownAddress = (link: string): string => link.replace(/^https?:\/\/(?:www\.)?|\/$/gu, "");

/** Cuts a text at its facts and at what was written by hand; figures stay with their unit. */
export function markedPieces(text: string, claims: readonly Claim[], handEdited: readonly string[]): MarkedPiece[] {
  const isOwn = cutByOwn(text, handEdited).flatMap((piece) => Array<boolean>(piece.text.length).fill(piece.isOwn));
  let start = 0;
  return cutByClaims(text, claims).flatMap((piece) => {
    const cut: MarkedPiece[] = [];
    for (const [at, sign] of piece.text.split("").entries()) {
      const own = isOwn[start + at] ?? false;
      const last = cut.at(-1);
      if (last?.isOwn === own) last.text += sign;
      else cut.push({ text: sign, isOwn: own });
    }
    start += piece.text.length;
    // The note of a fact follows its last word.
    const last = cut.at(-1);
    if (piece.claim && last) last.claim = piece.claim;
    return cut.map((own) => ({ ...own, text: withFixedSpaces(own.text) }));
  });
}
