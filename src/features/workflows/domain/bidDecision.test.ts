import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BidFigures, decideBid } from "./bidDecision.ts";

const good: BidFigures = {
  fitPercent: 90,
  judged: 1,
  bidHours: 40,
  hoursLeft: 160,
  bids: 4,
  price: 100_000,
  cost: 80_000,
  hourCost: 50,
  knockOuts: 0,
  openMusts: 0,
  isLate: false,
};
const figures = fc.record({
  fitPercent: fc.option(fc.integer({ min: 0, max: 100 })),
  judged: fc.double({ min: 0, max: 1, noNaN: true }),
  bidHours: fc.option(fc.integer({ min: 0, max: 5000 })),
  hoursLeft: fc.option(fc.integer({ min: 0, max: 900 })),
  bids: fc.option(fc.integer({ min: 0, max: 100 })),
  price: fc.option(fc.integer({ min: 0, max: 1e9 })),
  cost: fc.option(fc.integer({ min: 0, max: 1e9 })),
  hourCost: fc.option(fc.integer({ min: 0, max: 1000 })),
  knockOuts: fc.integer({ min: 0, max: 5 }),
  openMusts: fc.integer({ min: 0, max: 5 }),
  isLate: fc.boolean(),
});

describe("the decision", () => {
  test("weighs what is known", () => {
    // Points 4, 4.5, 4 (of two to ten bids) and 5 of 5 by weights 40, 20, 20, 20.
    expect(decideBid(good)).toMatchObject({ decision: "go", total: 86, bidCost: 2000, gain: 20_000, expected: 3000 });
    expect(decideBid({ ...good, fitPercent: 60, bids: 9, cost: 98_000 })).toMatchObject({ decision: "no" });
    expect(decideBid({ ...good, fitPercent: 75, bids: 8, cost: 92_000 })).toMatchObject({ decision: "close" });
    expect(decideBid({ ...good, bidHours: null, bids: null, cost: null, judged: 0.2 })).toMatchObject({
      decision: "unknown",
      total: null,
    });
  });

  test("stops at a knock-out, at a deadline that is past, and at musts that nobody has cleared", () => {
    expect(decideBid({ ...good, knockOuts: 1 }).decision).toBe("no");
    expect(decideBid({ ...good, isLate: true, knockOuts: 1 }).decision).toBe("late");
    expect(decideBid({ ...good, openMusts: 1 }).decision).toBe("clear");
  });

  test("has points from 0 to 5 and a total from 0 to 100, whatever is known", () => {
    fc.assert(
      fc.property(figures, (given) => {
        const { scores, total, decision } = decideBid(given);
        for (const { points } of scores) if (points !== null) expect(points >= 0 && points <= 5).toBe(true);
        if (total !== null) expect(total >= 0 && total <= 100).toBe(true);
        if (decision === "go") expect(given.knockOuts + given.openMusts).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  test("is never worse for a higher price, a better fit or fewer bids", () => {
    fc.assert(
      fc.property(figures, (given) => {
        const total = (changes: Partial<BidFigures>): number => decideBid({ ...given, ...changes }).total ?? -1;
        if (given.price !== null && given.cost !== null && given.price > 0)
          expect(total({ price: given.price * 2 })).toBeGreaterThanOrEqual(total({}));
        if (given.fitPercent !== null) expect(total({ fitPercent: 100 })).toBeGreaterThanOrEqual(total({}));
        if (given.bids !== null) expect(total({ bids: Math.max(0, given.bids - 1) })).toBeGreaterThanOrEqual(total({}));
      }),
      { numRuns: 100 },
    );
  });
});
