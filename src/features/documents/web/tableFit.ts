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

/**
 * Widths of columns in which no word is cut, in the largest type that allows it; null when the words of a row do not
 * fit side by side even in the smallest.
 * @param columns of each column, the widths of its cells with the head
 * @param padding of a cell, left and right together
 */
function fitTable(columns: readonly (readonly TextWidths[])[], width: number, padding: number): TableFit | null {
  const most = (values: readonly number[]): number => values.reduce((high, value) => Math.max(high, value), 0);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  for (const scale of scales) {
    const least = columns.map((cells) => most(cells.map((cell) => cell.least)) * scale + padding);
    const spare = width - sum(least);
    if (spare < 0) continue;
    const wanted = columns.map((cells, at) =>
      Math.max(
        0,
        Math.min(most(cells.map((cell) => cell.most)) * scale + padding, width * widestShare) - (least[at] ?? 0),
      ),
    );
    const all = sum(wanted);
    return {
      scale,
      widths: least.map((own, at) => own + (all === 0 ? spare / columns.length : (spare * (wanted[at] ?? 0)) / all)),
    };
  }
  return null;
}

/** How the columns of a table share the width of a page. */
export interface TableShares extends TableFit {
  /** Indexes of the columns side by side, and of those that stand below each row, after their names. */
  beside: number[];
  below: number[];
}

/**
 * Shares a width among the columns of a table, so that no word is cut; when the words of a row do not fit side by side,
 * the longest columns move below their rows, one after the other.
 * @param width of the table, in the measure of `widthsOf`
 * @param padding of a cell, left and right together
 * @param widthsOf a cell's text
 */
export function shareTable(
  block: Extract<Block, { type: "table" }>,
  width: number,
  padding: number,
  widthsOf: (text: string, isHead: boolean) => TextWidths,
): TableShares {
  const { beside, below } = tableLayout(block);
  const cells = block.columns.map((column, at) => [
    widthsOf(column, true),
    ...block.rows.map((row) => widthsOf(row[at] ?? "", false)),
  ]);
  const longest = (column: number): number => Math.max(...(cells[column] ?? []).map(({ most }) => most));
  for (;;) {
    const fit = fitTable(
      beside.map((column) => cells[column] ?? []),
      width,
      padding,
    );
    if (fit) return { beside, below, ...fit };
    // The first column names the row.
    const [next] = beside.slice(1).toSorted((a, b) => longest(b) - longest(a));
    if (next === undefined) return { beside, below, widths: beside.map(() => width), scale: 1 };
    beside.splice(beside.indexOf(next), 1);
    below.push(next);
    below.sort((a, b) => a - b);
  }
}
