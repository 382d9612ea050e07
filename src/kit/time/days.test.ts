import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, mondayOf } from "./dates.ts";

const day = fc
  .date({ min: new Date("1900-01-10T00:00:00Z"), max: new Date("2200-12-20T00:00:00Z"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

describe("addDays", () => {
  test("crosses the ends of months and leap years", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-12-31", 1)).toBe("2028-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });

  test("is reversible", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), (start, count) => {
        expect(addDays(addDays(start, count), -count)).toBe(start);
      }),
    );
  });
});

describe("mondayOf", () => {
  test("returns a Monday itself and goes back six days from a Sunday", () => {
    expect(mondayOf("2026-11-23")).toBe("2026-11-23");
    expect(mondayOf("2026-11-29")).toBe("2026-11-23");
  });

  test("returns a Monday at most six days before", () => {
    fc.assert(
      fc.property(day, (one) => {
        const monday = mondayOf(one);
        expect(new Date(`${monday}T12:00:00Z`).getUTCDay()).toBe(1);
        expect([0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count))).toContain(one);
      }),
    );
  });
});
