import { strFromU8, unzipSync } from "fflate";
import mammoth from "mammoth";
import { expect, test } from "vitest";
import { exportFacts, exportWordsIn } from "#src/testing/exportWords.ts";
import type { Block, Claim, Source } from "../document.ts";
import type { ExportDocument } from "../rendering.ts";
import { toDocx } from "./docx.ts";

/* What readers of a Word file see of the parts that Word has its own means for. */

async function read(blocks: Block[], claims: Claim[] = [], language = "en", more: Partial<ExportDocument> = {}) {
  const file = await toDocx(
    {
      title: "Plan",
      summary: "",
      language,
      aiMark: false,
      sections: [{ key: "a", title: "Part", blocks }],
      claims,
      assumptions: [],
      openQuestions: [],
      sources: [],
      generator: { engine: "draft", provider: "", model: "", promptVersion: "x/1" },
      data: {},
      ...more,
    },
    await exportWordsIn("en"),
    exportFacts("Planner"),
  );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = unzipSync(bytes);
  const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  const textOf = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const charts = Object.keys(parts).filter((name) => /^word\/charts\/chart[^/]*\.xml$/u.test(name));
  return { html, document: textOf("word/document.xml"), charts: charts.map(textOf) };
}

const points = [
  { label: "Jan", value: 1240 },
  { label: "Feb\u0000& <more>", value: -3.5 },
];

test("A chart is Word's own: drawn from its figures, with its unit, and told to those who do not see it", async () => {
  const { charts, document } = await read([{ type: "chart", kind: "bar", label: "Cash", unit: "€", points }], [], "de");
  expect(charts).toHaveLength(1);
  const [chart = ""] = charts;
  expect(chart).toContain("<c:barChart>");
  // Its figures stay on one line in LibreOffice, too.
  const [, labels = ""] = chart.split("<c:dLbls>");
  expect(labels.split("</c:dLbls>")[0]).toContain('wrap="none"');
  for (const { value } of points) expect(chart).toContain(`<c:v>${value}</c:v>`);
  expect(chart).toContain("Feb &amp; &lt;more&gt;");
  expect(chart).toMatch(/formatCode="\[\$-407\]#,##0\.0(&quot;|")\u00a0€/u);
  expect(document).toContain("Cash: Jan: 1.240\u00a0€; Feb &amp; &lt;more&gt;: −3,5\u00a0€");
});

test("Bars of figures above zero begin at zero", async () => {
  const over = points.map(({ label }, at) => ({ label, value: 900 + at }));
  const { charts } = await read([{ type: "chart", kind: "bar", label: "Cash", unit: "", points: over }]);
  expect(charts[0]).toMatch(/<c:min val="0"\/>/u);
});

test("A line names its figures below, and a chart without points is none", async () => {
  const line: Block = { type: "chart", kind: "line", label: "Cash", unit: "€", points };
  const { html, charts } = await read([line, { ...line, points: [] }]);
  expect(charts).toHaveLength(1);
  expect(charts[0]).toContain("<c:lineChart>");
  expect(html).toContain("Jan: 1,240\u00a0€");
});

test("Key figures stand side by side on one line, each with its note", async () => {
  const claim: Claim = { id: "c", text: "171 h", kind: "number", sourceIds: [], quote: "", check: "computed" };
  const items = [
    { label: "Items", value: "78", note: "" },
    { label: "Work in all", value: "171 h", note: "13 h a week" },
  ];
  const { html } = await read([{ type: "kpi", items, claimIds: ["c"] }], [claim]);
  const rows = html.split("<tr>").slice(1);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/Items.*Work in all/su);
  expect(rows[1]).toMatch(/78.*171 h.*footnote-ref/su);
  expect(rows[2]).toContain("13 h a week");
  expect((await read([{ type: "kpi", items: [] }])).document).not.toContain("<w:tbl>");
});

test("A remark stays with its table, and a line with the table that it announces", async () => {
  const table: Block = { type: "table", columns: ["a"], rows: Array.from({ length: 9 }, (_, at) => [`r${at}`]) };
  const remark: Block = { type: "callout", tone: "info", text: "A remark." };
  const kept = async (blocks: Block[], text: string): Promise<boolean> => {
    const { document } = await read(blocks);
    const own = document.split("<w:p>").find((paragraph) => paragraph.includes(`>${text}<`));
    return own?.includes("<w:keepNext/>") ?? false;
  };
  expect(await kept([table, remark], "r8")).toBe(true);
  expect(await kept([table], "r8")).toBe(false);
  expect(await kept([{ type: "p", text: "As follows:" }, table], "As follows:")).toBe(true);
  expect(await kept([{ type: "p", text: "As follows:" }], "As follows:")).toBe(false);
});

test("A text below its row is left out where it says nothing", async () => {
  const long = "A sentence of some length that makes the column long enough to stand below its row, always.";
  const columns = ["No.", "Kind", "Who", "Words", "To decide"];
  const { html } = await read([
    {
      type: "table",
      columns,
      rows: [
        ["R1", "must", "Ida", long, `${long} Yes.`],
        ["R2", "must", "Ida", long, "–"],
      ],
    },
  ]);
  expect(html.match(/To decide: /gu)).toHaveLength(1);
});

test("Rows of one name have the note of the fact that their cells speak of", async () => {
  const claims = ["9,800", "9,460", "9,120"].map((figure, at): Claim => ({
    id: `c${at}`,
    text: "Offices",
    kind: "number",
    sourceIds: [],
    quote: `there were ${figure} offices`,
    check: "quoteFound",
  }));
  const rows = [
    ["Offices", "9,460"],
    ["Offices", "9,120"],
    ["Offices", "9,800"],
  ];
  const table: Block = { type: "table", columns: ["What", "How many"], rows, claimIds: ["c0"] };
  const { html } = await read([table], claims);
  const notes = html.split('<li id="footnote-').slice(1);
  for (const [at, [, figure = ""]] of rows.entries()) expect(notes[at]).toContain(`there were ${figure} offices`);
  expect(html).not.toContain("Further evidence");
});

const sourceNamed = (title: string): Source => ({
  id: title,
  url: "https://example.org/log",
  title,
  publisher: "",
  publishedAt: null,
  retrievedAt: "2026-11-23T07:09:00Z",
  contentHash: title,
  licence: "",
});

test.each([
  { end: "its last source", more: { sources: ["First", "Last"].map(sourceNamed) }, last: "Last" },
  { end: "the list before them", more: { assumptions: ["One", "Two"] }, last: "Two" },
])("The lines about the origin of a file keep to $end", async ({ more, last }) => {
  const { document } = await read([{ type: "p", text: "Words" }], [], "en", more);
  const paragraphs = document.split("<w:p>").map((xml) => ({
    isKept: /<w:keepNext\/>/u.test(xml),
    text: xml.replaceAll(/<[^>]*>/gu, ""),
  }));
  const at = paragraphs.findLastIndex(({ text }) => text.startsWith(last));
  expect(at).toBeGreaterThan(0);
  const [final, ...before] = paragraphs.slice(at).toReversed();
  expect(final?.isKept).toBe(false);
  expect(before.length).toBeGreaterThan(0);
  expect(before.map(({ isKept }) => isKept)).not.toContain(false);
});
