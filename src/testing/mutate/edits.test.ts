import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#src/testing/sourceTree.ts";
import { edited } from "./edit.ts";
import { edits } from "./edits.ts";
import { targetOf } from "./target.ts";

test("every edit has a name of its own", () => {
  const names = edits.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each(edits.map((edit) => [edit.name, edit] as const))(
  "%s finds its text once and names a check that is there",
  (_name, edit) => {
    expect(edited(root, edit)).not.toBe(readFileSync(join(root, edit.file), "utf8"));
    const { file, title } = targetOf(edit);
    if ("test" in edit.caughtBy) expect(readFileSync(join(root, file), "utf8")).toContain(`"${title}"`);
  },
);
