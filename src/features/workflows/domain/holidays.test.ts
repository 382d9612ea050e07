import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#src/kit/time/dates.ts";
import { easterOf, type HolidayCountry, holidayCountries, holidaysOf } from "./holidays.ts";

const datesOf = (country: HolidayCountry, year: number): string[] =>
  holidaysOf(country, `${year}-01-01`, `${year}-12-31`).map(({ date }) => date);

describe("public holidays", () => {
  test.each([
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2030, "2030-04-21"],
    [2038, "2038-04-25"],
    [2049, "2049-04-18"],
    [1981, "1981-04-19"],
  ])("include Easter of %i on the correct date", (year, date) => {
    expect(easterOf(year)).toBe(date);
  });

  test("are complete for Germany in 2027", () => {
    expect(datesOf("DE", 2027)).toEqual([
      "2027-01-01",
      "2027-03-26",
      "2027-03-29",
      "2027-05-01",
      "2027-05-06",
      "2027-05-17",
      "2027-10-03",
      "2027-12-25",
      "2027-12-26",
    ]);
  });

  test("include Corpus Christi in Austria in 2026", () => {
    expect(datesOf("AT", 2026)).toContain("2026-06-04");
    expect(datesOf("AT", 2026)).toHaveLength(13);
  });

  test("include substitute days for Christmas in Great Britain in 2022 and 2027", () => {
    expect(datesOf("GB", 2027)).toEqual([
      "2027-01-01",
      "2027-03-26",
      "2027-03-29",
      "2027-05-03",
      "2027-05-31",
      "2027-08-30",
      "2027-12-25",
      "2027-12-26",
      "2027-12-27",
      "2027-12-28",
    ]);
    expect(datesOf("GB", 2022).filter((date) => date > "2022-12-01")).toEqual([
      "2022-12-25",
      "2022-12-26",
      "2022-12-27",
    ]);
  });

  test("are complete for the United States in 2026, with New Year 2028 observed in 2027", () => {
    expect(datesOf("US", 2026)).toEqual([
      "2026-01-01",
      "2026-01-19",
      "2026-02-16",
      "2026-05-25",
      "2026-06-19",
      "2026-07-03",
      "2026-07-04",
      "2026-09-07",
      "2026-10-12",
      "2026-11-11",
      "2026-11-26",
      "2026-12-25",
    ]);
    expect(datesOf("US", 2027)).toContain("2027-12-31");
  });

  test("move King's Day to Saturday when it falls on a Sunday", () => {
    expect(datesOf("NL", 2025)).toContain("2025-04-26");
    expect(datesOf("NL", 2026)).toContain("2026-04-27");
  });

  test("are merged when two fall on one day", () => {
    expect(holidaysOf("FR", "2008-05-01", "2008-05-01").map(({ name }) => name.en)).toEqual([
      "Labour Day, Ascension Day",
    ]);
  });

  test("are sorted, unique and within the period", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...holidayCountries),
        fc.integer({ min: 1990, max: 2100 }),
        fc.nat(365),
        fc.nat(120),
        (country, year, start, length) => {
          const from = addDays(`${year}-01-01`, start);
          const to = addDays(from, length);
          const dates = holidaysOf(country, from, to).map(({ date }) => date);
          expect(dates).toEqual([...new Set(dates)].toSorted());
          expect(dates.every((date) => date >= from && date <= to)).toBe(true);
        },
      ),
    );
  });
});
