import fc from "fast-check";
import { unzlibSync } from "fflate";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { exportFacts, exportWordsIn, readFontFile } from "#src/testing/exportWords.ts";
import type { Block, Claim } from "../document.ts";
import type { ExportDocument } from "../rendering.ts";
import { paperSize } from "./paperSize.ts";
import { toPdf } from "./pdf.ts";
import { unpackWoff } from "./woff.ts";

const source = {
  id: "s1",
  url: "https://example.org/a?b=1&c=2",
  title: "Log",
  publisher: "",
  publishedAt: null,
  retrievedAt: "2026-11-23T07:09:00Z",
  contentHash: "ab",
  licence: "",
};
const claim = (number: number): Claim => ({
  id: `c${number}`,
  text: `Sentence number ${number} says so.`,
  kind: "fact",
  sourceIds: ["s1"],
  quote: `quote ${number}`,
  check: "quoteFound",
});
const documentOf = (blocks: Block[], more: Partial<ExportDocument> = {}): ExportDocument => ({
  title: "Plan & <more>",
  summary: "",
  language: "en",
  aiMark: true,
  sections: [{ key: "a", title: "Only part", blocks }],
  claims: [],
  assumptions: [],
  openQuestions: [],
  sources: [source],
  generator: { engine: "model", provider: "mistral", model: "large", promptVersion: "x/1" },
  data: {},
  ...more,
});

async function pagesOf(document: ExportDocument, more: object = {}) {
  const words = await exportWordsIn("en");
  const file = await toPdf(document, words, exportFacts("Planner", more), { size: "a4", readFont: readFontFile });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const raw = Buffer.from(bytes).toString("latin1");
  const pdf = await getDocumentProxy(bytes);
  const pages: string[] = [];
  const inner: number[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    inner.push((await page.getAnnotations()).filter(({ dest }) => Boolean(dest)).length);
  }
  const { metadata } = await pdf.getMetadata();
  return { pages, inner, raw, mark: String(metadata?.get("iptc4xmpext:digitalsourcetype") ?? ""), pdf };
}

test("A note stands at the foot of the page of its sentence, with links both ways", async () => {
  const claims = Array.from({ length: 60 }, (_, at) => claim(at + 1));
  const blocks = claims.map(({ id, text }): Block => ({
    type: "p",
    text: `${text} ${"And more words follow. ".repeat(8)}`,
    claimIds: [id],
  }));
  const { pages, inner } = await pagesOf(documentOf(blocks, { claims }));
  expect(pages.length).toBeGreaterThan(3);
  for (const { text, quote } of claims) {
    const at = pages.findIndex((page) => page.includes(text));
    expect(pages[at]).toContain(`“${quote}”`);
  }
  expect(inner.reduce((sum, count) => sum + count, 0)).toBe(2 * claims.length);
});

test("A note that is longer than a page goes on at the foot of the next ones", async () => {
  const long = { ...claim(1), quote: Array.from({ length: 3000 }, (_, at) => `word${at}`).join(" ") };
  const { pages } = await pagesOf(documentOf([{ type: "p", text: long.text, claimIds: ["c1"] }], { claims: [long] }));
  const text = pages.join(" ");
  for (const word of ["word0 ", "word1500 ", "word2999"]) expect(text).toContain(word);
});

/** What the first page draws, one after the other: base lines of texts and grounds, both from the upper edge. */
function drawn(raw: string) {
  const height = 841.89;
  const packed = raw.split(/stream\r?\n/u).map((part) => Uint8Array.from(part, (sign) => sign.charCodeAt(0)));
  const [page = ""] = packed.flatMap((bytes) => {
    if (bytes[0] !== 0x78) return [];
    try {
      const text = new TextDecoder("latin1").decode(unzlibSync(bytes));
      return text.includes(" Tm\n") ? [text] : [];
    } catch {
      return [];
    }
  });
  const marks = [...page.matchAll(/1 0 0 1 \S+ (\S+) Tm|\S+ (\S+) \S+ (\S+) re\n/gu)];
  return marks.map(([, base, top = "0", tall = "0"]) =>
    base === undefined
      ? { top: Number(top), bottom: Number(top) + Number(tall) }
      : { base: height - Number(base), top: 0, bottom: 0 },
  );
}

test.each([
  { type: "code", language: "text", text: Array.from({ length: 9 }, () => "00:00:04,000 gypsy").join("\n") },
  { type: "callout", tone: "info", text: "gypsy, ".repeat(120) },
] satisfies Block[])("The ground of a $type covers no letters that hang below a line", async (block) => {
  const { raw } = await pagesOf(documentOf([block]));
  const marks = drawn(raw);
  const grounds = marks.filter(({ base }) => base === undefined);
  expect(grounds.length).toBeGreaterThan(4);
  const covered = marks.flatMap(({ base }, at) =>
    base === undefined ? [] : marks.slice(at + 1).filter(({ top, bottom }) => top < base + 1.5 && bottom > base + 1.5),
  );
  expect(covered).toEqual([]);
});

test("No item of a list is alone at the foot or the top of a page", async () => {
  for (let before = 22; before < 27; before += 1) {
    const filling = Array.from({ length: before }, (): Block => ({ type: "p", text: "Filling." }));
    const items = ["first", "second", "third", "fourth", "fifth"].map((name) => `item-${name}`);
    const { pages } = await pagesOf(documentOf([...filling, { type: "list", ordered: false, items }]));
    for (const page of pages) expect(page.match(/item-/gu) ?? []).not.toHaveLength(1);
  }
});

test("What says where a paper comes from is alone on no page", async () => {
  for (let count = 22; count < 28; count += 1) {
    const lines = Array.from({ length: count }, (_, at): Block => ({ type: "p", text: `Line ${at + 1} says so.` }));
    const { pages } = await pagesOf(documentOf(lines, { sources: [] }));
    expect([count, pages.at(-1)]).toEqual([count, expect.stringContaining(`Line ${count} says so.`)]);
    expect(pages.at(-1)).toContain("Planner");
  }
});

test("The head of a table is repeated on each page, and a row is on one page", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`begin${at}x`, `${"more words here ".repeat(6)}end${at}x`]);
  const { pages } = await pagesOf(documentOf([{ type: "table", columns: ["Headword", "Text"], rows }]));
  const parts = pages.filter((page) => page.includes("begin"));
  expect(parts.length).toBeGreaterThan(2);
  for (const page of parts) expect(page).toContain("Headword");
  for (const at of rows.keys()) {
    expect(pages.find((page) => page.includes(`begin${at}x`))).toContain(`end${at}x`);
  }
});

test("Programs read the mark of AI and the title, whatever it holds", async () => {
  const { mark, raw, pdf } = await pagesOf(documentOf([{ type: "p", text: "Words." }]), { handEdited: ["Words."] });
  expect(mark).toContain("compositeWithTrainedAlgorithmicMedia");
  expect(raw).toContain("<pioneer:handEdited>1</pioneer:handEdited>");
  expect(raw).toContain("Plan &amp; &lt;more&gt;");
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: "Plan & <more>" });
  expect((await pdf.getOutline())?.[0]?.title).toBe("Only part");
});

/** Puts blocks at the foot of the first page, one line of text further down each time; which pages texts came to stand on. */
async function pagesAtFoot(blocks: Block[], texts: readonly string[]): Promise<number[][]> {
  const found: number[][] = [];
  for (let lines = 17; lines < 29; lines += 1) {
    const filler = Array.from({ length: lines }, (): Block => ({ type: "p", text: "Words." }));
    const { pages } = await pagesOf(documentOf([...filler, ...blocks]));
    found.push(texts.map((text) => pages.findIndex((page) => page.includes(text))));
  }
  return found;
}
const rowsOf = (count: number, text: string): string[][] =>
  Array.from({ length: count }, (_, at) => [`${text} ${at + 1}`]);

test.each([
  [
    "remark and the last row of its table",
    [
      { type: "table", columns: ["Rows"], rows: rowsOf(3, "Row") },
      { type: "callout", tone: "info", text: "A remark on the table." },
    ],
    ["Row 3", "A remark on the table."],
  ],
  [
    "line and the list that it announces",
    [
      { type: "p", text: "As follows:" },
      { type: "list", ordered: false, items: ["First of them", "Second", "Third"] },
    ],
    ["As follows:", "First of them"],
  ],
  [
    "subtitle and its time",
    [
      {
        type: "code",
        language: "text",
        text: ["one", "two", "three"].map((word) => `${word} at 0:01\n${word} text\n${word} end`).join("\n\n"),
      },
    ],
    ["two at 0:01", "two end"],
  ],
] satisfies [string, Block[], string[]][])("No page break parts a %s", async (_, blocks, texts) => {
  const found = await pagesAtFoot(blocks, texts);
  // They were at the foot of the page, on either side of its end.
  expect(new Set(found.flat())).toEqual(new Set([0, 1]));
  for (const [one, other] of found) expect(one).toBe(other);
});

test("A short table of tall rows is parted between them and leaves no page half empty", async () => {
  const rows = rowsOf(5, `${"Tall words. ".repeat(40)}Row`);
  const found = await pagesAtFoot([{ type: "table", columns: ["Rows"], rows }], ["Row 1", "Row 5"]);
  expect(found).toContainEqual([0, 1]);
});

test("A span of months in a narrow head stays on one line", async () => {
  const spans = ["M9–10", "M11–12", "M13–14", "M15–16", "M17–18", "M19–20", "M21–22", "M23–24", "M25–26", "M27–28"];
  const row = ["A package of work", ...spans.map(() => "x")];
  const { pages } = await pagesOf(documentOf([{ type: "table", columns: ["Package", ...spans], rows: [row] }]));
  for (const span of spans) expect(pages[0]).toContain(span);
});

test("Letters of Poland, Turkey, Greece and the Cyrillic world, arrows and signs stay text", async () => {
  const text = "Łódź İğdır ş 12 € Αθήνα Київ → ≥ ½ ✔ – „so“";
  const { pages } = await pagesOf(
    documentOf([
      { type: "p", text },
      { type: "table", columns: ["a"], rows: [[text]] },
      { type: "code", language: "text", text },
    ]),
  );
  expect((pages[0] ?? "").replace(/\s/g, "").split(text.replace(/\s/g, ""))).toHaveLength(4);
});

test("Letters without a typeface are refused by name", async () => {
  await expect(pagesOf(documentOf([{ type: "p", text: "東京" }]))).rejects.toThrow("東");
});

test("Any Latin text can be written", async () => {
  const text = fc.string({
    unit: fc.constantFrom(...Array.from("aZ é\n\t\u0000 -/.€\u00ad\u202e\ud800👍()\\<>&")),
    maxLength: 300,
  });
  await fc.assert(
    fc.asyncProperty(text, text, async (one, two) => {
      const blocks: Block[] = [
        { type: "p", text: one },
        { type: "table", columns: [one, "b", "c", "d"], rows: [[two, one, two, one]], numeric: [9] },
        { type: "kpi", items: [{ label: one, value: two, note: one }] },
        {
          type: "chart",
          kind: "line",
          label: one,
          unit: two,
          points: [
            { label: two, value: 1 },
            { label: one, value: -1 },
          ],
        },
        { type: "list", ordered: true, items: [one, two] },
      ];
      const { pages } = await pagesOf(documentOf(blocks, { title: one, summary: two, language: one }));
      expect(pages.length).toBeGreaterThan(0);
    }),
    { numRuns: 8 },
  );
});

test("A file that packs no font is left as it is", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(unpackWoff(bytes)).toBe(bytes);
});

test.each([
  ["en-US", "America/Chicago", "letter"],
  ["es-MX", "America/Mexico_City", "letter"],
  ["en-US", "Europe/Berlin", "a4"],
  ["en", "America/Chicago", "a4"],
  ["de-DE", "Europe/Berlin", "a4"],
  ["pt-BR", "America/Sao_Paulo", "a4"],
])("%s in %s prints on %s", (locale, zone, size) => {
  expect(paperSize(locale, zone)).toBe(size);
});
