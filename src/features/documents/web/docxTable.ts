import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from "docx";
import type { Block } from "../document.ts";
import { hasWords, withFixedSpaces } from "../exportParts.ts";
import { shareTable, type TextWidths } from "./tableFit.ts";

/* Tables of a Word file: columns as wide as their words, a head that is repeated on each page, rows that stay whole. */

type TableBlock = Extract<Block, { type: "table" }>;

/** Every system has it, or one of the same widths. */
export const sans = "Arial";
/** Half points. */
export const tableSize = 18;
export const isText = (text: string): boolean => text.trim() !== "";

export const hairline = "C9CEC6";
const line = { style: BorderStyle.SINGLE, size: 4, color: hairline };
export const noLine = { style: BorderStyle.NONE, size: 0, color: "auto" };

/** Twentieths of a point left and right of a cell's text. */
const padding = 60;
/** Rows of a table that no page break divides, and lines of them. */
const [shortTable, shortLines] = [6, 16];
/** Widths of Arial's letters in thousandths of the type size. */
const letters: readonly (readonly [RegExp, number])[] = [
  [/[ijl'’|]/u, 225],
  [/[ \u00a0.,:;!/I[\]ft·]/u, 280],
  [/[-r()„“”"‚‘°*]/u, 350],
  [/[cksvxyzJ]/u, 500],
  [/[mMwW%@—…→]/u, 920],
  [/[−+=<>~×÷]/u, 600],
  [/\p{Lu}/u, 725],
];
/** A little more than most letters and figures have: widths are rounded down to whole units. */
const usual = 570;
/** The head is bold. */
const boldShare = 1.12;

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, char) => sum + (letters.find(([kind]) => kind.test(char))?.[1] ?? usual), 0);

/** Width of a text in Arial, in twentieths of a point. @param size half points */
export const sansWidth = (text: string, size: number): number => (widthOf(text) * size * 10) / 1000;

/** Widths of a text in the type of a table, in twentieths of a point; Word breaks at blanks and behind hyphens. */
function widthsOf(text: string, isBold: boolean): TextWidths {
  const scale = ((tableSize / 2) * 20 * (isBold ? boldShare : 1)) / 1000;
  const words = text.split(/[ \n]|(?<=\p{L}-)(?=\p{L})/u).map(widthOf);
  const lines = text.split("\n").map(widthOf);
  return { least: Math.max(0, ...words) * scale, most: Math.max(0, ...lines) * scale };
}

/** Runs of a text; in a table, with the cells of its row. */
export type RenderRuns = (text: string, look?: object, row?: readonly string[]) => ParagraphChild[];

/**
 * A table of a Word file. Sentences of wide tables are below their rows, as on the page.
 * @param width twentieths of a point
 * @param isKept whether it ends on one page with what follows it
 */
export function docxTable(block: TableBlock, width: number, written: RenderRuns, isKept = false): Table {
  const { beside, below, insets, scale, ...shares } = shareTable(block, width, 2 * padding, (text, isBold) =>
    widthsOf(withFixedSpaces(text), isBold),
  );
  const [widths, size] = [shares.widths.map(Math.floor), Math.round(tableSize * scale)];
  const look = { font: sans, size };
  interface CellLayout {
    column: number;
    width: number;
    inset?: number;
    span?: number;
    /** The row ends below it. */
    isLast: boolean;
    /** It stays on one page with what follows it. */
    isKept: boolean;
  }
  const cell = (children: ParagraphChild[], place: CellLayout): TableCell =>
    new TableCell({
      width: { size: place.width, type: WidthType.DXA },
      columnSpan: place.span ?? 1,
      margins: { top: 40, bottom: 40, left: padding, right: padding + (place.inset ?? 0) },
      borders: { top: noLine, left: noLine, right: noLine, bottom: place.isLast ? line : noLine },
      children: [
        new Paragraph({
          children,
          // Empty cells would be as high as a line of the text.
          run: look,
          keepNext: place.isKept,
          alignment: block.numeric?.includes(place.column) ? AlignmentType.RIGHT : AlignmentType.LEFT,
        }),
      ],
    });
  const cells = (
    texts: readonly string[],
    place: Pick<CellLayout, "isLast" | "isKept">,
    isBold: (at: number) => boolean,
  ): TableCell[] =>
    beside.map((column, at) =>
      cell(written(texts[column] ?? "", { ...look, ...(isBold(at) ? { bold: true } : {}) }, texts), {
        column,
        width: widths[at] ?? 0,
        inset: insets[at] ?? 0,
        ...place,
      }),
    );
  const linesOf = (row: readonly string[]): number =>
    beside.reduce((most, column, at) => {
      const room = (widths[at] ?? width) - 2 * padding - (insets[at] ?? 0);
      return Math.max(most, Math.ceil((widthsOf(row[column] ?? "", false).most * scale) / room));
    }, 1) + below.length;
  // Short tables stay whole; of long ones two rows stay at each end.
  const isWhole =
    block.rows.length <= shortTable && block.rows.reduce((sum, row) => sum + linesOf(row), 0) <= shortLines;
  const rows = block.rows.flatMap((row, at, all) => {
    const keepsNext = at === all.length - 1 ? isKept : isWhole || at === 0 || at === all.length - 2;
    const further = below.filter((column) => hasWords(row[column] ?? ""));
    const isCut = further.length > 0;
    return [
      new TableRow({
        cantSplit: true,
        children: cells(row, { isLast: !isCut, isKept: isCut || keepsNext }, (column) => isCut && column === 0),
      }),
      ...further.map((column, line) => {
        const name = written(`${block.columns[column] ?? ""}: `, { ...look, italics: true });
        const place = { column: -1, width, span: beside.length, isLast: line === further.length - 1 };
        return new TableRow({
          children: [
            cell([...name, ...written(row[column] ?? "", look, row)], { ...place, isKept: !place.isLast || keepsNext }),
          ],
        });
      }),
    ];
  });
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: { top: line, bottom: line, insideHorizontal: noLine, left: noLine, right: noLine, insideVertical: noLine },
    rows: [
      new TableRow({ tableHeader: true, children: cells(block.columns, { isLast: true, isKept: true }, () => true) }),
      ...rows,
    ],
  });
}
