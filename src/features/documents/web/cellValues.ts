import type { AppLanguage } from "#src/kit/schemas.ts";
import type { SectionEditor } from "../edits.ts";
import { formatNumber } from "#src/ui/format.ts";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { parseTypedDate } from "#src/kit/time/typedDate.ts";
import { parseTypedNumber } from "#src/ui/typedNumber.ts";

export type RowsEditorModel = Extract<SectionEditor, { kind: "rows" }>;
export type CellColumn = RowsEditorModel["columns"][number];

/** A stored value as it is shown and typed: figures and dates in the manner of the language. */
export function shownCell(kind: CellColumn["kind"], stored: string, language: AppLanguage): string {
  if (kind === "date") return formatShortDate(stored, language) || stored;
  if (kind !== "number" || stored.trim() === "") return stored;
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const shown = formatNumber(value, language, { places: decimalsOf(stored) });
  return parseTypedNumber(shown, language) === value ? shown : stored;
}

const decimalsOf = (stored: string): number => Math.min(10, /\.(\d+)$/.exec(stored)?.[1]?.length ?? 0);

/** What was typed as it is stored (`1234.5`, `2027-02-01`); null for what is no figure or no date. */
export function storedCell(kind: CellColumn["kind"], typed: string, language: AppLanguage): string | null {
  if (kind === "number") {
    const value = parseTypedNumber(typed, language);
    return value === null ? "" : Number.isFinite(value) ? plainNumber(value) : null;
  }
  if (kind !== "date") return kind === "long" ? typed.trim() : typed.replaceAll(/\s+/g, " ").trim();
  if (typed.trim() === "") return "";
  const date = parseTypedDate(typed);
  return date.ok ? date.value : null;
}

/** Without an exponent, which people do not write. */
const plainNumber = (value: number): string => {
  const text = String(value);
  return text.includes("e") ? value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 }) : text;
};

/** Whether a text is a value that its column can store. */
export const isCellStored = (kind: CellColumn["kind"], text: string): boolean =>
  text === "" ||
  (kind === "number" ? Number.isFinite(Number(text)) : kind === "date" ? /^\d{4}-\d{2}-\d{2}$/.test(text) : true);

/** Widths of the columns that share a line, in rem; longer ones go below it. */
const minWidths = { text: 8, long: 14, pick: 7.5, number: 5, date: 6.5 } as const;
/** Of the computed cells that lead a row. */
const leadWidth = 5;
/** Room of a line in the measure of a document, in rem, without what is at its end. */
const lineRoom = 32;
/** Texts of more characters get a line of their own where others are beside them. */
const longText = 120;

/** Which columns share a line and which get one of their own below it. @param hasLead computed cells are first */
export function rowLines(
  columns: readonly CellColumn[],
  hasLead: boolean,
): { line: CellColumn[]; below: CellColumn[] } {
  const isLong = ({ kind, most }: CellColumn): boolean =>
    kind === "long" || (kind === "text" && (most ?? 0) > longText);
  if (columns.length === 1) return { line: [...columns], below: [] };
  const [line, below]: [CellColumn[], CellColumn[]] = [[], []];
  let room = lineRoom - (hasLead ? leadWidth : 0);
  for (const column of columns) {
    const width = minWidths[column.kind];
    if (isLong(column) || width > room) below.push(column);
    else {
      line.push(column);
      room -= width;
    }
  }
  return { line, below };
}

/** `grid-template-columns` of the columns that share a line. */
export const lineColumns = (line: readonly CellColumn[], hasLead: boolean): string =>
  [
    ...(hasLead ? [`minmax(${leadWidth}rem, 1fr)`] : []),
    ...line.map(
      ({ kind }) => `minmax(${minWidths[kind]}rem, ${kind === "text" ? "2fr" : kind === "long" ? "4fr" : "1fr"})`,
    ),
  ].join(" ");
