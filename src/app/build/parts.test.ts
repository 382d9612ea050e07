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

test("a part leaves out what it says, and brings back what is named further", () => {
  const part = ["ui/forms/", "!ui/forms/web/", "ui/forms/web/Guard."];
  const paths = ["ui/forms/drafts.ts", "ui/forms/web/Field.tsx", "ui/forms/web/Guard.tsx", "ui/Field.tsx"];
  expect(paths.map((path) => isIn(part, path))).toEqual([true, false, true, false]);
});

test("no module is in two pages", () => {
  const twice = files.filter((path) => Object.values(pageParts).filter((page) => isIn(page, path)).length > 1);
  expect(twice).toEqual([]);
});
