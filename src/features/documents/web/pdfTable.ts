import type { Block } from "../document.ts";
import { hasWords, withFixedSpaces } from "../exportParts.ts";
import { ink, type Item, type Paper, type Struct } from "./pdfPaper.ts";
import { layoutLines, type Line, type TextStyle, type Run, widthsOf } from "./pdfText.ts";
import { shareTable } from "./tableFit.ts";

/* Tables of a PDF: their head is repeated on each page, and no row is cut, unless it is longer than a page. */

type TableBlock = Extract<Block, { type: "table" }>;

const size = 8.6;
const leading = 1.36;
const padding = { side: 5, top: 4.2, bottom: 4.4 };

/** Rows of a table that no page break divides, and the share of a page that they take at most. */
const [shortTable, shortShare] = [6, 0.25];

interface Cell {
  lines: Line[];
  x: number;
  width: number;
  /** Room right of the text beside the padding. */
  inset: number;
  isRight: boolean;
  type: "TD" | "TH";
}

/** Runs of a text; in a table, with the cells of its row. */
type RenderRuns = (text: string, look: TextStyle, row?: readonly string[]) => Run[];

const plain = (text: string, look: TextStyle): Run[] => [{ text, look }];
const headLook = (points: number): TextStyle => ({ face: "sansBold", size: points, color: ink.soft });
const cellLook = (points: number): TextStyle => ({ face: "sans", size: points, color: ink.text });

/** A table in columns; what does not fit side by side is below its row, each value after its name. */
export function tableItems(block: TableBlock, paper: Paper, written: RenderRuns): Item[] {
  const shown = shareTable(block, paper.width, 2 * padding.side, (text, isBold) =>
    widthsOf(plain(withFixedSpaces(text), isBold ? headLook(size) : cellLook(size)), paper.measure),
  );
  const points = size * shown.scale;
  const lineHeight = points * leading;
  let table: Struct | null = null;

  const cellsOf = (texts: readonly string[], isHead: boolean, isBold = false): Cell[] => {
    let x = 0;
    return shown.beside.map((column, at) => {
      const width = shown.widths[at] ?? 0;
      const inset = shown.insets[at] ?? 0;
      const look = isHead
        ? headLook(points)
        : { ...cellLook(points), ...(isBold && at === 0 ? { face: "sansBold" as const } : {}) };
      const text = texts[column] ?? "";
      const runs = isHead ? plain(withFixedSpaces(text), look) : written(text, look, texts);
      const lines = layoutLines(runs, width - 2 * padding.side - inset, paper.measure);
      const cell: Cell = {
        lines,
        x,
        width,
        inset,
        isRight: block.numeric?.includes(column) ?? false,
        type: isHead ? "TH" : "TD",
      };
      x += width;
      return cell;
    });
  };

  /** A row that is longer than half a page is cut between its lines. */
  const cutCells = (cells: Cell[]): Cell[][] => {
    const most = Math.floor((paper.room * 0.45) / lineHeight);
    const longest = Math.max(1, ...cells.map(({ lines }) => lines.length));
    return Array.from({ length: Math.ceil(longest / most) }, (_, part) =>
      cells.map((cell) => ({ ...cell, lines: cell.lines.slice(part * most, (part + 1) * most) })),
    );
  };

  const rowItem = (cells: Cell[], { isHead, isLast }: { isHead: boolean; isLast: boolean }, isBelow = false): Item => {
    const count = Math.max(1, ...cells.map(({ lines }) => lines.length));
    const top = isBelow ? 0 : padding.top;
    const bottom = isLast ? padding.bottom : 1;
    const height = top + count * lineHeight + bottom;
    return {
      height,
      notes: cells.flatMap(({ lines }) => lines.flatMap(({ notes }) => notes)),
      draw: (y) => {
        table ??= paper.struct("Table");
        const row = paper.struct("TR", table);
        for (const cell of cells) {
          const struct = paper.struct(cell.type, row);
          cell.lines.forEach((line, at) => {
            const shift = cell.isRight ? cell.width - padding.side - cell.inset - line.width : padding.side;
            // Heads are on their rule.
            const offset = isHead ? count - cell.lines.length : 0;
            paper.line(line, paper.left + cell.x + shift, y + top + (at + offset) * lineHeight + points * 1.02, struct);
          });
          struct.end();
        }
        row.end();
        if (isLast)
          paper.artifact(() =>
            paper.rule(paper.left, y + height, paper.width, isHead ? ink.faint : ink.line, isHead ? 0.8 : 0.6),
          );
      },
    };
  };

  const rowItems = (row: readonly string[], head: Item | null): Item[] => {
    const further = shown.below.filter((column) => hasWords(row[column] ?? ""));
    const cells = cutCells(cellsOf(row, false, further.length > 0)).map((part, at, all) =>
      rowItem(part, { isHead: false, isLast: further.length === 0 && at === all.length - 1 }),
    );
    const sentences = further.flatMap((column, at) => {
      const name: TextStyle = { face: "sans", size: points, color: ink.faint };
      const text = `${block.columns[column] ?? ""}: `;
      const width = paper.width - 2 * padding.side;
      const lines = layoutLines(
        [{ text, look: name }, ...written(row[column] ?? "", cellLook(points), row)],
        width,
        paper.measure,
      );
      const cell: Cell = { lines, x: 0, width: paper.width, inset: 0, isRight: false, type: "TD" };
      return cutCells([cell]).map((part, place, all) =>
        rowItem(part, { isHead: false, isLast: at === further.length - 1 && place === all.length - 1 }, true),
      );
    });
    const parts = [...cells, ...sentences];
    return parts.map((part, at) => ({
      ...part,
      ...(head ? { head } : {}),
      // The first lines of a long row are not left alone.
      isKept: at < parts.length - 1 && parts.length <= 6,
    }));
  };

  const isStacked = shown.beside.length === 1 && shown.below.length > 0 && block.columns.length > 1;
  const head = isStacked ? null : rowItem(cellsOf(block.columns, true), { isHead: true, isLast: true });
  // Short tables stay whole; of long ones two rows stay at each end.
  // What stays together is limited: with sentences below, rows stay whole before tables do.
  const perRow = 1 + shown.below.length;
  const built = block.rows.map((row) => rowItems(row, head));
  const height = built.flat().reduce((sum, item) => sum + item.height, 0);
  const isWhole = block.rows.length * perRow <= shortTable && height <= paper.room * shortShare;
  const rows = built.flatMap((parts, at, all) => {
    const isKept =
      at < all.length - 1 && (isWhole || (2 * perRow <= shortTable && (at === 0 || at === all.length - 2)));
    return parts.map((part, place) => (place < parts.length - 1 ? part : { ...part, isKept }));
  });
  if (head === null) return rows;
  // A head alone at the foot of a page would name nothing.
  return [{ ...head, isKept: true }, ...rows];
}
