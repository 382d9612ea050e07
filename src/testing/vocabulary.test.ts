import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, root } from "./sourceTree.ts";

/**
 * Words that exported names do not use, since each has stood for several things here. CONTRIBUTING has those that are used
 * instead: a place is a path, an index, a position or a layout, what is found is a match or a record, and so on.
 */
const forbidden = [
  /^(?:place|found|kept|told|seen|own|made|raised|judged|keeper|fault|refusal|draftOf|originOf|placeOf|judge|keep|tell|stand|reckon|annex)$/i,
  /^(?:keep|kept|tell|told|judge|reckon|annex)[A-Z]/,
  /(?:Place|Places|Told|Kept|Keeper|Fault)$/,
  // A limit is `max` or `min`.
  /^(?:most|least|fewest)[A-Z]/,
];

const files = ["src", "bench", "scripts"].flatMap((folder) =>
  filesBelow(folder, (path) => /\.(?:ts|tsx|mjs)$/.test(path)).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  })),
);

const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const classes = /^\s*(?:export )?(?:default )?(?:abstract )?class (\w+)(?:<[^>{]*>)? extends (\w+)/gm;

/** Exported names with a forbidden word, each as `path#name`. */
const exportsOf = (path: string, text: string): string[] =>
  [...text.matchAll(exported)]
    .map(([, name = ""]) => name)
    .filter((name) => forbidden.some((pattern) => pattern.test(name)))
    .map((name) => `${path}#${name}`);

/** Classes of errors whose names do not say so. A class is one when it extends `Error` or another one. */
function misnamedErrors(all: readonly { path: string; text: string }[]): string[] {
  const found = all.flatMap(({ path, text }) =>
    [...text.matchAll(classes)].map(([, name = "", base = ""]) => ({ path, name, base })),
  );
  const errors = new Set(["Error", "TypeError", "RangeError", "AggregateError"]);
  for (let before = 0; before !== errors.size;) {
    before = errors.size;
    for (const { name, base } of found) if (errors.has(base)) errors.add(name);
  }
  return found
    .filter(({ name, base }) => errors.has(base) && !name.endsWith("Error"))
    .map(({ path, name }) => `${path}#${name}`);
}

const offenders = [...files.flatMap(({ path, text }) => exportsOf(path, text)), ...misnamedErrors(files)];

describe("the vocabulary", () => {
  test("is that of CONTRIBUTING in every exported name, and errors end in Error", () => {
    expect(offenders).toEqual([]);
  });

  test("is seen in functions, types and constants, and in errors of errors", () => {
    const text = [
      "export interface Place {}",
      "export const keepDraft = 1;",
      "export async function tellRun() {}",
      "export const mostRows = 3;",
      "class Gone extends FetchError {}",
      "class FetchError extends Error {}",
    ].join("\n");
    expect(exportsOf("a.ts", text)).toEqual(["a.ts#Place", "a.ts#keepDraft", "a.ts#tellRun", "a.ts#mostRows"]);
    expect(misnamedErrors([{ path: "a.ts", text }])).toEqual(["a.ts#Gone"]);
  });
});
