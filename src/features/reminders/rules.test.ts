import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, dayMs, minuteMs } from "#src/kit/time/dates.ts";
import { startsBetween } from "#src/features/workflows/domain/recurringStarts.ts";
import { dueReminders, latestMs, nextReminder } from "./rules.ts";

const at = (text: string): number => Date.parse(text);
const texts = (starts: readonly number[]): string[] => starts.map((ms) => new Date(ms).toISOString());
const weekly = {
  start: "2026-10-19T07:00:00.000Z",
  allDay: false,
  timeZone: "Europe/Berlin",
  exdates: [],
  rrule: "FREQ=WEEKLY",
};

describe("starts of a recurring entry", () => {
  test("keep the clock of their zone when clocks change", () => {
    expect(texts(startsBetween(weekly, at("2026-10-18T00:00Z"), at("2026-11-03T00:00Z")))).toEqual([
      "2026-10-19T07:00:00.000Z",
      "2026-10-26T08:00:00.000Z",
      "2026-11-02T08:00:00.000Z",
    ]);
  });

  test.each([
    ["what was taken out", { exdates: ["2026-10-26T08:00:00.000Z"] }],
    ["what is after the end of the rule", { rrule: "FREQ=WEEKLY;UNTIL=20261025T230000Z" }],
    ["what is beyond its count", { rrule: "FREQ=WEEKLY;COUNT=1" }],
    ["all but the first of a rule nobody can read", { rrule: "FREQ=SOMETIMES" }],
  ])("leave out %s", (_, change) => {
    const starts = texts(startsBetween({ ...weekly, ...change }, at("2026-10-25T00:00Z"), at("2026-10-27T00:00Z")));
    expect(starts).toEqual([]);
  });

  test("are those of every day, whatever the period", () => {
    const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (timeZone, after, days, interval) => {
          const first = "2026-01-10";
          const start = instantOf(first, "09:30", timeZone);
          const [from, to] = [at(start) + after * dayMs, at(start) + (after + days) * dayMs];
          const wanted: string[] = [];
          for (let day = 0; day <= after + days + 1; day += interval) {
            const instant = instantOf(addDays(first, day), "09:30", timeZone);
            if (at(instant) > from && at(instant) <= to) wanted.push(instant);
          }
          const rule = { start, timeZone, allDay: false, exdates: [], rrule: `FREQ=DAILY;INTERVAL=${interval}` };
          expect(texts(startsBetween(rule, from, to))).toEqual(wanted);
        },
      ),
    );
  });
});

describe("reminders", () => {
  const start = at("2026-11-24T09:00:00Z");
  const due = (now: number, reminders = [15], changed = 0) =>
    dueReminders({ starts: [start], reminders, changed }, now).map(({ minutes, isTold }) => [minutes, isTold]);

  test("are due from their minute on, and not before", () => {
    expect(due(start - 15 * minuteMs - 1)).toEqual([]);
    expect(due(start - 15 * minuteMs)).toEqual([[15, true]]);
  });

  test("are left out when they are more than an hour late, or the appointment has long begun", () => {
    expect(due(start - 15 * minuteMs + latestMs)).toEqual([]);
    expect(due(start + 11 * minuteMs)).toEqual([[15, false]]);
  });

  test("tell one thing once: of several that are late the last one", () => {
    expect(due(start - 5 * minuteMs, [30, 15, 60])).toEqual([
      [15, true],
      [30, false],
      [60, false],
    ]);
  });

  test("whose time had passed when the entry was made or moved are none", () => {
    expect(due(start - 10 * minuteMs, [15], start - 12 * minuteMs)).toEqual([]);
    expect(due(start - 10 * minuteMs, [15], start - 20 * minuteMs)).toEqual([[15, true]]);
  });

  test("of a series: the next look is never after the next one is due", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 * 24 * 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 40_320 }), { minLength: 1, maxLength: 5 }),
        (minutes, reminders) => {
          const now = at(weekly.start) + minutes * minuteMs;
          const next = nextReminder(weekly, reminders, now, 30 * dayMs);
          expect(next).toBeGreaterThan(now);
          const starts = startsBetween(weekly, now - dayMs, next + 41_000 * minuteMs);
          const between = starts.flatMap((one) =>
            reminders.map((before) => one - before * minuteMs).filter((time) => time > now && time < next),
          );
          expect(between).toEqual([]);
          expect(localDateOf(new Date(next).toISOString(), "UTC") >= "2026-10-19").toBe(true);
        },
      ),
    );
  });
});
