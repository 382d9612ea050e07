import { isFormula } from "#src/kit/csv.ts";
import type { Block, Section } from "./document.ts";
import { type ExportDocument, type ExportFacts, type ExportWords, originOf, rightsOf } from "./rendering.ts";

/** A table that can leave as CSV. */
export interface ExportTable {
  /** `section.0.2` or `data.items`: stable inside a document. */
  key: string;
  title: string;
  columns: string[];
  rows: string[][];
}

/**
 * One CSV cell. Spreadsheets run what starts with = + - @ or a control character; an apostrophe keeps it text.
 * Numbers with a sign stay numbers.
 */
export function csvCell(value: string): string {
  const isRun = isFormula(value) && !/^[+-]?\d+([.,]\d+)?$/.test(value);
  const safe = isRun ? `'${value}` : value;
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** RFC 4180 with a byte order mark, so that spreadsheets read umlauts. Each row carries where it comes from. */
export function toCsv(
  table: ExportTable,
  document: ExportDocument,
  words: ExportWords,
  { revision }: Pick<ExportFacts, "revision">,
): string {
  const { engine, provider, model, promptVersion } = document.generator;
  // Licences such as the ODbL want their words with every copy of the data.
  const rights = [...new Set(document.sources.map(rightsOf))].filter((right) => right !== "").join("; ");
  const provenance = [
    [words.origin, originOf(document, words)],
    ["ai_generated", String(document.aiMark)],
    ["engine", engine],
    ["provider", provider],
    ["model", model],
    ["prompt_version", promptVersion],
    ["revision", String(revision)],
    ...(rights === "" ? [] : ([["attribution", rights]] as const)),
  ] as const;
  const lines = [
    [...table.columns, ...provenance.map(([name]) => name)],
    ...table.rows.map((row) => [...table.columns.map((_, at) => row[at] ?? ""), ...provenance.map(([, said]) => said)]),
  ];
  return `\uFEFF${lines.map((line) => line.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value in one cell: lists joined by `; `, records as `name: value`, numbers with at most two decimals. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join("; ");
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([name, inner]) => `${name}: ${cellOf(inner)}`)
      .join(", ");
  }
  return String(typeof value === "number" ? Number(value.toFixed(2)) : value);
}

/** Tables of a document: those in its text, and each list of records in its data. */
export function tablesOf(document: ExportDocument): ExportTable[] {
  const fromText = document.sections.flatMap((section, at) =>
    section.blocks.flatMap((block, place) => tableOf(section, block, `section.${at}.${place}`)),
  );
  const data = isRecord(document.data) ? Object.entries(document.data) : [];
  const fromData = data.flatMap(([name, value]): ExportTable[] => {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return [];
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
    return [
      {
        key: `data.${name}`,
        title: name,
        columns,
        rows: value.map((row) => columns.map((column) => cellOf(row[column]))),
      },
    ];
  });
  return [...fromData, ...fromText];
}

function tableOf(section: Section, block: Block, key: string): ExportTable[] {
  return block.type === "table" && block.rows.length > 0
    ? [{ key, title: section.title, columns: block.columns, rows: block.rows }]
    : [];
}
