import fc from "fast-check";
import { expect, test } from "vitest";
import { projectFilter } from "../contract.ts";
import { isFiltered, projectStates, queryOf, projectSearch } from "./projectSearch.ts";

const search = fc.record({
  q: fc.string({ maxLength: 120 }).filter((words) => words === words.trim()),
  state: fc.constantFrom("" as const, ...projectStates),
  workflow: fc.constantFrom("", "contentPlannerWorkflow"),
  favorite: fc.boolean(),
  archived: fc.boolean(),
});

test("reads project filters back from the URL as written", () => {
  fc.assert(
    fc.property(search, (one) => {
      expect(projectSearch.read(projectSearch.write(one))).toEqual(one);
    }),
  );
});

test("builds a valid project query from any URL", () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary", maxLength: 12 }).filter((words) => !words.includes("\u0000")),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
  );
  const names = fc.constantFrom("q", "state", "workflow", "favorite", "archived", "other");
  fc.assert(
    fc.property(fc.dictionary(names, anything), (raw) => {
      expect(projectFilter.safeParse(queryOf(projectSearch.read(raw))).error?.issues).toBeUndefined();
    }),
  );
  expect(queryOf(projectSearch.read({ q: 50, state: "ready", favorite: true, archived: "false" }))).toEqual({
    q: "50",
    state: "ready",
    favorite: "true",
  });
});

test("does not count the archive view alone as a filter", () => {
  expect(isFiltered(projectSearch.read({ archived: true }))).toBe(false);
  expect(isFiltered(projectSearch.read({ favorite: true }))).toBe(true);
});
