import fc from "fast-check";
import { expect, test } from "vitest";
import { minutesLeft } from "./timeLeft.ts";

const startedAt = "2026-11-23T08:10:00.000Z";
const after = (seconds: number): number => Date.parse(startedAt) + seconds * 1000;

test("the time left follows from the pace of this run", () => {
  expect(minutesLeft({ startedAt, done: 28, of: 84 }, after(60))).toBe(2);
  expect(minutesLeft({ startedAt, done: 80, of: 84 }, after(60))).toBe(1);
});

test("nothing is said before something is measured, and when nothing is left", () => {
  expect(minutesLeft({ startedAt: null, done: 28, of: 84 }, after(60))).toBeNull();
  expect(minutesLeft({ startedAt, done: 2, of: 84 }, after(60))).toBeNull();
  expect(minutesLeft({ startedAt, done: 28, of: 84 }, after(9))).toBeNull();
  expect(minutesLeft({ startedAt, done: 84, of: 84 }, after(60))).toBeNull();
  // A clock of this device that is behind the server's.
  expect(minutesLeft({ startedAt, done: 28, of: 84 }, after(-600))).toBeNull();
});

test("more that is done never means more time left", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 998 }), fc.integer({ min: 10, max: 36_000 }), (done, seconds) => {
      const now = after(seconds);
      const [before, later] = [done, done + 1].map((of) => minutesLeft({ startedAt, done: of, of: 1000 }, now));
      expect(later).toBeLessThanOrEqual(before ?? 0);
      expect(later).toBeGreaterThanOrEqual(1);
    }),
  );
});
