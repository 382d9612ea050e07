import writeExcelFile from "write-excel-file/universal";
import type { SheetData } from "write-excel-file/universal";
import type { ExportTable } from "../csv.ts";
import { cellNumber } from "./cellNumber.ts";
import {
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  handEditedText,
  generatorLabel,
  sourceRights,
  sourceType,
} from "../rendering.ts";
import { xmlText } from "./xmlText.ts";

/* The tables of a document as a workbook, one sheet each, with numbers that can be computed with. */

/**
 * Excel takes at most 31 characters, and none of these, for the name of a sheet; two names differ in more than case.
 */
const longestName = 31;
const forbidden = /[\\/?*[\]:']/g;

/** Names for sheets: valid, and each one once. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const base = xmlText(title).replace(forbidden, " ").replace(/\s+/g, " ").trim() || "1";
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? "" : ` ${number}`;
      const name = `${base
        .slice(0, longestName - ending.length)
        .toWellFormed()
        .trim()}${ending}`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

/** Only sums and products of cells become formulas; anything else in a stored document is text. */
const knownFormula = /^=(?:[A-Z]{1,2}\d{1,5}|SUM\([A-Z]{1,2}\d{1,5}:[A-Z]{1,2}\d{1,5}\))(?:[*+-][A-Z]{1,2}\d{1,5})*$/;

const [leastWidth, mostWidth] = [8, 60];
/** Letters of the longest cell, within bounds. */
const widthOf = (table: ExportTable, column: number): number =>
  table.rows.reduce(
    (most, row) => Math.max(most, Math.min(mostWidth, row[column]?.length ?? 0)),
    Math.min(mostWidth, Math.max(leastWidth, table.columns[column]?.length ?? 0)),
  ) + 2;

type Cell = NonNullable<SheetData[number][number]>;
const bold = { fontWeight: "bold" } as const;
const textCell = (text: string, more: object = {}): Cell => ({
  type: String,
  value: xmlText(text),
  wrap: true,
  ...more,
});

function sheetData(table: ExportTable, language: string): SheetData {
  const formulas = new Map(
    table.formulas
      .filter(({ formula }) => knownFormula.test(formula))
      .map(({ row, column, formula }) => [`${row}/${column}`, formula]),
  );
  return [
    table.columns.map((column) => textCell(column, { ...bold, bottomBorderStyle: "thin" })),
    ...table.rows.map((row, at) =>
      table.columns.map((_, column): Cell => {
        const formula = formulas.get(`${at}/${column}`);
        if (formula) return { type: "Formula", value: formula, format: "#,##0.00" };
        const text = row[column] ?? "";
        const number = table.numeric.includes(column) ? cellNumber(text, language) : null;
        return number ? { type: Number, value: number.value, format: number.format } : textCell(text);
      }),
    ),
  ];
}

/** The tables as an Excel workbook. Its last sheet says where they come from. */
export async function toXlsx(
  tables: readonly ExportTable[],
  document: ExportDocument,
  words: ExportWords,
  facts: ExportFacts,
): Promise<Blob> {
  const { engine, provider, model, promptVersion } = document.generator;
  const about: [string, string][] = [
    [words.workflow, facts.workflow],
    [words.revision, String(facts.revision)],
    [words.created, facts.createdText],
    [words.origin, generatorLabel(document, words)],
    ["ai_generated", String(document.aiMark)],
    ["digital_source_type", sourceType(document.aiMark)],
    [words.engine, [engine, provider, model].filter(Boolean).join(", ")],
    [words.promptVersion, promptVersion],
    ...handEditedText(words, facts).map((text): [string, string] => [words.note, text]),
    ...document.sources.map((source): [string, string] => [
      words.sources,
      [source.title, source.url, sourceRights(source, words, document.language)].join(" · "),
    ]),
  ];
  const names = sheetNames([...tables.map(({ title }) => title), words.origin]);
  const sheets = [
    ...tables.map((table, at) => ({
      sheet: names[at] ?? String(at + 1),
      data: sheetData(table, document.language),
      columns: table.columns.map((_, column) => ({ width: widthOf(table, column) })),
      stickyRowsCount: 1,
    })),
    {
      sheet: names.at(-1) ?? words.origin,
      data: about.map(([name, said]) => [textCell(name, bold), textCell(said)]),
      columns: [{ width: 24 }, { width: 90 }],
    },
  ];
  return writeExcelFile(sheets).toBlob();
}
