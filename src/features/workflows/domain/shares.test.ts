import fc from "fast-check";
import { expect, test } from "vitest";
import { largestRemainder, spread } from "./shares.ts";

test("splits seven items by hand: 50, 30 and 20 percent", () => {
  // 3.5, 2.1 and 1.4: one item is left, and the first remainder is the largest.
  expect(largestRemainder([50, 30, 20], 7)).toEqual([4, 2, 1]);
  expect(largestRemainder([1, 1, 1], 2)).toEqual([1, 1, 0]);
  expect(largestRemainder([0, 0], 5)).toEqual([0, 0]);
  expect(spread(["a", "b", "c"], [4, 2, 1]).join("")).toBe("abacaba");
});

test("apportions by largest remainder, with each part within one of its share", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 }),
      fc.nat(500),
      (weights, total) => {
        const parts = largestRemainder(weights, total);
        const sum = weights.reduce((all, weight) => all + weight, 0);
        expect(parts.reduce((all, part) => all + part, 0)).toBe(total);
        for (const [index, weight] of weights.entries())
          expect(Math.abs((parts[index] ?? 0) - (weight * total) / sum)).toBeLessThan(1);
        const row = spread(
          weights.map((_, index) => index),
          parts,
        );
        expect(weights.map((_, index) => row.filter((value) => value === index).length)).toEqual(parts);
      },
    ),
  );
});
