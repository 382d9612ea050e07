import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { current, type Selection, ticked, tickedAll } from "./selection.ts";

interface Row {
  id: string;
  words: string;
}
const rows: Row[] = ["a", "b", "c", "d", "e"].map((id) => ({ id, words: id }));
const none: Selection<Row> = new Map();
const idsOf = (selection: Selection<Row>): string[] => [...selection.keys()];

describe("ticked rows", () => {
  it("come and go one by one", () => {
    const one = ticked(none, rows, { at: 2 });
    expect(idsOf(one)).toEqual(["c"]);
    expect(idsOf(ticked(one, rows, { at: 2 }))).toEqual([]);
  });

  it("come as a range from either side, and go as one", () => {
    const range = ticked(ticked(none, rows, { at: 3 }), rows, { at: 1, from: 3 });
    expect(idsOf(range).toSorted()).toEqual(["b", "c", "d"]);
    expect(idsOf(ticked(range, rows, { at: 2, from: 1 }))).toEqual(["d"]);
  });

  it("are all or none by the tick over the list", () => {
    const all = tickedAll(ticked(none, rows, { at: 4 }), rows);
    expect(idsOf(all).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    expect(tickedAll(all, rows).size).toBe(0);
    expect(tickedAll(none, []).size).toBe(0);
  });

  it("stay when the list no longer shows them, and are as new as the list", () => {
    const one = ticked(ticked(none, rows, { at: 0 }), rows, { at: 1 });
    expect(current(one, [{ id: "b", words: "newer" }])).toEqual([
      { id: "a", words: "a" },
      { id: "b", words: "newer" },
    ]);
  });

  it("do not change what is outside of the range", () => {
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
