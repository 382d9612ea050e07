import type { Line, Measure, Note, Piece } from "./pdfText.ts";

/* Pages of a PDF: what is placed on them one after the other, notes at their foot, and how texts are drawn. Lengths are points. */

type File = PDFKit.PDFDocument;
/** An element of the structure that screen readers follow. */
export type Struct = PDFKit.PDFStructureElement;

/** A piece of a page that no page break divides. */
export interface Item {
  height: number;
  notes: readonly Note[];
  /** Gap above it, unless it begins a page. */
  before?: number;
  /** It stays on one page with the item after it. */
  isKept?: boolean;
  /** What is repeated above it when it begins a page: the head of its table. */
  head?: Item;
  /** @param y its upper edge */
  draw: (y: number) => void;
}

export const ink = { text: "#161d19", soft: "#434d47", faint: "#5c665f", line: "#dcdfd6", line2: "#c5cac0" } as const;
export const tones = {
  info: { line: "#1d5aa0", wash: "#dfe9f5" },
  warn: { line: "#7a5200", wash: "#f6ebcf" },
  own: "#1d5aa0",
  link: "#0a6647",
} as const;

/** Width and height of a page. */
export type PaperSize = "a4" | "letter";
const sizes: Record<PaperSize, readonly [number, number]> = { a4: [595.28, 841.89], letter: [612, 792] };

const margin = { side: 62, top: 60, bottom: 62 };
/** Between two lines of a note, and above all of them. */
export const noteLeading = 10;
const noteGap = 12;
/** Share of a page that notes may take beside the text they belong to; what is more goes on at the foot of the next one. */
const maxNotes = 0.5;
/** Items that stay together at most, so that no chain of them is longer than a page. */
const longestChain = 8;

export class Paper {
  readonly file: File;
  readonly measure: Measure;
  readonly root: Struct;
  readonly left = margin.side;
  readonly width: number;
  private readonly height: number;
  private y = margin.top;
  private isAtTop = true;
  private notes: Line[] = [];
  private pages = 1;

  constructor(file: File, measure: Measure, size: PaperSize) {
    this.file = file;
    this.measure = measure;
    const [width, height] = sizes[size];
    this.width = width - 2 * margin.side;
    this.height = height;
    this.root = file.struct("Document");
    file.addStructure(this.root);
    file.addPage({ size: [width, height], margin: 0 });
  }

  /** Height between the margins. */
  get room(): number {
    return this.height - margin.top - margin.bottom;
  }

  private get bottom(): number {
    return this.height - margin.bottom;
  }

  /** Height of notes with the gap above them. */
  private static notesHeight(count: number): number {
    return count === 0 ? 0 : noteGap + count * noteLeading;
  }

  /** Whether items fit below what is on the page, with as much of their notes as a page takes. */
  private fits(items: readonly Item[]): boolean {
    const height = items.reduce((all, { height: own, before = 0 }) => all + own + before, 0);
    const lines = items.flatMap(({ notes }) => notes).reduce((all, note) => all + note.lines.length, 0);
    const most = Math.max(Paper.notesHeight(this.notes.length), this.room * maxNotes);
    const notes = Math.min(Paper.notesHeight(this.notes.length + lines), most);
    return this.y + height + notes <= this.bottom;
  }

  private place(item: Item): void {
    if (!this.isAtTop) this.y += item.before ?? 0;
    item.draw(this.y);
    this.y += item.height;
    this.isAtTop = false;
    this.notes.push(...item.notes.flatMap(({ lines }) => lines));
  }

  /** Places items one below the other, on as many pages as they need. */
  flow(items: readonly Item[]): void {
    for (let at = 0; at < items.length;) {
      const chain: Item[] = [];
      for (let item = items[at]; item; item = items[at]) {
        chain.push(item);
        at += 1;
        if (item.isKept !== true || chain.length >= longestChain) break;
      }
      if (!this.isAtTop && !this.fits(chain)) {
        this.nextPage(this.endPage());
        const [{ head } = { head: undefined }] = chain;
        if (head) this.place(head);
      }
      for (const item of chain) this.place(item);
    }
  }

  /** @param rest lines of notes for which the page before had no room */
  private nextPage(rest: Line[]): void {
    this.file.addPage({ size: [this.width + 2 * margin.side, this.height], margin: 0 });
    this.pages += 1;
    [this.y, this.isAtTop, this.notes] = [margin.top, true, rest];
  }

  /** Draws the notes of the page. @returns those lines that had no room */
  private endPage(): Line[] {
    if (this.notes.length === 0) return [];
    const room = Math.max(1, Math.floor((this.bottom - this.y - noteGap) / noteLeading));
    const shown = this.notes.slice(0, room);
    let y = this.bottom - shown.length * noteLeading;
    this.artifact(() => this.rule(this.left, y - noteGap / 2, 72, ink.line2));
    for (const line of shown) {
      const note = this.struct("Note");
      this.line(line, this.left, y + noteLeading - 2.6, note);
      note.end();
      y += noteLeading;
    }
    return this.notes.slice(room);
  }

  /** Draws what is left and the foot of each page. @param foot draws it, given the number of the page from 1, and how many there are */
  end(foot: (page: number, pages: number, y: number) => void): void {
    for (let rest = this.endPage(); rest.length > 0; rest = this.endPage()) this.nextPage(rest);
    for (let page = 0; page < this.pages; page += 1) {
      this.file.switchToPage(page);
      this.artifact(() => foot(page + 1, this.pages, this.height - margin.bottom + 30));
    }
    this.root.end();
  }

  /** An element of the structure inside another one, or of the document. It has to be ended. */
  struct(type: string, parent: Struct = this.root, alt?: string): Struct {
    const struct = this.file.struct(type, alt === undefined ? {} : { alt });
    parent.add(struct);
    return struct;
  }

  /** Draws something that belongs to an element of the structure. */
  marked(struct: Struct, type: string, draw: () => void): void {
    struct.add(this.file.markStructureContent(type));
    draw();
    this.file.endMarkedContent();
  }

  /** Draws something that no screen reader has to know. */
  artifact(draw: () => void): void {
    this.file.markContent("Artifact", { type: "Layout" });
    draw();
    this.file.endMarkedContent();
  }

  rule(x: number, y: number, width: number, color: string, weight = 0.6): void {
    this.file
      .lineWidth(weight)
      .strokeColor(color)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  }

  /** Draws a line of text. @param y its base line */
  line({ pieces }: Line, x: number, y: number, struct: Struct): void {
    for (const piece of pieces) {
      if (piece.link === undefined && piece.goTo === undefined) {
        this.marked(struct, "Span", () => this.piece(piece, x, y));
        continue;
      }
      const link = this.struct("Link", struct);
      this.marked(link, "Link", () => this.piece(piece, x, y));
      const { size } = piece.look;
      const area = [x + piece.x, y - size * 0.8, piece.width, size * 1.05] as const;
      // The types of the library do not know that a link can have a place in the structure.
      const place: object = { structParent: link };
      if (piece.link !== undefined) this.file.link(...area, piece.link, place);
      else this.file.goTo(...area, piece.goTo ?? "", place);
      link.end();
    }
  }

  /** Draws a line of text that belongs to no element of the structure. @param y its base line */
  plainLine({ pieces }: Line, x: number, y: number): void {
    for (const piece of pieces) this.piece(piece, x, y);
  }

  private piece({ text, font, look, x: offset, width, anchor }: Piece, left: number, base: number): void {
    const { file } = this;
    const [x, y] = [left + offset, base - (look.rise ?? 0)];
    file.font(font).fontSize(look.size).fillColor(look.color);
    file.text(text, x, y, { lineBreak: false, baseline: "alphabetic" });
    if (anchor !== undefined) file.addNamedDestination(anchor, "XYZ", 0, Math.max(0, y - 40), null);
    if (look.isOwn === true) {
      file.lineWidth(0.7).strokeColor(tones.own).dash(0.8, { space: 1.6 });
      file
        .moveTo(x, y + 2)
        .lineTo(x + width, y + 2)
        .stroke()
        .undash();
    }
  }
}
