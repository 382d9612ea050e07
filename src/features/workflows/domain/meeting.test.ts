import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, lastInstantOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { holidayCountries, holidaysOf } from "./holidays.ts";
import { zones50 as zones } from "#src/testing/zones.ts";
import { findMeetingTimes } from "./meeting.ts";
import { meetingDays } from "./meetingSeries.ts";
import { hoursAhead, type MeetingWishes, type Participant } from "./meetingCalendars.ts";

/** Plans for each property; MEETING_RUNS is their number in the long form. */
const numRuns = Number(process.env["MEETING_RUNS"] ?? 150);

/** Around both changes of clocks in Europe, America and the south, and a time without any. */
const windows = [
  "2026-10-19",
  "2026-10-26",
  "2027-03-08",
  "2027-03-22",
  "2027-04-01",
  "2026-09-24",
  "2026-12-20",
  "2027-06-07",
];

const clocks = new Map<string, Intl.DateTimeFormat>();
/** What the clocks of a zone show, asked of Intl alone. */
function shown(ms: number, zone: string): { date: string; time: string } {
  const format =
    clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  clocks.set(zone, format);
  const [date = "", time = ""] = format.format(ms).split(" ");
  return { date, time };
}

const minutes = 60_000;
const once: MeetingWishes["series"] = { repeat: "once", on: [], count: 6, until: "" };
const half = fc.integer({ min: 0, max: 47 }).map((at) => `${String(at >> 1).padStart(2, "0")}:${at % 2 ? "30" : "00"}`);
const country = fc.constantFrom("none" as const, ...holidayCountries);
const person = (id: string): fc.Arbitrary<Participant> =>
  fc.record({
    id: fc.constant(id),
    zone: fc.constantFrom(...zones),
    from: fc.oneof(fc.constantFrom("00:00", "01:30", "02:00", "02:30", "06:00"), half),
    to: fc.oneof(fc.constantFrom("02:30", "03:00", "20:00", "23:00"), half),
    isRequired: fc.boolean(),
    country,
  });
const wishes: fc.Arbitrary<MeetingWishes> = fc
  .record({
    self: person("me"),
    others: fc.tuple(person("p1"), person("p2")).chain((all) => fc.subarray([...all])),
    from: fc.constantFrom(...windows),
    days: fc.integer({ min: 0, max: 12 }),
    minutes: fc.constantFrom(15, 30, 60, 90, 180),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    buffer: fc.constantFrom(0, 15, 40),
    travel: fc.constantFrom(0, 25),
    count: fc.integer({ min: 1, max: 10 }),
    wait: fc.integer({ min: -10, max: 40 }),
    series: fc.constantFrom<MeetingWishes["series"]>(
      once,
      { ...once, repeat: "weekly", count: 3 },
      { ...once, repeat: "fortnightly", count: 2 },
      { ...once, repeat: "weekly", on: [2, 4], count: 4 },
      { ...once, repeat: "daily", on: [1, 2, 3, 4, 5], count: 5 },
      { ...once, repeat: "monthly", count: 2 },
    ),
    busy: fc.array(
      fc.record({
        who: fc.constantFrom("me", "p1", "p2"),
        at: fc.integer({ min: -12 * 60, max: 14 * 24 * 60 }),
        length: fc.integer({ min: 1, max: 600 }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ days, wait, busy, ...rest }) => {
    const begins = Date.parse(`${rest.from}T00:00:00Z`);
    return {
      ...rest,
      to: addDays(rest.from, days),
      earliest: begins + wait * 60 * minutes,
      busy: busy.map(({ who, at, length }) => ({
        who,
        start: begins + at * minutes,
        end: begins + (at + length) * minutes,
      })),
    };
  });

/**
 * Whether somebody works all through a stretch, looked at on their own clock each quarter of an hour and in its last
 * minute: what the clock shows at its end may be an hour later, when clocks go forward just then.
 */
function works(one: Participant, weekdays: readonly number[], start: number, end: number): boolean {
  const isOvernight = one.to <= one.from;
  const moments = Array.from(
    { length: Math.ceil((end - start) / (15 * minutes)) },
    (_, at) => start + at * 15 * minutes,
  );
  return [...moments, end - minutes].every((at) => {
    const { date, time } = shown(at, one.zone);
    const isInside = isOvernight ? time >= one.from || time < one.to : time >= one.from && time < one.to;
    const shift = isOvernight && time < one.from ? addDays(date, -1) : date;
    const isHoliday = one.country !== "none" && holidaysOf(one.country, date, date).length > 0;
    return isInside && weekdays.includes(weekdayOf(shift)) && !isHoliday;
  });
}

/** Days of a series by looking at every day, without a rule. */
function daysOf({ repeat, on, count }: MeetingWishes["series"], first: string): string[] {
  if (repeat === "once") return [first];
  const nth = (date: string): number => Math.ceil(Number(date.slice(8)) / 7);
  const isLast = (date: string): boolean => addDays(date, 7).slice(0, 7) !== date.slice(0, 7);
  const weekOf = (date: string): number => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7);
  return Array.from({ length: 400 }, (_, at) => addDays(first, at))
    .filter((date) => {
      const isWeekday = on.length > 0 ? on.includes(weekdayOf(date)) : weekdayOf(date) === weekdayOf(first);
      if (repeat === "daily") return on.length === 0 || isWeekday;
      if (repeat === "weekly") return isWeekday;
      if (repeat === "fortnightly") return isWeekday && (weekOf(date) - weekOf(first)) % 2 === 0;
      return weekdayOf(date) === weekdayOf(first) && (nth(first) > 4 ? isLast(date) : nth(date) === nth(first));
    })
    .slice(0, count);
}

/** Times that are found keep every promise. @returns their number */
function expectNoConflict(given: MeetingWishes): number {
  const { slots } = findMeetingTimes(given);
  expect(slots.length).toBeLessThanOrEqual(given.count);
  for (const slot of slots) {
    expect(slot.end - slot.start).toBe(given.minutes * minutes);
    expect(slot.start).toBeGreaterThanOrEqual(given.earliest);
    const { date, time } = shown(slot.start, given.self.zone);
    expect(date >= given.from && date <= given.to).toBe(true);
    for (const [meeting, day] of daysOf(given.series, date).entries()) {
      const start = meeting === 0 ? slot.start : Date.parse(instantOf(day, time, given.self.zone));
      const end = start + given.minutes * minutes;
      for (const one of [{ ...given.self, isRequired: true }, ...given.others]) {
        if (!one.isRequired && slot.missing.includes(one.id)) continue;
        expect([one, works(one, given.weekdays, start, end)]).toEqual([one, true]);
        const around = Math.max(given.buffer, one.id === "me" ? given.travel : 0) * minutes;
        const meets = given.busy.filter(
          (busy) => busy.who === one.id && busy.start < end + around && busy.end > start - around,
        );
        expect(meets).toEqual([]);
      }
    }
  }
  for (const [at, one] of slots.entries())
    for (const other of slots.slice(at + 1)) expect(one.start < other.end && other.start < one.end).toBe(false);
  expect(slots.map(({ score }) => score)).toEqual(slots.map(({ score }) => score).toSorted((a, b) => b - a));
  expect(slots.filter(({ score }) => !Number.isInteger(score) || score < 0 || score > 100)).toEqual([]);
  return slots.length;
}

describe("meeting times", () => {
  test("never meet a conflict of anybody required, in any zone and at any change of clocks", () => {
    let found = 0;
    fc.assert(
      fc.property(wishes, (given) => {
        found += expectNoConflict(given);
      }),
      { numRuns },
    );
    // A search that finds nothing keeps every promise.
    expect(found).toBeGreaterThan(60);
  });

  test("never meet one in each of fifty zones around each change of clocks", () => {
    expect(new Set(zones).size).toBe(50);
    const found = new Map<string, number>();
    for (const from of windows)
      for (const zone of zones)
        fc.assert(
          fc.property(wishes, fc.integer({ min: 4, max: 12 }), (given, days) => {
            const self = { ...given.self, zone };
            const count = expectNoConflict({ ...given, self, from, to: addDays(from, days) });
            found.set(zone, (found.get(zone) ?? 0) + count);
          }),
          { numRuns: Math.ceil(numRuns / 150) },
        );
    expect([...found.values()].filter((count) => count > 0).length).toBeGreaterThan(40);
  });

  test("miss no time that suits everybody for one meeting on ordinary days", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        fc.constantFrom(...windows),
        fc.integer({ min: 0, max: 18 }),
        fc.constantFrom(30, 60),
        (zone, otherZone, from, hour, length) => {
          const hours = { from: `${String(hour).padStart(2, "0")}:00`, to: `${String(hour + 5).padStart(2, "0")}:00` };
          const base = { ...hours, country: "none" as const, isRequired: true };
          const self = { ...base, id: "me", zone };
          const other = { ...base, id: "p1", zone: otherZone, from: "09:00", to: "18:00" };
          const given: MeetingWishes = {
            ...plain,
            self,
            others: [other],
            from,
            to: from,
            minutes: length,
            weekdays: [1, 2, 3, 4, 5, 6, 7],
          };
          let expected = 0;
          const begins = Date.parse(`${from}T00:00:00Z`) - 15 * 60 * minutes;
          for (let start = begins; start < begins + 54 * 60 * minutes; start += 15 * minutes) {
            const end = start + length * minutes;
            const isThere = shown(start, zone).date === from;
            if (isThere && [self, other].every((one) => works(one, given.weekdays, start, end))) expected += 1;
          }
          expect(findMeetingTimes(given).starts).toBe(expected);
        },
      ),
      { numRuns },
    );
  });
});

const person1: Participant = {
  id: "p1",
  zone: "Europe/Berlin",
  from: "09:00",
  to: "17:00",
  isRequired: true,
  country: "none",
};
const plain: MeetingWishes = {
  self: { ...person1, id: "me" },
  others: [],
  busy: [],
  from: "2026-11-25",
  to: "2026-12-08",
  minutes: 60,
  weekdays: [1, 2, 3, 4, 5],
  buffer: 0,
  travel: 0,
  count: 3,
  earliest: 0,
  series: once,
};
const startsOf = (changes: Partial<MeetingWishes>): string[] =>
  findMeetingTimes({ ...plain, ...changes })
    .slots.map(({ start }) => new Date(start).toISOString().slice(0, 16))
    .toSorted();
const hour = (date: string, from: string, to: string, who: string) => ({
  who,
  start: Date.parse(`${date}T${from}:00Z`),
  end: Date.parse(`${date}T${to}:00Z`),
});

describe("the choice of times", () => {
  test("takes different days, and the one hour of a day that is left", () => {
    const days = startsOf({}).map((start) => start.slice(0, 10));
    expect(new Set(days).size).toBe(3);
    expect(
      startsOf({
        to: "2026-11-25",
        count: 9,
        busy: [hour("2026-11-25", "08:00", "10:00", "me"), hour("2026-11-25", "11:00", "16:00", "me")],
      }),
    ).toEqual(["2026-11-25T10:00"]);
  });

  test("prefers times at which optional people can come, and names those who cannot", () => {
    const optional = { ...person1, isRequired: false };
    const busy = [hour("2026-11-25", "08:00", "12:00", "p1")];
    const [best] = findMeetingTimes({ ...plain, to: "2026-11-25", others: [optional], busy }).slots;
    expect(best && localTimeOf(best.start, "Europe/Berlin") >= "13:00").toBe(true);
    const all = findMeetingTimes({
      ...plain,
      to: "2026-11-25",
      others: [optional],
      busy: [hour("2026-11-25", "00:00", "23:00", "p1")],
    }).slots;
    expect(all[0]?.missing).toEqual(["p1"]);
    expect(all[0]?.reasons).toContainEqual({ code: "busy", who: ["p1"] });
  });

  test("says why an optional person cannot come", () => {
    const reasonFor = (changes: Partial<Participant>, from = "2026-11-25", self = plain.self) =>
      findMeetingTimes({
        ...plain,
        self,
        from,
        to: from,
        count: 1,
        others: [{ ...person1, isRequired: false, ...changes }],
      }).slots[0]?.reasons.find(({ who }) => who.includes("p1"))?.code;
    expect(reasonFor({ from: "18:00", to: "22:00" })).toBe("outside");
    expect(reasonFor({ country: "US" }, "2026-11-26")).toBe("holiday");
    // Friday afternoon in Berlin is Saturday in Auckland: inside the hours, were it not for the day.
    expect(
      reasonFor({ zone: "Pacific/Auckland", from: "00:00", to: "08:00" }, "2026-11-27", {
        ...plain.self,
        from: "13:00",
      }),
    ).toBe("weekday");
  });

  test.each<[string, MeetingWishes["series"]]>([
    ["two days a week", { repeat: "weekly", on: [2, 4], count: 8, until: "" }],
    ["each working day", { repeat: "daily", on: [1, 2, 3, 4, 5], count: 52, until: "" }],
    ["every other week", { repeat: "fortnightly", on: [2], count: 6, until: "" }],
    ["once a month", { repeat: "monthly", on: [], count: 4, until: "" }],
  ])("offers no meeting of one series as an option beside it: %s", (_, series) => {
    const options = startsOf({ from: "2026-11-23", to: "2026-12-22", series, busy: [], count: 5 }).map((text) => {
      const [date = "", time = ""] = text.split("T");
      return { days: meetingDays(series, date), start: date, time };
    });
    expect(options.length).toBeGreaterThan(2);
    for (const [at, one] of options.entries())
      for (const other of options.slice(at + 1))
        if (one.time === other.time) expect(one.days.filter((day) => other.days.includes(day))).toEqual([]);
  });

  test("repeats only where every meeting of the series fits", () => {
    const busy = [hour("2026-12-02", "08:00", "15:30", "me")];
    const series = { to: "2026-11-25", series: { ...once, repeat: "weekly" as const, count: 2 }, busy };
    expect(startsOf({ ...series, busy: [] }).length).toBe(3);
    expect(startsOf({ ...series, minutes: 30 })).toEqual(["2026-11-25T15:30"]);
  });

  test("keeps the way of the organiser free, and not that of others", () => {
    const busy = (who: string) => [hour("2026-11-25", "08:00", "15:00", who)];
    const others = [person1];
    expect(startsOf({ to: "2026-11-25", others, travel: 30, minutes: 30, busy: busy("me") })).toEqual([
      "2026-11-25T15:30",
    ]);
    expect(startsOf({ to: "2026-11-25", others, travel: 30, minutes: 60, busy: busy("p1") })).toEqual([
      "2026-11-25T15:00",
    ]);
  });

  test("helps when nothing fits: what to change, whose hours never meet, and what comes nearest", () => {
    const luis = { ...person1, zone: "America/Los_Angeles" };
    const times = findMeetingTimes({ ...plain, others: [luis, { ...person1, id: "p2" }] });
    expect(times.slots).toEqual([]);
    expect(times.clashes).toEqual([
      { a: "me", b: "p1" },
      { a: "p1", b: "p2" },
    ]);
    expect(times.relaxations.map(({ code, who }) => `${code} ${who}`)).toEqual(["person p1", "hours "]);
    // 17:00 in Berlin is 08:00 in California: an hour beyond the day of each.
    const [nearest] = times.nearMisses;
    expect(nearest?.outside.map(({ minutes: beyond }) => beyond)).toEqual([60, 60, 60]);
    expect(nearest && localTimeOf(nearest.start, "Europe/Berlin")).toBe("17:00");
  });

  test("comes nearest to nobody who is busy or on holiday", () => {
    const luis = { ...person1, zone: "America/Los_Angeles", country: "US" as const };
    const busy = [hour("2026-11-25", "00:00", "23:59", "p1")];
    for (const { start } of findMeetingTimes({ ...plain, to: "2026-11-27", others: [luis], busy }).nearMisses)
      expect(shown(start, luis.zone).date).toBe("2026-11-27");
  });
});

describe("clocks of zones", () => {
  test("are apart by another distance between the two changes", () => {
    const at = (date: string) => hoursAhead("America/New_York", "Europe/Berlin", Date.parse(`${date}T12:00:00Z`));
    expect([at("2026-10-20"), at("2026-10-28"), at("2026-11-20")]).toEqual([-6, -5, -6]);
  });

  test("give both readings of an hour that exists twice", () => {
    expect(instantOf("2026-10-25", "02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(lastInstantOf("2026-10-25", "02:30", "Europe/Berlin")).toBe("2026-10-25T01:30:00.000Z");
    expect(lastInstantOf("2027-03-28", "02:30", "Europe/Berlin")).toBe(
      instantOf("2027-03-28", "02:30", "Europe/Berlin"),
    );
    expect(lastInstantOf("2026-11-25", "02:30", "Europe/Berlin")).toBe("2026-11-25T01:30:00.000Z");
  });
});
