import fc from "fast-check";
import { expect, test } from "vitest";
import { namesApart, pairOf } from "./comparePair.ts";
import { copyName } from "../rules.ts";

const project = fc.record({
  id: fc.uuid(),
  workflow: fc.constantFrom("a", "b"),
  currentRevision: fc.option(fc.integer({ min: 1, max: 9 })),
  dateCreated: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
});

test("exactly two projects of one workflow, each with a result, make a pair, the older one left", () => {
  fc.assert(
    fc.property(fc.uniqueArray(project, { selector: ({ id }) => id, maxLength: 4 }), (projects) => {
      const pair = pairOf(projects);
      expect(pairOf(projects.toReversed())).toEqual(pair);
      const isPair =
        projects.length === 2 &&
        new Set(projects.map(({ workflow }) => workflow)).size === 1 &&
        projects.every(({ currentRevision }) => currentRevision !== null);
      expect(pair !== null).toBe(isPair);
      if (!pair) return;
      const dateOf = (id: string) => projects.find((one) => one.id === id)?.dateCreated ?? "";
      expect(new Set([pair.left, pair.right])).toEqual(new Set(projects.map(({ id }) => id)));
      expect(dateOf(pair.left) <= dateOf(pair.right)).toBe(true);
    }),
  );
});

test("a project is no pair with itself", () => {
  const one = { id: "1", workflow: "a", currentRevision: 1, dateCreated: "2026-01-01T00:00:00.000Z" };
  expect(pairOf([one, one])).toBeNull();
});

test("two projects of one name are told apart by time, else by number; other names stay", () => {
  const one = { name: "Fleet", time: "24.11.2026 09:00" };
  expect(namesApart(one, { name: "Returns", time: one.time })).toEqual(["Fleet", "Returns"]);
  expect(namesApart(one, { ...one, time: "25.11.2026 10:30" })).toEqual([
    "Fleet (24.11.2026 09:00)",
    "Fleet (25.11.2026 10:30)",
  ]);
  expect(namesApart(one, one)).toEqual(["Fleet (1)", "Fleet (2)"]);
});

test("a copy's name is never too long, nor cut inside a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (words) => {
      const name = copyName(words.toWellFormed());
      expect(name.length).toBeLessThanOrEqual(120);
      expect(name.isWellFormed()).toBe(true);
      if (words.length <= 120) expect(name).toBe(words.toWellFormed());
    }),
  );
});
