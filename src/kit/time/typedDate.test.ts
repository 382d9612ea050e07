import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate } from "#src/ui/format.ts";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { daysInMonth, parseTypedDate, periodDays } from "./typedDate.ts";

const value = (typed: string): string => {
  const parsed = parseTypedDate(typed);
  return parsed.ok ? parsed.value : parsed.problem.key;
};

test("parses dates in common notations", () => {
  expect(value("23.11.2026")).toBe("2026-11-23");
  expect(value("1.2.27")).toBe("2027-02-01");
  expect(value("1/2/2027")).toBe("2027-02-01");
  expect(value("01 02 2027")).toBe("2027-02-01");
  expect(value("01022027")).toBe("2027-02-01");
  expect(value(" 2027-2-1 ")).toBe("2027-02-01");
  expect(value("1 Feb 2027")).toBe("2027-02-01");
  expect(value("1 sept 27")).toBe("2027-09-01");
  expect(value("Feb 1, 2027")).toBe("2027-02-01");
  expect(value("1. März 2027")).toBe("2027-03-01");
  expect(value("31. Dez. 2027")).toBe("2027-12-31");
});

test("reports what is wrong with a date", () => {
  expect(parseTypedDate("31.02.2027")).toEqual({
    ok: false,
    problem: { key: "dateDay", month: 2, year: 2027, count: 28 },
  });
  expect(parseTypedDate("30.02.2028")).toEqual({
    ok: false,
    problem: { key: "dateDay", month: 2, year: 2028, count: 29 },
  });
  expect(value("1.13.2027")).toBe("dateMonth");
  expect(value("1.1.0000")).toBe("dateYear");
  expect(value("0.1.2027")).toBe("date");
  expect(value("1.2.202")).toBe("date");
  expect(value("tomorrow")).toBe("date");
  expect(value("1 Fe 2027")).toBe("date");
  expect(value("1 Febtober 2027")).toBe("date");
  expect(value("31 Feb 2027")).toBe("dateDay");
});

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

test("parses every date it formats", () => {
  fc.assert(
    fc.property(day, (iso) => {
      expect(value(formatDate(iso))).toBe(iso);
      expect(value(formatShortDate(iso, "en"))).toBe(iso);
      expect(value(formatShortDate(iso, "de"))).toBe(iso);
      expect(value(iso)).toBe(iso);
    }),
  );
});

test("parses any text to a valid date or a problem", () => {
  const typed = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(40), fc.nat(20), fc.nat(9999)).map((parts) => parts.join(".")),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const parsed = parseTypedDate(text);
      if (!parsed.ok) return;
      expect(new Date(`${parsed.value}T00:00:00Z`).toISOString().slice(0, 10)).toBe(parsed.value);
    }),
  );
});

test("counts both ends as days of a period", () => {
  expect(periodDays("2027-02-01", "2027-04-30")).toBe(89);
  expect(periodDays("2027-02-01", "2027-02-01")).toBe(1);
  expect(periodDays("2027-02-02", "2027-02-01")).toBeUndefined();
  expect(periodDays("", "2027-02-01")).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const prefix = `${year}-${String(month).padStart(2, "0")}`;
      expect(periodDays(`${prefix}-01`, `${prefix}-${daysInMonth(year, month)}`)).toBe(daysInMonth(year, month));
    }),
  );
});
