import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Bid,
  premiumFor,
  type PriceFormula,
  pricePoints,
  priceWeightOf,
  rankBids,
  scaledWeights,
  type TieRule,
  weightSum,
} from "./awarding.ts";

const formulas = fc.constantFrom<PriceFormula>("double", "oneAndHalf", "ratio");
const ties = fc.constantFrom<TieRule>("quality", "price");
const percents = fc.integer({ min: 0, max: 100 });
const prices = fc.integer({ min: 1, max: 1_000_000 });
const bidLists = fc.array(fc.record({ name: fc.string(), price: prices, quality: percents }), {
  minLength: 1,
  maxLength: 8,
});

describe("weights", () => {
  test("add up in hundredths", () => {
    expect(weightSum([{ weight: 33.3 }, { weight: 33.3 }, { weight: 33.4 }])).toBe(100);
    expect(weightSum([{ weight: 0.1 }, { weight: 0.2 }])).toBe(0.3);
    expect(
      priceWeightOf([
        { kind: "price", weight: 30 },
        { kind: "quality", weight: 60 },
        { kind: "price", weight: 10 },
      ]),
    ).toBe(40);
  });

  test("are scaled to whole percent that add up to 100, in the same order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 10 }), (weights) => {
        const scaled = scaledWeights(weights);
        expect(scaled.reduce((sum, one) => sum + one, 0)).toBe(100);
        for (const [at, weight] of weights.entries())
          for (const [other, less] of weights.entries())
            if (less < weight) expect(scaled[other]).toBeLessThanOrEqual(scaled[at] ?? 0);
      }),
    );
  });
});

describe("points for a price", () => {
  test("are those that a buyer works out by hand", () => {
    expect(pricePoints(100, 100, 50, "double")).toBe(50);
    expect(pricePoints(112, 100, 50, "double")).toBeCloseTo(44);
    expect(pricePoints(125, 100, 50, "oneAndHalf")).toBeCloseTo(25);
    expect(pricePoints(125, 100, 50, "ratio")).toBeCloseTo(40);
    expect(pricePoints(300, 100, 50, "double")).toBe(0);
    expect(pricePoints(1, 0, 50, "ratio")).toBe(0);
    expect(pricePoints(0, 0, 50, "double")).toBe(50);
  });

  test("are between 0 and the most, the most for the lowest price, and never rise with the price", () => {
    fc.assert(
      fc.property(prices, prices, prices, percents, formulas, (one, two, lowest, most, formula) => {
        const [cheap, dear] = [Math.min(one, two), Math.max(one, two)].map((price) => price + lowest);
        const [more, fewer] = [cheap, dear].map((price) => pricePoints(price ?? 0, lowest, most, formula));
        expect(fewer).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(most);
        expect(fewer).toBeLessThanOrEqual(more ?? 0);
        expect(pricePoints(lowest, lowest, most, formula)).toBe(most);
      }),
    );
  });
});

describe("ranks", () => {
  const bid = (name: string, price: number, quality: number): Bid => ({ name, price, quality });

  test("follow the points, and the tie rule where they are equal", () => {
    // 50 + 25 = 75 against 25 + 50 = 75.
    const bids = [bid("cheap", 100, 50), bid("good", 150, 100)];
    expect(rankBids(bids, 50, "double", "quality").map(({ total, rank }) => [total, rank])).toEqual([
      [75, 2],
      [75, 1],
    ]);
    expect(rankBids(bids, 50, "double", "price").map(({ rank }) => rank)).toEqual([1, 2]);
    expect(rankBids([bid("a", 100, 50), bid("b", 100, 50)], 50, "double", "price").map(({ rank }) => rank)).toEqual([
      1, 1,
    ]);
  });

  test("do not depend on the order of the bids, and no bid with fewer points is before another", () => {
    fc.assert(
      fc.property(bidLists, percents, formulas, ties, (bids, weight, formula, tie) => {
        const ranked = rankBids(bids, weight, formula, tie);
        const turned = rankBids(bids.toReversed(), weight, formula, tie).toReversed();
        expect(turned).toEqual(ranked);
        expect(Math.min(...ranked.map(({ rank }) => rank))).toBe(1);
        for (const one of ranked) {
          expect(one.total).toBeCloseTo(one.pricePoints + one.qualityPoints);
          expect(one.total).toBeLessThanOrEqual(100.005);
          for (const other of ranked) if (one.total > other.total) expect(one.rank).toBeLessThan(other.rank);
        }
      }),
    );
  });

  test("reward a lower price and better quality, all else equal", () => {
    fc.assert(
      fc.property(prices, prices, percents, percents, formulas, ties, (price, more, quality, weight, formula, tie) => {
        const [cheap, dear] = rankBids(
          [bid("a", price, quality), bid("b", price + more, quality)],
          weight,
          formula,
          tie,
        );
        expect(cheap?.rank).toBe(1);
        expect(dear?.rank).toBe(2);
      }),
    );
  });
});

describe("the premium for quality", () => {
  test("is what a buyer works out by hand", () => {
    // 40 points of 50 are the lead of 40 %; 50 × (r − 1) = 20.
    expect(premiumFor(50, 60, "double")).toBeCloseTo(40);
    expect(premiumFor(50, 60, "oneAndHalf")).toBeCloseTo(20);
    expect(premiumFor(50, 60, "ratio")).toBeCloseTo(66.667);
    expect(premiumFor(100, 60, "double")).toBe(0);
    expect(premiumFor(0, 60, "double")).toBeNull();
    expect(premiumFor(20, 0, "ratio")).toBeNull();
  });

  test("is where the better bid stops winning", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), percents, formulas, (weight, quality, formula) => {
        const premium = premiumFor(weight, quality, formula);
        const winner = (percent: number): string | undefined =>
          rankBids(
            [bid("cheap", 1_000_000, quality), bid("good", 1_000_000 * (1 + percent / 100), 100)],
            weight,
            formula,
            "price",
          ).find(({ rank }) => rank === 1)?.name;
        if (premium === null) {
          // At any price: the lead in quality is worth all points for the price.
          expect(((100 - weight) * (100 - quality)) / 100).toBeGreaterThanOrEqual(weight);
          return;
        }
        // Points are rounded to hundredths: so far from the premium they differ by more than that.
        const factor = 1 + premium / 100;
        const margin = 0.5 + premium / 50 + (2.5 * factor * factor) / weight;
        if (premium > margin) expect(winner(premium - margin)).toBe("good");
        expect(winner(premium + margin)).toBe("cheap");
      }),
    );
  });
});
const bid = (name: string, price: number, quality: number): Bid => ({ name, price, quality });
