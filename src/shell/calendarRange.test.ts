import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agendaDays, firstDayOf, formatMonths, rangesAround, searchOf } from "./calendarRange.ts";

const today = "2026-11-23";

describe("the range of the calendar", () => {
  it("begins at the day of the address, or today when the address names none", () => {
    expect(firstDayOf("2026-12-21", today)).toBe("2026-12-21");
    for (const asked of [undefined, 20261221, "", "2026-02-30", "2026-13-01", "1999-01-01", "2026-1-1", ["2026-12-21"]])
      expect(firstDayOf(asked, today)).toBe(today);
  });

  it("goes on and back without a gap, and returns to an address without a day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2001-01-01"), max: new Date("2098-12-01"), noInvalidDate: true }),
        (date) => {
          const from = date.toISOString().slice(0, 10);
          const { before, after } = rangesAround(from);
          expect(rangesAround(after).before).toBe(from);
          expect((Date.parse(from) - Date.parse(before)) / 86_400_000).toBe(agendaDays);
          expect(firstDayOf(searchOf(after, from).from, from)).toBe(after);
          expect(firstDayOf(searchOf(from, from).from, from)).toBe(from);
          expect(searchOf(from, from)).toEqual({});
        },
      ),
    );
  });

  it("is named by the months it touches", () => {
    expect(formatMonths("2026-02-01", "en")).toBe("February 2026");
    expect(formatMonths(today, "en")).toMatch(/^November\s?–\s?December 2026$/);
    expect(formatMonths("2026-12-21", "de")).toMatch(/^Dezember 2026\s?–\s?Januar 2027$/);
  });
});
