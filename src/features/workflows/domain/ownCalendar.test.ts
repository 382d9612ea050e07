import fc from "fast-check";
import { expect, test } from "vitest";
import { zones50 } from "#src/testing/zones.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { merged } from "./intervals.ts";
import { findMeetingTimes } from "./meeting.ts";
import type { EntryTimes } from "#src/features/calendar/contract.ts";
import { busyOfEntries } from "./ownCalendar.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** `2026-11-25 10:00`, asked of Intl alone. */
function shown(ms: number, zone: string): string {
  const format =
    clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  clocks.set(zone, format);
  return format.format(ms);
}
/** The first instant at which the clocks of a zone show a time; null for one that a change of clocks leaves out. */
function instantShown(date: string, time: string, zone: string): number | null {
  const middle = Date.parse(`${date}T${time}:00Z`);
  for (let at = middle - 15 * 60 * minuteMs; at <= middle + 13 * 60 * minuteMs; at += 15 * minuteMs)
    if (shown(at, zone) === `${date} ${time}`) return at;
  return null;
}

const at = (instant: string) => Date.parse(instant);
const entry = (changes: Partial<EntryTimes>): EntryTimes => ({
  type: "1000",
  start: "2026-11-25T09:00:00.000Z",
  end: "2026-11-25T10:00:00.000Z",
  allDay: false,
  timeZone: "Europe/Berlin",
  rrule: null,
  exdates: [],
  ...changes,
});
const period = { zone: "Europe/Berlin", from: "2026-11-01T00:00:00Z", to: "2026-12-31T00:00:00Z" };
const busy = (...entries: Partial<EntryTimes>[]) => busyOfEntries(entries.map(entry), period);

/** A day around which the clocks of Europe, of America, and of the south change, in both directions. */
const changes = ["2026-10-25", "2027-03-28", "2026-11-01", "2027-03-14", "2026-10-04", "2027-04-04"];
const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((no) => `${String(no >> 2).padStart(2, "0")}:${["00", "15", "30", "45"][no % 4]}`);
const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

test(
  "no proposed time meets an entry of the own calendar, in 50 zones and at both changes of clocks",
  {
    timeout: 120_000,
  },
  () => {
    expect(new Set(zones50).size).toBe(50);
    let found = 0;
    const planned = fc.record({
      shift: fc.integer({ min: -14, max: 6 }),
      time: quarter,
      length: fc.constantFrom(15, 60, 135, 600),
      zone: fc.constantFrom(...zones50),
      repeat: fc.constantFrom("once", "weekly", "daily", "weekdays"),
    });
    for (const [no, zone] of zones50.entries())
      fc.assert(
        fc.property(
          fc.constantFrom(...changes),
          fc.array(planned, { maxLength: 6 }),
          fc.constantFrom(30, 60),
          (change, plans, minutes) => {
            const from = addDays(change, -3);
            const taken: { start: number; end: number }[] = [];
            const entries = plans.flatMap((plan): EntryTimes[] => {
              const first = addDays(change, plan.shift);
              const start = instantShown(first, plan.time, plan.zone);
              if (start === null) return [];
              const days = [1, 2, 3].map((step) => ((weekdayOf(first) + step) % 7) + 1);
              const isOn = (date: string): boolean =>
                date === first ||
                (date > first &&
                  {
                    once: false,
                    daily: true,
                    weekly: weekdayOf(date) === weekdayOf(first),
                    weekdays: days.includes(weekdayOf(date)),
                  }[plan.repeat]);
              for (let day = -16; day <= 12; day += 1) {
                const date = addDays(change, day);
                const begins = isOn(date) ? instantShown(date, plan.time, plan.zone) : null;
                if (begins !== null) taken.push({ start: begins, end: begins + plan.length * minuteMs });
              }
              const rules = {
                once: null,
                daily: "FREQ=DAILY",
                weekly: "FREQ=WEEKLY",
                weekdays: `FREQ=WEEKLY;BYDAY=${days.map((day) => weekdayNames[day - 1]).join()}`,
              };
              return [
                entry({
                  start: new Date(start).toISOString(),
                  end: new Date(start + plan.length * minuteMs).toISOString(),
                  timeZone: plan.zone,
                  rrule: rules[plan.repeat],
                }),
              ];
            });
            const range = { from: new Date(at(from) - 3 * dayMs), to: new Date(at(from) + 12 * dayMs) };
            const read = busyOfEntries(entries, { zone, from: range.from.toISOString(), to: range.to.toISOString() });
            expect([read.unread, read.isCut]).toEqual([0, false]);
            const { slots } = findMeetingTimes({
              self: { id: "me", zone, from: "00:00", to: "23:00", isRequired: true, country: "none" },
              others: [],
              busy: read.busy.map((one) => ({ who: "me", ...one })),
              from,
              to: addDays(from, 6),
              minutes,
              weekdays: [1, 2, 3, 4, 5, 6, 7],
              buffer: 0,
              travel: 0,
              count: 10,
              earliest: 0,
              series: { repeat: "once", on: [], count: 1, until: "" },
            });
            found += slots.length;
            for (const slot of slots)
              expect(taken.filter(({ start, end }) => slot.start < end && start < slot.end)).toEqual([]);
          },
        ),
        { numRuns: 4, seed: no + 1 },
      );
    // A search that finds nothing keeps every promise.
    expect(found).toBeGreaterThan(600);
  },
);

test("whole days are those of the person, and take time only where one is away", () => {
  const day = { allDay: true, start: "2026-11-24T23:00:00.000Z", end: "2026-11-26T23:00:00.000Z" };
  expect(busy({ ...day, type: "7040" }).busy).toEqual([
    { start: at("2026-11-24T23:00:00Z"), end: at("2026-11-26T23:00:00Z") },
  ]);
  expect(busy({ ...day, type: "2000" }, { ...day, type: "3010" }).busy).toEqual([]);
  // As a visit of a whole day that recurs, with one day off.
  const visits = busy({
    ...day,
    end: "2026-11-25T23:00:00.000Z",
    type: "4060",
    rrule: "FREQ=DAILY;COUNT=3",
    exdates: ["2026-11-25T23:00:00.000Z"],
  });
  expect(merged(visits.busy)).toEqual([
    { start: at("2026-11-24T23:00:00Z"), end: at("2026-11-25T23:00:00Z") },
    { start: at("2026-11-26T23:00:00Z"), end: at("2026-11-27T23:00:00Z") },
  ]);
});

test("entries without length take no time, and a rule that is not expanded is told", () => {
  expect(busy({ end: "2026-11-25T09:00:00.000Z" }).busy).toEqual([]);
  expect(busy({ rrule: "FREQ=YEARLY;BYWEEKNO=48" })).toMatchObject({ unread: 1, busy: [{}] });
});
