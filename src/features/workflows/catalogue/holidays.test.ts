import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysInclusive, instantOf, isOnClock, isoWeekOf, localDateOf, mondayOf, weekdayOf } from "./dates.ts";
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

describe("local dates", () => {
  test("have ISO 8601 week numbers", () => {
    expect(isoWeekOf("2026-12-31")).toBe(53);
    expect(isoWeekOf("2027-01-03")).toBe(53);
    expect(isoWeekOf("2027-01-04")).toBe(1);
    expect(weekdayOf("2027-02-01")).toBe(1);
    expect(mondayOf("2027-02-07")).toBe("2027-02-01");
    expect(daysInclusive("2027-02-01", "2027-04-30")).toBe(89);
  });

  test("keep 08:00 across both clock changes", () => {
    expect(instantOf("2027-03-27", "08:00", "Europe/Berlin")).toBe("2027-03-27T07:00:00.000Z");
    expect(instantOf("2027-03-28", "08:00", "Europe/Berlin")).toBe("2027-03-28T06:00:00.000Z");
    expect(instantOf("2026-10-25", "08:00", "Europe/Berlin")).toBe("2026-10-25T07:00:00.000Z");
    expect(instantOf("2027-03-13", "08:00", "America/New_York")).toBe("2027-03-13T13:00:00.000Z");
    expect(instantOf("2027-03-14", "08:00", "America/New_York")).toBe("2027-03-14T12:00:00.000Z");
    expect(instantOf("2027-11-07", "08:00", "America/New_York")).toBe("2027-11-07T13:00:00.000Z");
  });

  test("use the first of a repeated hour and move a skipped hour forward", () => {
    expect(instantOf("2026-10-25", "02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(instantOf("2027-03-28", "02:30", "Europe/Berlin")).toBe("2027-03-28T01:30:00.000Z");
    expect(isOnClock("2027-03-28", "02:30", "Europe/Berlin")).toBe(false);
    expect(isOnClock("2026-10-25", "02:30", "Europe/Berlin")).toBe(true);
  });

  test("convert to an instant and back", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Australia/Lord_Howe", "UTC"];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 12_000 }), fc.nat(1439), (zone, day, minute) => {
        const date = addDays("2015-01-01", day % 8000);
        const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
        fc.pre(isOnClock(date, time, zone));
        expect(localDateOf(instantOf(date, time, zone), zone)).toBe(date);
      }),
    );
  });
});
