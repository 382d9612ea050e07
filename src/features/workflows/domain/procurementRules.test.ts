import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BuyerKind,
  exemptLots,
  legalPeriods,
  type Procedure,
  type PurchaseKind,
  type Regime,
  regimeOf,
  thresholdOf,
} from "./procurementRules.ts";

const regimes = ["eu", "uk", "other"] as const satisfies Regime[];
const buyers = ["private", "local", "central", "sector"] as const satisfies BuyerKind[];
const kinds = ["supply", "service", "social", "works"] as const satisfies PurchaseKind[];
const procedures = ["open", "restricted"] as const satisfies Procedure[];

describe("thresholds", () => {
  test("are those of 2026 and 2027", () => {
    const amount = (buyer: BuyerKind, kind: PurchaseKind, regime: Regime = "eu") =>
      thresholdOf(regime, buyer, kind)?.amount;
    expect(amount("central", "supply")).toBe(140_000);
    expect(amount("local", "service")).toBe(216_000);
    expect(amount("sector", "supply")).toBe(432_000);
    expect(amount("local", "works")).toBe(5_404_000);
    expect(amount("local", "social")).toBe(750_000);
    expect(amount("sector", "social")).toBe(1_000_000);
    expect(amount("local", "supply", "uk")).toBe(207_720);
    expect(amount("private", "works")).toBeUndefined();
    expect(amount("local", "works", "other")).toBeUndefined();
  });

  test("name their source and first day in both languages", () => {
    for (const regime of regimes)
      for (const buyer of buyers)
        for (const kind of kinds) {
          const threshold = thresholdOf(regime, buyer, kind);
          if (threshold === null) continue;
          expect(threshold.source.split(" | ")).toHaveLength(2);
          expect(threshold.from).toBe("2026-01-01");
          expect(threshold.withVat).toBe(regime === "uk");
        }
  });

  test("belong to the country", () => {
    expect(["DE", "otherEu", "GB", "CH", "US", "other"].map(regimeOf)).toEqual([
      "eu",
      "eu",
      "uk",
      "other",
      "other",
      "other",
    ]);
  });
});

describe("least periods", () => {
  test("exist above the threshold only", () => {
    for (const regime of regimes)
      for (const buyer of buyers)
        for (const kind of kinds)
          for (const procedure of procedures) {
            const below = legalPeriods(regime, { buyer, kind, procedure, isAbove: false });
            expect(Object.values(below).filter(Boolean)).toEqual([]);
          }
  });

  test("are those of the directives and of the Procurement Act", () => {
    const days = (buyer: BuyerKind, procedure: Procedure, kind: PurchaseKind = "supply", regime: Regime = "eu") => {
      const { requests, bids, standstill } = legalPeriods(regime, { buyer, kind, procedure, isAbove: true });
      return [requests?.days, bids?.days, standstill?.days];
    };
    expect(days("local", "open")).toEqual([undefined, 30, 10]);
    expect(days("local", "restricted")).toEqual([30, 25, 10]);
    expect(days("sector", "restricted")).toEqual([30, 10, 10]);
    expect(days("local", "open", "social")).toEqual([undefined, undefined, 10]);
    expect(days("local", "open", "service", "uk")).toEqual([undefined, 25, 8]);
    expect(days("local", "open", "social", "uk")).toEqual([undefined, undefined, undefined]);
    expect(days("private", "open")).toEqual([undefined, undefined, undefined]);
  });
});

describe("small lots", () => {
  test("are those below the limit, up to a fifth of the whole", () => {
    const values = (...list: number[]) => list.map((value) => ({ value }));
    expect(exemptLots(values(300_000, 40_000, 30_000), "supply")).toEqual([1, 2]);
    expect(exemptLots(values(300_000, 60_000, 30_000), "supply")).toEqual([2]);
    expect(exemptLots(values(500_000, 90_000), "supply")).toEqual([]);
    expect(exemptLots(values(9_000_000, 900_000), "works")).toEqual([1]);
    expect(exemptLots(values(10), "supply")).toEqual([]);
  });

  test("never exceed a fifth of the whole, whatever the lots", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ value: fc.nat(400_000) }), { maxLength: 12 }), (lots) => {
        const all = lots.reduce((sum, { value }) => sum + value, 0);
        const chosen = exemptLots(lots, "service").map((at) => lots[at]?.value ?? 0);
        expect(chosen.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(all * 0.2 + 1e-6);
        for (const value of chosen) expect(value).toBeLessThan(80_000);
      }),
    );
  });
});
