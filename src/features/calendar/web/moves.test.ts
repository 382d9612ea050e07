import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber } from "#src/kit/time/dates.ts";
import { daysOf, type Timed } from "./layout.ts";
import { allDayTimes, clockTimes, moved, proposedTimes } from "./moves.ts";
import { isWeekend } from "#src/ui/dayNames.ts";

const zone = "Europe/Berlin";
const call: Timed = {
  id: "a",
  start: "2026-10-24T08:00:00.000Z",
  end: "2026-10-24T09:30:00.000Z",
  allDay: false,
  timeZone: zone,
};

describe("moved entry", () => {
  test("keeps its local time and duration across a clock change", () => {
    expect(moved(call, { days: 1, minutes: 0 }, zone)).toEqual({
      start: "2026-10-25T09:00:00.000Z",
      end: "2026-10-25T10:30:00.000Z",
    });
  });

  test("keeps its number of days in its own time zone when it lasts all day", () => {
    const trip = { ...call, allDay: true, ...allDayTimes("2026-10-23", "2026-10-25", zone) };
    const times = moved(trip, { days: 7, minutes: 90 }, "America/New_York");
    expect(times).toEqual({ start: "2026-10-29T23:00:00.000Z", end: "2026-11-01T23:00:00.000Z" });
    expect(daysOf({ ...trip, ...times }, "Asia/Tokyo")).toMatchObject({ first: "2026-10-30", last: "2026-11-01" });
  });

  test("lands at the requested time and returns when moved back", () => {
    const start = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 });
    const by = fc.record({ days: fc.integer({ min: -40, max: 40 }), minutes: fc.integer({ min: -90, max: 90 }) });
    fc.assert(
      fc.property(start, fc.integer({ min: 0, max: 3000 }), by, (at, length, step) => {
        const entry = {
          ...call,
          start: new Date(at * 60_000).toISOString(),
          end: new Date((at + length) * 60_000).toISOString(),
        };
        const next = moved(entry, step, "UTC");
        expect(Date.parse(next.end) - Date.parse(next.start)).toBe(length * 60_000);
        expect(Date.parse(next.start) - Date.parse(entry.start)).toBe((step.days * 1440 + step.minutes) * 60_000);
        const back = moved({ ...entry, ...next }, { days: -step.days, minutes: -step.minutes }, "UTC");
        expect(back).toEqual({ start: entry.start, end: entry.end });
        if (step.minutes === 0)
          expect(wallClockAt(Date.parse(moved(entry, step, zone).start), zone).day).toBe(
            addDays(wallClockAt(at * 60_000, zone).day, step.days),
          );
      }),
    );
  });
});

test("lets the times of one day extend to midnight", () => {
  expect(clockTimes("2026-10-25", 1380, 1440, zone)).toEqual({
    start: "2026-10-25T22:00:00.000Z",
    end: "2026-10-25T23:00:00.000Z",
  });
  expect(dayNumber("2026-03-01") - dayNumber("2026-02-27")).toBe(2);
});

describe("a new entry is proposed", () => {
  const workingHours = { from: "09:00", to: "17:00" };
  const at = (day: string, now: { day: string; minute: number }, hours = workingHours) => {
    const { start, end } = proposedTimes(day, now, { zone, workingHours: hours });
    const begins = wallClockAt(Date.parse(start), zone);
    return { ...begins, minutes: (Date.parse(end) - Date.parse(start)) / 60_000 };
  };

  test.each([
    ["before work at its beginning", 360, "2026-11-25", 540],
    ["during work at the next full hour", 620, "2026-11-25", 660],
    ["at a full hour at the next one", 660, "2026-11-25", 720],
    ["in the last hour that is whole", 959, "2026-11-25", 960],
    ["after that on the next day", 960, "2026-11-26", 540],
    ["at night on the next day", 1399, "2026-11-26", 540],
  ])("today %s", (_, minute, day, start) => {
    expect(at("2026-11-25", { day: "2026-11-25", minute })).toEqual({ day, minute: start, minutes: 60 });
  });

  test("on another day at the beginning of work, and after a Friday on Monday", () => {
    const now = { day: "2026-11-27", minute: 1200 };
    expect(at("2026-12-05", now)).toMatchObject({ day: "2026-12-05", minute: 540 });
    expect(at("2026-11-27", now)).toMatchObject({ day: "2026-11-30", minute: 540 });
  });

  test("an hour long, whatever the clock and the hours of work are; today only later than now and within work", () => {
    const minutes = fc.integer({ min: 0, max: 1439 });
    const clock = (minute: number): string =>
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(minutes, minutes, minutes, fc.integer({ min: 0, max: 400 }), (minute, from, to, days) => {
        const today = addDays("2026-01-01", days);
        const found = at(today, { day: today, minute }, { from: clock(from), to: clock(to) });
        if (found.day === today) {
          expect(found.minute).toBeGreaterThan(minute);
          expect(found.minute).toBeGreaterThanOrEqual(from);
          expect(found.minute + 60).toBeLessThanOrEqual(to);
        } else {
          expect(isWeekend(found.day)).toBe(false);
          expect(dayNumber(found.day) - dayNumber(today)).toBeLessThanOrEqual(3);
          expect(found.minute).toBe(Math.min(from, 1380));
        }
        // An hour on the clock: where the clocks change within it, it is not one on a stopwatch.
        expect([0, 60, 120]).toContain(found.minutes);
      }),
    );
  });
});
