import type { Block } from "../document.ts";

type Table = Pick<Extract<Block, { type: "table" }>, "columns" | "rows" | "numeric">;

export interface TableLayout {
  /** Indexes of the columns that are side by side, in their order. */
  beside: number[];
  /** Indexes of the columns whose texts are below the row, over its whole width, each after its name. */
  below: number[];
  /** On narrow pages each row becomes a list of names and values; tables of figures scroll sideways in its place. */
  isStacked: boolean;
  /** So many columns side by side that each is better narrow. */
  isCrowded: boolean;
}

/** Average letters of a cell from which a text is read as sentences and not as an entry, in a table of many columns. */
const sentenceLength = 32;
/** A column of this average makes the others narrow: sentences move below their rows. */
const passageLength = 90;
/** Up to so many columns, each has room for sentences. */
const fewColumns = 3;

/** More columns than these are a crowd: shorter texts are read as sentences, since each has little room. */
const manyColumns = 6;
const crowdedPassage = 40;

/** Letters that the page has room for between the columns; a word that would be cut counts whole. */
const roomLetters = 84;
/** Of each column, the room between it and the next, in letters, and the least it takes. */
const [gapLetters, leastLetters] = [1.5, 5];

/** Letters of the longest piece of a text that does not break. */
const longestWord = (text: string): number =>
  text.split(/[\s/–-]+/u).reduce((longest, word) => Math.max(longest, word.length), 0);

/**
 * Texts that are below their rows because the longest words of all columns do not fit side by side: those with the
 * longest words, one after the other, until the rest fits.
 */
function tooLong({ columns, rows, numeric = [] }: Table, beside: readonly number[]): number[] {
  const letters = new Map(
    beside.map((column) => {
      const figures = numeric.includes(column);
      const cells = rows.map((row) => (figures ? (row[column] ?? "").length : longestWord(row[column] ?? "")));
      return [column, Math.max(leastLetters, longestWord(columns[column] ?? ""), ...cells)] as const;
    }),
  );
  const texts = beside.filter((column) => column > 0 && !numeric.includes(column) && rows.some((row) => row[column]));
  const moved: number[] = [];
  let all = [...letters.values()].reduce((sum, own) => sum + own + gapLetters, 0);
  for (const column of texts.toSorted((a, b) => (letters.get(b) ?? 0) - (letters.get(a) ?? 0))) {
    if (all <= roomLetters) break;
    moved.push(column);
    all -= (letters.get(column) ?? 0) + gapLetters;
  }
  return moved;
}

/** Average letters of the cells that are not empty. */
function averageLength(rows: Table["rows"], column: number): number {
  const lengths = rows.map((row) => row[column]?.length ?? 0).filter((length) => length > 0);
  return lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** How a table of a document is laid out, judged by what its cells hold. */
export function tableLayout(table: Table): TableLayout {
  const { columns, rows, numeric = [] } = table;
  const averages = columns.map((_, column) => averageLength(rows, column));
  const all = columns.map((_, column) => column);
  const passage = columns.length > manyColumns ? crowdedPassage : passageLength;
  const isWide = columns.length > fewColumns && averages.some((average) => average >= passage);
  const sentences = isWide ? all.filter((column) => column > 0 && (averages[column] ?? 0) >= sentenceLength) : [];
  const stacks = isStacked(columns.length, numeric.length);
  const rest = all.filter((column) => !sentences.includes(column));
  const moved = stacks && columns.length > fewColumns ? tooLong(table, rest) : [];
  const below = all.filter((column) => sentences.includes(column) || moved.includes(column));
  const beside = all.filter((column) => !below.includes(column));
  return { beside, below, isStacked: stacks, isCrowded: beside.length > manyColumns };
}

/** A row as people paste it into a message: what names it, then each of its sentences after the name of its column. */
export const rowText = (
  columns: readonly string[],
  row: readonly string[],
  { beside, below }: Pick<TableLayout, "beside" | "below">,
): string =>
  [
    beside.flatMap((column) => row[column] || []).join(", "),
    ...below.flatMap((column) => (row[column] ? [`${columns[column]}: ${row[column]}`] : [])),
  ].join("\n\n");

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
