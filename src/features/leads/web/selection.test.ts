import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { current, type Selection, ticked, tickedAll } from "./selection.ts";

interface Row {
  id: string;
  words: string;
}
const rows: Row[] = ["a", "b", "c", "d", "e"].map((id) => ({ id, words: id }));
const none: Selection<Row> = new Map();
const idsOf = (selection: Selection<Row>): string[] => [...selection.keys()];

describe("row selection", () => {
  test("toggles single rows", () => {
    const one = ticked(none, rows, { at: 2 });
    expect(idsOf(one)).toEqual(["c"]);
    expect(idsOf(ticked(one, rows, { at: 2 }))).toEqual([]);
  });

  test("selects a range in either direction and clears a range", () => {
    const range = ticked(ticked(none, rows, { at: 3 }), rows, { at: 1, from: 3 });
    expect(idsOf(range).toSorted()).toEqual(["b", "c", "d"]);
    expect(idsOf(ticked(range, rows, { at: 2, from: 1 }))).toEqual(["d"]);
  });

  test("selects or clears all rows with the header checkbox", () => {
    const all = tickedAll(ticked(none, rows, { at: 4 }), rows);
    expect(idsOf(all).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    expect(tickedAll(all, rows).size).toBe(0);
    expect(tickedAll(none, []).size).toBe(0);
  });

  test("keeps rows that are no longer listed and uses the latest data of listed ones", () => {
    const one = ticked(ticked(none, rows, { at: 0 }), rows, { at: 1 });
    expect(current(one, [{ id: "b", words: "newer" }])).toEqual([
      { id: "a", words: "a" },
      { id: "b", words: "newer" },
    ]);
  });

  test("leaves rows outside of the range unchanged", () => {
    const at = fc.nat(4);
    fc.assert(
      fc.property(fc.subarray(rows), at, at, (before, from, to) => {
        const selection = new Map(before.map((row) => [row.id, row]));
        const after = ticked(selection, rows, { at: to, from });
        const [low, high] = [Math.min(from, to), Math.max(from, to)];
        rows.forEach((row, place) => {
          const isInside = place >= low && place <= high;
          expect(after.has(row.id)).toBe(isInside ? !selection.has(rows[to]?.id ?? "") : selection.has(row.id));
        });
      }),
    );
  });
});
