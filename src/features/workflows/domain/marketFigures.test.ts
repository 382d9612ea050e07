import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountsIn,
  changesOf,
  currenciesIn,
  type Datum,
  doubtOf,
  growthOf,
  isDateIn,
  isNamedIn,
  median,
  monthsBetween,
  seriesOf,
} from "./marketFigures.ts";
import { distanceText, figure } from "./wording.ts";

describe("amounts of a text", () => {
  test.each([
    ["Revenue was 212 million euros in 2025.", 212_000_000],
    ["Der Umsatz betrug 2025 212 Millionen Euro.", 212_000_000],
    ["€212m in 2025", 212_000_000],
    ["1,2 Mrd. €", 1_200_000_000],
    ["1.2bn dollars", 1_200_000_000],
    ["Es gab 9.800 Büros.", 9800],
    ["there were 9,800 offices", 9800],
    ["14,5 % aller Plätze", 14.5],
    ["about 212 300 households", 212_300],
    ["CHF 1'204.50", 1204.5],
    ["45 Tsd. Betriebe", 45_000],
    ["Turnover in million euros: 2024 118, 2025 124", 124_000_000],
    ["rund 2.500 Bio-Supermärkte", 2500],
    ["rund 2.500 Bio Höfe", 2500],
    ["3,2 Bio. Euro", 3.2e12],
    ["3,2 Bio Euro", 3.2e12],
    ["₹ 1,25,000", 125_000],
  ])("%s", (text, value) => {
    expect(isNamedIn(value, text)).toBe(true);
  });

  test("are multiplied by their own word only", () => {
    expect(isNamedIn(212, "Revenue was 212 million euros.")).toBe(false);
    expect(isNamedIn(300_000_000, "300 m from the station")).toBe(false);
    expect(isNamedIn(9800, "98 offices")).toBe(false);
    expect(amountsIn("no figure")).toEqual([]);
  });

  test.each([
    ["Der Markt umfasst 1,5 Milliarden Euro", [1.5e9]],
    ["2.75 million euros", [2.75e6]],
    ["1.200,50 €", [1200.5]],
    ["1,200.50 €", [1200.5]],
    ["1.200.000 Haushalte", [1_200_000]],
    ["CHF 1'204.500", [1204.5]],
    ["0.125 l", [0.125]],
    ["1250.500 kg", [1250.5]],
    // Either a group or decimals.
    ["1.204 t", [1204, 1.204]],
    ["on 01.07.2027", []],
  ])("have a mark for groups only where it can be one: %s", (text, values) => {
    expect(amountsIn(text).toSorted((a, b) => b - a)).toEqual(values);
  });

  test("are found as each language writes them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.constantFrom("en", "de" as const),
        fc.integer({ min: 0, max: 2 }),
        (cents, language, decimals) => {
          const value = Number((cents / 100).toFixed(decimals));
          expect(isNamedIn(value, `It is ${figure(value, language, decimals)} in all.`)).toBe(true);
        },
      ),
    );
  });
});

describe("doubts about a figure", () => {
  const doubt = (value: number, unit: "count" | "percent" | "money", quote: string) =>
    doubtOf({ value, unit, quote }, "EUR");
  test("name what is missing in the quote", () => {
    expect(doubt(62, "percent", "62 % of offices")).toBeNull();
    expect(doubt(62, "percent", "62 of the offices")).toBe("noPercent");
    expect(doubt(9800, "count", "9,800 offices")).toBeNull();
    expect(doubt(9801, "count", "9,800 offices")).toBe("notInQuote");
    expect(doubt(15_900, "money", "from 15,900 euros")).toBeNull();
    expect(doubt(15_900, "money", "from 15,900")).toBe("noCurrency");
    expect(doubt(15_900, "money", "from $15,900")).toBe("otherCurrency");
    expect(doubt(1.5e9, "money", "Der Markt umfasst 1,5 Milliarden Euro")).toBeNull();
    expect(doubt(15e9, "money", "Der Markt umfasst 1,5 Milliarden Euro")).toBe("notInQuote");
    expect(doubt(275e6, "money", "2.75 million euros")).toBe("notInQuote");
    // Which of the two was meant is not known.
    expect(doubt(15_900, "money", "15,900 € (about $17,000)")).toBe("otherCurrency");
  });
  test("know currencies by sign and word", () => {
    expect(currenciesIn("£45, 40 CHF, 300 Zloty, 5 Euro")).toEqual(["EUR", "GBP", "CHF", "other"]);
    expect(currenciesIn("Europe counts 40 neurons")).toEqual([]);
  });
});

const datum = (changes: Partial<Datum>): Datum => ({
  id: "k1",
  what: "Revenue",
  value: 1,
  unit: "money",
  year: 2025,
  kind: "series",
  origin: "",
  quote: "",
  doubt: null,
  ...changes,
});

describe("series", () => {
  test("join the years of one name, oldest first, without what is doubtful", () => {
    const found = seriesOf([
      datum({ value: 121, year: 2025 }),
      datum({ what: "revenue ", value: 100, year: 2023 }),
      datum({ value: 999, year: 2024, doubt: "notInQuote" }),
      datum({ value: 5, year: 2025, unit: "count" }),
      datum({ what: "Price", kind: "price" }),
    ]);
    expect(found).toEqual([
      {
        what: "Revenue",
        unit: "money",
        points: [
          { year: 2023, value: 100 },
          { year: 2025, value: 121 },
        ],
        growth: expect.closeTo(10, 9),
      },
    ]);
  });

  const points = fc
    .array(fc.double({ min: 1, max: 1e5, noNaN: true }), { minLength: 2, maxLength: 12 })
    .map((values) => values.map((value, at) => ({ year: 2000 + at, value })));
  test("grow at the rate that leads from the first to the last point", () => {
    fc.assert(
      fc.property(points, (all) => {
        const [first, last] = [all[0]?.value ?? 1, all.at(-1)?.value ?? 1];
        const rate = growthOf(all) ?? 0;
        expect((first * (1 + rate / 100) ** (all.length - 1)) / last).toBeCloseTo(1, 6);
      }),
    );
  });

  test("change from point to point as they do from end to end", () => {
    fc.assert(
      fc.property(points, (all) => {
        const product = changesOf(all).reduce<number>((sum, change) => sum * (1 + (change ?? 0) / 100), 1);
        expect(product / ((all.at(-1)?.value ?? 1) / (all[0]?.value ?? 1))).toBeCloseTo(1, 5);
      }),
    );
    expect(growthOf([{ year: 2025, value: 5 }])).toBeNull();
    expect(
      growthOf([
        { year: 2024, value: 0 },
        { year: 2025, value: 5 },
      ]),
    ).toBeNull();
  });
});

test("the median has as many values below as above", () => {
  expect(median([])).toBeNull();
  expect(median([3, 1, 2])).toBe(2);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      const middle = median(values) ?? 0;
      expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2);
      expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2);
    }),
  );
});

test("months are counted across years", () => {
  expect(monthsBetween("2025-11-30", "2026-02-01")).toBe(3);
  expect(monthsBetween("2026-02-01", "2026-02-28")).toBe(0);
});

describe("a date of a text", () => {
  test.each([
    "takes effect on 1 July 2027.",
    "ab dem 1. Juli 2027",
    "from July 2027 on",
    "July 1st, 2027",
    "bis 01.07.2027",
    "1/7/2027",
    "2027-07-01",
    "Ab 1. Jul. 2027 gilt",
    "ab dem 1.\u00a0Juli\u00a02027",
    "ab dem 1. Juli\n2027",
  ])("is in %s", (text) => {
    expect(isDateIn("2027-07-01", text)).toBe(true);
  });
  test.each([
    "on 11 July 2027",
    "on the 15th of July 2027",
    "Julius 2027",
    "on 1 July 2028",
    "in 2027",
    "on 1 June 2027",
    "1.7.20271",
    "",
  ])("is not in %s", (text) => {
    expect(isDateIn("2027-07-01", text)).toBe(false);
  });
  test("in the middle of a month needs its day", () => {
    expect(isDateIn("2027-07-15", "in July 2027")).toBe(false);
    expect(isDateIn("2027-03-15", "am 15. März 2027")).toBe(true);
    expect(isDateIn("2027-03-15", "am 15. März 2027".normalize("NFD"))).toBe(true);
  });
  test.each([
    ["2027-03-01", "Der deutsche Markt 2027"],
    ["2027-03-01", "Marketing 2027"],
    ["2027-08-01", "Messe Augsburg 2027"],
    ["2027-01-01", "Janssen 2027"],
  ])("%s is not in a word that only begins like a month: %s", (date, text) => {
    expect(isDateIn(date, text)).toBe(false);
  });
  test.each([
    ["2027-01-01", "Jänner 2027"],
    ["2027-03-01", "Mär 2027"],
    ["2027-09-01", "Sept. 2027"],
    ["2027-12-01", "DEZEMBER 2027"],
  ])("%s is in %s", (date, text) => {
    expect(isDateIn(date, text)).toBe(true);
  });
});

test("a distance goes on with the value that it is measured by", () => {
  const said = (value: number) => [distanceText(value, "en"), distanceText(value, "de")];
  expect(said(9.4)).toEqual(["9\u00a0% above", "9\u00a0% über"]);
  expect(said(-9.4)).toEqual(["9\u00a0% below", "9\u00a0% unter"]);
  for (const none of [0, -0, 0.4, -0.4]) expect(said(none)).toEqual(["level with", "gleichauf mit"]);
});
