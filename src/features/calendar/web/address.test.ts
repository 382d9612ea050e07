import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarFamilies } from "../rules.ts";
import { calendarViews } from "./views.ts";
import { type CalendarAddress, isDay, readAddress, searchOf } from "./address.ts";

test("reads a calendar address back as it was written", () => {
  const address = fc.record<CalendarAddress>({
    view: fc.option(fc.constantFrom(...calendarViews), { nil: undefined }),
    date: fc.option(
      fc
        .date({ min: new Date("1902-01-01"), max: new Date("2198-01-01"), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
      { nil: undefined },
    ),
    hidden: fc.subarray([...calendarFamilies]),
  });
  fc.assert(
    fc.property(address, (one) => {
      expect(readAddress(searchOf(one))).toEqual(one);
    }),
  );
});

test("ignores invalid values in a calendar address", () => {
  expect(readAddress({ view: "year", date: "2026-02-30", hide: "nobody.sales" })).toEqual({
    view: undefined,
    date: undefined,
    hidden: [4000],
  });
  expect(readAddress({ view: 1, date: 20261123, hide: ["sales"] })).toEqual(readAddress({}));
  for (const asked of ["", "2026-13-01", "1899-01-01", "2026-1-1", ["2026-12-21"], null])
    expect(isDay(asked)).toBe(false);
});
