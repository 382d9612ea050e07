import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, mondayOf } from "#src/kit/time/dates.ts";
import { agendaDays, type CalendarView, calendarViews, daysShown, stepped, weeksOfMonth } from "./views.ts";

const day = fc
  .date({ min: new Date("1901-01-01"), max: new Date("2199-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const view = fc.constantFrom<CalendarView>(...calendarViews);

describe("calendar view", () => {
  test("shows the day, its week, the weeks of its month or the next four weeks", () => {
    expect(daysShown("day", "2026-11-25")).toEqual({ first: "2026-11-25", last: "2026-11-25" });
    expect(daysShown("week", "2026-11-25")).toEqual({ first: "2026-11-23", last: "2026-11-29" });
    expect(daysShown("month", "2026-11-25")).toEqual({ first: "2026-10-26", last: "2026-12-06" });
    expect(daysShown("agenda", "2026-11-25")).toEqual({ first: "2026-11-25", last: "2026-12-22" });
  });

  test("contains the selected day, steps forward without a gap and steps back to the same range", () => {
    fc.assert(
      fc.property(view, day, (one, at) => {
        const { first, last } = daysShown(one, at);
        expect(first <= at && at <= last).toBe(true);
        const next = stepped(one, at, 1);
        expect(daysShown(one, next).first <= addDays(last, 1)).toBe(true);
        expect(daysShown(one, next).last > last).toBe(true);
        expect(daysShown(one, stepped(one, next, -1))).toEqual({ first, last });
      }),
    );
    expect(stepped("agenda", "2026-11-23", 1)).toBe(addDays("2026-11-23", agendaDays));
  });

  test("shows a month in whole weeks that start on Monday", () => {
    fc.assert(
      fc.property(day, (at) => {
        const weeks = weeksOfMonth(at);
        expect(weeks.length >= 4 && weeks.length <= 6).toBe(true);
        const days = weeks.flatMap((week) => week.days);
        const { first, last } = daysShown("month", at);
        expect([days[0], days.at(-1)]).toEqual([first, last]);
        expect(mondayOf(first)).toBe(first);
        for (const week of weeks) expect(week.days.some((one) => one.slice(0, 7) === at.slice(0, 7))).toBe(true);
      }),
    );
  });
});
