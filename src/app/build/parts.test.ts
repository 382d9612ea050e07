import { expect, test } from "vitest";
import { filesBelow } from "#src/testing/sourceTree.ts";
import { isIn, pageParts, parts, textParts } from "./parts.ts";

const files = filesBelow("src", (path) => !/\.test\.tsx?$/.test(path)).map((path) => path.slice("src/".length));

test("each name of a part is that of a file", () => {
  const names = Object.values(parts).flat();
  const unknown = names.filter((name) => !files.some((path) => path.startsWith(name.replace("!", ""))));
  expect(unknown).toEqual([]);
  const texts = Object.values(textParts).flat();
  expect(texts.filter((name) => !files.includes(`ui/i18n/en/${name}.json`))).toEqual([]);
});

test("what a part leaves out is not in it", () => {
  const part = ["ui/forms/", "!ui/forms/Guard."];
  expect(["ui/forms/drafts.ts", "ui/forms/Guard.tsx", "ui/Field.tsx"].map((path) => isIn(part, path))).toEqual([
    true,
    false,
    false,
  ]);
});

test("no module is in two pages", () => {
  const twice = files.filter((path) => Object.values(pageParts).filter((page) => isIn(page, path)).length > 1);
  expect(twice).toEqual([]);
});
