import type { Block } from "../document.ts";

type Table = Pick<Extract<Block, { type: "table" }>, "columns" | "rows" | "numeric">;

export interface TableLayout {
  /** Indexes of the columns that stand side by side, in their order. */
  beside: number[];
  /** Indexes of the columns whose texts stand below the row, over its whole width, each after its name. */
  below: number[];
  /** On narrow pages each row becomes a list of names and values; tables of figures scroll sideways in its place. */
  isStacked: boolean;
}

/** Average letters of a cell from which a text is read as sentences and not as an entry, in a table of many columns. */
const sentenceLength = 32;
/** A column of this average makes the others narrow: sentences move below their rows. */
const passageLength = 90;
/** Up to so many columns, each has room for sentences. */
const fewColumns = 3;

/** Average letters of the cells that are not empty. */
function averageLength(rows: Table["rows"], column: number): number {
  const lengths = rows.map((row) => row[column]?.length ?? 0).filter((length) => length > 0);
  return lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** How a table of a document is laid out, judged by what its cells hold. */
export function tableLayout({ columns, rows, numeric = [] }: Table): TableLayout {
  const averages = columns.map((_, column) => averageLength(rows, column));
  const all = columns.map((_, column) => column);
  const isWide = columns.length > fewColumns && averages.some((average) => average >= passageLength);
  const below = isWide ? all.filter((column) => column > 0 && (averages[column] ?? 0) >= sentenceLength) : [];
  const beside = all.filter((column) => !below.includes(column));
  return { beside, below, isStacked: isStacked(columns.length, numeric.length) };
}

/** Whether narrow pages show the rows of a table as lists, by the numbers of its columns and of those with figures. */
export function isStacked(columns: number, numeric: number): boolean {
  const texts = columns - numeric;
  return texts >= fewColumns && texts > numeric;
}

/** A value in its figure and its unit: `37 person-weeks` as `37` and `person-weeks`. Other values have no unit. */
export function figureAndUnit(value: string): { figure: string; unit: string } {
  const [, figure = value, unit = ""] = /^([\p{Sc}]?[−-]?\d[\d.,]*)[\s\u00a0](\p{L}[\p{L} -]{3,})$/u.exec(value) ?? [];
  return { figure, unit };
}
