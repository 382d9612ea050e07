import { expect } from "vitest";
import { tablesOf, toCsv } from "#src/features/documents/csv.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import { toHtml } from "#src/features/documents/htmlExport.ts";
import { toPlainText } from "#src/features/documents/plainText.ts";
import { handMark, toJson, toMarkdown } from "#src/features/documents/rendering.ts";
import { toDocx } from "#src/features/documents/web/docx.ts";
import { toEpub } from "#src/features/documents/web/epub.ts";
import { toPdf } from "#src/features/documents/web/pdf.ts";
import { ScriptError } from "#src/features/documents/web/scriptError.ts";
import { toXlsx } from "#src/features/documents/web/xlsx.ts";
import { exportFacts, exportWordsIn, readFontFile } from "#src/testing/exportWords.ts";

/** Every format takes the document, and says which sentences are by hand. */
export async function isExportable(document: WorkflowDocument): Promise<void> {
  const words = await exportWordsIn("en");
  const facts = exportFacts("A workflow", { revision: 2 });
  const markdown = toMarkdown(document, words, facts);
  const html = toHtml(document, words, facts);
  const byHand = document.claims.filter((claim) => claim.byHand);
  for (const text of [markdown, html]) if (byHand.length > 0) expect(text).toContain(handMark);
  expect(JSON.parse(toJson(document, words, facts))).toBeTruthy();
  expect(toPlainText(document, words, facts)).not.toBe("");
  const tables = tablesOf(document);
  for (const table of tables) expect(toCsv(table, document, words, facts)).not.toBe("");
  for (const isFinal of [false, true])
    expect((await toDocx(document, words, facts, { isFinal })).size).toBeGreaterThan(0);
  // Letters that no typeface has are told to the person, who prints such a document from the page.
  const pdf = await toPdf(document, words, facts, { size: "a4", readFont: readFontFile }).catch(
    (error: unknown) => error,
  );
  if (!(pdf instanceof ScriptError)) expect(pdf).toHaveProperty("size", expect.any(Number));
  expect((await toXlsx(tables, document, words, facts)).size).toBeGreaterThan(0);
  expect(toEpub(document, words, facts, "urn:uuid:1").size).toBeGreaterThan(0);
}
