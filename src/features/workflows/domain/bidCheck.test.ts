import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountsIn, type BidderFacts, checksOf, worstOf } from "./bidCheck.ts";

const bidder: BidderFacts = {
  turnover: 540_000,
  insurance: 3_000_000,
  staff: 6,
  references: [
    { value: 48_000, year: 2026 },
    { value: 31_500, year: 2024 },
  ],
  certificates: [
    { name: "ISO 9001", until: "2027-06-30" },
    { name: "Präqualifikation", until: "2026-12-31" },
  ],
};
const days = { deadline: "2027-01-18", contract: "2027-09-30" };
const checks = (text: string, changes: Partial<BidderFacts> = {}, of = days) =>
  checksOf({ text }, { ...bidder, ...changes }, of, "2026-11-22").map(({ kind, verdict }) => `${kind} ${verdict}`);

describe("amounts", () => {
  test.each([
    ["2 million €", [2_000_000]],
    ["at least £5m", [5_000_000]],
    ["1.200.000 Euro und 1,5 Mio. €", [1_200_000, 1_500_000]],
    ["EUR 50,000", [50_000]],
    ["80 TEUR", [80_000]],
    ["CHF 5'000'000 und CHF 1’250’000.50", [5_000_000, 1_250_000.5]],
    ["CHF 5'000'000.–", [5_000_000]],
    ["2,000,000.00 EUR or 1.200.000,50 €", [2_000_000, 1_200_000.5]],
    ["2,5 Mrd. Euro, £3bn and 1.5 billion", [2.5e9, 3e9, 1.5e9]],
    ["1 Milliarde Euro, 2 Milliarden", [1e9, 2e9]],
    ["5000000000 EUR", [5e9]],
    ["14 rooms of 12 m², 0.6 s", []],
  ])("%s", (text, amounts) => {
    expect(amountsIn(text)).toEqual(amounts);
  });
  test("without a currency are metres, unless money is the topic", () => {
    expect([amountsIn("2m"), amountsIn("2m", true)]).toEqual([[], [2_000_000]]);
  });
});

describe("demands against a bidder", () => {
  test.each([
    ["Annual turnover of at least 300,000 €", ["turnover yes"]],
    ["Jahresumsatz mindestens 1 Mio. €", ["turnover no"]],
    ["Referenzen ab 25.000 € ohne Umsatzsteuer", []],
    ["Haftpflichtversicherung über 2 Mio. €", ["insurance yes"]],
    ["Jahresumsatz von mindestens CHF 5'000'000", ["turnover no"]],
    ["An annual turnover of 2,000,000.00 EUR", ["turnover no"]],
    ["Jahresumsatz von 2,5 Mrd. Euro", ["turnover no"]],
    ["At least 12 employees", ["staff no"]],
    ["Mindestens 1'000 Mitarbeiter", ["staff no"]],
    ["Mindestens 1.000 Mitarbeiter", ["staff no"]],
    ["Mindestens 5 Mitarbeiter mit 10 Jahren Erfahrung", ["staff yes"]],
    ["Mindestens 5 Jahre Erfahrung der Mitarbeiter", []],
    ["Mindestens fünf (5) Jahre Erfahrung der Mitarbeiter", []],
    ["At least ten years experience of engineers", []],
    ["At least 18 months of experience of staff", []],
    ["Mindestens 50 % der Mitarbeiter sind geschult", []],
    ["At least ten years of comparable projects", []],
    ["Zwei vergleichbare Referenzen der letzten drei Jahre", ["references open"]],
    ["Two references of the last five years", ["references yes"]],
    ["Three references of at least 25,000 €", ["references no"]],
    ["A certificate to DIN EN ISO 9001 must be valid", ["certificate yes"]],
    ["ISO 9001 certificate, valid throughout the contract", ["certificate no"]],
    ["Ein Nachweis der Präqualifikation ist vorzulegen", ["certificate no"]],
    ["ISO 27001 certification is required", ["certificate open"]],
    ["Measured to ISO 3382-2", []],
    ["Panels must be white", []],
  ])("%s", (text, found) => {
    expect(checks(text)).toEqual(found);
  });

  test("stay open where a fact is missing", () => {
    const none = { turnover: null, insurance: null, staff: null, references: [], certificates: [] };
    expect(checks("Turnover of at least 1 million €", none)).toEqual(["turnover open"]);
    expect(checks("Two references of the last three years", none)).toEqual(["references open"]);
    expect(checks("ISO 9001 certificate", none)).toEqual(["certificate open"]);
    expect(checks("ISO 9001 certificate", {}, { deadline: "", contract: "" })).toEqual(["certificate open"]);
  });

  test("are never harder to meet for a larger bidder", () => {
    const rank = { no: 0, open: 1, yes: 2 } as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.integer({ min: 1, max: 4_000_000 }),
        (one, other, least) => {
          const verdict = (turnover: number) =>
            worstOf(checksOf({ text: `Turnover of at least ${least} €` }, { ...bidder, turnover }, days, "2026-11-22"));
          const [low, high] = [verdict(Math.min(one, other)), verdict(Math.max(one, other))];
          expect(rank[high ?? "open"]).toBeGreaterThanOrEqual(rank[low ?? "open"]);
          expect(verdict(least)).toBe("yes");
        },
      ),
      { numRuns: 100 },
    );
  });

  test("of references gain nothing from smaller or older ones", () => {
    const reference = fc.record({
      value: fc.integer({ min: 0, max: 90_000 }),
      year: fc.integer({ min: 2015, max: 2027 }),
    });
    fc.assert(
      fc.property(fc.array(reference, { maxLength: 6 }), (references) => {
        const text = "Two references of the last three years of at least 40,000 €";
        const count = (of: typeof references) =>
          checksOf({ text }, { ...bidder, references: of }, days, "2026-11-22")[0]?.has ?? 0;
        expect(count([...references, { value: 39_999, year: 2026 }, { value: 90_000, year: 2020 }])).toBe(
          count(references),
        );
      }),
      { numRuns: 100 },
    );
  });
});
