import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateOf, dayNumber, weekdayOf } from "#src/kit/time/dates.ts";
import { parseRecurrence, recurrenceDays } from "./recurrence.ts";

const daysOf = (rule: string, first: string, from = first, to = addDays(from, 400)): string[] => {
  const parsed = parseRecurrence(rule);
  return parsed ? recurrenceDays(parsed, first, from, to) : ["refused"];
};

describe("recurrence rules", () => {
  test.each([
    ["FREQ=DAILY;COUNT=3", "2026-11-30", ["2026-11-30", "2026-12-01", "2026-12-02"]],
    ["FREQ=DAILY;INTERVAL=10;COUNT=3", "2026-11-30", ["2026-11-30", "2026-12-10", "2026-12-20"]],
    ["FREQ=WEEKLY;COUNT=3", "2026-11-30", ["2026-11-30", "2026-12-07", "2026-12-14"]],
    ["FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", "2026-11-30", ["2026-11-30", "2026-12-02", "2026-12-07", "2026-12-09"]],
    // Begins inside its week: the Monday before is no part of it.
    ["FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3", "2026-12-02", ["2026-12-02", "2026-12-07", "2026-12-09"]],
    // RFC 5545, page 43: which weeks are skipped depends on the day on which they begin.
    [
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
      "1997-08-05",
      ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"],
    ],
    [
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
      "1997-08-05",
      ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"],
    ],
    ["FREQ=MONTHLY;COUNT=3", "2026-12-31", ["2026-12-31", "2027-01-31", "2027-03-31"]],
    ["FREQ=MONTHLY;BYDAY=1FR;COUNT=3", "2026-12-04", ["2026-12-04", "2027-01-01", "2027-02-05"]],
    ["FREQ=MONTHLY;BYDAY=-1MO;COUNT=3", "2026-11-30", ["2026-11-30", "2026-12-28", "2027-01-25"]],
    ["FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", "2026-11-30", ["2026-11-30", "2026-12-31", "2027-01-31"]],
    ["FREQ=YEARLY;COUNT=2", "2026-11-30", ["2026-11-30", "2027-11-30"]],
  ])("%s from %s", (rule, first, expected) => {
    expect(daysOf(rule, first)).toEqual(expected);
  });

  test.each([
    "",
    "FREQ=HOURLY",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1",
    "FREQ=YEARLY;BYWEEKNO=3",
    "FREQ=WEEKLY;INTERVAL=0",
    "nonsense",
  ])("refuses %j in place of guessing", (rule) => {
    expect(daysOf(rule, "2026-11-30")).toEqual(["refused"]);
  });

  test("daily and weekly rules agree with counting day by day", () => {
    const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    fc.assert(
      fc.property(
        fc.constantFrom("DAILY", "WEEKLY"),
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
        fc.subarray([1, 2, 3, 4, 5, 6, 7]),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 19_000, max: 22_000 }),
        fc.integer({ min: -50, max: 700 }),
        (frequency, interval, count, days, weekStart, begins, shift) => {
          const first = dateOf(begins);
          const [from, to] = [dateOf(begins + shift), dateOf(begins + shift + 60)];
          const weekOf = (date: string): number => Math.floor((dayNumber(date) - weekStart + 4) / 7);
          const expected: string[] = [];
          let left = count ?? Infinity;
          for (let date = first; date <= to && left > 0; date = addDays(date, 1)) {
            const isTurn =
              frequency === "DAILY"
                ? (dayNumber(date) - begins) % interval === 0
                : (weekOf(date) - weekOf(first)) % interval === 0;
            const wanted = days.length > 0 ? days : frequency === "DAILY" ? [1, 2, 3, 4, 5, 6, 7] : [weekdayOf(first)];
            if (date !== first && !(isTurn && wanted.includes(weekdayOf(date)))) continue;
            left -= 1;
            if (date >= from) expected.push(date);
          }
          const rule = [
            `FREQ=${frequency}`,
            `INTERVAL=${interval}`,
            `WKST=${names[weekStart - 1]}`,
            ...(count === null ? [] : [`COUNT=${count}`]),
            ...(days.length > 0 ? [`BYDAY=${days.map((day) => names[day - 1]).join(",")}`] : []),
          ].join(";");
          expect(daysOf(rule, first, from, to)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ["FREQ=MONTHLY;BYDAY=1MO,3MO", "2027-01-18", ["2027-01-23", "2027-02-05"], ["2027-02-01"]],
    ["FREQ=MONTHLY;BYMONTHDAY=1,15", "2027-01-15", ["2027-01-23", "2027-02-04"], ["2027-02-01"]],
    ["FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=15", "2026-09-15", ["2027-03-10", "2027-03-20"], ["2027-03-15"]],
  ])("%s from %s has days early in a turn, in the period %j", (rule, first, [from, to], expected) => {
    expect(daysOf(rule, first, from, to)).toEqual(expected);
  });

  test("a short period has the same days as a long one cut to it", () => {
    const byDay = fc.subarray(["MO", "WE", "FR"]);
    const byOrdinalDay = fc.subarray(["1MO", "3MO", "-1FR", "TU"]);
    const byMonthDay = fc.subarray([1, 15, 31, -1]);
    const byMonth = fc.subarray([1, 3, 9, 12]);
    const none = fc.constant([]);
    const part = (name: string, values: readonly unknown[]): string[] =>
      values.length > 0 ? [`${name}=${values.join(",")}`] : [];
    const rules = fc.oneof(
      fc.tuple(fc.constant("DAILY"), byDay, byMonthDay, byMonth),
      fc.tuple(fc.constant("WEEKLY"), byDay, none, byMonth),
      fc.tuple(fc.constant("MONTHLY"), byOrdinalDay, byMonthDay, byMonth),
      fc.tuple(fc.constant("YEARLY"), none, byMonthDay, byMonth),
      fc.tuple(fc.constant("YEARLY"), byOrdinalDay, none, fc.constant([3, 9])),
    );
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
        fc.integer({ min: 19_000, max: 22_000 }),
        fc.integer({ min: -20, max: 800 }),
        fc.integer({ min: 0, max: 20 }),
        ([frequency, days, monthDays, months], interval, count, begins, shift, length) => {
          const rule = [
            `FREQ=${frequency}`,
            `INTERVAL=${interval}`,
            ...part("COUNT", count === null ? [] : [count]),
            ...part("BYDAY", days),
            ...part("BYMONTHDAY", monthDays),
            ...part("BYMONTH", months),
          ].join(";");
          const first = dateOf(begins);
          const [from, to] = [dateOf(begins + shift), dateOf(begins + shift + length)];
          const long = daysOf(rule, first, first, addDays(to, 800));
          expect(long).not.toEqual(["refused"]);
          expect(daysOf(rule, first, from, to)).toEqual(long.filter((date) => date >= from && date <= to));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("looks at no more days than its budget has", () => {
    const rule = parseRecurrence("FREQ=DAILY;COUNT=10000;BYMONTH=2;BYMONTHDAY=31");
    const budget = { days: 1000 };
    expect(rule && recurrenceDays(rule, "1960-01-01", "2026-11-30", "2026-12-31", budget)).toEqual([]);
    expect(budget.days).toBe(-1);
  });
});
