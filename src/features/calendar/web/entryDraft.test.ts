import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../contract.ts";
import { parseClock } from "#src/kit/time/typedClock.ts";
import {
  changesOf,
  checkEntry,
  entryDraft,
  type EntryDraft,
  fieldsOf,
  newDraft,
  withAllDay,
  withStart,
} from "./entryDraft.ts";

const entry: Entry = {
  id: "01a1fd92-0000-7000-8000-000000000001",
  type: "1020",
  title: "First call",
  start: "2026-10-25T01:30:00.000Z",
  end: "2026-10-25T02:15:00.000Z",
  allDay: false,
  timeZone: "Europe/Berlin",
  rrule: null,
  exdates: [],
  location: null,
  link: null,
  notes: "Ask for the fleet.",
  priority: "normal",
  attendees: [{ name: "Jonas Weber", email: "jonas@example.com" }],
  reminders: [15],
  projectId: null,
  outcomeId: null,
  uid: "u",
  sequence: 0,
  dateUpdated: "2026-10-01T08:00:00.000Z",
};
const draft = entryDraft(entry);
const problemsOf = (draft: EntryDraft, before?: Entry): Record<string, string> => {
  const checked = checkEntry(draft, before);
  return checked.ok ? {} : Object.fromEntries(checked.problems.map(({ path: [field], key }) => [field, key]));
};

describe("entry draft", () => {
  test("yields no change when untouched, even within a repeated hour", () => {
    expect(draft).toMatchObject({
      startTime: "02:30",
      endTime: "03:15",
      attendees: ["Jonas Weber <jonas@example.com>"],
    });
    expect(changesOf(entry, draft)).toBeUndefined();
    expect(changesOf(entry, { ...draft, title: "Second call" })).toEqual({ id: entry.id, title: "Second call" });
  });

  test("sends only the changed fields", () => {
    const next = {
      ...draft,
      startTime: "10:00",
      endTime: "11:00",
      link: " https://meet.example ",
      attendees: ["a@b.c"],
    };
    expect(changesOf(entry, next)).toEqual({
      id: entry.id,
      start: "2026-10-25T09:00:00.000Z",
      end: "2026-10-25T10:00:00.000Z",
      link: "https://meet.example",
      attendees: [{ name: "", email: "a@b.c" }],
    });
  });

  test("covers whole days including both ends and reads them back", () => {
    const whole = { ...draft, allDay: true, startDay: "2026-10-24", endDay: "2026-10-25" };
    const times = fieldsOf(whole);
    expect(times).toMatchObject({ start: "2026-10-23T22:00:00.000Z", end: "2026-10-25T23:00:00.000Z" });
    expect(entryDraft({ ...entry, ...times })).toMatchObject({ startDay: "2026-10-24", endDay: "2026-10-25" });
  });

  test("reports invalid fields", () => {
    expect(problemsOf(draft)).toEqual({});
    const wrong = {
      ...draft,
      title: " ",
      startDay: "soon",
      endTime: "25:00",
      link: "meet.example",
      attendees: ["Jonas"],
    };
    expect(Object.keys(problemsOf(wrong)).toSorted()).toEqual(["attendees", "endTime", "link", "startDay", "title"]);
    expect(problemsOf({ ...draft, endDay: "2026-10-24" })).toEqual({ endDay: "calendar:endBeforeStart" });
    expect(problemsOf({ ...draft, endDay: draft.startDay, endTime: draft.startTime })).toEqual({});
    expect(problemsOf(wrong)).toMatchObject({ attendees: "validation.email", link: "validation.url" });
  });

  test.each(["2027-02-30", "2027-04-31", "2027-02-29", "2027-13-01"])(
    "refuses %s, a day that does not exist",
    (day) => {
      expect(problemsOf({ ...draft, startDay: day, endDay: day })).toEqual({
        startDay: "validation.date",
        endDay: "validation.date",
      });
    },
  );

  test("proposes working hours for an all-day entry that is to have a time", () => {
    const day = { start: "2026-11-30T23:00:00.000Z", end: "2026-12-01T23:00:00.000Z", allDay: true };
    const whole = { ...entry, ...day };
    expect(changesOf(whole, entryDraft(whole))).toBeUndefined();
    expect(changesOf(whole, withAllDay(entryDraft(whole), false))).toEqual({
      id: entry.id,
      start: "2026-12-01T08:00:00.000Z",
      end: "2026-12-01T09:00:00.000Z",
      allDay: false,
    });
  });

  test.each([
    ["an evening until midnight", "20:00", "2027-01-01", "00:00", "2026-12-31"],
    ["a whole day", "00:00", "2027-01-01", "00:00", "2026-12-31"],
    ["a night", "20:00", "2027-01-01", "02:00", "2027-01-01"],
    ["a last day before the first", "20:00", "2026-12-30", "10:00", "2026-12-30"],
    ["a last day that is being typed", "20:00", "2027-01-", "00:00", "2027-01-"],
  ])(
    "takes the days of %s when it is to be all-day, and gives its times back",
    (_, startTime, endDay, endTime, last) => {
      const timed = { ...draft, startDay: "2026-12-31", startTime, endDay, endTime };
      const whole = withAllDay(timed, true);
      expect(whole).toEqual({ ...timed, allDay: true, endDay: last });
      expect(withAllDay(whole, false)).toEqual(timed);
    },
  );

  test("refuses only what was changed of an entry", () => {
    const old = { ...entry, type: "9990", attendees: [{ name: "", email: "Jonas" }] };
    expect(problemsOf(entryDraft(old), old)).toEqual({});
    expect(problemsOf({ ...entryDraft(old), title: "Second call" }, old)).toEqual({});
    expect(problemsOf({ ...entryDraft(old), title: "" }, old)).toEqual({ title: "validation.required" });
  });

  test("keeps its duration when the start moves", () => {
    expect(withStart(draft, { startTime: "23:30" })).toMatchObject({ endDay: "2026-10-26", endTime: "00:15" });
    expect(withStart(draft, { startDay: "2026-11-02" })).toMatchObject({ endDay: "2026-11-02", endTime: "03:15" });
    expect(withStart(draft, { startTime: "9" })).toMatchObject({ startTime: "9", endTime: "03:15" });
  });

  test("starts a new entry at the given times", () => {
    const begun = newDraft({
      start: "2026-11-23T08:00:00.000Z",
      end: "2026-11-23T09:00:00.000Z",
      allDay: false,
      timeZone: "Europe/Berlin",
      reminders: [15],
    });
    expect(begun).toMatchObject({ startDay: "2026-11-23", startTime: "09:00", endTime: "10:00", reminders: [15] });
  });
});

describe("typed time", () => {
  test.each([
    ["9", "09:00"],
    ["930", "09:30"],
    ["9:30", "09:30"],
    ["09.30", "09:30"],
    [" 2359 ", "23:59"],
    ["24", undefined],
    ["12:60", undefined],
    ["noon", undefined],
    ["", undefined],
  ])("parses %j as %s", (typed, clock) => {
    expect(parseClock(typed)).toBe(clock);
  });

  test("keeps a complete time unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        expect(parseClock(clock)).toBe(clock);
      }),
    );
  });
});
