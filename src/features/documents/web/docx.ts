import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { cutByClaims } from "../blockTexts.ts";
import type { Block, Claim, Section } from "../document.ts";
import {
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  furtherQuestions,
  localeOf,
  originOf,
  sectionsOf,
  sourceRights,
  sourceType,
  webLink,
} from "../rendering.ts";
import { tableLayout } from "./tableLayout.ts";
import { xmlText } from "./xmlText.ts";

/* A document as a Word file: real headings, footnotes for facts, tables whose head repeats on each page. */

const [serif, sans, mono] = ["Georgia", "Calibri", "Consolas"];
/** Half points. */
const [bodySize, tableSize, smallSize] = [22, 18, 16];
/** Twentieths of a point. */
const paragraphGap = 140;
const [hairline, warnLine] = ["C9CEC6", "7A5200"];
const isText = (text: string): boolean => text.trim() !== "";

/** Numbers the footnotes of a document in the order of its text; each fact has one, at its first place. */
class Footnotes {
  readonly content: Record<string, { children: Paragraph[] }> = {};
  private readonly numbers = new Map<string, number>();
  private readonly textOf: (claim: Claim) => string;

  constructor(textOf: (claim: Claim) => string) {
    this.textOf = textOf;
  }

  has(claim: Claim): boolean {
    return this.numbers.has(claim.id);
  }

  /** The mark behind the sentence of a fact; null when it stands elsewhere already. */
  mark(claim: Claim): FootnoteReferenceRun | null {
    if (this.has(claim)) return null;
    const number = this.numbers.size + 1;
    this.numbers.set(claim.id, number);
    const children = [new TextRun({ text: xmlText(` ${this.textOf(claim)}`), size: smallSize, font: sans })];
    this.content[number] = { children: [new Paragraph({ children })] };
    return new FootnoteReferenceRun(number);
  }
}

/** Runs of a text with its line breaks, and a footnote behind each fact. */
function runs(text: string, claims: readonly Claim[], notes: Footnotes, look: object = {}): ParagraphChild[] {
  return cutByClaims(xmlText(text), claims).flatMap((piece): ParagraphChild[] => {
    const lines = piece.text
      .split("\n")
      .map((line, at) => new TextRun({ text: line, ...look, ...(at > 0 ? { break: 1 } : {}) }));
    const mark = piece.claim ? notes.mark(piece.claim) : null;
    return mark ? [...lines, mark] : lines;
  });
}

const paragraph = (children: readonly ParagraphChild[], more: IParagraphOptions = {}): Paragraph =>
  new Paragraph({ spacing: { after: paragraphGap }, ...more, children });

/** Lines that belong together: the gap of a paragraph comes after the last one. */
const lines = <Item>(
  items: readonly Item[],
  make: (item: Item, spacing: { after: number }) => Paragraph,
): Paragraph[] => items.map((item, at) => make(item, { after: at === items.length - 1 ? paragraphGap : 60 }));

interface Writer {
  claims: readonly Claim[];
  notes: Footnotes;
  /** Makes numbered lists start again at one. */
  nextList: () => number;
  /** Of the document. */
  language: string;
}

function blockParts(block: Block, { claims: all, notes, nextList, language }: Writer): (Paragraph | Table)[] {
  const ids = new Set("claimIds" in block ? block.claimIds : []);
  const claims = all.filter(({ id }) => ids.has(id));
  const written = (text: string, look?: object): ParagraphChild[] => runs(text, claims, notes, look);
  switch (block.type) {
    case "p":
      return [paragraph(written(block.text))];
    case "h":
      return [paragraph(written(block.text), { heading: HeadingLevel.HEADING_2, keepNext: true })];
    case "list": {
      const instance = nextList();
      const level = { reference: block.ordered ? "numbers" : "points", level: 0, instance };
      return lines(block.items, (item, spacing) => paragraph(written(item), { numbering: level, spacing }));
    }
    case "table":
      return [tableOf(block, written), paragraph([])];
    case "kpi":
      return block.items.map(({ label, value, note }) =>
        paragraph([
          ...written(`${label}: `),
          ...written(value, { bold: true }),
          ...(isText(note) ? written(` (${note})`) : []),
        ]),
      );
    case "chart": {
      const head = [block.label, block.unit];
      const rows = block.points.map(({ label, value }) => [label, value.toLocaleString(localeOf(language))]);
      return [tableOf({ type: "table", columns: head, rows, numeric: [1] }, written), paragraph([])];
    }
    case "quote":
      return [
        paragraph(written(block.text, { italics: true }), { indent: { left: 400 } }),
        ...(isText(block.by) ? [paragraph(written(block.by, { size: tableSize }), { indent: { left: 400 } })] : []),
      ];
    case "code":
      return [paragraph(written(block.text, { font: mono, size: tableSize }))];
    case "checklist":
      return lines(block.items, ({ text, done }, spacing) =>
        paragraph(written(`${done ? "☑" : "☐"} ${text}`), { spacing }),
      );
    case "callout":
      return [
        paragraph(written(block.text), {
          indent: { left: 200 },
          border: { left: { style: BorderStyle.SINGLE, size: 18, space: 8, color: warnLine } },
        }),
      ];
  }
}

type TableBlock = Extract<Block, { type: "table" }>;

/** Twentieths of a point between the margins of an A4 page. */
const textWidth = 9026;
/** Letters of a table's type between the margins, and those from which a cell breaks into lines. */
const [room, widest] = [98, 36];
/** Letters of the longest word; no-break spaces hold figures and their units together. */
const longestWord = (text: string): number => Math.max(0, ...text.split(/[ \n]/).map(({ length }) => length));

/** Widths by what the columns hold: room for the longest word first, then by the length of the cells. */
function columnWidths({ columns, rows }: TableBlock, beside: readonly number[]): number[] {
  const sizes = beside.map((column) => {
    const cells = rows.map((row) => row[column] ?? "");
    // The head is bold.
    const word = cells.reduce(
      (most, cell) => Math.max(most, longestWord(cell)),
      1.3 * longestWord(columns[column] ?? ""),
    );
    const least = Math.min(widest, word + 3);
    const wanted = cells.reduce((most, cell) => Math.max(most, Math.min(widest, cell.length + 3)), least);
    return { least, more: wanted - least };
  });
  const sum = (of: readonly number[]): number => of.reduce((all, count) => all + count, 0);
  const spare = room - sum(sizes.map(({ least }) => least));
  const more = Math.max(1, sum(sizes.map(({ more: wanted }) => wanted)));
  const letters = sizes.map(({ least, more: wanted }) => least + (spare > 0 ? (spare * wanted) / more : 0));
  return letters.map((count) => Math.floor((textWidth * count) / sum(letters)));
}

const line = { style: BorderStyle.SINGLE, size: 4, color: hairline };
const none = { style: BorderStyle.NONE, size: 0, color: "auto" };

/** Sentences of wide tables stand below their rows, as on the page. */
function tableOf(block: TableBlock, written: (text: string, look?: object) => ParagraphChild[]): Table {
  const { beside, below } = tableLayout(block);
  const widths = columnWidths(block, beside);
  const look = { font: sans, size: tableSize };
  const cell = (children: ParagraphChild[], place: { column: number; width: number; span?: number; isLast: boolean }) =>
    new TableCell({
      width: { size: place.width, type: WidthType.DXA },
      columnSpan: place.span ?? 1,
      margins: { top: 40, bottom: 40, left: 60, right: 60 },
      borders: { top: none, left: none, right: none, bottom: place.isLast ? line : none },
      children: [
        new Paragraph({
          children,
          keepNext: !place.isLast,
          alignment: block.numeric?.includes(place.column) ? AlignmentType.RIGHT : AlignmentType.LEFT,
        }),
      ],
    });
  const cells = (texts: readonly string[], isLast: boolean, more: object = {}): TableCell[] =>
    beside.map((column, at) =>
      cell(written(texts[column] ?? "", { ...look, ...more }), { column, width: widths[at] ?? 0, isLast }),
    );
  const rows = block.rows.flatMap((row) => {
    const further = below.filter((column) => isText(row[column] ?? ""));
    const isCut = further.length > 0;
    return [
      new TableRow({ cantSplit: true, children: cells(row, !isCut, isCut ? { bold: true } : {}) }),
      ...further.map((column, at) => {
        const name = written(`${block.columns[column] ?? ""}: `, { ...look, italics: true });
        const place = { column: -1, width: textWidth, span: beside.length, isLast: at === further.length - 1 };
        return new TableRow({ children: [cell([...name, ...written(row[column] ?? "", look)], place)] });
      }),
    ];
  });
  return new Table({
    width: { size: textWidth, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: { top: line, bottom: line, insideHorizontal: none, left: none, right: none, insideVertical: none },
    rows: [new TableRow({ tableHeader: true, children: cells(block.columns, true, { bold: true }) }), ...rows],
  });
}

export interface DocxOptions {
  /** What is handed on alone: without internal parts, notes, assumptions and open questions. */
  isFinal?: boolean;
}

const hints = new Set(["info", "warn"]);

/** A table without the columns that only its owner reads. */
function finalTable({ internal = [], numeric = [], columns, rows, ...block }: TableBlock): TableBlock {
  const kept = columns.map((_, column) => column).filter((column) => !internal.includes(column));
  return {
    ...block,
    columns: kept.map((column) => columns[column] ?? ""),
    rows: rows.map((row) => kept.map((column) => row[column] ?? "")),
    numeric: kept.flatMap((column, at) => (numeric.includes(column) ? [at] : [])),
  };
}

/** Blocks that a reader outside is meant to see: remarks of the product stay out, gaps stay visible. */
const finalSection = (section: Section): Section => ({
  ...section,
  blocks: section.blocks
    .filter((block) => block.type !== "callout" || !hints.has(block.tone))
    .map((block) => (block.type === "table" ? finalTable(block) : block)),
});

/** The document as a Word file. */
export async function toDocx(
  document: ExportDocument,
  words: ExportWords,
  facts: ExportFacts,
  { isFinal = false }: DocxOptions = {},
): Promise<Blob> {
  const { generator } = document;
  const origin = xmlText(originOf(document, words));
  const notes = new Footnotes((claim) => claimNote(claim, document, words));
  let lists = 0;
  const writer: Writer = { claims: document.claims, notes, nextList: () => (lists += 1), language: document.language };
  const small = { font: sans, size: smallSize };
  const headed = (title: string, parts: (Paragraph | Table)[]): (Paragraph | Table)[] =>
    parts.length === 0
      ? []
      : [paragraph(runs(title, [], notes), { heading: HeadingLevel.HEADING_1, keepNext: true }), ...parts];
  const listed = (title: string, items: readonly string[]): (Paragraph | Table)[] =>
    headed(title, items.length === 0 ? [] : blockParts({ type: "list", ordered: false, items: [...items] }, writer));
  const shown = isFinal ? sectionsOf(document, true).map(finalSection) : document.sections;
  const body = shown.flatMap(({ title, blocks, deliverable }) => {
    const parts = blocks.flatMap((block) => blockParts(block, writer));
    return isFinal && deliverable === "plain" ? parts : headed(title, parts);
  });
  const unplaced = document.claims.filter((claim) => !notes.has(claim));
  const cited = new Set(document.claims.filter((claim) => notes.has(claim)).flatMap(({ sourceIds }) => sourceIds));
  const sources = document.sources.filter(({ id }) => !isFinal || cited.has(id));
  const appendix = isFinal
    ? []
    : [
        ...listed(words.assumptions, document.assumptions),
        ...listed(words.openQuestions, furtherQuestions(document)),
        ...listed(words.issues, facts.issueTexts),
        ...listed(
          words.claims,
          unplaced.map((claim) => `${claim.text} · ${claimNote(claim, document, words)}`),
        ),
      ];
  const file = new Document({
    title: xmlText(document.title),
    description: xmlText(document.summary),
    creator: "Pioneer",
    customProperties: [
      { name: "AI generated", value: String(document.aiMark) },
      { name: "Digital source type", value: sourceType(document.aiMark) },
      { name: "Engine", value: xmlText([generator.engine, generator.provider, generator.model].join(" ").trim()) },
      { name: "Prompt version", value: xmlText(generator.promptVersion) },
      { name: "Revision", value: String(facts.revision) },
    ],
    styles: {
      default: {
        document: { run: { font: serif, size: bodySize, language: { value: document.language } } },
        title: { run: { font: serif, size: 40, bold: true }, paragraph: { spacing: { after: 160 } } },
        heading1: { run: { font: serif, size: 28, bold: true }, paragraph: { spacing: { before: 360, after: 120 } } },
        heading2: { run: { font: serif, size: 23, bold: true }, paragraph: { spacing: { before: 200, after: 80 } } },
      },
    },
    numbering: {
      config: [
        { reference: "points", levels: [level(LevelFormat.BULLET, "•")] },
        { reference: "numbers", levels: [level(LevelFormat.DECIMAL, "%1.")] },
      ],
    },
    footnotes: notes.content,
    sections: [
      {
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [
                  new TextRun({ ...small, text: `${origin} · ` }),
                  new TextRun({ ...small, children: [PageNumber.CURRENT, " / ", PageNumber.TOTAL_PAGES] }),
                ],
              }),
            ],
          }),
        },
        children: [
          paragraph(runs(document.title, [], notes), { heading: HeadingLevel.TITLE }),
          ...(isText(document.summary) && !isFinal
            ? [paragraph(runs(document.summary, [], notes, { italics: true }))]
            : []),
          ...body,
          ...appendix,
          ...headed(
            words.sources,
            sources.map((source) => paragraph(sourceRuns(source, sourceRights(source, words, document.language)))),
          ),
          ...(isFinal
            ? []
            : [
                paragraph([
                  new TextRun({
                    ...small,
                    text: xmlText(
                      `${words.workflow}: ${facts.workflow} · ${words.revision} ${facts.revision} · ${facts.createdText}`,
                    ),
                  }),
                ]),
              ]),
        ],
      },
    ],
  });
  return Packer.toBlob(file);
}

const level = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => ({
  level: 0,
  format,
  text,
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: { left: 500, hanging: 280 } } },
});

function sourceRuns({ url, title }: ExportDocument["sources"][number], rest: string): ParagraphChild[] {
  const link = webLink(url);
  const name = new TextRun({ text: xmlText(title), ...(link ? { style: "Hyperlink" } : {}) });
  return [
    link ? new ExternalHyperlink({ link: xmlText(link), children: [name] }) : name,
    new TextRun({ text: xmlText(`. ${rest}`), font: sans, size: tableSize }),
  ];
}

/** What a fact rests on: how it was checked, the words or the sum, the sources. */
function claimNote({ check, quote, computation, sourceIds }: Claim, document: ExportDocument, words: ExportWords) {
  const sources = document.sources
    .filter(({ id }) => sourceIds.includes(id))
    .map(({ title, url }) => [title, webLink(url) ?? ""].filter(Boolean).join(", "));
  return [
    words.checks[check] ?? check,
    quote === "" ? "" : `“${quote}”`,
    computation ? `${words.sum}: ${computation}` : "",
    sources.join("; "),
  ]
    .filter(Boolean)
    .join(" · ");
}
