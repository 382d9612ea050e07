import type { Block } from "../document.ts";
import { tableLayout } from "./tableLayout.ts";

/** Widths of a cell's text: of its longest word, and of all of it on one line. */
export interface TextWidths {
  least: number;
  most: number;
}

interface TableFit {
  /** Of each column, together the width of the table. */
  widths: number[];
  /** By which the type is made smaller. */
  scale: number;
}

/** From the usual size down to the smallest that can be read on paper. */
const scales = [1, 0.92, 0.85, 0.78] as const;
/** No cell asks for more than this share of the table before its text breaks into lines. */
const widestShare = 0.42;

/** In a table of more columns than these, a text of more lines than these is a tower of words. */
const [fewColumns, mostLines] = [4, 6];
/** The same for a crowd of columns, in which each is narrow. */
const [manyColumns, crowdedLines] = [6, 3];

/** Shares room among wishes: small ones are met in full, and what is left goes to the large ones in equal parts. */
function shareRoom(room: number, wishes: readonly number[]): number[] {
  const given = wishes.map(() => 0);
  let rest = room;
  const smallestFirst = [...wishes.entries()].toSorted(([, a], [, b]) => a - b);
  for (const [place, [at, wish]] of smallestFirst.entries()) {
    const own = Math.min(wish, rest / (wishes.length - place));
    given[at] = own;
    rest -= own;
  }
  return given;
}

/** Widths of a column: of its head, and of each of its cells. */
interface ColumnWidths {
  head: TextWidths;
  cells: readonly TextWidths[];
  /** Left and right together. */
  padding: number;
  /** It takes a part of the spare width; figures that name a row stay at the left. */
  grows: boolean;
}

/**
 * Widths of columns in which no word is cut, in the largest type that allows it; null when the words of a row do not
 * fit side by side even in the smallest. Short cells stay on one line before long ones take more room, and heads break
 * before cells do.
 */
function fitTable(columns: readonly ColumnWidths[], width: number): TableFit | null {
  const most = (values: readonly number[]): number => values.reduce((high, value) => Math.max(high, value), 0);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  for (const scale of scales) {
    const least = columns.map(
      ({ head, cells, padding }) => most([head, ...cells].map((cell) => cell.least)) * scale + padding,
    );
    if (sum(least) > width) continue;
    const grown = (from: readonly number[], texts: (column: ColumnWidths) => readonly TextWidths[]): number[] => {
      const wishes = columns.map((column, at) =>
        Math.max(
          0,
          Math.min(most(texts(column).map((text) => text.most)) * scale + column.padding, width * widestShare) -
            (from[at] ?? 0),
        ),
      );
      const given = shareRoom(Math.max(0, width - sum(from)), wishes);
      return from.map((own, at) => own + (given[at] ?? 0));
    };
    const widths = grown(
      grown(least, ({ cells }) => cells),
      ({ head }) => [head],
    );
    // Spare width is shared by all columns, so that figures do not crowd at the edge of a wide first column.
    const natural = columns.map(({ head, cells, padding, grows }) =>
      !grows ? 0 : Math.min(width, most([head, ...cells].map((text) => text.most)) * scale + padding),
    );
    const spare = Math.max(0, width - sum(widths));
    const all = sum(natural);
    return {
      scale,
      widths: widths.map((own, at) => own + (all === 0 ? spare / columns.length : (spare * (natural[at] ?? 0)) / all)),
    };
  }
  return null;
}

/** How the columns of a table share the width of a page. */
export interface TableShares extends TableFit {
  /** Indexes of the columns side by side, and of those that are below each row, after their names. */
  beside: number[];
  below: number[];
  /**
   * Of each column side by side, the room right of its text beside the padding: figures keep away from a text after
   * them.
   */
  insets: number[];
}

/**
 * Shares a width among the columns of a table, so that no word is cut; when the words of a row do not fit side by side,
 * or a text would become a tower of words, the longest columns move below their rows, one after the other.
 * @param width of the table, in the measure of `widthsOf`
 * @param padding of a cell, left and right together
 * @param widthsOf a cell's text; heads are bold, and so is what names a row
 */
export function shareTable(
  block: Extract<Block, { type: "table" }>,
  width: number,
  padding: number,
  widthsOf: (text: string, isBold: boolean) => TextWidths,
): TableShares {
  const { beside, below } = tableLayout(block);
  const columns = block.columns.map((column, at) => ({
    head: widthsOf(column, true),
    cells: block.rows.map((row) => widthsOf(row[at] ?? "", at === 0)),
  }));
  const longest = (column: number): number => {
    const { head, cells = [] } = columns[column] ?? {};
    return Math.max(head?.most ?? 0, ...cells.map(({ most }) => most));
  };
  const isNumeric = (column: number | undefined): boolean =>
    column !== undefined && (block.numeric?.includes(column) ?? false);
  for (;;) {
    const insets = beside.map((column, at) =>
      isNumeric(column) && at < beside.length - 1 && !isNumeric(beside[at + 1]) ? padding : 0,
    );
    const fit = fitTable(
      beside.flatMap((column, at) => {
        const widths = columns[column];
        return widths ? [{ ...widths, padding: padding + (insets[at] ?? 0), grows: at > 0 || !isNumeric(column) }] : [];
      }),
      width,
    );
    /** Lines of the longest cell of a column. */
    const height = (column: number): number => {
      const at = beside.indexOf(column);
      const room = (fit?.widths[at] ?? width) - padding - (insets[at] ?? 0);
      return (longest(column) * (fit?.scale ?? 1)) / room;
    };
    // The first column names the row.
    const [next] = beside.slice(1).toSorted((a, b) => (fit ? height(b) - height(a) : longest(b) - longest(a)));
    const most = beside.length > manyColumns ? crowdedLines : mostLines;
    const isTower = next !== undefined && beside.length > fewColumns && height(next) > most;
    if (fit && !isTower) return { beside, below, insets, ...fit };
    if (next === undefined) return { beside, below, insets, widths: beside.map(() => width), scale: 1 };
    beside.splice(beside.indexOf(next), 1);
    below.push(next);
    below.sort((a, b) => a - b);
  }
}
