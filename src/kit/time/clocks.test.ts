import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hoursOf, instantAt, minutesOf, startOfDay, timeOfMinute, wallClockAt } from "./clocks.ts";
import { addDays, dayMs } from "./dates.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "America/Havana",
  "Pacific/Apia",
  "Pacific/Chatham",
];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(1980, 0, 2), max: Date.UTC(2060, 0, 1) });
const iso = (ms: number): string => new Date(ms).toISOString();

describe("local day", () => {
  test("has 25 or 23 hours in Berlin when the clocks change, and 24 on other days", () => {
    expect(hoursOf("2026-10-25", "Europe/Berlin")).toBe(25);
    expect(hoursOf("2026-03-29", "Europe/Berlin")).toBe(23);
    expect(hoursOf("2026-10-24", "Europe/Berlin")).toBe(24);
    expect(hoursOf("2026-10-26", "Europe/Berlin")).toBe(24);
    expect(hoursOf("2026-04-05", "Australia/Lord_Howe")).toBe(24.5);
  });

  test("starts at the first instant of its date, even where the clocks skip midnight", () => {
    expect(iso(startOfDay("2026-10-25", "Europe/Berlin"))).toBe("2026-10-24T22:00:00.000Z");
    expect(iso(startOfDay("2026-10-26", "Europe/Berlin"))).toBe("2026-10-25T23:00:00.000Z");
    expect(wallClockAt(startOfDay("2026-04-24", "Africa/Cairo"), "Africa/Cairo")).toEqual({
      day: "2026-04-24",
      minute: 60,
    });
    fc.assert(
      fc.property(instant, zone, (ms, name) => {
        const { day } = wallClockAt(ms, name);
        const start = startOfDay(day, name);
        expect(wallClockAt(start, name).day).toBe(day);
        expect(wallClockAt(start - 1, name).day < day).toBe(true);
        expect(start <= ms && ms < startOfDay(addDays(day, 1), name)).toBe(true);
      }),
    );
  });
});

describe("local time", () => {
  test("agrees with the time zone data", () => {
    fc.assert(
      fc.property(instant, zone, (ms, name) => {
        const shown = new Intl.DateTimeFormat("sv-SE", {
          timeZone: name,
          dateStyle: "short",
          timeStyle: "short",
        }).format(ms);
        const { day, minute } = wallClockAt(ms, name);
        expect(`${day} ${timeOfMinute(minute)}`).toBe(shown);
      }),
    );
  });

  test("converts back to the instant, taking the first of a repeated hour", () => {
    fc.assert(
      fc.property(instant, zone, (ms, name) => {
        const whole = Math.floor(ms / 60_000) * 60_000;
        const { day, minute } = wallClockAt(whole, name);
        const back = instantAt(day, minute, name);
        expect(wallClockAt(back, name)).toEqual({ day, minute });
        expect(back <= whole && whole - back <= dayMs).toBe(true);
      }),
    );
    expect(iso(instantAt("2026-10-25", 150, "Europe/Berlin"))).toBe("2026-10-25T00:30:00.000Z");
    expect(iso(instantAt("2026-03-29", 150, "Europe/Berlin"))).toBe("2026-03-29T01:30:00.000Z");
  });

  test("accepts minutes beyond either end of the day", () => {
    expect(instantAt("2026-11-23", 1440, "Europe/Berlin")).toBe(startOfDay("2026-11-24", "Europe/Berlin"));
    expect(instantAt("2026-11-23", -30, "Europe/Berlin")).toBe(instantAt("2026-11-22", 1410, "Europe/Berlin"));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
        expect(minutesOf(timeOfMinute(minute))).toBe(minute);
      }),
    );
  });
});
