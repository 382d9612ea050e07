import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOf } from "./amounts.ts";

test("a price is read as it is typed in either language", () => {
  expect(["19", " 19.00 ", "19,5", "0,01", "1000000"].map(centsOf)).toEqual([1900, 1900, 1950, 1, 100_000_000]);
  expect(["", "0", "0.00", "-1", "1.234", "1,000.00", "1e3", "1000000.01", "١٩"].map(centsOf)).toEqual(
    Array.from({ length: 9 }, () => null),
  );
});

test("every amount that is written with two places is read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(".", ","), (cents, mark) => {
      expect(centsOf((cents / 100).toFixed(2).replace(".", mark))).toBe(cents);
    }),
  );
});
