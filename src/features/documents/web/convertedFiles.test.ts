import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { strFromU8, unzipSync } from "fflate";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportFacts, exportWordsIn, readFontFile } from "#src/testing/exportWords.ts";
import { workflowLoaders } from "#src/features/workflows/catalogue/registry.ts";
import { exampleResult } from "#src/features/workflows/server/exampleResult.ts";
import { blockTexts } from "../blockTexts.ts";
import { bodyParts, claimNote } from "../exportParts.ts";
import { type ExportDocument, type ExportWords, webLink } from "../rendering.ts";
import { toDocx } from "./docx.ts";
import { toPdf } from "./pdf.ts";
import { printableText } from "./pdfFonts.ts";

/* A document of each workflow as PDF, and as Word opened by LibreOffice, where that is installed. */

const keys = Object.keys(workflowLoaders);
const office = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "soffice"))
  .find(existsSync);

/** Texts without blanks: lines break at other places in each program. */
const packed = (text: string): string => printableText(text).replace(/[\s\u00a0\u00ad·]+/g, "");

/** The text of a PDF, its links, and how many of them lead to another place in the file. */
async function readPdf(bytes: Uint8Array) {
  const file = await getDocumentProxy(bytes);
  let text = "";
  const links = new Set<string>();
  let inner = 0;
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join(" ");
    for (const annotation of await page.getAnnotations()) {
      if (typeof annotation.url === "string") links.add(annotation.url);
      else if (annotation.dest) inner += 1;
    }
  }
  const outline = (await file.getOutline()) ?? [];
  const { info, metadata } = await file.getMetadata();
  const pages = file.numPages;
  await file.cleanup();
  return { text: packed(text), links, inner, outline: outline.map(({ title }) => title), info, metadata, pages };
}

/** Whether a file has a text, in one piece or parted by the end of a page. */
function has(text: string, wanted: string): boolean {
  const part = packed(wanted);
  if (text.includes(part)) return true;
  for (let at = 1; at < part.length; at += 1) {
    if (text.includes(part.slice(0, at)) && text.includes(part.slice(at))) return true;
  }
  return false;
}

/** What a file lacks of the texts that it has to have: those of the document, and what each fact rests on. */
function lacking(text: string, document: ExportDocument, words: ExportWords): string[] {
  const notes = document.claims.map((claim) =>
    claimNote(claim, document, words)
      .map((piece) => piece.text)
      .join(""),
  );
  return [...sentencesOf(document, words), ...notes].filter((wanted) => !has(text, wanted));
}

/** Addresses that a file of a document has to lead to. */
const addressesOf = ({ sources }: ExportDocument): string[] => [
  ...new Set(sources.flatMap(({ url }) => webLink(url) ?? [])),
];

/** Texts of a document in which no number of a note stands. */
const sentencesOf = (document: ExportDocument, words: ExportWords): string[] =>
  bodyParts(document, words).flatMap(({ title, blocks }) => [
    title ?? "",
    ...blocks.filter(({ type }) => type === "h" || type === "callout" || type === "checklist").flatMap(blockTexts),
  ]);

describe.each(keys)("the example of %s", (key) => {
  test.each(["en", "de"] as const)("leaves as a PDF with its text, links and notes in %s", async (language) => {
    const whole = await exampleResult(`${key}Workflow`, language);
    const words = await exportWordsIn(language);
    const file = await toPdf(whole, words, exportFacts(key), { size: "a4", readFont: readFontFile });
    const found = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(lacking(found.text, whole, words)).toEqual([]);
    expect([...found.links].toSorted()).toEqual(addressesOf(whole).toSorted());
    expect(found.outline).toEqual(
      expect.arrayContaining(bodyParts(whole, words).map(({ title }) => printableText(title ?? ""))),
    );
    expect(found.text).toContain(packed(words.pageOf(1, found.pages)));
    expect(found.info).toMatchObject({ Title: printableText(whole.title), Keywords: words.draft });
    expect(found.text).toContain(packed(words.draft));
  });
});

/** Word files of all workflows, and what LibreOffice makes of them where it is installed. */
let folder = "";
let complaints = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "word-"));
  const words = await exportWordsIn("de");
  for (const key of keys) {
    const whole = await exampleResult(`${key}Workflow`, "de");
    const file = await toDocx(whole, words, exportFacts(key));
    await writeFile(join(folder, `${key}.docx`), new Uint8Array(await file.arrayBuffer()));
  }
  if (office === undefined) return;
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const files = keys.map((key) => join(folder, `${key}.docx`));
  const options = ["--headless", profile, "--convert-to", "pdf", "--outdir", folder, ...files];
  ({ stderr: complaints } = await promisify(execFile)(office, options));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(keys)(
  `%s as Word has a note for each of its marks${office === undefined ? ", not opened: LibreOffice is not installed" : ""}`,
  async (key) => {
    const word = unzipSync(new Uint8Array(await readFile(join(folder, `${key}.docx`))));
    const part = (name: string): string => strFromU8(word[name] ?? new Uint8Array());
    const ids = (xml: string, tag: string): string[] =>
      [...xml.matchAll(new RegExp(`<w:${tag}\\b[^>]*w:id="(\\d+)"`, "g"))].map(([, id = ""]) => id);
    const marks = ids(part("word/document.xml"), "footnoteReference");
    expect(new Set(marks).size).toBe(marks.length);
    expect(ids(part("word/footnotes.xml"), "footnote")).toEqual(expect.arrayContaining(marks));
  },
);

// A skipped test counts as failed: without LibreOffice there are none of these, and the names above say so.
const opened = office === undefined ? [] : keys;
test.each(opened)("%s as Word opens in LibreOffice with its text, links and notes", async (key) => {
  const whole = await exampleResult(`${key}Workflow`, "de");
  const found = await readPdf(new Uint8Array(await readFile(join(folder, `${key}.pdf`))));
  expect(complaints).not.toMatch(/error/i);
  expect(lacking(found.text, whole, await exportWordsIn("de"))).toEqual([]);
  expect([...found.links].toSorted()).toEqual(addressesOf(whole).toSorted());
});
