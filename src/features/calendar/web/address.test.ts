import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarFamilies } from "../rules.ts";
import { calendarViews } from "./views.ts";
import { isDay } from "#src/kit/time/dates.ts";
import { type CalendarSearch, calendarSearch, searchOf } from "./address.ts";

test("reads a calendar address back as it was written", () => {
  const address = fc.record<CalendarSearch>({
    view: fc.option(fc.constantFrom(...calendarViews), { nil: "" }),
    date: fc.option(
      fc
        .date({ min: new Date("1902-01-01"), max: new Date("2198-01-01"), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
      { nil: "" },
    ),
    entry: fc.constant(""),
    hide: fc.subarray([...calendarFamilies]),
  });
  fc.assert(
    fc.property(address, (one) => {
      expect(calendarSearch.read(searchOf(one))).toEqual(one);
    }),
  );
});

test("ignores invalid values in a calendar address", () => {
  expect(calendarSearch.read({ view: "year", date: "2026-02-30", hide: "nobody.sales" })).toEqual({
    view: "",
    date: "",
    hide: [4000],
    entry: "",
  });
  expect(calendarSearch.read({ view: 1, date: 20261123, hide: ["sales"] })).toEqual(calendarSearch.read({}));
  for (const date of [["2026-12-21"], null]) expect(calendarSearch.read({ date }).date).toBe("");
  for (const asked of ["", "2026-13-01", "1899-01-01", "2026-1-1"]) expect(isDay(asked)).toBe(false);
});
