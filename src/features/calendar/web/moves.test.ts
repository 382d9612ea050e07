import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber } from "#src/kit/time/dates.ts";
import { daysOf, type Timed } from "./layout.ts";
import { allDayTimes, clockTimes, moved } from "./moves.ts";

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
