import { isFormula } from "#src/kit/csv.ts";
import { trimEndBy } from "#src/kit/text.ts";
import { type ExportDocument, type ExportFacts, type ExportWords, generatorLabel, rightsOf } from "./rendering.ts";

/** A table that can leave as CSV or as a sheet of a workbook. */
export interface ExportTable {
  /** `section.0.2`: stable inside a document. */
  key: string;
  title: string;
  columns: string[];
  rows: string[][];
  /** Indexes of columns that hold numbers. */
  numeric: number[];
  /** Cells that a spreadsheet computes, see `document.ts`. */
  formulas: { row: number; column: number; formula: string }[];
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
  { revision, handEdited = [] }: Pick<ExportFacts, "revision" | "handEdited">,
): string {
  const { engine, provider, model, promptVersion } = document.generator;
  // Licences such as the ODbL want their words with every copy of the data.
  const rights = [...new Set(document.sources.map(rightsOf))].filter((right) => right !== "").join("; ");
  const provenance = [
    [words.origin, generatorLabel(document, words)],
    ["ai_generated", String(document.aiMark)],
    ["engine", engine],
    ["provider", provider],
    ["model", model],
    ["prompt_version", promptVersion],
    ["revision", String(revision)],
    ...(handEdited.length === 0 ? [] : ([["hand_edited", String(handEdited.length)]] as const)),
    ...(rights === "" ? [] : ([["attribution", rights]] as const)),
  ] as const;
  const lines = [
    [...table.columns, ...provenance.map(([name]) => name)],
    ...table.rows.map((row) => [...table.columns.map((_, at) => row[at] ?? ""), ...provenance.map(([, said]) => said)]),
  ];
  return `\uFEFF${lines.map((line) => line.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

/**
 * Tables of a document. Tables of one section with the same columns are one, since they were cut for reading alone;
 * the subheadings before them are then the first column.
 */
export function tablesOf({ sections }: Pick<ExportDocument, "sections">): ExportTable[] {
  const counts = new Map<string, number>();
  /** The same title with a number from the second time on. */
  const numbered = (title: string): string => {
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    return count === 1 ? title : `${title} ${count}`;
  };
  return sections.flatMap((section, at) => {
    const tables: (ExportTable & { groups: string[] })[] = [];
    let heading = "";
    section.blocks.forEach((block, place) => {
      if (block.type === "h") heading = block.text;
      if (block.type !== "table" || block.rows.length === 0) return;
      const { columns, rows, numeric = [], formulas = [] } = block;
      const groups = rows.map(() => heading);
      const last = tables.at(-1);
      if (last && formulas.length === 0 && JSON.stringify(last.columns) === JSON.stringify(columns)) {
        last.rows.push(...rows);
        last.groups.push(...groups);
      } else {
        const key = `section.${at}.${place}`;
        tables.push({ key, title: section.title, columns, rows: [...rows], numeric, formulas, groups });
      }
    });
    return tables.map(({ groups, ...table }) => {
      const isGrouped = new Set(groups).size > 1;
      const [heading = ""] = groups;
      const isPart = tables.length > 1 && !isGrouped && heading !== "";
      const titled = { ...table, title: numbered(isPart ? `${table.title}: ${heading}` : table.title) };
      return isGrouped ? grouped(titled, groups) : titled;
    });
  });
}

/** The column to the right of one: `B` after `A`, `AA` after `Z`. */
function nextColumn(letters: string): string {
  const kept = trimEndBy(letters, /Z/);
  const raised = kept === "" ? "A" : kept.slice(0, -1) + String.fromCharCode(kept.charCodeAt(kept.length - 1) + 1);
  return raised + "A".repeat(letters.length - kept.length);
}

function grouped(table: ExportTable, groups: readonly string[]): ExportTable {
  return {
    ...table,
    columns: [table.title, ...table.columns],
    rows: table.rows.map((row, at) => [groups[at] ?? "", ...row]),
    numeric: table.numeric.map((column) => column + 1),
    formulas: table.formulas.map(({ column, formula, ...one }) => ({
      ...one,
      column: column + 1,
      formula: formula.replace(/[A-Z]{1,2}(?=\d)/g, nextColumn),
    })),
  };
}
