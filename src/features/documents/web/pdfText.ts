import { type Face, type FontFile, type FontOf, printableText } from "./pdfFonts.ts";

/* Texts of a PDF: cut into lines of a width, each a row of pieces that are drawn with one font. Lengths are points. */

/** How a text looks. */
export interface TextStyle {
  face: Face;
  size: number;
  color: string;
  /** How far above the line, for marks. */
  rise?: number;
  /** A dotted line below: written by hand. */
  isOwn?: boolean;
}

/** A text in one look. */
export interface Run {
  text: string;
  look: TextStyle;
  /** A web address that it opens. */
  link?: string;
  /** Name of a place in the file that it leads to, and the name of its own place. */
  goTo?: string;
  anchor?: string;
  /** The note that it calls for, on the same page. */
  note?: Note;
}

/** A note at the foot of a page. */
export interface Note {
  lines: Line[];
}

export interface Piece extends Omit<Run, "note"> {
  font: FontFile;
  x: number;
  width: number;
}

export interface Line {
  pieces: Piece[];
  width: number;
  notes: Note[];
}

/** Measures texts. */
export interface Measure {
  fontOf: FontOf;
  /** Width of a text in a font at a size of 1 point. */
  unit: (font: FontFile, text: string) => number;
}

/** What stays together on a line. */
interface Atom {
  pieces: Piece[];
  width: number;
  /** The blank before it, and its width. */
  blank: string;
  space: number;
  isNewLine: boolean;
  notes: Note[];
}

/** Sums of widths differ by less. */
const rounding = 0.01;

/** After these a long word may go on in the next line, when letters follow. */
const breaks = /(?<=[\p{L}\p{N}][-/–—_.,:;&?=+])(?=[\p{L}\p{N}]{2})/u;
/** `M11–12`: a span that is read as one. */
const shortSpan = /^\p{L}{0,2}\d{1,4}[-–]\p{L}{0,2}\d{1,4}$/u;
const isBreakable = (word: string): boolean =>
  !/^[\d.,:/-]+$/.test(word) && !shortSpan.test(word) && /[-/–—_&?=+]/.test(word);
const partsOf = (word: string): string[] => (isBreakable(word) ? word.split(breaks) : [word]);

/** A text as pieces of one font each. */
function piecesOf(text: string, run: Omit<Run, "text" | "note">, { fontOf, unit }: Measure): Piece[] {
  const pieces: Piece[] = [];
  for (const char of text) {
    const font = fontOf(run.look.face, char);
    const last = pieces.at(-1);
    if (last?.font === font) last.text += char;
    else pieces.push({ ...run, text: char, font, x: 0, width: 0 });
  }
  for (const piece of pieces) piece.width = unit(piece.font, piece.text) * piece.look.size;
  return pieces;
}

const sum = (pieces: readonly Piece[]): number => pieces.reduce((all, { width }) => all + width, 0);

function atomsOf(runs: readonly Run[], measure: Measure): Atom[] {
  const atoms: Atom[] = [];
  let isOpen = false;
  let [blank, space] = ["", 0];
  let isNewLine = false;
  const put = (pieces: Piece[]): void => {
    const last = atoms.at(-1);
    if (isOpen && last) {
      last.pieces.push(...pieces);
      last.width += sum(pieces);
    } else {
      atoms.push({ pieces, width: sum(pieces), blank, space, isNewLine, notes: [] });
      [isOpen, blank, space, isNewLine] = [true, "", 0, false];
    }
  };
  for (const { text, note, ...run } of runs) {
    for (const token of printableText(text).split(/( +|\n)/)) {
      if (token === "") continue;
      if (token === "\n") {
        // An empty line is an empty atom.
        if (isNewLine) put([]);
        [isOpen, blank, space, isNewLine] = [false, "", 0, true];
      } else if (token.startsWith(" ")) {
        [isOpen, blank] = [false, blank + token];
        space += measure.unit(measure.fontOf(run.look.face, " "), " ") * run.look.size * token.length;
      } else {
        partsOf(token).forEach((part, at) => {
          if (at > 0) isOpen = false;
          put(piecesOf(part, run, measure));
        });
      }
    }
    if (note) atoms.at(-1)?.notes.push(note);
  }
  return atoms;
}

/** Width of the longest part that no line break divides, and of the longest line without any break of ours. */
export function widthsOf(runs: readonly Run[], measure: Measure): { least: number; most: number } {
  let [least, most, line] = [0, 0, 0];
  for (const atom of atomsOf(runs, measure)) {
    line = atom.isNewLine ? atom.width : line + atom.space + atom.width;
    least = Math.max(least, atom.width);
    most = Math.max(most, line);
  }
  return { least, most };
}

/** Cuts what is wider than a line between its letters. */
function fitting(atom: Atom, width: number, measure: Measure): Atom[] {
  if (atom.width <= width + rounding) return [atom];
  const atoms: Atom[] = [{ ...atom, pieces: [], width: 0, notes: [] }];
  for (const piece of atom.pieces) {
    for (const char of piece.text) {
      const wide = measure.unit(piece.font, char) * piece.look.size;
      let last = atoms.at(-1);
      if (!last || (last.width + wide > width && last.pieces.length > 0)) {
        last = { pieces: [], width: 0, blank: "", space: 0, isNewLine: false, notes: [] };
        atoms.push(last);
      }
      const before = last.pieces.at(-1);
      if (before && isAlike(before, piece)) {
        before.text += char;
        before.width += wide;
      } else last.pieces.push({ ...piece, text: char, width: wide });
      last.width += wide;
    }
  }
  atoms.at(-1)?.notes.push(...atom.notes);
  return atoms;
}

const isAlike = (a: Piece, b: Piece): boolean =>
  a.font === b.font && a.look === b.look && a.link === b.link && a.goTo === b.goTo && a.anchor === b.anchor;

/** Lines of a text, as many words in each as fit. */
export function layoutLines(runs: readonly Run[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = { pieces: [], width: 0, notes: [] };
  const end = (): void => {
    lines.push(line);
    line = { pieces: [], width: 0, notes: [] };
  };
  for (const whole of atomsOf(runs, measure)) {
    for (const atom of fitting(whole, width, measure)) {
      if (atom.isNewLine) end();
      else if (line.pieces.length > 0 && line.width + atom.space + atom.width > width + rounding) end();
      add(line, atom);
    }
  }
  if (line.pieces.length > 0 || line.notes.length > 0) end();
  return lines;
}

function add(line: Line, atom: Atom): void {
  const space = line.pieces.length === 0 ? 0 : atom.space;
  const last = line.pieces.at(-1);
  if (last && space > 0) {
    last.text += atom.blank;
    last.width += space;
  }
  line.width += space;
  for (const piece of atom.pieces) {
    const before = line.pieces.at(-1);
    if (before && isAlike(before, piece)) {
      before.text += piece.text;
      before.width += piece.width;
    } else line.pieces.push({ ...piece, x: line.width });
    line.width += piece.width;
  }
  line.notes.push(...atom.notes);
}
