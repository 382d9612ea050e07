import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rangeOf } from "./routes.ts";

describe("a range of bytes", () => {
  test.each([
    [undefined, null],
    ["bytes=0-", { from: 0, to: 99 }],
    ["bytes=10-19", { from: 10, to: 19 }],
    ["bytes=90-500", { from: 90, to: 99 }],
    ["bytes=-20", { from: 80, to: 99 }],
    ["bytes=-500", { from: 0, to: 99 }],
    ["bytes=100-", "none"],
    ["bytes=-0", "none"],
    ["bytes=20-10", null],
    ["bytes=-", null],
    ["bytes=0-1,5-6", null],
    ["pages=0-1", null],
  ])("%s of 100 bytes", (header, range) => {
    expect(rangeOf(header, 100)).toEqual(range);
  });

  test("lies within the file, whatever is asked for", () => {
    const side = fc.oneof(fc.nat().map(String), fc.constant(""), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 1000 }), (from, to, size) => {
        const range = rangeOf(`bytes=${from}-${to}`, size);
        if (range === null || range === "none") return;
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.from).toBeLessThanOrEqual(range.to);
        expect(range.to).toBeLessThan(size);
      }),
    );
  });
});
