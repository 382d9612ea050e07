import { expect } from "vitest";
import { tablesOf, toCsv } from "#src/features/documents/csv.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import { type ExportFacts, type ExportWords, handMark, toJson, toMarkdown } from "#src/features/documents/rendering.ts";
import { toHtml } from "#src/features/documents/htmlExport.ts";
import { toDocx } from "#src/features/documents/web/docx.ts";
import { toEpub } from "#src/features/documents/web/epub.ts";
import { toXlsx } from "#src/features/documents/web/xlsx.ts";

const names =
  "draft,ai,workflow,created,revision,engine,promptVersion,sources,assumptions,openQuestions,issues,claims,read,sum,origin,note";
const words = {
  ...Object.fromEntries(names.split(",").map((name) => [name, `W:${name}`])),
  checks: {},
} as unknown as ExportWords;
const facts: ExportFacts = {
  workflow: "A workflow",
  revision: 2,
  createdAt: "2026-11-23T07:12:00.123Z",
  createdText: "23.11.2026 08:12",
  issueTexts: [],
};

/** Every format takes the document, and says which sentences are by hand. */
export async function isExportable(document: WorkflowDocument): Promise<void> {
  const markdown = toMarkdown(document, words, facts);
  const html = toHtml(document, words, facts);
  const byHand = document.claims.filter((claim) => claim.byHand);
  for (const text of [markdown, html]) if (byHand.length > 0) expect(text).toContain(handMark);
  expect(JSON.parse(toJson(document, words, facts))).toBeTruthy();
  const tables = tablesOf(document);
  for (const table of tables) expect(toCsv(table, document, words, facts)).not.toBe("");
  for (const isFinal of [false, true])
    expect((await toDocx(document, words, facts, { isFinal })).size).toBeGreaterThan(0);
  expect((await toXlsx(tables, document, words, facts)).size).toBeGreaterThan(0);
  expect(toEpub(document, words, facts, "urn:uuid:1").size).toBeGreaterThan(0);
}
