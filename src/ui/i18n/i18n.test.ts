import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Texts = { [key: string]: string | Texts };

const here = import.meta.dirname;
const source = join(here, "../..");
const filesOf = (language: string): string[] =>
  readdirSync(join(here, language))
    .filter((name) => name.endsWith(".json"))
    .toSorted();

function flatten(texts: Texts, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}

const read = (language: string, file: string): Map<string, string> =>
  flatten(JSON.parse(readFileSync(join(here, language, file), "utf8")) as Texts);

/** Names inside of `{{…}}`, sorted; the format behind a comma belongs to them. */
const variablesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^}]+?)\s*\}\}/g)].map((match) => match[1] ?? "").toSorted();

test("provides the same translation files in both languages", () => {
  expect(filesOf("de")).toEqual(filesOf("en"));
});

describe.each(filesOf("en"))("%s", (file) => {
  const en = read("en", file);
  const de = read("de", file);

  test("has the same keys in both languages", () => {
    expect([...de.keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  test("has a text for every key", () => {
    const empty = [...en, ...de].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  test("uses the same placeholders in both languages", () => {
    const different = [...en].filter(([key, text]) => {
      const german = de.get(key);
      return german !== undefined && variablesOf(german).join() !== variablesOf(text).join();
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test("has well-formed placeholders only", () => {
    const odd = [...en, ...de].filter(([, text]) => /\{\{|\}\}/.test(text.replace(/\{\{\w+(, number)?\}\}/g, "")));
    expect(odd).toEqual([]);
  });

  test("has singular and plural of every counted text", () => {
    const alone = [...en.keys()].filter((key) => {
      const base = key.replace(/_(one|other)$/, "");
      return base !== key && !(en.has(`${base}_one`) && en.has(`${base}_other`));
    });
    expect(alone).toEqual([]);
  });

  test("follows the wording rules", () => {
    const wrong = [...en, ...de].filter(([, text]) => /!|\bplease\b|\bbitte\b|\boops\b|\bsorry\b/i.test(text));
    expect(wrong).toEqual([]);
  });

  test("keeps numbers and units together with non-breaking spaces", () => {
    const loose = [...en, ...de].filter(([, text]) => /[\d}] [%€]/.test(text));
    expect(loose).toEqual([]);
  });
});

/** Files of the pages, without their tests. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : [];
  });
}

test("provides a text for every key used in the source", () => {
  const known = new Map(filesOf("en").map((file) => [file.replace(/\.json$/, ""), read("en", file)]));
  const hasKey = (namespace: string, key: string): boolean => {
    const texts = known.get(namespace);
    return texts !== undefined && (texts.has(key) || texts.has(`${key}_other`));
  };
  const missing = sourcesIn(source).flatMap((path) => {
    const code = readFileSync(path, "utf8");
    if (!code.includes("useTranslation") && !code.includes("i18n/index")) return [];
    // A file that names a namespace by a computed word is judged by the pages that show it.
    if (/useTranslation\((?!\)|"|\[)/.test(code)) return [];
    const named = [...code.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap((match) =>
      [...(match[1] ?? "").matchAll(/"([^"]+)"/g)].map((name) => name[1] ?? ""),
    );
    const hasOwnText = /import \{[^}]*\btext\b[^}]*\} from "[^"]*i18n\/index\.ts"/.test(code);
    const namespaces = new Set(["common", ...named]);
    return [...code.matchAll(hasOwnText ? /\b(?:t|text)\(\s*"([^"]+)"/g : /\bt\(\s*"([^"]+)"/g)]
      .map((match) => match[1] ?? "")
      .filter((key) => {
        const [namespace, rest] = key.includes(":")
          ? [key.split(":")[0] ?? "", key.slice(key.indexOf(":") + 1)]
          : ["", key];
        return namespace === "" ? ![...namespaces].some((each) => hasKey(each, rest)) : !hasKey(namespace, rest);
      })
      .map((key) => `${path.slice(source.length + 1)}: ${key}`);
  });
  expect(missing).toEqual([]);
});
