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
  ShadingType,
  Tab,
  type Table,
  TabStopType,
  TextRun,
  UnderlineType,
} from "docx";
import { claimsIn, roundRobin } from "../blockTexts.ts";
import { isLine } from "./chartFigures.ts";
import type { Block, Claim, Source } from "../document.ts";
import {
  appendixParts,
  belongTogether,
  bodyParts,
  claimNote,
  type ExportOptions,
  type ExportPart,
  listedSources,
  markedPieces,
  type NotePiece,
  provenanceLines,
  shownAddress,
} from "../exportParts.ts";
import {
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  handEditedText,
  generatorLabel,
  sourceRights,
  sourceType,
  webLink,
} from "../rendering.ts";
import { docxChart, withWholeFigures } from "./docxChart.ts";
import { docxFigures } from "./docxFigures.ts";
import { docxTable, isText, type RenderRuns, sans, sansWidth, tableSize } from "./docxTable.ts";
import type { PaperSize } from "./pdfPaper.ts";
import { xmlText } from "./xmlText.ts";

/* A document as a Word file: real headings, footnotes for facts, tables whose head repeats on each page. */

const [serif, mono] = ["Georgia", "Consolas"];
/** Half points. */
const [bodySize, smallSize] = [22, 16];
/** Twentieths of a point. */
const paragraphGap = 140;
const colors = { info: "1D5AA0", warn: "7A5200", gap: "7A5200", own: "1D5AA0" } as const;
const washes = { info: "DFE9F5", warn: "F6EBCF", code: "F4F5F0" } as const;
const ground = (fill: string): IParagraphOptions => ({ shading: { type: ShadingType.CLEAR, color: "auto", fill } });
/** Keeps a table away from what follows it. */
const afterTable = (isKept: boolean): Paragraph =>
  new Paragraph({ keepNext: isKept, spacing: { before: 0, after: 0, line: 200, lineRule: "exact" } });
/** Between what stands left and right at the foot of a page, in twentieths of a point. */
const footGap = 300;

type Footnotes = ReturnType<typeof footnotesOf>;

/** Numbers the footnotes of a document in the order of its text; each fact has one, at its first place. */
function footnotesOf(noteOf: (claim: Claim) => NotePiece[]) {
  const content: Record<string, { children: Paragraph[] }> = {};
  const placed = new Set<string>();
  const has = ({ id }: Claim): boolean => placed.has(id);
  /** The mark after the sentence of a fact; null when it was placed elsewhere already. */
  const mark = (claim: Claim): FootnoteReferenceRun | null => {
    if (has(claim)) return null;
    placed.add(claim.id);
    const look = { size: smallSize, font: sans };
    const children = [
      new TextRun({ text: " ", ...look }),
      ...noteOf(claim).map(({ text, link }) => {
        const run = new TextRun({ text: xmlText(text), ...look, ...(link ? { style: "Hyperlink" } : {}) });
        return link ? new ExternalHyperlink({ link: xmlText(link), children: [run] }) : run;
      }),
    ];
    content[placed.size] = { children: [new Paragraph({ children })] };
    return new FootnoteReferenceRun(placed.size);
  };
  return { content, has, mark };
}

/**
 * Runs of a text with its line breaks, a footnote behind each fact, and dots under what was written by hand.
 * @param turn the fact that belongs to the next place of a fact's sentence
 */
function runs(
  text: string,
  { claims, notes, handEdited }: Pick<Writer, "claims" | "notes" | "handEdited">,
  look: object = {},
  turn = (claim: Claim): Claim => claim,
): ParagraphChild[] {
  return markedPieces(xmlText(text), claims, handEdited).flatMap((piece): ParagraphChild[] => {
    const own = piece.isOwn ? { underline: { type: UnderlineType.DOTTED, color: colors.own } } : {};
    const lines = piece.text
      .split("\n")
      .map((line, at) => new TextRun({ text: line, ...look, ...own, ...(at > 0 ? { break: 1 } : {}) }));
    const mark = piece.claim ? notes.mark(turn(piece.claim)) : null;
    return mark ? [...lines, mark] : lines;
  });
}

const paragraph = (children: readonly ParagraphChild[], more: IParagraphOptions = {}): Paragraph =>
  new Paragraph({ spacing: { after: paragraphGap }, ...more, children });

/** Lines that belong together: the gap of a paragraph comes after the last one, which is not left alone. */
const lines = <Item>(
  items: readonly Item[],
  isKept: boolean,
  make: (item: Item, place: IParagraphOptions) => Paragraph,
): Paragraph[] =>
  items.map((item, at) => {
    const isLast = at === items.length - 1;
    return make(item, {
      spacing: { after: isLast ? paragraphGap : 60 },
      // A heading before it keeps the first item: LibreOffice parts longer chains at notes.
      keepNext: (at > 0 && at === items.length - 2) || (isKept && isLast),
    });
  });

interface Writer {
  claims: readonly Claim[];
  notes: Footnotes;
  /** Makes numbered lists start again at one. */
  nextList: () => number;
  /** Passages that were written by hand. */
  handEdited: readonly string[];
  /** Of the document. */
  language: string;
  /** Twentieths of a point between the margins. */
  width: number;
}

function blockParts(block: Block, writer: Writer, isKept: boolean): (Paragraph | Table)[] {
  const { nextList, language, width } = writer;
  const claims = claimsIn(block, writer.claims);
  const turn = roundRobin(claims);
  const written: RenderRuns = (text, look, row) => runs(text, { ...writer, claims }, look, (claim) => turn(claim, row));
  switch (block.type) {
    case "p":
      return [paragraph(written(block.text), { keepNext: isKept })];
    case "h":
      return [paragraph(written(block.text), { heading: HeadingLevel.HEADING_2, keepNext: true })];
    case "list": {
      const instance = nextList();
      const level = { reference: block.ordered ? "numbers" : "points", level: 0, instance };
      return lines(block.items, isKept, (item, place) => paragraph(written(item), { numbering: level, ...place }));
    }
    case "table":
      return [docxTable(block, width, written, isKept), afterTable(isKept)];
    case "kpi":
      return block.items.length === 0 ? [] : [docxFigures(block.items, width, written, isKept), afterTable(isKept)];
    case "chart":
      return docxChart(block, width, language, isKept);
    case "quote":
      return [
        paragraph(written(block.text, { italics: true }), { indent: { left: 400 }, keepNext: isText(block.by) }),
        ...(isText(block.by) ? [paragraph(written(block.by, { size: tableSize }), { indent: { left: 400 } })] : []),
      ];
    case "code":
      return [paragraph(written(block.text, { font: mono, size: tableSize }), ground(washes.code))];
    case "checklist":
      return lines(block.items, isKept, ({ text, done }, place) =>
        paragraph([new TextRun({ children: [done ? "☑" : "☐", new Tab()] }), ...written(text)], {
          indent: { left: 360, hanging: 360 },
          ...place,
        }),
      );
    case "callout":
      return [
        paragraph(written(block.text, { font: sans, size: tableSize + 1 }), {
          spacing: { before: 80, after: paragraphGap },
          keepLines: true,
          ...calloutLook(block.tone),
        }),
      ];
  }
}

/** A gap is a dashed box to fill in, other remarks are on a ground of their own behind a bar. */
function calloutLook(tone: keyof typeof colors & ("info" | "warn" | "gap")): IParagraphOptions {
  if (tone !== "gap") {
    const left = { style: BorderStyle.SINGLE, size: 18, space: 8, color: colors[tone] };
    return { indent: { left: 200 }, border: { left }, ...ground(washes[tone]) };
  }
  const line = (space: number) => ({ style: BorderStyle.DASHED, size: 6, space, color: colors.gap });
  const border = { top: line(3), bottom: line(3), left: line(6), right: line(6), between: line(3) };
  return { indent: { left: 140, right: 140 }, border };
}

/** Footer of each page: title, origin, and on the right the number of the page. */
function footParagraph(title: string, origin: string, words: ExportWords, width: number, look: object): Paragraph {
  const room = width - sansWidth(` · ${origin}${words.pageOf(888, 888)}`, smallSize) - footGap;
  const parts = title.split(" ");
  const shortened = (): string => (parts.length < title.split(" ").length ? `${parts.join(" ")} …` : title);
  while (parts.length > 1 && sansWidth(shortened(), smallSize) > room) parts.pop();
  // Numbers of one digit show where the fields belong.
  const page = words.pageOf(1, 2).split(/([12])/u);
  const fields: Record<string, (typeof PageNumber)[keyof typeof PageNumber]> = {
    "1": PageNumber.CURRENT,
    "2": PageNumber.TOTAL_PAGES,
  };
  return new Paragraph({
    tabStops: [{ type: TabStopType.RIGHT, position: width }],
    children: [
      new TextRun({ ...look, text: `${shortened()} · ${origin}` }),
      new TextRun({ ...look, children: [new Tab(), ...page.map((part) => fields[part] ?? part)] }),
    ],
  });
}

export interface DocxOptions extends ExportOptions {
  size?: PaperSize;
}

/** Twentieths of a point. */
const pages: Record<PaperSize, { width: number; height: number }> = {
  a4: { width: 11_906, height: 16_838 },
  letter: { width: 12_240, height: 15_840 },
};
const margin = 1_440;
const mediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The document as a Word file. */
export async function toDocx(
  document: ExportDocument,
  words: ExportWords,
  facts: ExportFacts,
  { isFinal = false, size = "a4" }: DocxOptions = {},
): Promise<Blob> {
  const { generator } = document;
  const origin = xmlText(generatorLabel(document, words));
  const notes = footnotesOf((claim) => claimNote(claim, document, words));
  let lists = 0;
  const page = pages[size];
  const writer: Writer = {
    claims: document.claims,
    notes,
    nextList: () => (lists += 1),
    handEdited: facts.handEdited ?? [],
    language: document.language,
    width: page.width - 2 * margin,
  };
  const plain = (text: string, look?: object): ParagraphChild[] => runs(text, { ...writer, claims: [] }, look);
  const small = { font: sans, size: smallSize };
  const headed = (title: string | null, parts: (Paragraph | Table)[]): (Paragraph | Table)[] =>
    title === null || parts.length === 0
      ? parts
      : [paragraph(plain(title), { heading: HeadingLevel.HEADING_1, keepNext: true }), ...parts];
  const written =
    (isEndKept = false) =>
    ({ title, blocks }: ExportPart, at: number, { length }: readonly ExportPart[]): (Paragraph | Table)[] =>
      headed(
        title,
        blocks.flatMap((block, place) => {
          const next = blocks[place + 1];
          const isKept = next ? belongTogether(block, next) : isEndKept && at === length - 1;
          return blockParts(block, writer, isKept);
        }),
      );
  const body = bodyParts(document, words, { isFinal }).flatMap(written());
  const isPlaced = notes.has;
  const sources = listedSources(document, { isFinal, isPlaced });
  // What precedes the lines about the origin of the file keeps them: they are alone on no page.
  const origins = isFinal ? [] : provenanceLines(document, words, facts);
  const appendix = appendixParts(document, words, facts, { isFinal, isPlaced }).flatMap(
    written(origins.length > 0 && sources.length === 0),
  );
  const hand = handEditedText(words, facts);
  const file = new Document({
    title: xmlText(document.title),
    description: xmlText(document.summary),
    creator: "Pioneer",
    customProperties: [
      { name: "AI generated", value: String(document.aiMark) },
      { name: "Digital source type", value: sourceType(document.aiMark) },
      { name: "Engine", value: xmlText([generator.engine, generator.provider, generator.model].join(" ").trim()) },
      { name: "Prompt version", value: xmlText(generator.promptVersion) },
      { name: "Workflow", value: xmlText(facts.workflow) },
      { name: "Revision", value: String(facts.revision) },
      ...hand.map((value) => ({ name: "Edited by hand", value: xmlText(value) })),
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
        properties: {
          page: { size: page, margin: { top: margin, bottom: margin, left: margin, right: margin } },
        },
        footers: {
          default: new Footer({
            children: [footParagraph(xmlText(document.title), origin, words, writer.width, small)],
          }),
        },
        children: [
          paragraph(plain(document.title), { heading: HeadingLevel.TITLE }),
          ...(isText(document.summary) && !isFinal ? [paragraph(plain(document.summary, { italics: true }))] : []),
          ...body,
          ...appendix,
          ...headed(
            words.sources,
            sources.map((source, at) =>
              paragraph(sourceRuns(source, sourceRights(source, words, document.language)), {
                keepNext: origins.length > 0 && at === sources.length - 1,
              }),
            ),
          ),
          ...origins.map((text, at) =>
            paragraph(plain(text, small), {
              spacing: { before: at === 0 ? 320 : 0, after: 0 },
              keepNext: at < origins.length - 1,
            }),
          ),
        ],
      },
    ],
  });
  const hasBars = document.sections.some(({ blocks }) =>
    blocks.some((block) => block.type === "chart" && !isLine(block)),
  );
  if (!hasBars) return Packer.toBlob(file);
  return new Blob([withWholeFigures(new Uint8Array(await Packer.toArrayBuffer(file)))], { type: mediaType });
}

const level = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => ({
  level: 0,
  format,
  text,
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: { left: 500, hanging: 280 } } },
});

function sourceRuns({ url, title }: Source, rest: string): ParagraphChild[] {
  const link = webLink(url);
  const name = new TextRun({ text: xmlText(title), ...(link ? { style: "Hyperlink" } : {}) });
  return [
    link ? new ExternalHyperlink({ link: xmlText(link), children: [name] }) : name,
    new TextRun({
      text: xmlText(`. ${link ? `${shownAddress(link)} · ` : ""}${rest}`),
      font: sans,
      size: tableSize,
    }),
  ];
}
