import { claimsIn, roundRobin } from "../blockTexts.ts";
import { figuresPerRow, markedPieces } from "../exportParts.ts";
import type { Block, Claim } from "../document.ts";
import { chartItems } from "./pdfChart.ts";
import { ink, type Item, type Paper, type Struct, tones } from "./pdfPaper.ts";
import { tableItems } from "./pdfTable.ts";
import { layoutLines, type Line, type TextStyle, type Note, type Run } from "./pdfText.ts";

/* Blocks of a document as items of pages. */

export const body: TextStyle = { face: "serif", size: 10.6, color: ink.text };
export const bodyLeading = 15.4;
const heading: TextStyle = { face: "serifBold", size: 12, color: ink.text };
const small: TextStyle = { face: "sans", size: 8.6, color: ink.faint };
const code: TextStyle = { face: "mono", size: 8, color: ink.text };
const callout: TextStyle = { face: "sans", size: 9.4, color: ink.text };
const indent = 16;
const wash = "#f4f5f0";
/** Lines of a code between two empty ones that no page break divides. */
const longestStanza = 6;
/** How far the ground of a text that is parted reaches up: less than the letters of the line above hang down. */
const seam = 0.5;

/** Gives each fact its number and its note at its first place; later places show the number alone. */
export interface NoteBook {
  /** @returns the number, and the note where this is the first place */
  mark: (claim: Claim) => { number: number; note?: Note };
}

export interface BlockWriter {
  paper: Paper;
  claims: readonly Claim[];
  handEdited: readonly string[];
  notes: NoteBook;
  language: string;
  /** Called when a subheading is drawn. */
  onHeading: (title: string, y: number) => void;
}

/** Texts of a block with the marks of their facts. */
function writerOf(block: Block, { claims: all, handEdited, notes }: BlockWriter) {
  const claims = claimsIn(block, all);
  const turn = roundRobin(claims);
  return (text: string, look: TextStyle, row?: readonly string[]): Run[] =>
    markedPieces(text, claims, handEdited).flatMap((piece): Run[] => {
      const run: Run = { text: piece.text, look: piece.isOwn ? { ...look, isOwn: true } : look };
      if (!piece.claim) return [run];
      const { number, note } = notes.mark(turn(piece.claim, row));
      const sign: TextStyle = { face: "sansBold", size: look.size * 0.64, color: tones.link, rise: look.size * 0.34 };
      return [
        run,
        {
          text: `\u2060${number}`,
          look: sign,
          goTo: `note-${number}`,
          ...(note ? { note, anchor: `mark-${number}` } : {}),
        },
      ];
    });
}

export interface TextLayout {
  leading: number;
  before?: number;
  after?: number;
  /** From the left margin. */
  x?: number;
  /** Element of the structure. */
  type?: string;
  parent?: () => Struct;
  /** Drawn behind an item, from its upper edge to its lower one; the text may be parted into several. */
  behind?: (y: number, height: number, part: { isFirst: boolean; isLast: boolean }) => void;
  /** Drawn beside the first line. */
  beside?: (y: number) => void;
  isKept?: boolean;
}

/** Lines of a text as items: a page break leaves two lines on each side. */
export function textItems(lines: readonly Line[], paper: Paper, place: TextLayout): Item[] {
  const { leading, before = 0, after = 0, x = 0 } = place;
  const groups: Line[][] =
    lines.length <= 3
      ? [[...lines]]
      : [lines.slice(0, 2), ...lines.slice(2, -2).map((line) => [line]), lines.slice(-2)];
  let struct: Struct | null = null;
  return groups.map((group, at) => {
    const isLast = at === groups.length - 1;
    const height = group.length * leading + (isLast ? after : 0);
    return {
      height,
      notes: group.flatMap(({ notes }) => notes),
      ...(at === 0 ? { before } : {}),
      ...(place.isKept === true ? { isKept: true } : {}),
      draw: (y) => {
        struct ??= paper.struct(place.type ?? "P", place.parent?.());
        const own = struct;
        const { behind, beside } = place;
        if (behind) paper.artifact(() => behind(y, height, { isFirst: at === 0, isLast }));
        if (at === 0 && beside) beside(y);
        group.forEach((line, row) => paper.line(line, paper.left + x, y + (row + 0.74) * leading, own));
      },
    };
  });
}

/** An element of the structure that is made when it is first needed. */
function once(make: () => Struct): () => Struct {
  let made: Struct | null = null;
  return () => (made ??= make());
}

function listItems(
  texts: readonly Run[][],
  writer: BlockWriter,
  beside: (at: number, y: number, label: Struct) => void,
): Item[] {
  const { paper } = writer;
  const list = once(() => paper.struct("L"));
  return texts.flatMap((runs, at) => {
    const item = once(() => paper.struct("LI", list()));
    const lines = layoutLines(runs, paper.width - indent, paper.measure);
    // Short items are not left alone at the foot or the top of a page.
    const isKept = at < texts.length - 1 && (at === 0 || at === texts.length - 2) && lines.length <= 3;
    return textItems(lines, paper, {
      isKept,
      leading: bodyLeading,
      x: indent,
      before: at === 0 ? 6 : 3,
      after: at === texts.length - 1 ? 4 : 0,
      type: "LBody",
      parent: item,
      beside: (y) => beside(at, y, item()),
    });
  });
}

/** What a block becomes on paper. */
export function blockItems(block: Block, writer: BlockWriter): Item[] {
  const { paper, language } = writer;
  const written = writerOf(block, writer);
  const lay = (runs: readonly Run[], width = paper.width): Line[] => layoutLines(runs, width, paper.measure);
  switch (block.type) {
    case "p":
      return textItems(lay(written(block.text, body)), paper, { leading: bodyLeading, before: 6, after: 2 });
    case "h":
      return textItems(lay([{ text: block.text, look: heading }]), paper, {
        leading: 16,
        before: 14,
        after: 2,
        type: "H2",
        beside: (y) => writer.onHeading(block.text, y),
        isKept: true,
      });
    case "list": {
      const texts = block.items.map((item) => written(item, body));
      return listItems(texts, writer, (at, y, item) => {
        const [label] = lay(
          [{ text: block.ordered ? `${at + 1}.` : "•", look: { ...body, color: ink.faint } }],
          indent,
        );
        if (label)
          paper.line(label, paper.left + (block.ordered ? 0 : 4), y + bodyLeading * 0.74, paper.struct("Lbl", item));
      });
    }
    case "checklist": {
      const texts = block.items.map((item) => written(item.text, body));
      return listItems(texts, writer, (at, y, item) => {
        const isDone = block.items[at]?.done === true;
        const label = paper.struct("Lbl", item, isDone ? "☑" : "☐");
        paper.marked(label, "Lbl", () => tick(paper, y + 3.6, isDone));
      });
    }
    case "table":
      return spaced(tableItems(block, paper, written), 10, 8);
    case "kpi":
      return kpiItems(block.items, writer, written);
    case "chart":
      return spaced(chartItems(block, paper, language), 10, 8);
    case "quote": {
      const bar = (y: number, height: number): void => {
        paper.file.rect(paper.left, y, 2, height).fill(ink.line2);
      };
      const by = block.by.trim();
      return [
        ...textItems(lay(written(block.text, body), paper.width - indent), paper, {
          leading: bodyLeading,
          before: 9,
          after: by === "" ? 6 : 0,
          x: indent,
          type: "BlockQuote",
          behind: (y, height) => bar(y, height - (by === "" ? 6 : 0)),
          isKept: by !== "",
        }),
        ...(by === ""
          ? []
          : textItems(lay([{ text: by, look: small }], paper.width - indent), paper, {
              leading: 13,
              after: 6,
              x: indent,
              behind: (y, height) => bar(y, height - 6),
            })),
      ];
    }
    case "code":
      return codeItems(block.text, writer);
    case "callout":
      return calloutItems(block, writer, written(block.text, callout));
  }
}

/** Items with a gap before the first and after the last. */
const spaced = (items: Item[], before: number, after: number): Item[] =>
  items.map((item, at) => ({
    ...item,
    ...(at === 0 ? { before } : {}),
    ...(at === items.length - 1 ? { height: item.height + after } : {}),
  }));

function tick(paper: Paper, y: number, isDone: boolean): void {
  const { file, left } = paper;
  file
    .lineWidth(0.9)
    .strokeColor(ink.text)
    .roundedRect(left + 0.5, y, 8.4, 8.4, 1.2)
    .stroke();
  if (isDone)
    file
      .lineWidth(1.1)
      .moveTo(left + 2.4, y + 4.4)
      .lineTo(left + 4.1, y + 6.2)
      .lineTo(left + 7, y + 2.4)
      .stroke();
}

function codeItems(text: string, { paper }: BlockWriter): Item[] {
  // Blanks at the beginning of a line mean something in a code.
  const kept = text.replace(/\t/g, "  ").replace(/ (?= )|^ /gm, "\u00a0");
  const lines = layoutLines([{ text: kept, look: code }], paper.width - 20, paper.measure);
  // Lines between two empty ones belong together, such as a subtitle and its time.
  const isEmpty = lines.map(({ width }) => width === 0);
  const isWithin = (at: number): boolean => {
    const from = isEmpty.lastIndexOf(true, at) + 1;
    const to = isEmpty.indexOf(true, at);
    return at + 1 < lines.length && to !== at && to !== at + 1 && (to < 0 ? lines.length : to) - from <= longestStanza;
  };
  const items = textItems(lines, paper, {
    leading: 11.4,
    x: 10,
    type: "Code",
    behind: (y, height, part) => {
      const [top, bottom] = [part.isFirst ? 3 : seam, part.isLast ? 3 : 0];
      paper.file.rect(paper.left, y - top, paper.width, height + top + bottom).fill(wash);
    },
  });
  const whole = items.map((item, at) =>
    // The first item has two lines, and so has the last one.
    at < items.length - 1 && isWithin(at + 1) ? { ...item, isKept: true } : item,
  );
  return spaced(whole, 10, 9);
}

function calloutItems({ tone }: Extract<Block, { type: "callout" }>, { paper }: BlockWriter, runs: Run[]): Item[] {
  const isGap = tone === "gap";
  const { line, wash: ground } = tone === "info" ? tones.info : tones.warn;
  const lines = layoutLines(runs, paper.width - 26, paper.measure);
  const { file, left, width } = paper;
  const items = textItems(lines, paper, {
    leading: 13.6,
    x: 14,
    type: "Aside",
    behind: (y, height, { isFirst, isLast }) => {
      const top = y - (isFirst ? 5 : seam);
      const end = y + height + (isLast ? 4 : 0);
      const tall = end - top;
      if (isGap) {
        file.lineWidth(0.9).strokeColor(line).dash(3, { space: 2 });
        file.moveTo(left, top).lineTo(left, end);
        file.moveTo(left + width, top).lineTo(left + width, end);
        if (isFirst) file.moveTo(left, top).lineTo(left + width, top);
        if (isLast) file.moveTo(left, end).lineTo(left + width, end);
        file.stroke().undash();
      } else {
        file.rect(left, top, width, tall).fill(ground);
        file.rect(left, top, 2.6, tall).fill(line);
      }
    },
  });
  return spaced(items, 13, 12);
}

/** Figures side by side, each with its name above and its remark below. */
function kpiItems(
  items: Extract<Block, { type: "kpi" }>["items"],
  { paper }: BlockWriter,
  written: (text: string, look: TextStyle) => Run[],
): Item[] {
  const gap = 16;
  const columns = figuresPerRow(items.length);
  const width = (paper.width - gap * (columns - 1)) / columns;
  const lay = (runs: readonly Run[]): Line[] => layoutLines(runs, width, paper.measure);
  // Figures of a row are of one size.
  const big = items.some(({ value }) => value.length > 16) ? 11 : 15;
  const rows = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) => {
    const cells = items.slice(row * columns, (row + 1) * columns).map(({ label, value, note }) => {
      return [
        { lines: lay([{ text: label, look: { ...small, color: ink.soft } }]), leading: 11.6 },
        { lines: lay(written(value, { face: "sansBold", size: big, color: ink.text })), leading: big * 1.32 },
        { lines: note.trim() === "" ? [] : lay(written(note, small)), leading: 11.6 },
      ];
    });
    // Figures of a row are on one line, however long their names are.
    const names = Math.max(...cells.map(([name]) => name?.lines.length ?? 0));
    for (const [name] of cells)
      while (name && name.lines.length < names) name.lines.push({ pieces: [], width: 0, notes: [] });
    const heightOf = (cell: (typeof cells)[number]): number =>
      cell.reduce((sum, { lines, leading }) => sum + lines.length * leading, 0);
    const item: Item = {
      height: 6 + Math.max(...cells.map(heightOf)) + 6,
      notes: cells.flat().flatMap(({ lines }) => lines.flatMap(({ notes }) => notes)),
      draw: (top) => {
        cells.forEach((cell, at) => {
          const x = paper.left + at * (width + gap);
          paper.artifact(() => paper.rule(x, top, width, ink.line2));
          const struct = paper.struct("P");
          let y = top + 6;
          for (const { lines, leading } of cell)
            for (const line of lines) {
              paper.line(line, x, y + leading * 0.74, struct);
              y += leading;
            }
          struct.end();
        });
      },
    };
    return item;
  });
  return spaced(rows, 10, 4);
}
