import fc from "fast-check";
import { expect, test } from "vitest";
import { localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { weekdayOf } from "#src/kit/time/dates.ts";
import { maxPerMonth, nextTime, type Rhythm, startOfMonth } from "./rules.ts";

const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "Australia/Lord_Howe", "UTC"];
const two = (value: number): string => String(value).padStart(2, "0");
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
const rhythm: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.record({
    every: fc.constant("week" as const),
    day: fc.integer({ min: 1, max: 7 }),
    time,
    timeZone: fc.constantFrom(...zones),
  }),
  fc.record({
    every: fc.constant("month" as const),
    day: fc.integer({ min: 1, max: 31 }),
    time,
    timeZone: fc.constantFrom(...zones),
  }),
);
const instant = fc
  .integer({ min: Date.parse("2024-01-01"), max: Date.parse("2037-12-31") })
  .map((ms) => new Date(ms).toISOString());

test("the next time is later, on the day of the rhythm, and none lies between", () => {
  fc.assert(
    fc.property(rhythm, instant, (one, after) => {
      const next = nextTime(one, after);
      expect(Date.parse(next)).toBeGreaterThan(Date.parse(after));
      const days = (Date.parse(next) - Date.parse(after)) / 86_400_000;
      expect(days).toBeLessThanOrEqual(one.every === "week" ? 7.1 : 31.1);
      const date = localDateOf(next, one.timeZone);
      // An hour that the clocks leave out moves on by up to an hour, never to another day before it.
      const shown = localTimeOf(Date.parse(next), one.timeZone);
      if (one.every === "week" && shown >= one.time) expect(weekdayOf(date)).toBe(one.day);
      if (one.every === "month" && shown >= one.time) {
        const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
        expect(day).toBe(Math.min(one.day, new Date(Date.UTC(year, month, 0)).getUTCDate()));
      }
      // Asked a moment before, the answer is the same: nothing was left out.
      expect(nextTime(one, new Date(Date.parse(next) - 1).toISOString())).toBe(next);
    }),
  );
});

test("a month has at most as many times as its limit of coins is offered for", () => {
  fc.assert(
    fc.property(rhythm, instant, (one, after) => {
      const from = startOfMonth(after, one.timeZone);
      const month = localDateOf(from, one.timeZone).slice(0, 7);
      let count = 0;
      for (
        let at = nextTime(one, new Date(Date.parse(from) - 1).toISOString());
        localDateOf(at, one.timeZone).startsWith(month);
        at = nextTime(one, at)
      )
        count += 1;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(maxPerMonth(one.every));
    }),
  );
});

test.each([
  ["week", 1, "09:00", "2026-11-23T07:59:59Z", "2026-11-23T08:00:00.000Z"],
  ["week", 1, "09:00", "2026-11-23T08:00:00Z", "2026-11-30T08:00:00.000Z"],
  // The clocks go forward on 28 March 2027 at two.
  ["week", 7, "02:30", "2027-03-22T12:00:00Z", "2027-03-28T01:30:00.000Z"],
  // They go back on 25 October 2026 at three: the first half past two counts, and only it.
  ["week", 7, "02:30", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
  ["week", 7, "02:30", "2026-10-25T00:30:00Z", "2026-11-01T01:30:00.000Z"],
  ["month", 31, "08:00", "2027-02-01T00:00:00Z", "2027-02-28T07:00:00.000Z"],
  ["month", 31, "08:00", "2027-02-28T07:00:00Z", "2027-03-31T06:00:00.000Z"],
  ["month", 1, "00:00", "2026-12-31T22:59:00Z", "2026-12-31T23:00:00.000Z"],
] as const)("each %s, day %i at %s: after %s comes %s", (every, day, clock, after, next) => {
  expect(nextTime({ every, day, time: clock, timeZone: "Europe/Berlin" }, after)).toBe(next);
});
