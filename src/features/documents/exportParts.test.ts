import { expect, test } from "vitest";
import { exportFacts, exportWordsIn } from "#src/testing/exportWords.ts";
import type { Block, Claim, Section, Source } from "./document.ts";
import { appendixParts, bodyParts, listedSources } from "./exportParts.ts";
import { toPlainText } from "./plainText.ts";
import { type ExportDocument, toMarkdown } from "./rendering.ts";

const claim = (id: string, more: Partial<Claim> = {}): Claim => ({
  id,
  text: `Sentence ${id}.`,
  kind: "fact",
  sourceIds: [],
  quote: "",
  check: "user",
  ...more,
});
const source = (id: string, more: Partial<Source> = {}): Source => ({
  id,
  url: "https://example.org/moves",
  title: "Moves 2025",
  publisher: "",
  publishedAt: null,
  retrievedAt: "2026-11-23T07:09:00Z",
  contentHash: id,
  licence: "",
  ...more,
});
const section = (blocks: Block[], more: Partial<Section> = {}): Section => ({
  key: "plan",
  title: "Plan",
  blocks,
  ...more,
});
const documentOf = (more: Partial<ExportDocument> = {}): ExportDocument => ({
  title: "Plan",
  summary: "",
  language: "en",
  aiMark: true,
  sections: [section([{ type: "p", text: "Words." }])],
  claims: [],
  assumptions: [],
  openQuestions: [],
  sources: [],
  generator: { engine: "model", provider: "", model: "", promptVersion: "x/1" },
  data: {},
  ...more,
});
const words = await exportWordsIn("en");
const facts = exportFacts("Planner");
const gap = (text: string): Block => ({ type: "callout", tone: "gap", text });
const gaps = (blocks: Block[], more: Partial<Section> = {}): Section =>
  section(blocks, { key: "gaps", title: "Gaps to close", ...more });

test("A list of gaps in which nothing is open has no place in a file", () => {
  const own = section([{ type: "callout", tone: "info", text: "A hint." }]);
  const none = gaps([{ type: "callout", tone: "info", text: "Nothing is missing." }]);
  const titles = (sections: Section[]) => bodyParts({ sections }, words).map(({ title }) => title);
  expect(titles([own, none])).toEqual(["Plan"]);
  expect(titles([own, gaps([gap("Which figure?")])])).toEqual(["Plan", "Gaps to close"]);
  expect(toMarkdown(documentOf({ sections: [own, none] }), words, facts)).not.toContain("Gaps to close");
});

test("What is handed on says what is open in sentences and not in boxes to fill in", () => {
  const sections = [section([gap("Which figure?")]), gaps([gap("Who signs?"), gap("By when?")])];
  expect(bodyParts({ sections }, words, { isFinal: true })).toEqual([
    { title: "Plan", blocks: [{ type: "p", text: "Open question: Which figure?" }] },
    { title: "Open questions", blocks: [{ type: "list", ordered: false, items: ["Who signs?", "By when?"] }] },
  ]);
  expect(bodyParts({ sections }, words)).toEqual(sections);
});

test("Sentences that rest on the form are counted in one line, and those that rest on more are told one by one", () => {
  const claims = [
    claim("a"),
    claim("b"),
    claim("c", { check: "quoteFound", quote: "so it is", sourceIds: ["s"] }),
    claim("d", { quote: "as I said" }),
    claim("e"),
  ];
  const lines = (shown: Claim[]) =>
    appendixParts(documentOf({ claims: shown, sources: [source("s")] }), words, facts, {
      isPlaced: ({ id }) => id === "e",
    });
  const items = [
    "Sentence c. · Quote found · “so it is” · Moves 2025, https://example.org/moves",
    "Sentence d. · Your words · “as I said”",
    "Your words · 2 sentences in this document, based on what you entered",
  ];
  expect(lines(claims)).toEqual([{ title: "Further evidence", blocks: [{ type: "list", ordered: false, items }] }]);
  // A single one is told as it is.
  expect(lines([claim("a")])[0]?.blocks).toEqual([
    { type: "list", ordered: false, items: ["Sentence a. · Your words"] },
  ]);
});

test("What was read twice is listed once", () => {
  const sources = [source("1"), source("2"), source("3", { url: "https://example.org/stays" })];
  const listed = listedSources({ claims: [], sources }, { isPlaced: () => true });
  expect(listed.map(({ id }) => id)).toEqual(["1", "3"]);
});

test("Facts of one name have their places in their order, each with its own note", () => {
  const claims = ["1", "2", "3"].map((id) =>
    claim(id, { text: "Offices", check: "quoteFound", quote: `${id} offices` }),
  );
  const rows = claims.map(({ id }) => ["Offices", id]);
  const table: Block = { type: "table", columns: ["What", "How many"], rows, claimIds: ["1"] };
  const text = toPlainText(documentOf({ sections: [section([table])], claims }), words, facts);
  for (const { id } of claims) {
    expect(text).toContain(`Offices [${id}]\t${id}`);
    expect(text).toContain(`[${id}] Quote found · “${id} offices”`);
  }
  expect(toMarkdown(documentOf({ sections: [section([table])], claims }), words, facts)).toContain(
    "Offices \\[2\\] | 2",
  );
});
