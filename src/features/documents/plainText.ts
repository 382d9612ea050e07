import { claimsIn, cutByClaims, roundRobin, withTexts } from "./blockTexts.ts";
import type { Block, Claim, Section, Source } from "./document.ts";
import { appendixParts, bodyParts, claimNote, type ExportPart, provenanceLines } from "./exportParts.ts";
import {
  chartValue,
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  quoted,
  sourceRights,
  webLink,
} from "./rendering.ts";

/* A document as plain text, as one writes it in a mail: no signs of markup, sources at the end. */

/** Columns from which rows are written as names and values: side by side they would break in a mail. */
const maxColumns = 3;
/** Letters of a cell up to which columns are side by side, with a tab between them. */
const longestCell = 30;

const indented = (text: string, by: string): string => text.replace(/\n/g, `\n${by}`);
const cellText = (text: string): string => text.replace(/\s+/g, " ").trim();

function tableText({ columns, rows }: Extract<Block, { type: "table" }>): string {
  const isNarrow = columns.length <= maxColumns && rows.every((row) => row.every((cell) => cell.length <= longestCell));
  if (isNarrow) {
    return [columns, ...rows]
      .map((row) =>
        columns
          .map((_, at) => cellText(row[at] ?? ""))
          .join("\t")
          .trimEnd(),
      )
      .join("\n");
  }
  return rows
    .map((row) =>
      columns
        .flatMap((column, at) => {
          const value = cellText(row[at] ?? "");
          return value === "" ? [] : [`${at === 0 ? "" : "  "}${column === "" ? "" : `${column}: `}${value}`];
        })
        .join("\n"),
    )
    .filter((record) => record !== "")
    .join("\n\n");
}

function blockText(block: Block, language: string): string {
  switch (block.type) {
    case "p":
    case "h":
    case "code":
    case "callout":
      return block.text;
    case "list":
      return block.items
        .map((item, at) => {
          const mark = block.ordered ? `${at + 1}. ` : "• ";
          return `${mark}${indented(item, " ".repeat(mark.length))}`;
        })
        .join("\n");
    case "table":
      return tableText(block);
    case "kpi":
      return block.items
        .map(({ label, value, note }) => `${label}: ${value}${note.trim() === "" ? "" : ` (${note})`}`)
        .join("\n");
    case "chart":
      return [
        block.label,
        ...block.points.map(
          ({ label, value }) => `${label}: ${chartValue(value, language)}${block.unit === "" ? "" : ` ${block.unit}`}`,
        ),
      ].join("\n");
    case "quote":
      return `${quoted(block.text, language)}${block.by.trim() === "" ? "" : `\n– ${block.by}`}`;
    case "checklist":
      return block.items.map(({ text, done }) => `${done ? "☑" : "☐"} ${indented(text, "  ")}`).join("\n");
  }
}

/** A section as plain text: its title and its blocks. */
export const sectionText = ({ title, blocks }: Pick<Section, "title" | "blocks">, language: string): string =>
  `${[title, ...blocks.map((block) => blockText(block, language))].join("\n\n")}\n`;

const underlined = (title: string, line: string): string => `${title}\n${line.repeat(Math.min(60, title.length))}`;

/** The document as plain text; facts have the number of their note at the end behind their sentence. */
export function toPlainText(document: ExportDocument, words: ExportWords, facts: ExportFacts): string {
  const numbers = new Map<string, number>();
  const marked = (block: Block): Block => {
    const claims = claimsIn(block, document.claims);
    const turn = roundRobin(claims);
    return withTexts(block, (text) =>
      cutByClaims(text, claims)
        .map((piece) => piece.text + (piece.claim ? ` [${numberOf(turn(piece.claim))}]` : ""))
        .join(""),
    );
  };
  const numberOf = ({ id }: Claim): number => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return number;
  };
  const written = ({ title, blocks }: ExportPart): string[] => [
    ...(title === null ? [] : [`\n${underlined(title, "-")}`]),
    ...blocks.map((block) => blockText(marked(block), document.language)),
  ];
  const body = bodyParts(document, words).flatMap(written);
  const appendix = appendixParts(document, words, facts, { isPlaced: ({ id }) => numbers.has(id) }).flatMap(written);
  const notes = document.claims
    .filter(({ id }) => numbers.has(id))
    .toSorted((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0))
    .map((claim) => {
      const note = claimNote(claim, document, words);
      return `[${numbers.get(claim.id)}] ${note.map(({ text }) => text).join("")}`;
    });
  const sourceText = (source: Source): string =>
    [source.title, webLink(source.url) ?? "", sourceRights(source, words, document.language)]
      .filter((part) => part !== "")
      .join(", ");
  const last = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`\n${underlined(title, "-")}`, lines.join("\n")];
  return `${[
    underlined(document.title, "="),
    document.summary,
    ...body,
    ...appendix,
    ...last(words.claims, notes),
    ...last(words.sources, document.sources.map(sourceText)),
    `\n${provenanceLines(document, words, facts).join("\n")}`,
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n")
    .replace(/\n{4,}/g, "\n\n\n")}\n`;
}
