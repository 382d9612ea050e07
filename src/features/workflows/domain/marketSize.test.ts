import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  carriedOn,
  doublingYears,
  type Factor,
  factorsOf,
  gapOf,
  levels,
  leversOf,
  narrowest,
  neededOf,
  productOf,
  type Range,
  rangeOf,
  rounded,
  sizeOf,
  sizesOf,
  treeOf,
} from "./marketSize.ts";

const factor = (changes: Partial<Factor> & { value?: number | null; spread?: number }): Factor => {
  const { value = 1, spread = 0, ...rest } = changes;
  const unit = rest.unit ?? "count";
  return {
    id: "f",
    label: "Buyers",
    level: "tam",
    unit,
    range: value === null ? null : rangeOf(value, spread, unit),
    year: null,
    basis: "yours",
    origin: "",
    ...rest,
  };
};

const units = fc.constantFrom("count", "percent", "money" as const);
const known: fc.Arbitrary<Factor> = fc
  .record({
    id: fc.uuid(),
    level: fc.constantFrom(...levels),
    unit: units,
    value: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    spread: fc.double({ min: 0, max: 99, noNaN: true }),
  })
  .map(({ unit, value, ...rest }) =>
    factor({ ...rest, unit, value: unit === "percent" ? Math.max(0.01, value % 100) : value }),
  );
const chains = fc.array(known, { minLength: 1, maxLength: 8 });
const ranges = fc
  .tuple(fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true }))
  .map(([value, spread]): Range => rangeOf(value, spread, "count"));
const close = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(a), Math.abs(b)));
const alike = (a: Range, b: Range): void => {
  close(a.value, b.value);
  close(a.low, b.low);
  close(a.high, b.high);
};

describe("a range", () => {
  test("holds its value, and no share is more than the whole", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (value, spread) => {
          const { low, high } = rangeOf(value, spread, "percent");
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
          expect(high).toBeLessThanOrEqual(100);
        },
      ),
    );
  });

  test("of a product is the product, inside of what is possible when everything errs the same way", () => {
    fc.assert(
      fc.property(fc.array(ranges, { maxLength: 6 }), (all) => {
        const { value, low, high } = productOf(all);
        const exact = (bound: keyof Range): number => all.reduce((product, range) => product * range[bound], 1);
        close(value, exact("value"));
        expect(low).toBeGreaterThanOrEqual(exact("low") * (1 - 1e-9));
        expect(low).toBeLessThanOrEqual(value * (1 + 1e-9));
        expect(high).toBeGreaterThanOrEqual(value * (1 - 1e-9));
        expect(high).toBeLessThanOrEqual(exact("high") * (1 + 1e-9));
      }),
    );
  });

  test("of a product takes factors in any order and any grouping", () => {
    fc.assert(
      fc.property(fc.array(ranges, { minLength: 1, maxLength: 6 }), fc.nat(6), (all, cut) => {
        alike(productOf(all), productOf(all.toReversed()));
        alike(productOf(all), productOf([productOf(all.slice(0, cut)), productOf(all.slice(cut))]));
      }),
    );
  });

  test("never becomes narrower by one more uncertain factor, and 1 changes nothing", () => {
    fc.assert(
      fc.property(fc.array(ranges, { maxLength: 5 }), ranges, (all, more) => {
        const width = ({ low, value }: Range): number => low / value;
        expect(width(productOf([...all, more]))).toBeLessThanOrEqual(width(productOf(all)) * (1 + 1e-9));
        alike(productOf([...all, { value: 1, low: 1, high: 1 }]), productOf(all));
      }),
    );
  });

  test("of nothing is nothing", () => {
    expect(productOf([rangeOf(0, 20, "count"), rangeOf(5, 10, "count")])).toEqual({ value: 0, low: 0, high: 0 });
  });
});

describe("sizes", () => {
  const chain = [
    factor({ id: "f1", value: 9800 }),
    factor({ id: "f2", value: 62, unit: "percent" }),
    factor({ id: "f3", value: 9, unit: "percent", spread: 30 }),
    factor({ id: "f4", value: 14_600, unit: "money", spread: 10 }),
    factor({ id: "f5", value: 55, unit: "percent", level: "sam" }),
    factor({ id: "f6", value: 5.4, unit: "percent", level: "som" }),
  ];

  test("are what a calculator says", () => {
    const { tam, sam, som } = sizesOf(chain);
    close(tam?.value ?? 0, 9800 * 0.62 * 0.09 * 14_600);
    close(sam?.value ?? 0, 9800 * 0.62 * 0.09 * 14_600 * 0.55);
    close(som?.orders ?? 0, 9800 * 0.62 * 0.09 * 0.55 * 0.054);
    expect([tam?.unit, narrowest({ tam, sam, som })]).toEqual(["money", som]);
    // √(ln(0.7)² + ln(0.9)²) = 0.372 below, √(ln(1.3)² + ln(1.1)²) = 0.279 above
    expect([(tam?.low ?? 0) / (tam?.value ?? 1), (tam?.high ?? 0) / (tam?.value ?? 1)]).toEqual([
      expect.closeTo(0.6896, 3),
      expect.closeTo(1.3219, 3),
    ]);
  });

  test("become smaller from level to level while shares lead there", () => {
    fc.assert(
      fc.property(chains, (given) => {
        const all = [
          factor({ value: 1000 }),
          ...given.filter(({ level, unit }) => level === "tam" || unit === "percent"),
        ];
        const { tam, sam, som } = sizesOf(all);
        for (const [outer, inner] of [
          [tam, sam],
          [sam ?? tam, som],
        ])
          if (outer && inner) expect(inner.value).toBeLessThanOrEqual(outer.value * (1 + 1e-9));
      }),
    );
  });

  test("grow in proportion to each factor, and do not depend on the order within a level", () => {
    fc.assert(
      fc.property(chains, fc.nat(7), fc.double({ min: 0.1, max: 1, noNaN: true }), (all, at, times) => {
        const before = sizeOf(treeOf(all));
        const scaled = all.map((one, index) =>
          index === at % all.length && one.range
            ? {
                ...one,
                range: { value: one.range.value * times, low: one.range.low * times, high: one.range.high * times },
              }
            : one,
        );
        const after = sizeOf(treeOf(scaled));
        if (!before || !after) throw new Error("all factors are known");
        alike(after, { value: before.value * times, low: before.low * times, high: before.high * times });
        alike(before, sizeOf(treeOf(all.toReversed())) ?? before);
        expect(before.worst.low).toBeLessThanOrEqual(before.low * (1 + 1e-9));
        expect(before.worst.high).toBeGreaterThanOrEqual(before.high * (1 - 1e-9));
      }),
    );
  });

  test("stay open from the level of the first open factor on", () => {
    const open = (id: string) => sizesOf(chain.map((one) => (one.id === id ? { ...one, range: null } : one)));
    expect(open("f2")).toEqual({ tam: null, sam: null, som: null });
    expect(open("f5")).toMatchObject({ tam: { level: "tam" }, sam: null, som: null });
    expect(open("f6")).toMatchObject({ sam: { level: "sam" }, som: null });
    expect(sizesOf([])).toEqual({ tam: null, sam: null, som: null });
    expect(sizesOf(chain.slice(4))).toEqual({ tam: null, sam: null, som: null });
    expect(sizesOf(chain.slice(0, 4))).toMatchObject({ sam: null, som: null });
  });

  test("without a price are counted in pieces", () => {
    expect(sizesOf(chain.slice(0, 3)).tam?.unit).toBe("count");
  });

  test("keep every factor of the tree, the whole market first", () => {
    fc.assert(
      fc.property(chains, (all) => {
        const ordered = levels.flatMap((level) => all.filter((one) => one.level === level));
        expect(factorsOf(treeOf(all))).toEqual(ordered);
      }),
    );
  });
});

describe("levers", () => {
  test("share out the whole uncertainty, the heaviest first", () => {
    fc.assert(
      fc.property(chains, (all) => {
        const size = sizeOf(treeOf(all));
        const found = leversOf(all, size ?? { value: 0 });
        expect(found.map(({ share }) => share)).toEqual(found.map(({ share }) => share).toSorted((a, b) => b - a));
        if (found.length > 0)
          close(
            found.reduce((sum, { share }) => sum + share, 0),
            100,
          );
        for (const { low, high } of found) {
          expect(low).toBeLessThanOrEqual((size?.value ?? 0) * (1 + 1e-9));
          expect(high).toBeGreaterThanOrEqual((size?.value ?? 0) * (1 - 1e-9));
        }
      }),
    );
  });

  test("leave out what is exact or open, and stay finite at a spread of 100 %", () => {
    const all = [factor({ value: 5 }), factor({ value: null }), factor({ value: 10, spread: 100 })];
    expect(leversOf(all, { value: 50 }).map(({ share, low }) => [share, low])).toEqual([[100, 0]]);
  });
});

describe("both ways", () => {
  test("differ by a percentage that leads from one to the other", () => {
    fc.assert(
      fc.property(ranges, ranges, (below, above) => {
        const gap = gapOf(below, above);
        close(below.value * (1 + (gap?.percent ?? 0) / 100), above.value);
        expect(gap?.isWithinRanges).toBe(gapOf(above, below)?.isWithinRanges);
      }),
    );
    expect(gapOf(null, rangeOf(1, 0, "count"))).toBeNull();
    expect(gapOf(rangeOf(100, 10, "count"), rangeOf(115, 10, "count"))).toMatchObject({ isWithinRanges: true });
    expect(gapOf(rangeOf(100, 1, "count"), rangeOf(115, 1, "count"))).toMatchObject({ isWithinRanges: false });
  });
});

describe("what is needed for a goal", () => {
  test("gives the goal when it is put in", () => {
    fc.assert(
      fc.property(chains, fc.double({ min: 1, max: 1e9, noNaN: true }), (given, goal) => {
        const all = [factor({ id: "price", unit: "money", value: 20 }), ...given];
        const needed = neededOf([...all, factor({ id: "open", value: null, level: "som" })], goal);
        const filled = [...all, factor({ id: "open", value: needed?.product ?? 0, level: "som" })];
        close(sizeOf(treeOf(filled))?.value ?? 0, goal);
      }),
    );
  });

  test("is unknown without a price and when nothing is open", () => {
    expect(neededOf([factor({ value: null })], 100)).toBeNull();
    expect(neededOf([factor({ unit: "money", value: 5 })], 100)).toBeNull();
  });
});

describe("growth", () => {
  test("begins with the size and follows the rate", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e9, noNaN: true }),
        fc.double({ min: -50, max: 100, noNaN: true }),
        fc.integer({ min: 1, max: 10 }),
        (size, rate, years) => {
          const rows = carriedOn(size, rate, 2026, years);
          expect(rows.map(({ year }) => year)).toEqual(Array.from({ length: years + 1 }, (_, at) => 2026 + at));
          expect(rows[0]?.values).toEqual([size, size, size]);
          for (const [at, row] of rows.entries()) {
            expect(row.values[0]).toBe(size);
            const before = rows[at - 1];
            if (before) close(row.values[2] / before.values[2], 1 + rate / 100);
          }
        },
      ),
    );
    expect(doublingYears(100)).toBe(1);
    expect(doublingYears(0)).toBeNull();
  });
});

test("rounding keeps the size and forgets the rest", () => {
  expect([0, 4.26, 964, 1234, 4_391_000].map(rounded)).toEqual([0, 4.3, 960, 1230, 4_390_000]);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e12, noNaN: true }), (value) => {
      expect(Math.abs(rounded(value) / value - 1)).toBeLessThanOrEqual(0.05);
      expect(rounded(rounded(value))).toBe(rounded(value));
    }),
  );
});
