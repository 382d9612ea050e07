import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { DOMParser } from "linkedom";
import mammoth from "mammoth";
import { readSheet } from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { exampleResult } from "#src/features/workflows/server/exampleResult.ts";
import { workflowLoaders } from "#src/features/workflows/catalogue/registry.ts";
import { cellNumber } from "./cellNumber.ts";
import { tablesOf, toCsv } from "../csv.ts";
import type { Block, Section } from "../document.ts";
import { toDocx } from "./docx.ts";
import { chaptersOf, toEpub } from "./epub.ts";
import { toHtml } from "../htmlExport.ts";
import { toPlainText } from "../plainText.ts";
import {
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  sectionsOf,
  toJson,
  toMarkdown,
} from "../rendering.ts";
import { readDocument } from "./readDocument.ts";
import { sheetNames, toXlsx } from "./xlsx.ts";

/* Documents as files of other programs, read back by libraries that know these programs' formats. */

const names = [
  "draft",
  "ai",
  "workflow",
  "created",
  "revision",
  "engine",
  "promptVersion",
  "sources",
  "assumptions",
  "openQuestions",
  "issues",
  "claims",
  "furtherClaims",
  "open",
  "read",
  "sum",
  "origin",
  "note",
];
const words = {
  ...Object.fromEntries(names.map((name) => [name, `W:${name}`])),
  checks: { quoteFound: "Found in the source" },
  handEdited: (count: number) => `By hand: ${count}`,
  ownSentences: (count: number) => `Own: ${count}`,
  pageOf: (page: number, pages: number) => `${page} of ${pages}`,
} as unknown as ExportWords;
const facts: ExportFacts = {
  workflow: "Content planner",
  revision: 2,
  createdAt: "2026-11-23T07:12:00.123Z",
  createdText: "23.11.2026 08:12",
  issueTexts: ["One post has no text."],
};
const document = (sections: Section[], more: Partial<ExportDocument> = {}): ExportDocument => ({
  title: "Spring plan",
  summary: "Thirteen weeks.",
  language: "en",
  aiMark: true,
  sections,
  claims: [
    { id: "c1", text: "62 %", kind: "number", sourceIds: ["s1"], quote: "sixty-two of a hundred", check: "quoteFound" },
  ],
  assumptions: ["Two people write."],
  openQuestions: ["Who approves?"],
  sources: [
    {
      id: "s1",
      url: "https://example.org/a?b=1&c=2",
      title: "Log",
      publisher: "Radwerk",
      publishedAt: null,
      retrievedAt: "2026-11-23T07:09:00Z",
      contentHash: "ab",
      licence: "ODbL",
    },
  ],
  generator: { engine: "model", provider: "mistral", model: "large", promptVersion: "contentPlanner/1" },
  data: {},
  ...more,
});
const section = (blocks: Block[], more: Partial<Section> = {}): Section => ({
  key: "why",
  title: "Why February",
  blocks,
  ...more,
});
const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
const parse = (text: string): Document => new DOMParser().parseFromString(text, "text/xml") as unknown as Document;
/** Text and parts of a Word file, as a program that reads them sees them. */
async function read(file: Blob) {
  const bytes = await bytesOf(file);
  const parts = unzipSync(bytes);
  const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  return { html, part: (name: string) => strFromU8(parts[name] ?? new Uint8Array()) };
}
/** No character that XML forbids is in it, and nothing in it is markup by accident. */
const anyText = fc.string({ unit: "binary", maxLength: 60 });

describe("a Word file", () => {
  const blocks: Block[] = [
    { type: "p", text: "Fleet customers book 62 % early, 62 % of them by phone.", claimIds: ["c1"] },
    { type: "h", text: "Sub" },
    { type: "list", ordered: true, items: ["One", "Two"] },
    { type: "table", columns: ["Pillar", "Items"], rows: [["Uptime", "31"]], numeric: [1] },
    { type: "callout", tone: "info", text: "A hint of the product." },
    { type: "callout", tone: "gap", text: "Which figure?" },
  ];
  test("has headings, a footnote for each fact, and the mark of its origin", async () => {
    const { html, part } = await read(await toDocx(document([section(blocks)]), words, facts));
    expect(html).toContain("<h1>Why February</h1>");
    expect(html).toContain("<h2>Sub</h2>");
    expect(html).toMatch(/<ol>.*<li>One<\/li><li>Two<\/li>/s);
    expect(html.match(/id="footnote-\d+"/g)).toHaveLength(1);
    expect(html).toContain("Found in the source · “sixty-two of a hundred” · Log, ");
    expect(html).toContain('<a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>');
    expect(html).toContain("<li>Two people write.</li>");
    expect(part("docProps/custom.xml")).toContain("compositeWithTrainedAlgorithmicMedia");
    expect(Object.keys(unzipSync(await bytesOf(await toDocx(document([section(blocks)]), words, facts))))).toContain(
      "word/footnotes.xml",
    );
    expect(part("word/document.xml")).toContain("<w:tblHeader/>");
  });
  test("of what is handed on has the text alone, with its gaps and its sources", async () => {
    const notes = section([{ type: "p", text: "For us only." }], { key: "notes", title: "Notes" });
    const text = section(blocks, { deliverable: "plain" });
    const { html, part } = await read(await toDocx(document([text, notes]), words, facts, { isFinal: true }));
    expect(html).toContain("Fleet customers");
    expect(html).toContain("Which figure?");
    for (const hidden of ["For us only", "A hint of the product", "Two people write", "Why February"])
      expect(html).not.toContain(hidden);
    expect(html).toContain("Log");
    expect(part("docProps/custom.xml")).toContain("compositeWithTrainedAlgorithmicMedia");
  });
  test("leaves out the columns that only the owner reads, when it is handed on", async () => {
    const table: Block = {
      type: "table",
      columns: ["Rule", "To decide", "Points"],
      rows: [["Payment after acceptance", "Ask the lawyer", "4"]],
      numeric: [2],
      internal: [1],
    };
    // As the page has it: what the server sent goes through its reading first.
    const own = readDocument(document([section([table], { deliverable: "titled" })]));
    const whole = await read(await toDocx(own, words, facts));
    const { html, part } = await read(await toDocx(own, words, facts, { isFinal: true }));
    expect(whole.html).toContain("Ask the lawyer");
    expect(html).toContain("Payment after acceptance");
    for (const hidden of ["To decide", "Ask the lawyer"]) expect(html).not.toContain(hidden);
    expect(part("word/document.xml")).toMatch(/<w:jc w:val="right"\/>(?:(?!<w:tc>).)*4</);
  });
  test("holds any text", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (title, text) => {
        const body: Block[] = [
          { type: "p", text },
          { type: "table", columns: [title, "b"], rows: [[text, title]] },
          { type: "kpi", items: [{ label: title, value: text, note: title }] },
          { type: "chart", kind: "bar", label: title, unit: text, points: [{ label: text, value: -1.5 }] },
        ];
        const whole = document([section(body)], { title, language: text });
        const { part } = await read(await toDocx(whole, words, facts));
        for (const name of ["word/document.xml", "word/footnotes.xml", "word/charts/chart1.xml", "docProps/core.xml"]) {
          // oxlint-disable-next-line no-control-regex -- exactly those may not be there
          expect(part(name)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
          expect(part(name).isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test("Every file says how many passages were edited by hand, and marks them where it can", async () => {
  const own = { ...facts, handEdited: ["Fleet customers book 62 %"] };
  const whole = document([
    section(
      [
        { type: "p", text: "Fleet customers book 62 % early.", claimIds: ["c1"] },
        { type: "table", columns: ["a"], rows: [["b"]] },
      ],
      { deliverable: "plain" },
    ),
  ]);
  const word = await read(await toDocx(whole, words, own));
  expect(word.html).toContain("By hand: 1");
  expect(word.part("docProps/custom.xml")).toContain("By hand: 1");
  expect(word.part("word/document.xml")).toMatch(/w:u w:val="dotted"[^>]*\/>(?:(?!<w:r>).)*Fleet customers book /);
  const html = toHtml(whole, words, own);
  expect(html).toContain('<span class="own">Fleet customers book 62 %</span> [1] early.');
  expect(html).toContain('<meta name="hand-edited" content="By hand: 1">');
  expect(toMarkdown(whole, words, own)).toMatch(/hand_edited: 1[^]*By hand: 1/);
  expect(JSON.parse(toJson(whole, words, own))).toMatchObject({ handEdited: own.handEdited });
  expect(toPlainText(whole, words, own)).toContain("By hand: 1");
  const [table] = tablesOf(whole);
  expect(table && toCsv(table, whole, words, own)).toMatch(/,hand_edited,[^]*,2,1,/);
  const book = unzipSync(await bytesOf(await toXlsx(tablesOf(whole), whole, words, own)));
  expect(JSON.stringify(Object.values(book).map((part) => strFromU8(part)))).toContain("By hand: 1");
  const epub = unzipSync(await bytesOf(toEpub(whole, words, own, "urn:uuid:1")));
  expect(strFromU8(epub["book/title.xhtml"] ?? new Uint8Array())).toContain("By hand: 1");
  const plain = [toHtml(whole, words, facts), toMarkdown(whole, words, facts), toPlainText(whole, words, facts)];
  for (const text of plain) expect(text).not.toContain("By hand");
});

describe("a workbook", () => {
  test("has numbers as numbers, formulas of the product, and a sheet that says where it comes from", async () => {
    const block: Block = {
      type: "table",
      columns: ["Item", "Price", "Share"],
      rows: [
        ["=1+1", "1,240.50 €", "12 %"],
        ["No", "−3", ""],
      ],
      numeric: [1, 2],
      formulas: [
        { row: 1, column: 2, formula: "=B2*C2" },
        { row: 0, column: 0, formula: '=HYPERLINK("https://evil.example")' },
      ],
    };
    const whole = document([section([block])]);
    const file = Buffer.from(await bytesOf(await toXlsx(tablesOf(whole), whole, words, facts)));
    expect(await readSheet(file, "Why February")).toEqual([
      ["Item", "Price", "Share"],
      ["=1+1", 1240.5, 0.12],
      ["No", -3, null],
    ]);
    const sheet = strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toMatch(/<f>=?B2\*C2<\/f>/);
    expect(sheet).not.toContain("HYPERLINK");
    const about = await readSheet(file, "W:origin".replace(":", " "));
    expect(about.flat().join("|")).toContain("compositeWithTrainedAlgorithmicMedia");
    expect(about.flat().join("|")).toContain("ODbL");
  });
  test("names each sheet once, as Excel allows it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.constantFrom("Plan", "plan", "a/b", "a?b", "x".repeat(40)))),
        (titles) => {
          const given = sheetNames(titles);
          expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(titles.length);
          for (const name of given) expect(name).toMatch(/^[^\\/?*[\]:]{1,31}$/u);
        },
      ),
    );
  });
});

describe("the number of a cell", () => {
  test.each([
    ["1,240", "en", 1240, "#,##0"],
    ["1.240,50 €", "de", 1240.5, '#,##0.00" €"'],
    ["€1,200", "en", 1200, '"€"#,##0'],
    ["−3.5 %", "en", -0.035, "#,##0.0%"],
    ["12 weeks", "en", 12, '#,##0" weeks"'],
  ])("%s in %s", (text, language, value, format) => {
    const found = cellNumber(text, language);
    expect(found?.value).toBeCloseTo(value, 9);
    expect(found?.format).toBe(format);
  });
  test.each(["", "1,2", "12.3.4", "2026-11-24", "about 5", "1 to 3", "€5 %"])("is none in %j", (text) => {
    expect(cellNumber(text, "en")).toBeNull();
  });
  test("is the number that was written, in both languages", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 3 }), (cents, digits) => {
        const value = cents / 100;
        for (const language of ["en", "de"]) {
          const text = value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
          const expected = Number(value.toFixed(digits));
          // Rounding of halves may differ by one in the last place.
          const last = 10 ** -digits + 1e-6;
          expect(Math.abs((cellNumber(text, language)?.value ?? Number.NaN) - expected)).toBeLessThanOrEqual(last);
        }
      }),
    );
  });
});

describe("a book as EPUB", () => {
  const text = section(
    [
      { type: "h", text: "One & only" },
      { type: "p", text: "It <began>." },
      { type: "h", text: "Two" },
      { type: "p", text: "It went on." },
    ],
    { deliverable: "plain" },
  );
  const notes = section([{ type: "p", text: "Weak passage." }], { key: "notes" });
  test("has a file for each chapter, its list, and the mark of its origin", async () => {
    const bytes = await bytesOf(toEpub(document([text, notes]), words, facts, "urn:uuid:1"));
    // The first entry, uncompressed, at the place where readers look for it.
    expect(strFromU8(bytes.slice(30, 58))).toBe("mimetypeapplication/epub+zip");
    const files = unzipSync(bytes);
    const opf = strFromU8(files["book/package.opf"] ?? new Uint8Array());
    expect(opf).toContain('<meta property="dcterms:modified">2026-11-23T07:12:00Z</meta>');
    expect(opf).toContain("compositeWithTrainedAlgorithmicMedia");
    const listed = [...opf.matchAll(/<item [^>]*href="([^"]+)"/g)].map(([, href]) => `book/${href}`);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(listed));
    expect(strFromU8(files["book/chapter-1.xhtml"] ?? new Uint8Array())).toContain("It &lt;began&gt;.");
    expect(JSON.stringify(Object.values(files).map((part) => strFromU8(part)))).not.toContain("Weak passage");
  });
  test("of any text is well-formed", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (title, body) => {
        const sections = [
          section([
            { type: "h", text: title },
            { type: "p", text: body },
          ]),
        ];
        const files = unzipSync(await bytesOf(toEpub(document(sections, { title }), words, facts, "urn:uuid:1")));
        for (const [path, bytes] of Object.entries(files)) {
          if (path === "mimetype") continue;
          const xml = strFromU8(bytes);
          // oxlint-disable-next-line no-control-regex -- exactly those may not be there
          expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
          expect(parse(xml).documentElement).not.toBeNull();
        }
      }),
    );
  });
  test("begins a chapter at each subheading", () => {
    const opened = section([{ type: "p", text: "Before." }, ...text.blocks], { title: "Start" });
    expect(chaptersOf([opened], "en").map(({ title }) => title)).toEqual(["Start", "One & only", "Two"]);
  });
});

describe.each(Object.keys(workflowLoaders))("the example of %s", (key) => {
  test.each(["en", "de"] as const)("leaves as Word, Excel and CSV in %s", async (language) => {
    const whole = await exampleResult(`${key}Workflow`, language);
    const { html } = await read(await toDocx(whole, words, facts));
    for (const { title } of sectionsOf(whole, false)) expect(html).toContain(title.replace(/&/g, "&amp;"));
    const tables = tablesOf(whole);
    const file = Buffer.from(await bytesOf(await toXlsx(tables, whole, words, facts)));
    for (const [at, name] of sheetNames(tables.map(({ title }) => title)).entries())
      expect((await readSheet(file, name)).length).toBe((tables[at]?.rows.length ?? 0) + 1);
  });
});
