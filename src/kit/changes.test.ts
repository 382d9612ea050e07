import fc from "fast-check";
import { expect, test } from "vitest";
import { changesBetween, withChanges } from "./changes.ts";

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

test("changes lead from any JSON value to any other, and survive a round trip through JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
      const changes = json(changesBetween(json(from), json(to))) as ReturnType<typeof changesBetween>;
      expect(withChanges(json(from), changes)).toEqual(json(to));
    }),
    { numRuns: 500 },
  );
});

test("one changed cell of a long list is one small change", () => {
  const rows = Array.from({ length: 240 }, (_, index) => ({ id: `i${index}`, hook: "as it was" }));
  const after = rows.with(17, { id: "i17", hook: "by hand" });
  expect(changesBetween({ items: rows }, { items: after })).toEqual([
    { path: ["items", 17, "hook"], value: "by hand" },
  ]);
});

test("keys of prototypes are keys like any other", () => {
  const to = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as unknown;
  expect(JSON.stringify(withChanges({}, changesBetween({}, to)))).toBe(JSON.stringify(to));
});
