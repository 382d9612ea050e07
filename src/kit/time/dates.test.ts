import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoInZone } from "./zoned.ts";
import {
  addMinutes,
  clocksChange,
  instantOf,
  isOnClock,
  localDateOf,
  localTimeOf,
  offsetAt,
  reachedAt,
} from "./clocks.ts";
import { datedText, dayMonthText, dayText } from "./dateTexts.ts";
import {
  addDays,
  dateOf,
  dayNumber,
  daysInclusive,
  firstOfNextMonth,
  isoWeekOf,
  mondayOf,
  monthNumberOf,
  weekdayOf,
} from "./dates.ts";

describe("calendar dates", () => {
  const days = fc.integer({ min: -20_000, max: 60_000 });

  test("are counted in days and back", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -2_000, max: 2_000 }), (day, more) => {
        expect(dayNumber(dateOf(day))).toBe(day);
        expect(daysInclusive(dateOf(day), addDays(dateOf(day), more))).toBe(more + 1);
      }),
    );
  });

  test("have their Monday in the same week", () => {
    fc.assert(
      fc.property(days, (day) => {
        const monday = mondayOf(dateOf(day));
        expect(weekdayOf(monday)).toBe(1);
        expect(isoWeekOf(monday)).toBe(isoWeekOf(dateOf(day)));
        expect(daysInclusive(monday, dateOf(day))).toBe(weekdayOf(dateOf(day)));
      }),
    );
  });

  test("go on to the first day of the next month", () => {
    expect(firstOfNextMonth("2027-01-31")).toBe("2027-02-01");
    expect(firstOfNextMonth("2028-02-29")).toBe("2028-03-01");
    expect(firstOfNextMonth("2026-12-01")).toBe("2027-01-01");
    expect(monthNumberOf("2026-12-01")).toBe(12);
    fc.assert(
      fc.property(days, (day) => {
        const next = firstOfNextMonth(dateOf(day));
        expect(next.slice(8)).toBe("01");
        expect(addDays(next, -1).slice(0, 7)).toBe(dateOf(day).slice(0, 7));
      }),
    );
  });

  test("hold minutes inside the day", () => {
    expect(addMinutes("23:30", 90)).toBe("23:59");
    expect(addMinutes("00:10", -60)).toBe("00:00");
    expect(addMinutes("09:05", 60)).toBe("10:05");
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

  test("are what the clocks of the zone show, also on days of a change", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Africa/Casablanca", "Pacific/Apia", "Australia/Lord_Howe"];
    const quarters = fc.integer({ min: Date.UTC(1995, 0) / 900_000, max: Date.UTC(2035, 0) / 900_000 });
    const shown = (ms: number, zone: string): number =>
      Date.parse(`${isoInZone(new Date(ms), zone).slice(0, 23)}Z`) - ms;
    fc.assert(
      fc.property(fc.constantFrom(...zones), quarters, (zone, quarter) => {
        expect(offsetAt(quarter * 900_000, zone)).toBe(shown(quarter * 900_000, zone));
      }),
    );
    for (let quarter = 0; quarter < 96 * 3; quarter += 1) {
      const ms = Date.UTC(2027, 2, 27) + quarter * 900_000;
      expect(offsetAt(ms, "Europe/Berlin")).toBe(shown(ms, "Europe/Berlin"));
    }
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

test("the clocks of a zone change in some weeks only", () => {
  expect(clocksChange("2027-03-22", "2027-03-28", "Europe/Berlin")).toBe(true);
  expect(clocksChange("2027-03-29", "2027-04-04", "Europe/Berlin")).toBe(true);
  expect(clocksChange("2027-04-05", "2027-04-11", "Europe/Berlin")).toBe(false);
  expect(clocksChange("2027-03-08", "2027-03-14", "America/New_York")).toBe(true);
  expect(clocksChange("2027-03-22", "2027-03-28", "Asia/Kolkata")).toBe(false);
});

describe("dates in documents", () => {
  test("are written as readers of each language write them", () => {
    expect(dayText("2027-09-06", "en")).toBe("6 Sep 2027");
    expect(dayText("2027-09-06", "de")).toBe("06.09.2027");
    expect(dayText("2027-05-17", "en")).toBe("17 May 2027");
    expect(datedText("2027-09-06", "en")).toBe("Mon 6 Sep 2027");
    expect(datedText("2027-09-06", "de")).toBe("Mo 06.09.2027");
    expect(dayMonthText("2027-09-06", "en")).toBe("6 Sep");
    expect(dayMonthText("2027-09-06", "de")).toBe("06.09.");
  });
});

test("a time is reached when a clock shows it or jumps over it", () => {
  // Clocks go from 02:00 to 03:00, and in Chatham from 02:45 to 03:45.
  expect(new Date(reachedAt("2027-03-28", "02:30", "Europe/Berlin")).toISOString()).toBe("2027-03-28T01:00:00.000Z");
  expect(new Date(reachedAt("2026-09-27", "03:00", "Pacific/Chatham")).toISOString()).toBe("2026-09-26T14:00:00.000Z");
  const zone = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Pacific/Chatham", "Australia/Lord_Howe");
  const day = fc.constantFrom("2027-03-28", "2027-03-14", "2026-09-27", "2026-10-04", "2026-10-25", "2027-06-01");
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(zone, day, minute, (place, date, at) => {
      const time = `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
      const reached = reachedAt(date, time, place);
      const shown = (ms: number) => `${localDateOf(new Date(ms).toISOString(), place)} ${localTimeOf(ms, place)}`;
      expect(shown(reached) >= `${date} ${time}`).toBe(true);
      expect(shown(reached - 60_000) < `${date} ${time}`).toBe(true);
    }),
  );
});
