import { readFile } from "node:fs/promises";
import { exportWords } from "#src/features/documents/exportWords.ts";
import type { ExportFacts, ExportWords } from "#src/features/documents/rendering.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { fillText, findText, type Texts } from "#src/kit/translate.ts";

/** The words of exports as the page has them. */
export async function exportWordsIn(language: AppLanguage): Promise<ExportWords> {
  const namespaces = ["projects", "common"];
  const texts = new Map<string, Texts>();
  for (const name of namespaces) {
    const file = new URL(`../ui/i18n/${language}/${name}.json`, import.meta.url);
    const parsed: Texts = JSON.parse(await readFile(file, "utf8"));
    texts.set(name, parsed);
  }
  return exportWords((key, params = {}) => {
    const count = typeof params["count"] === "number" ? params["count"] : undefined;
    const found = findText(key, namespaces, (name) => texts.get(name), language, count);
    if (found === undefined) throw new Error(`No text for ${key} in ${language}`);
    return fillText(found, params, language);
  });
}

/** What an export says about itself, for a document of the tests. */
export const exportFacts = (workflow: string, more: Partial<ExportFacts> = {}): ExportFacts => ({
  workflow,
  revision: 2,
  createdAt: "2026-11-23T07:12:00.123Z",
  createdText: "23.11.2026 08:12",
  issueTexts: [],
  ...more,
});

const families = ["source-serif-4", "instrument-sans", "source-code-pro", "noto-sans-math", "noto-sans-symbols-2"];

/** Reads the file of a typeface from its package. */
export async function readFontFile(file: string): Promise<Uint8Array> {
  const family = families.find((known) => file.startsWith(known)) ?? "";
  return readFile(new URL(`../../node_modules/@fontsource/${family}/files/${file}.woff`, import.meta.url));
}
