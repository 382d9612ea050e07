import PDFDocument from "pdfkit";
import { blockTexts } from "../blockTexts.ts";
import type { Claim, Source } from "../document.ts";
import {
  appendixParts,
  belongTogether,
  bodyParts,
  claimNote,
  type ExportOptions,
  type ExportPart,
  listedSources,
  provenanceLines,
  shownAddress,
} from "../exportParts.ts";
import { escapeHtml } from "../htmlExport.ts";
import {
  chartValue,
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  handEditedText,
  generatorLabel,
  sourceRights,
  sourceType,
  webLink,
} from "../rendering.ts";
import { blockItems, type BlockWriter, body, bodyLeading, textItems, type TextLayout } from "./pdfBlocks.ts";
import { type Face, loadFonts, printableText, type ReadFont, replacementCharacter } from "./pdfFonts.ts";
import { ink, type Item, Paper, type PaperSize, tones } from "./pdfPaper.ts";
import { layoutLines, type Line, type TextStyle, type Measure, type Note, type Run } from "./pdfText.ts";
import { unpackWoff } from "./woff.ts";
import { xmlText } from "./xmlText.ts";

/*
 * A document as a PDF: tagged for screen readers, with bookmarks, links, and what a fact rests on at the foot of its
 * page.
 */

export interface PdfOptions extends ExportOptions {
  size: PaperSize;
  /** Reads the file of a typeface. */
  readFont: ReadFont;
  /** Lets the page breathe while a long document is laid out. */
  pause?: () => Promise<void>;
}

const faces: Face[] = ["serif", "serifBold", "sans", "sansBold", "mono"];
const titleLook: TextStyle = { face: "serifBold", size: 24, color: ink.text };
const summaryLook: TextStyle = { face: "serif", size: 12.6, color: ink.soft };
const sectionLook: TextStyle = { face: "serifBold", size: 15.5, color: ink.text };
const metaLook: TextStyle = { face: "sans", size: 8.6, color: ink.faint };
const noteLook: TextStyle = { face: "sans", size: 7.6, color: ink.soft };
const footLook: TextStyle = { face: "sans", size: 7.6, color: ink.faint };

/** The document as a PDF file. @throws ScriptError when it has letters without a typeface */
export async function toPdf(
  document: ExportDocument,
  words: ExportWords,
  facts: ExportFacts,
  options: PdfOptions,
): Promise<Blob> {
  const file = new PDFDocument({
    autoFirstPage: false,
    // None before ours are there.
    font: "",
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: document.language,
    info: {
      Title: printableText(document.title),
      Subject: printableText(document.summary),
      Author: "Pioneer",
      Creator: "Pioneer",
      Producer: "Pioneer",
      Keywords: generatorLabel(document, words),
      CreationDate: dateOf(facts.createdAt),
    },
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  file.on("data", (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    file.on("end", resolve);
    file.on("error", reject);
  });
  const measure = await measureOf(file, printableText(textOf(document, words, facts)), options.readFont);
  await write(document, words, facts, options, new Paper(file, measure, options.size));
  describe(file, document, words, facts);
  file.end();
  await ended;
  return new Blob(chunks, { type: "application/pdf" });
}

function dateOf(iso: string): Date {
  const time = Date.parse(iso);
  return new Date(Number.isNaN(time) ? 0 : time);
}

/** Every character that a file may show, once or more often. */
const textOf = (document: ExportDocument, words: ExportWords, facts: ExportFacts): string =>
  [
    "0123456789 .,:;-–·•…/()[]„“”%☑☐",
    replacementCharacter,
    JSON.stringify([
      words,
      facts,
      words.pageOf(1, 2),
      ...handEditedText(words, facts),
      generatorLabel(document, words),
    ]),
    document.title,
    document.summary,
    ...document.sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(blockTexts)]),
    ...document.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.type === "chart"
          ? [block.unit, ...block.points.map(({ value }) => chartValue(value, document.language))]
          : [],
      ),
    ),
    ...document.claims.flatMap(({ text, quote, computation = "" }) => [text, quote, computation]),
    ...document.assumptions,
    ...document.openQuestions,
    ...document.sources.flatMap((source) => [source.title, source.url, sourceRights(source, words, document.language)]),
  ].join(" ");

async function measureOf(file: PDFKit.PDFDocument, text: string, readFont: ReadFont): Promise<Measure> {
  const fontOf = await loadFonts(text, faces, readFont, (name, bytes) => {
    file.registerFont(name, unpackWoff(bytes));
    file.font(name);
    // The types of the library leave out the font in use.
    const { _font } = file as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } };
    return (code) => _font.font.hasGlyphForCodePoint(code);
  });
  const known = new Map<string, Map<string, number>>();
  const widthOf = (font: string, part: string): number => file.font(font).fontSize(100).widthOfString(part) / 100;
  return {
    fontOf,
    unit: (font, part) => {
      let widths = known.get(font);
      if (!widths) known.set(font, (widths = new Map()));
      let width = widths.get(part);
      if (width === undefined) {
        // The library remembers words with the blank behind them, and draws most of them so.
        width = part.endsWith(" ") ? widthOf(font, part) : widthOf(font, `${part} `) - widthOf(font, " ");
        widths.set(part, width);
      }
      return width;
    },
  };
}

/** Writes the document on paper. */
async function write(
  document: ExportDocument,
  words: ExportWords,
  facts: ExportFacts,
  { isFinal = false, pause }: PdfOptions,
  paper: Paper,
): Promise<void> {
  const numbers = new Map<string, number>();
  let section: PDFKit.PDFOutline | null = null;
  const layout = (runs: readonly Run[]): Line[] => layoutLines(runs, paper.width, paper.measure);
  const lines = (runs: readonly Run[], look: TextLayout): Item[] => textItems(layout(runs), paper, look);

  const mark = (claim: Claim): { number: number; note?: Note } => {
    const known = numbers.get(claim.id);
    if (known !== undefined) return { number: known };
    const number = numbers.size + 1;
    numbers.set(claim.id, number);
    const runs: Run[] = [
      {
        text: `${number}`,
        look: { ...noteLook, face: "sansBold", color: tones.link },
        goTo: `mark-${number}`,
        anchor: `note-${number}`,
      },
      { text: " ", look: noteLook },
      ...claimNote(claim, document, words).map(({ text, link }): Run => ({
        text,
        look: link === undefined ? noteLook : { ...noteLook, color: tones.link },
        ...(link === undefined ? {} : { link }),
      })),
    ];
    return { number, note: { lines: layout(runs) } };
  };
  const bookmark = (parent: PDFKit.PDFOutline, title: string, y: number): PDFKit.PDFOutline => {
    // The library counts `left` from the right edge.
    const place: object = { top: Math.max(0, y - 12), left: paper.file.page.width };
    return parent.addItem(printableText(title), place);
  };
  const writer: BlockWriter = {
    paper,
    claims: document.claims,
    handEdited: facts.handEdited ?? [],
    notes: { mark },
    language: document.language,
    onHeading: (title, y) => bookmark(section ?? paper.file.outline, title, y),
  };

  const heading = (text: string): Item[] =>
    lines([{ text, look: sectionLook }], {
      leading: 20,
      before: 22,
      after: 3,
      type: "H1",
      isKept: true,
      beside: (y) => {
        section = bookmark(paper.file.outline, text, y);
      },
    });
  const partItems = ({ title, blocks }: ExportPart): Item[] => [
    ...(title === null ? [] : heading(title)),
    ...blocks.flatMap((block, at) => {
      const items = blockItems(block, writer);
      const last = items.pop();
      return last ? [...items, { ...last, ...(belongTogether(block, blocks[at + 1]) ? { isKept: true } : {}) }] : [];
    }),
  ];
  const sourceItems = (source: Source): Item[] => {
    const link = webLink(source.url);
    const rights = sourceRights(source, words, document.language);
    return lines(
      [
        {
          text: source.title,
          look: link === null ? body : { ...body, color: tones.link },
          ...(link === null ? {} : { link }),
        },
        // Links cannot be opened on paper.
        { text: `. ${link === null ? "" : `${shownAddress(link)} · `}${rights}`, look: metaLook },
      ],
      { leading: bodyLeading, before: 4 },
    );
  };

  const isPlaced = ({ id }: Claim): boolean => numbers.has(id);
  // The last part is held back until it is known: what says where the paper comes from is not alone on a page.
  let last = [
    ...(isFinal ? [] : lines(originRuns(document, words, facts), { leading: 12, after: 10 })),
    ...lines([{ text: document.title, look: titleLook }], { leading: 29, after: 4, type: "H" }),
    ...(document.summary.trim() === "" || isFinal
      ? []
      : lines([{ text: document.summary, look: summaryLook }], { leading: 18, before: 4, after: 8 })),
    ruleItem(paper),
  ];
  const add = (items: Item[]): void => {
    if (items.length === 0) return;
    paper.flow(last);
    last = items;
  };
  for (const part of bodyParts(document, words, { isFinal })) {
    add(partItems(part));
    await pause?.();
  }
  for (const part of appendixParts(document, words, facts, { isFinal, isPlaced })) add(partItems(part));
  const sources = listedSources(document, { isFinal, isPlaced });
  if (sources.length > 0) add([...heading(words.sources), ...sources.flatMap(sourceItems)]);
  const origins = provenanceLines(document, words, facts).flatMap((text, at) =>
    lines([{ text, look: metaLook }], { leading: 12, before: at === 0 ? 22 : 0 }),
  );
  const end = isFinal ? last : [...last.slice(0, -1), ...kept([...last.slice(-1), ...origins])];
  paper.flow(end);
  writeFeet(document, words, paper);
}

/** Items that stay together, up to the last one. */
const kept = (items: Item[]): Item[] => items.map((item, at) => ({ ...item, isKept: at < items.length - 1 }));

/** What a paper is and where it comes from, above its title. */
function originRuns(document: ExportDocument, words: ExportWords, facts: ExportFacts): Run[] {
  const color = document.aiMark ? ink.soft : tones.warn.line;
  const meta = [
    facts.workflow,
    `${words.revision} ${facts.revision}`,
    facts.createdText,
    ...handEditedText(words, facts),
  ];
  return [
    { text: generatorLabel(document, words), look: { ...metaLook, face: "sansBold", color } },
    { text: ` · ${meta.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ")}`, look: metaLook },
  ];
}

const ruleItem = (paper: Paper): Item => ({
  height: 14,
  notes: [],
  draw: (y) => paper.artifact(() => paper.rule(paper.left, y + 4, paper.width, ink.text, 1)),
});

/** The foot of each page: what it is, where it comes from, and its number. */
function writeFeet(document: ExportDocument, words: ExportWords, paper: Paper): void {
  const line = (text: string, width = paper.width): Line | undefined =>
    layoutLines([{ text, look: footLook }], width, paper.measure)[0];
  const widthOf = (text: string): number => line(text, Number.MAX_SAFE_INTEGER)?.width ?? 0;
  const shortened = (text: string, room: number): string => {
    if (widthOf(text) <= room) return text;
    const parts = text.split(" ");
    while (parts.length > 1 && widthOf(`${parts.join(" ")} …`) > room) parts.pop();
    return `${parts.join(" ")} …`;
  };
  const origin = line(` · ${generatorLabel(document, words)}`);
  paper.end((page, pages, y) => {
    const number = line(words.pageOf(page, pages));
    const room = paper.width - (origin?.width ?? 0) - (number?.width ?? 0) - 20;
    const name = line(shortened(document.title, room));
    if (name) paper.plainLine(name, paper.left, y);
    if (origin) paper.plainLine(origin, paper.left + (name?.width ?? 0), y);
    if (number) paper.plainLine(number, paper.left + paper.width - number.width, y);
  });
}

/**
 * Writes what programs read about the file (XMP), with the mark of its origin as the IPTC standard has it. The
 * library's own text is replaced, since it does not escape titles.
 */
function describe(file: PDFKit.PDFDocument, document: ExportDocument, words: ExportWords, facts: ExportFacts): void {
  const said = (text: string): string => escapeHtml(xmlText(text));
  const alternative = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${said(text)}</rdf:li></rdf:Alt>`;
  const { engine, provider, model, promptVersion } = document.generator;
  const own: [string, string][] = [
    ["aiGenerated", String(document.aiMark)],
    ["origin", generatorLabel(document, words)],
    ["engine", engine],
    ["provider", provider],
    ["model", model],
    ["promptVersion", promptVersion],
    ["workflow", facts.workflow],
    ["revision", String(facts.revision)],
    ["handEdited", String((facts.handEdited ?? []).length)],
  ];
  file.appendXML(`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:pioneer="urn:pioneer:provenance">
<dc:title>${alternative(document.title)}</dc:title>
<dc:description>${alternative(document.summary)}</dc:description>
<dc:creator><rdf:Seq><rdf:li>Pioneer</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${said(document.language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${dateOf(facts.createdAt).toISOString()}</xmp:CreateDate>
<xmp:CreatorTool>Pioneer</xmp:CreatorTool>
<Iptc4xmpExt:DigitalSourceType>${sourceType(document.aiMark)}</Iptc4xmpExt:DigitalSourceType>
${own.map(([name, value]) => `<pioneer:${name}>${said(value)}</pioneer:${name}>`).join("\n")}
</rdf:Description>`);
  Object.assign(file, { _addInfo: () => {} });
}
