import { expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { calendarSearch } from "./address.ts";

test('accepts only "new" or an id as the requested entry', () => {
  const id = newId();
  expect(calendarSearch.read({ entry: "new" }).entry).toBe("new");
  expect(calendarSearch.read({ entry: id }).entry).toBe(id);
  for (const nonsense of [undefined, "", 1, true, "old", `${id}x`, `../${id}`]) {
    expect(calendarSearch.read({ entry: nonsense }).entry).toBe("");
  }
});
