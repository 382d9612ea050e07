import {
  BorderStyle,
  type ITableCellOptions,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from "docx";
import type { Block } from "../document.ts";
import { figuresPerRow } from "../exportParts.ts";
import { hairline, isText, noLine, sans, tableSize, type RenderRuns } from "./docxTable.ts";

/* Key figures of a Word file: side by side, each with its name above and its remark below. */

type Figure = Extract<Block, { type: "kpi" }>["items"][number];

const soft = { font: sans, size: tableSize - 1, color: "434D47" };
/** Half points: of a figure, and of one that is more of a sentence. */
const [large, medium, longest] = [30, 22, 12];
/** Twentieths of a point. */
const gap = 200;

interface CellPosition {
  /** Of its group. */
  isLast: boolean;
  keepNext: boolean;
}

type Borders = NonNullable<ITableCellOptions["borders"]>;

/**
 * Key figures as rows of cells without lines between them.
 * @param width twentieths of a point
 */
export function docxFigures(items: readonly Figure[], width: number, written: RenderRuns, isKept: boolean): Table {
  const columns = figuresPerRow(items.length);
  const own = Math.floor(width / columns);
  // Figures of a row are of one size.
  const size = items.some(({ value }) => value.length > longest) ? medium : large;
  const none = { top: noLine, left: noLine, right: noLine, bottom: noLine };
  const rule = { ...none, top: { style: BorderStyle.SINGLE, size: 4, color: hairline } };
  const cell = (children: ParagraphChild[] | null, borders: Borders, place: CellPosition): TableCell =>
    new TableCell({
      width: { size: own, type: WidthType.DXA },
      margins: { top: borders === rule ? 60 : 10, bottom: place.isLast ? 120 : 0, left: 0, right: gap },
      borders,
      children: [new Paragraph({ children: children ?? [], keepNext: place.keepNext, run: soft })],
    });
  const groups = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
  // Names, figures and remarks are rows of their own, so that figures are on one line.
  const rows = groups.flatMap((group, at) => {
    const hasNotes = group.some(({ note }) => isText(note));
    const row = (text: (item: Figure) => ParagraphChild[], borders: Borders, place: CellPosition): TableRow => {
      const cells = Array.from({ length: columns }, (_, column) => group[column]);
      return new TableRow({
        cantSplit: true,
        children: cells.map((item) => cell(item ? text(item) : null, item ? borders : none, place)),
      });
    };
    const end = { isLast: true, keepNext: isKept && at === groups.length - 1 };
    const on = { isLast: false, keepNext: true };
    return [
      row(({ label }) => written(label, soft), rule, on),
      row(({ value }) => written(value, { font: sans, size, bold: true }), none, hasNotes ? on : end),
      ...(hasNotes ? [row(({ note }) => written(note, soft), none, end)] : []),
    ];
  });
  return new Table({
    width: { size: own * columns, type: WidthType.DXA },
    columnWidths: Array.from({ length: columns }, () => own),
    layout: TableLayoutType.FIXED,
    borders: { ...none, insideHorizontal: noLine, insideVertical: noLine },
    rows,
  });
}
