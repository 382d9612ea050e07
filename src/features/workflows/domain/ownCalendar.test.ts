import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf } from "./dates.ts";
import { parseIcs } from "./icsBusy.ts";
import { calendarText, type CalendarSpan } from "./ownCalendar.ts";

const zones = Intl.supportedValuesOf("timeZone");
const range = { from: "2026-01-01T00:00:00Z", to: "2027-12-31T00:00:00Z" };
const single = { allDay: false, rrule: null, exdates: [] } as const;
const busyOf = (spans: readonly CalendarSpan[], zone = "UTC") => parseIcs(calendarText(spans), { zone, ...range });

describe("the own calendar as a run reads it", () => {
  test("has each appointment at its instants, in any zone", () => {
    const instant = fc.integer({ min: Date.parse("2026-02-01"), max: Date.parse("2027-11-01") });
    const span = fc.record({
      at: instant,
      minutes: fc.integer({ min: 1, max: 3000 }),
      timeZone: fc.constantFrom(...zones),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), fc.constantFrom(...zones), (made, zone) => {
        const spans = made.map(({ at, minutes, timeZone }) => {
          const start = Math.floor(at / 60_000) * 60_000;
          return { start, end: start + minutes * 60_000, timeZone };
        });
        const { busy, unread } = busyOf(
          spans.map(({ start, end, timeZone }) => ({
            ...single,
            timeZone,
            start: new Date(start).toISOString(),
            end: new Date(end).toISOString(),
          })),
          zone,
        );
        expect(unread).toBe(0);
        for (const { start, end } of spans) expect(busy.some((one) => one.start <= start && one.end >= end)).toBe(true);
      }),
    );
  });

  test("has a weekly series at the same time of its zone's clocks, over both changes, without what was taken out", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), (timeZone) => {
        const at = (date: string) => instantOf(date, "10:00", timeZone);
        const days = ["2026-03-18", "2026-03-25", "2026-04-01", "2026-10-21", "2026-10-28", "2026-11-04"];
        const { busy } = busyOf([
          {
            start: at("2026-03-18"),
            end: instantOf("2026-03-18", "11:00", timeZone),
            allDay: false,
            timeZone,
            rrule: "FREQ=WEEKLY",
            exdates: [at("2026-04-08")],
          },
        ]);
        for (const day of days) {
          const start = Date.parse(at(day));
          expect(busy.some((one) => one.start <= start && one.end > start)).toBe(true);
        }
        const free = Date.parse(at("2026-04-08"));
        expect(busy.some((one) => one.start <= free && one.end > free)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("has a whole day from midnight to midnight of its zone", () => {
    const { busy } = busyOf(
      [
        {
          ...single,
          allDay: true,
          timeZone: "Pacific/Auckland",
          start: instantOf("2026-06-01", "00:00", "Pacific/Auckland"),
          end: instantOf("2026-06-02", "00:00", "Pacific/Auckland"),
        },
      ],
      "Pacific/Auckland",
    );
    expect(busy.map(({ start, end }) => [new Date(start).toISOString(), new Date(end).toISOString()])).toEqual([
      ["2026-05-31T12:00:00.000Z", "2026-06-01T12:00:00.000Z"],
    ]);
  });

  test("is empty calendar data where nothing is planned", () => {
    expect(busyOf([])).toMatchObject({ busy: [], unread: 0 });
  });
});
