import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#src/testing/sourceTree.ts";

/** Rules of our style sheets. Each test answers with the lines that break its rule. */

const tokens = "src/ui/styles/tokens.css";
const sheets = filesBelow("src", (path) => path.endsWith(".css")).map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

/** Declarations of a sheet with their line; values may span lines. */
function declarationsIn(text: string): { line: number; property: string; value: string }[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  return [...code.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map(
    ({ index, 1: property = "", 2: value = "" }) => ({
      line: code.slice(0, index).split("\n").length,
      property,
      value: value.replaceAll(/\s+/g, " ").trim(),
    }),
  );
}

const linesThat = (breaks: (property: string, value: string) => boolean): string[] =>
  sheets
    .filter(({ path }) => path !== tokens)
    .flatMap(({ path, text }) =>
      declarationsIn(text)
        .filter(({ property, value }) => breaks(property, value))
        .map(({ line, property, value }) => `${path}:${line} ${property}: ${value}`),
    );

const spacing = /^(?:(?:scroll-)?(?:margin|padding)|(?:row-|column-)?gap|inset|top|right|bottom|left)(?:-|$)/;
const length = /\d(?:px|r?em)\b/;

test("the rules are asked of every kind of declaration", () => {
  const text =
    "a {\n  margin: 0 4px;\n  /* top: 1px; */\n  inset-inline:\n    1rem\n    auto\n}\nb{gap:.5rem;color:red}";
  expect(declarationsIn(text)).toEqual([
    { line: 2, property: "margin", value: "0 4px" },
    { line: 4, property: "inset-inline", value: "1rem auto" },
    { line: 8, property: "gap", value: ".5rem" },
    { line: 8, property: "color", value: "red" },
  ]);
  expect(["margin", "padding-top", "row-gap", "gap", "inset-block", "left", "scroll-margin-top"].every(isSpacing)).toBe(
    true,
  );
  expect(["width", "margins", "border-left", "text-indent", "gapless"].some(isSpacing)).toBe(false);
});

test("spacing is written in the steps of tokens.css", () => {
  expect(
    linesThat((property, value) => isSpacing(property) && /\d(?:px|rem)\b/.test(value.replaceAll(/\b0px/g, "0"))),
  ).toEqual([]);
});

test("sizes of type are written in those of tokens.css", () => {
  const sizeOf = (property: string, value: string): string =>
    property === "font-size" ? value : property === "font" ? value.replace(/\/.*$/, "") : "";
  expect(linesThat((property, value) => length.test(sizeOf(property, value)))).toEqual([]);
});

test("a style sheet has at most 250 lines", () => {
  const long = sheets.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }));
  expect(long.filter(({ lines }) => lines > 250)).toEqual([]);
});

function isSpacing(property: string): boolean {
  return spacing.test(property);
}
