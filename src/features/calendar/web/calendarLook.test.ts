import { describe, expect, test } from "vitest";
import type { EntryPreview } from "../contract.ts";
import { familyOf } from "../rules.ts";
import { isOnDay } from "./layout.ts";
import { entryNote } from "./calendarLook.ts";

const entry = (change: Partial<EntryPreview>): EntryPreview => ({
  id: "01a1fd92-0000-7000-8000-000000000001",
  type: "1000",
  title: "First call",
  start: "2026-11-23T09:30:00Z",
  end: "2026-11-23T10:15:00Z",
  allDay: false,
  timeZone: "Europe/Berlin",
  rrule: null,
  location: null,
  link: null,
  priority: "normal",
  projectId: null,
  outcomeId: null,
  dateUpdated: "2026-11-20T08:00:00Z",
  ...change,
});

describe("calendar entry", () => {
  test("appears on its local day in the viewer's time zone", () => {
    const late = entry({ start: "2026-11-23T23:30:00Z", end: "2026-11-23T23:45:00Z" });
    expect(isOnDay(late, "2026-11-23", "UTC")).toBe(true);
    expect(isOnDay(late, "2026-11-24", "Europe/Berlin")).toBe(true);
    expect(isOnDay(late, "2026-11-23", "Europe/Berlin")).toBe(false);
  });

  test("appears on every day it touches, but not on the next day when it ends at midnight", () => {
    const trip = entry({ start: "2026-11-23T12:00:00Z", end: "2026-11-25T00:00:00Z" });
    const days = ["2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25"];
    expect(days.map((day) => isOnDay(trip, day, "UTC"))).toEqual([false, true, true, false]);
  });

  test("appears on its day when it has no duration, even at midnight", () => {
    const due = entry({ start: "2026-11-24T00:00:00Z", end: "2026-11-24T00:00:00Z" });
    expect(isOnDay(due, "2026-11-24", "UTC")).toBe(true);
    expect(isOnDay(due, "2026-11-23", "UTC")).toBe(false);
  });
});

describe("entry note", () => {
  test("shows the location and the duration", () => {
    expect(entryNote(entry({ location: "Video" }), "en")).toBe("Video, 45\u00a0min");
    expect(entryNote(entry({ allDay: true }), "en")).toBe("");
    expect(entryNote(entry({ end: "2026-11-23T09:30:00Z" }), "en")).toBe("");
  });
});

test("shows an unknown type code as a system entry", () => {
  expect([familyOf("3010"), familyOf("9999"), familyOf("")]).toEqual([3000, 8000, 8000]);
});
