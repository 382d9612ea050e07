import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dayOf,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  formatHeld,
  formatListDate,
  formatLongDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTimeRange,
  initialsOf,
} from "./format.ts";
import { parseTypedNumber } from "./typedNumber.ts";

test("formats numbers by language with a true minus sign", () => {
  expect(formatNumber(1240, "en")).toBe("1,240");
  expect(formatNumber(1240, "de")).toBe("1.240");
  expect(formatNumber(-300, "en")).toBe("\u2212300");
  expect(formatNumber(1500, "de", { signed: true })).toBe("+1.500");
  expect(formatNumber(0, "en", { signed: true })).toBe("0");
  expect(formatHeld(250, "en")).toBe("(250)");
});

test("formats values that round to zero without a sign", () => {
  expect(formatNumber(-0.001, "en")).toBe("0");
  expect(formatNumber(-0, "de")).toBe("0");
});

test("formats money and percentages with non-breaking spaces", () => {
  expect(formatMoney(4900, "EUR", "en")).toBe("49.00\u00a0€");
  expect(formatMoney(4900, "EUR", "de")).toBe("49,00\u00a0€");
  expect(formatMoney(-123456, "EUR", "de")).toBe("\u22121.234,56\u00a0€");
  expect(formatMoney(500, "JPY", "en")).toBe("500\u00a0¥");
  expect(formatPercent(62.1, "de")).toBe("62,1\u00a0%");
  expect(formatPercent(50, "en")).toBe("50\u00a0%");
});

test("formats timestamps as dd.MM.yyyy HH:mm in the user's time zone", () => {
  expect(formatDateTime("2026-11-23T07:12:00Z", "Europe/Berlin")).toBe("23.11.2026\u00a008:12");
  expect(formatDate("2026-12-31T23:30:00Z", "Europe/Berlin")).toBe("01.01.2027");
  expect(formatDateTime("2026-11-22T23:00:00Z", "Europe/Berlin")).toBe("23.11.2026\u00a000:00");
  expect(formatTimeRange("2026-11-23T09:30:00Z", "2026-11-23T10:30:00Z", "en", "Europe/Berlin")).toBe("10:30 to 11:30");
  expect(formatTimeRange("2026-11-23T09:30:00Z", "2026-11-23T10:30:00Z", "de", "Europe/Berlin")).toBe(
    "10:30 bis 11:30",
  );
});

test("formats an invalid date as an empty string", () => {
  expect(formatDate("soon")).toBe("");
  expect(formatListDate("", "en")).toBe("");
});

test("formats list dates as today, without the current year or with another year", () => {
  const now = "2026-11-23T22:30:00Z";
  const options = { zone: "Europe/Berlin", now };
  expect(formatListDate("2026-11-23T08:00:00Z", "en", options)).toBe("today");
  expect(formatListDate("2026-11-23T23:30:00Z", "en", options)).toBe("24\u00a0Nov");
  expect(formatListDate("2026-09-01", "en", options)).toBe("1\u00a0Sep");
  expect(formatListDate("2026-05-01", "de", options)).toBe("1.\u00a0Mai");
  expect(formatListDate("2026-09-01", "de", options)).toBe("1.\u00a0Sept.");
  expect(formatListDate("2025-11-23", "de", options)).toBe("23.\u00a0Nov.\u00a02025");
  expect(formatLongDate("2026-11-23", "en")).toBe("23 November 2026");
  expect(formatLongDate("2026-11-23", "de")).toBe("23. November 2026");
});

test("formats durations with the two largest units", () => {
  expect(formatDuration(400, "en")).toBe("0.4\u00a0s");
  expect(formatDuration(400, "de")).toBe("0,4\u00a0s");
  expect(formatDuration(48_000, "en")).toBe("48\u00a0s");
  expect(formatDuration(59_700, "en")).toBe("1\u00a0min");
  expect(formatDuration(125_000, "en")).toBe("2\u00a0min 5\u00a0s");
  expect(formatDuration(4_320_000, "en")).toBe("1\u00a0h 12\u00a0min");
  expect(formatDuration(47 * 3_600_000, "en")).toBe("47\u00a0h");
  expect(formatDuration(48 * 3_600_000, "en")).toBe("2\u00a0days");
  expect(formatDuration(26_642 * 86_400_000, "de")).toBe("26.642\u00a0Tage");
});

test("formats sizes in powers of 1,000", () => {
  expect(formatBytes(820, "en")).toBe("820\u00a0B");
  expect(formatBytes(84_120, "en")).toBe("84\u00a0KB");
  expect(formatBytes(4_240_000, "de")).toBe("4,2\u00a0MB");
});

test("builds initials from whole characters", () => {
  expect(initialsOf("Mara Brandt")).toBe("MB");
  expect(initialsOf("  örsted ")).toBe("Ö");
  expect(initialsOf("𝒜da von Ω")).toBe("𝒜Ω");
  expect(initialsOf("")).toBe("");
});

test("formats a calendar date as the same day in every time zone", () => {
  const day = fc
    .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      day,
      fc.constantFrom("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "UTC"),
      (value, zone) => {
        expect(dayOf(value, zone)).toBe(value);
        expect(formatDate(value, zone)).toBe(value.split("-").toReversed().join("."));
      },
    ),
  );
});

test("parses every number it formats", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.constantFrom("en" as const, "de" as const),
      (cents, language) => {
        const value = cents / 100;
        expect(parseTypedNumber(formatNumber(value, language), language)).toBe(value === 0 ? 0 : value);
      },
    ),
  );
});

test("parses typed numbers by language", () => {
  expect(parseTypedNumber("1.240", "de")).toBe(1240);
  expect(parseTypedNumber("1.240", "en")).toBe(1.24);
  expect(parseTypedNumber("2.5", "de")).toBe(2.5);
  expect(parseTypedNumber("1 240,50", "de")).toBe(1240.5);
  // No group begins with zero.
  for (const typed of ["0.500", "-0.500", "00.125", "0.075"]) expect(parseTypedNumber(typed, "de")).toBe(Number(typed));
  expect(parseTypedNumber("0,500", "en")).toBe(0.5);
  expect(parseTypedNumber("10.500", "de")).toBe(10_500);
  expect(parseTypedNumber("0.500.000", "de")).toBeNaN();
  expect(parseTypedNumber("  ", "en")).toBeNull();
  expect(parseTypedNumber("12 coins", "en")).toBeNaN();
  expect(parseTypedNumber("1e21", "en")).toBeNaN();
  expect(parseTypedNumber("1,24,0", "en")).toBeNaN();
});
