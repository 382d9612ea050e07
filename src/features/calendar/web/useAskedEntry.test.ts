import { expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { askedEntryOf } from "./useAskedEntry.ts";

test('accepts only "new" or an id as the requested entry', () => {
  const id = newId();
  expect(askedEntryOf("new")).toBe("new");
  expect(askedEntryOf(id)).toBe(id);
  for (const nonsense of [undefined, "", 1, true, "old", `${id}x`, `../${id}`]) {
    expect(askedEntryOf(nonsense)).toBeUndefined();
  }
});
