import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, mondayOf } from "#src/kit/time/dates.ts";
import { agendaDays, type CalendarView, calendarViews, daysShown, stepped, weeksOfMonth } from "./views.ts";

const day = fc
  .date({ min: new Date("1901-01-01"), max: new Date("2199-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const view = fc.constantFrom<CalendarView>(...calendarViews);

describe("calendar view", () => {
  test("shows the day, its week, five weeks from its week on or the next four weeks", () => {
    expect(daysShown("day", "2026-11-25")).toEqual({ first: "2026-11-25", last: "2026-11-25" });
    expect(daysShown("week", "2026-11-25")).toEqual({ first: "2026-11-23", last: "2026-11-29" });
    expect(daysShown("month", "2026-11-25")).toEqual({ first: "2026-11-23", last: "2026-12-27" });
    expect(daysShown("month", "2026-11-01")).toEqual({ first: "2026-10-26", last: "2026-12-06" });
    expect(daysShown("agenda", "2026-11-25")).toEqual({ first: "2026-11-25", last: "2026-12-22" });
  });

  test("contains the selected day, steps forward and back without a gap, and back to the same range", () => {
    fc.assert(
      fc.property(view, day, (one, at) => {
        const { first, last } = daysShown(one, at);
        expect(first <= at && at <= last).toBe(true);
        const next = stepped(one, at, 1);
        expect(daysShown(one, next).first <= addDays(last, 1)).toBe(true);
        expect(daysShown(one, next).last > last).toBe(true);
        const back = daysShown(one, stepped(one, next, -1));
        expect(addDays(back.last, 1) >= daysShown(one, next).first && back.first < daysShown(one, next).first).toBe(
          true,
        );
        // Only today's month begins within itself.
        if (one !== "month") expect(back).toEqual({ first, last });
      }),
    );
    expect(stepped("month", "2026-11-25", -1)).toBe("2026-11-01");
    expect(stepped("month", "2026-11-01", -1)).toBe("2026-10-01");
    expect(stepped("agenda", "2026-11-23", 1)).toBe(addDays("2026-11-23", agendaDays));
  });

  test("shows a month from its first day in whole weeks that start on Monday", () => {
    fc.assert(
      fc.property(day, (one) => {
        const at = `${one.slice(0, 7)}-01`;
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
