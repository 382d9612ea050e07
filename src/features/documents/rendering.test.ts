import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell, tablesOf, toCsv } from "./csv.ts";
import type { Block } from "./document.ts";
import { toHtml } from "./htmlExport.ts";
import {
  claimMarks,
  fileNameOf,
  toJson,
  toMarkdown,
  webLink,
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
} from "./rendering.ts";

const words: ExportWords = {
  draft: "Draft, no AI used",
  ai: "Written with AI",
  workflow: "Workflow",
  created: "Created",
  revision: "Revision",
  engine: "Engine",
  promptVersion: "Prompt",
  sources: "Sources",
  assumptions: "Assumptions",
  openQuestions: "Open questions",
  issues: "Notes",
  claims: "Evidence",
  furtherClaims: "Further evidence",
  ownSentences: (count) => `${count} sentences`,
  open: "Open",
  read: "Read",
  sum: "Sum",
  origin: "Origin",
  note: "Note",
  checks: { quoteFound: "Quote found" },
  handEdited: (count) => `Edited by hand: ${count} passages`,
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
};
const facts: ExportFacts = {
  workflow: "Content planner",
  revision: 2,
  createdAt: "2026-11-23T07:12:00Z",
  createdText: "23.11.2026 08:12",
  issueTexts: ["One post has no text."],
};
const blocks: Block[] = [
  { type: "p", text: "Fleet customers book 62 %.", claimIds: ["c1", "c2"] },
  { type: "h", text: "Sub" },
  { type: "list", ordered: true, items: ["One", "Two"] },
  {
    type: "table",
    columns: ["Pillar", "Items"],
    rows: [
      ["Uptime", "31"],
      ["=HYPERLINK(1)", "-4"],
    ],
    numeric: [1],
  },
  { type: "kpi", items: [{ label: "Posts", value: "78", note: "13 weeks" }] },
  { type: "chart", kind: "bar", label: "Mix", unit: "%", points: [{ label: "A", value: 40 }] },
  { type: "quote", text: "It never stands still.", by: "Mara" },
  { type: "checklist", items: [{ text: "Approve", done: true }] },
  { type: "callout", tone: "gap", text: "No figure was found." },
];
const document = (more: Partial<ExportDocument> = {}): ExportDocument => ({
  title: "Spring plan",
  summary: "Thirteen weeks.",
  language: "en",
  aiMark: false,
  sections: [{ key: "why", title: "Why February", blocks }],
  claims: [
    {
      id: "c1",
      text: "62 %",
      kind: "number",
      sourceIds: ["s1"],
      quote: "41, 58, 50",
      computation: "149 ÷ 240",
      check: "computed",
    },
    { id: "c2", text: "x", kind: "fact", sourceIds: [], quote: "", check: "unverified" },
  ],
  assumptions: ["Two people write."],
  openQuestions: ["Who approves?"],
  sources: [
    {
      id: "s1",
      url: "https://example.org/a",
      title: "Log",
      publisher: "Radwerk",
      publishedAt: null,
      retrievedAt: "2026-11-23T07:09:00Z",
      contentHash: "ab",
      licence: "",
    },
  ],
  generator: { engine: "draft", provider: "pioneer", model: "draft", promptVersion: "contentPlanner/1" },
  data: {
    items: [
      { date: "2027-02-02", tags: ["a", "b"], cost: { hours: 2 } },
      { date: "2027-02-03", hook: "+1" },
    ],
    note: "x",
  },
  ...more,
});
const withModel = document({
  aiMark: true,
  generator: { engine: "model", provider: "mistral", model: "large", promptVersion: "contentPlanner/1" },
});

describe("export", () => {
  const formats = { markdown: toMarkdown, html: toHtml, json: toJson };
  test.each(Object.entries(formats))("states its origin in %s", (_name, render) => {
    const draft = render(document(), words, facts);
    expect(draft).toContain("Draft, no AI used");
    expect(draft).toContain("contentPlanner/1");
    expect(draft).not.toContain("compositeWithTrainedAlgorithmicMedia");
    const model = render(withModel, words, facts);
    expect(model).toContain("compositeWithTrainedAlgorithmicMedia");
    expect(model).toContain("mistral");
    expect(model).not.toContain("Draft, no AI used");
  });
  test("numbers each fact behind its sentence, as the list of facts does", () => {
    expect(toMarkdown(document(), words, facts)).toContain("Fleet customers book 62 % \\[1\\].");
    expect(toHtml(document(), words, facts)).toContain("<p>Fleet customers book 62 % [1].</p>");
    expect(toHtml(document(), words, facts)).toMatch(/\[1\][^<]*62 %/);
  });
  test("states its origin in every CSV row", () => {
    const [table] = tablesOf(withModel);
    const lines = toCsv(table ?? expect.fail("no table"), withModel, words, facts)
      .trim()
      .split("\r\n");
    expect(lines[0]).toMatch(/Origin,ai_generated,engine,provider,model,prompt_version,revision$/);
    for (const row of lines.slice(1)) expect(row).toMatch(/",true,model,mistral,large,contentPlanner\/1,2$/);
  });
  test("tells tables of one section apart", () => {
    const table = (...columns: string[]): Block => ({ type: "table", columns, rows: [columns.map(() => "x")] });
    const section = (key: string, blocks: Block[]) => ({ key, title: "Production", blocks });
    const sections = [
      section("a", [
        table("Day", "Work"),
        { type: "h", text: "Each week" },
        table("Week"),
        table("Month"),
        table("Week"),
      ]),
      section("b", [table("Day")]),
    ];
    const titles = tablesOf({ sections }).map(({ title }) => title);
    expect(titles).toEqual([
      "Production",
      "Production: Each week",
      "Production: Each week 2",
      "Production: Each week 3",
      "Production 2",
    ]);
  });
  test("names in every CSV row what the licences of its sources ask for, once each", () => {
    const source = {
      ...(withModel.sources[0] ?? expect.fail("no source")),
      licence: "ODbL 1.0",
      attribution: "© OpenStreetMap contributors",
    };
    const licensed = {
      ...withModel,
      sources: [source, { ...source, id: "s9" }, { ...source, id: "s10", licence: "" }],
    };
    const [table] = tablesOf(licensed);
    const lines = toCsv(table ?? expect.fail("no table"), licensed, words, facts)
      .trim()
      .split("\r\n");
    expect(lines[0]).toMatch(/,revision,attribution$/);
    for (const row of lines.slice(1))
      expect(row).toMatch(/,"© OpenStreetMap contributors, ODbL 1.0; © OpenStreetMap contributors"$/);
  });
  test("states in every CSV row that no AI was used", () => {
    const [table] = tablesOf(document());
    const lines = toCsv(table ?? expect.fail("no table"), document(), words, facts)
      .trim()
      .split("\r\n");
    for (const row of lines.slice(1)) {
      expect(row).toMatch(/"Draft, no AI used",false,draft,pioneer,draft,contentPlanner\/1,2$/);
    }
  });
});

describe("user text in exports", () => {
  const nasty = fc.constantFrom(
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "[a](javascript:alert(1))",
    "![x](https://evil.example/p.png)",
    "# H",
    "\"'&<>`",
  );
  test("adds no elements to HTML", () => {
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        const html = toHtml(
          document({
            title: a,
            summary: b,
            sections: [
              {
                key: "k",
                title: a,
                blocks: [
                  { type: "p", text: b },
                  { type: "table", columns: [a], rows: [[b]] },
                ],
              },
            ],
            assumptions: [a],
          }),
          words,
          facts,
        );
        expect(html.match(/<script/g)).toHaveLength(1);
        expect(html.match(/<\/script/g)).toHaveLength(1);
        expect(html).not.toMatch(/<img/i);
      }),
    );
  });
  test("is escaped in Markdown", () => {
    const markdown = toMarkdown(
      document({
        title: "a\nb",
        sections: [
          { key: "k", title: "T", blocks: [{ type: "p", text: "# no\n![x](https://evil.example/p.png)\n<b>" }] },
        ],
      }),
      words,
      facts,
    );
    expect(markdown).toContain("\\# no");
    expect(markdown).toContain("!\\[x\\](`https://evil.example/p.png`)");
    expect(markdown).toContain("\\<b\\>");
    expect(markdown).toContain("# a b");
  });
  test("keeps its lines", () => {
    const text = "Klangraum GmbH\nHafenstraße 1\n\n20457 <Hamburg>";
    const blocks: Block[] = [
      { type: "p", text },
      { type: "list", ordered: false, items: ["One\ntwo"] },
      { type: "quote", text, by: "Ute" },
      { type: "callout", tone: "info", text },
    ];
    const shown = document({ summary: "Short\nand long", sections: [{ key: "k", title: "T", blocks }] });
    const lines = "Klangraum GmbH<br/>Hafenstraße 1<br/><br/>20457 &lt;Hamburg&gt;";
    for (const html of [
      toHtml(shown, words, { ...facts, handEdited: ["Hafenstraße 1"] }),
      toHtml(shown, words, facts),
    ]) {
      const text = html.replaceAll(/<span class="own">([^<]*)<\/span>/g, "$1");
      for (const part of [
        `<p>${lines}</p>`,
        "<li>One<br/>two</li>",
        `<blockquote>${lines}<footer>`,
        `<aside class="info">${lines}</aside>`,
        '<p class="sub">Short<br/>and long</p>',
      ])
        expect(text).toContain(part);
    }
    const markdown = toMarkdown(shown, words, facts);
    for (const part of [
      "\n\nShort\\\nand long\n\n",
      "\n\nKlangraum GmbH\\\nHafenstraße 1\n\n20457 \\<Hamburg\\>\n",
      "\n> Klangraum GmbH\\\n> Hafenstraße 1\n> \n> 20457 \\<Hamburg\\>\n",
      "- One two\n",
    ])
      expect(markdown).toContain(part);
  });
  test.each(["Total\n=", "Total\n-", "Total\n=\n15", "Total\n---"])("becomes no heading in Markdown: %j", (text) => {
    const markdown = toMarkdown(
      document({ sections: [{ key: "k", title: "T", blocks: [{ type: "p", text }] }] }),
      words,
      facts,
    );
    expect(markdown.slice(markdown.indexOf("## T"))).not.toMatch(/^[-=]+\s*$/m);
  });
  test("names addresses in Markdown without making links of them", () => {
    const shown = (text: string): string =>
      toMarkdown(document({ sections: [{ key: "k", title: "T", blocks: [{ type: "p", text }] }] }), words, facts);
    expect(shown("See https://a.example/b_c*d, WWW.b.example.")).toContain(
      "See `https://a.example/b_c*d,` `WWW.b.example.`",
    );
    expect(shown("https://a.example/?q=a|b`c")).toContain("`https://a.example/?q=a`\\|b\\`c");
  });
  test("becomes a link only for web addresses", () => {
    expect(webLink("https://example.org/")).toBe("https://example.org/");
    for (const url of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "form:goal", "nonsense"])
      expect(webLink(url)).toBeNull();
    const html = toHtml(
      document({
        sources: [
          {
            id: "s",
            url: "javascript:alert(1)",
            title: "t",
            publisher: "",
            publishedAt: null,
            retrievedAt: "",
            contentHash: "",
            licence: "",
          },
        ],
      }),
      words,
      facts,
    );
    expect(html).not.toContain('href="javascript');
  });
});

describe("CSV", () => {
  test("escapes cells that look like a formula, but not numbers", () => {
    expect(csvCell("=1+1")).toBe("'=1+1");
    expect(csvCell(" =1")).toBe("' =1");
    expect(csvCell("@cmd")).toBe("'@cmd");
    expect(csvCell("-4,5")).toBe('"-4,5"');
    expect(csvCell("-4")).toBe("-4");
  });
  test("contains no cells that start like a formula, and every cell reads back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const cell = csvCell(value);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replace(/""/g, '"') : cell;
        expect([value, `'${value}`]).toContain(read);
        if (!/^[+-]?\d+([.,]\d+)?$/.test(value)) expect(read).not.toMatch(/^\s*[=+\-@]/);
      }),
    );
  });
  test("contains the tables of the text, those of one section with the same columns as one", () => {
    const month = (name: string, day: string): Block[] => [
      { type: "h", text: name },
      { type: "table", columns: ["Day", "Post"], rows: [[day, "x"]], numeric: [0] },
    ];
    const other: Block = { type: "table", columns: ["Pillar"], rows: [["Uptime"]] };
    const sections = [
      { key: "why", title: "Why February", blocks },
      { key: "items", title: "Calendar", blocks: [...month("March", "1"), ...month("April", "2"), other] },
    ];
    const tables = tablesOf(document({ sections }));
    expect(tables.map(({ key }) => key)).toEqual(["section.0.3", "section.1.1", "section.1.4"]);
    expect(tables[0]?.columns).toEqual(["Pillar", "Items"]);
    expect(tables[1]).toMatchObject({
      columns: ["Calendar", "Day", "Post"],
      rows: [
        ["March", "1", "x"],
        ["April", "2", "x"],
      ],
      numeric: [1],
    });
  });
});

test("numbers claims in the order of the text and marks unverified ones", () => {
  expect([...claimMarks(document())]).toEqual([
    ["c1", "1"],
    ["c2", "?"],
  ]);
});

test("builds export file names from letters and digits", () => {
  expect(fileNameOf("Frühjahr 2027: ../../etc", "md")).toBe("Frühjahr-2027-etc.md");
  expect(fileNameOf("///", "csv")).toBe("document.csv");
});

test("a chart without a unit has no empty brackets", () => {
  const counted: Block = { type: "chart", kind: "bar", label: "Items", unit: "", points: [{ label: "A", value: 4 }] };
  const plain = document({ sections: [{ key: "mix", title: "Mix", blocks: [counted] }] });
  expect(toMarkdown(plain, words, facts)).toContain("**Items**\n");
  expect(toHtml(plain, words, facts)).toContain("<caption>Items</caption>");
});

test.each([
  ["de", "84,8", "11.291", "−0,5"],
  ["en", "84.8", "11,291", "−0.5"],
])("values of charts are written in the language of the document: %s", (language, ...written) => {
  const points = [84.8, 11_291, -0.5].map((value, at) => ({ label: `P${at}`, value }));
  const chart: Block = { type: "chart", kind: "bar", label: "Points", unit: "", points };
  const shown = document({ language, sections: [{ key: "k", title: "T", blocks: [chart] }] });
  for (const text of [toMarkdown(shown, words, facts), toHtml(shown, words, facts)])
    for (const value of written) expect(text).toContain(value);
  expect(toMarkdown(shown, words, facts)).toContain(`- P0: ${written[0]}`);
});

test("formulas of tables that are joined under their headings point to the cells that they meant", () => {
  const columns = ["Item", "Quantity", "Price", "Total"];
  const priced = (formula: string): Block => ({
    type: "table",
    columns,
    rows: [["Desk", "2", "10", "20"]],
    numeric: [1, 2, 3],
    formulas: [{ row: 0, column: 3, formula }],
  });
  const plain: Block = { type: "table", columns, rows: [["Chair", "1", "5", "5"]], numeric: [1, 2, 3] };
  const blocks: Block[] = [{ type: "h", text: "A" }, priced("=B2*C2+SUM(Z2:AZ2)"), { type: "h", text: "B" }, plain];
  expect(tablesOf(document({ sections: [{ key: "k", title: "T", blocks }] }))).toMatchObject([
    {
      columns: ["T", ...columns],
      numeric: [2, 3, 4],
      formulas: [{ row: 0, column: 4, formula: "=C2*D2+SUM(AA2:BA2)" }],
    },
  ]);
});
