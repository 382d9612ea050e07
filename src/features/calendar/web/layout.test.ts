import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#src/kit/time/dates.ts";
import { weeksFrom } from "./weeks.ts";
import { daysOf, isOnDay, layOutBars, layOutDay, type DaySegment, pieceOn, rangeOf, type Timed } from "./layout.ts";

const zone = "Europe/Berlin";
const entry = (start: string, end: string, more: Partial<Timed> = {}): Timed => ({
  id: `${start}${end}`,
  start,
  end,
  allDay: false,
  timeZone: zone,
  ...more,
});

describe("calendar entry", () => {
  test("appears on its local day in the viewer's time zone", () => {
    const late = entry("2026-11-23T23:30:00Z", "2026-11-23T23:45:00Z");
    expect(isOnDay(late, "2026-11-23", "UTC")).toBe(true);
    expect(isOnDay(late, "2026-11-24", zone)).toBe(true);
    expect(isOnDay(late, "2026-11-23", zone)).toBe(false);
  });

  test("appears on every day it touches, but not on the next day when it ends at midnight", () => {
    const trip = entry("2026-11-23T12:00:00Z", "2026-11-25T00:00:00Z");
    expect(daysOf(trip, "UTC")).toMatchObject({ first: "2026-11-23", last: "2026-11-24" });
  });

  test("appears on its day when it has no duration, even at midnight", () => {
    const due = entry("2026-11-24T00:00:00Z", "2026-11-24T00:00:00Z");
    expect(daysOf(due, "UTC")).toMatchObject({ first: "2026-11-24", last: "2026-11-24" });
  });

  test("keeps its dates in every time zone when it lasts all day", () => {
    const tokyo = { allDay: true, timeZone: "Asia/Tokyo" };
    const holiday = entry("2026-11-22T15:00:00Z", "2026-11-23T15:00:00Z", tokyo);
    for (const reader of ["Asia/Tokyo", "Europe/Berlin", "America/Los_Angeles"])
      expect(daysOf(holiday, reader)).toMatchObject({ first: "2026-11-23", last: "2026-11-23" });
  });
});

describe("segment of an entry on one day", () => {
  test("is cut at midnight", () => {
    const night = entry("2026-11-23T21:00:00Z", "2026-11-24T05:00:00Z");
    expect(pieceOn(night, "2026-11-23", zone)).toMatchObject({ from: 1320, to: 1440 });
    expect(pieceOn(night, "2026-11-24", zone)).toMatchObject({ from: 0, to: 360 });
    expect(pieceOn(night, "2026-11-25", zone)).toBeUndefined();
  });

  test("spans at least half an hour, even when the clocks go back", () => {
    const due = entry("2026-11-23T08:00:00Z", "2026-11-23T08:00:00Z");
    expect(pieceOn(due, "2026-11-23", zone)).toMatchObject({ from: 540, to: 570 });
    // 02:45 summer time to 02:15 winter time: half an hour.
    const back = entry("2026-10-25T00:45:00Z", "2026-10-25T01:15:00Z");
    expect(pieceOn(back, "2026-10-25", zone)).toMatchObject({ from: 165, to: 195 });
  });
});

const piece = fc
  .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 15, max: 600 }))
  .map(([from, length]): DaySegment<string> => ({ entry: "", from, to: Math.min(1440, from + length) }));
const named = fc.array(piece, { maxLength: 60 }).map((all) => all.map((one, at) => ({ ...one, entry: String(at) })));

describe("concurrent entries", () => {
  test("are laid out side by side without overlap or loss, and a lone entry takes the full width", () => {
    fc.assert(
      fc.property(named, fc.integer({ min: 1, max: 8 }), (pieces, most) => {
        const { slots, crowds } = layOutDay(pieces, most);
        expect(slots.length + crowds.reduce((sum, { count }) => sum + count, 0)).toBe(pieces.length);
        for (const slot of slots) {
          expect(slot.column < Math.min(most, slot.columns)).toBe(true);
          const others = slots.filter((one) => one !== slot && one.from < slot.to && slot.from < one.to);
          for (const other of others) {
            expect(other.columns).toBe(slot.columns);
            expect(other.column).not.toBe(slot.column);
          }
          const isAlone = !pieces.some(
            ({ entry: it, from, to }) => it !== slot.entry && from < slot.to && slot.from < to,
          );
          if (isAlone) expect([slot.column, slot.columns]).toEqual([0, 1]);
        }
        for (const crowd of crowds) expect(crowd.column).toBe(crowd.columns - 1);
      }),
    );
  });
});

const day = fc.integer({ min: -3, max: 9 }).map((count) => addDays("2026-11-23", count));
const bars = fc.array(
  fc.tuple(day, fc.integer({ min: 0, max: 6 }), fc.uuid()).map(([first, length, id]) => ({
    ...entry(`${first}T00:00:00Z`, `${addDays(first, length)}T12:00:00Z`),
    id,
  })),
  { maxLength: 30 },
);

describe("multi-day entries", () => {
  const days = weeksFrom("2026-11-23", 1)[0]?.days ?? [];
  test("never cover each other, and each day shows or counts all of its entries", () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 1, max: 5 }), (entries, most) => {
        const row = layOutBars(entries, days, { zone: "UTC", most });
        days.forEach((one, at) => {
          const shown = row.bars.filter(({ from, to }) => from <= at && at <= to);
          expect(new Set(shown.map(({ lane }) => lane)).size).toBe(shown.length);
          expect(shown.every(({ lane }) => lane < most)).toBe(true);
          const all = entries.filter((each) => isOnDay(each, one, "UTC")).length;
          expect(shown.length + (row.more[at] ?? 0)).toBe(all);
          if ((row.more[at] ?? 0) > 0) expect(shown.length < most).toBe(true);
        });
      }),
    );
  });
});

test("converts a range of days to instants, with an extra hour when the clocks go back", () => {
  expect(rangeOf("2026-10-19", "2026-10-25", zone)).toEqual({
    from: "2026-10-18T22:00:00.000Z",
    to: "2026-10-25T23:00:00.000Z",
  });
});
