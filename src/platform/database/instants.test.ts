import fc from "fast-check";
import { expect, test } from "vitest";
import { isoInstant } from "./instants.ts";

/** As PostgreSQL prints an instant in a session whose zone is UTC plus some hours. */
const printed = (at: Date, micros: number, hours: number): string => {
  const local = new Date(at.getTime() + hours * 3_600_000).toISOString();
  const fraction = `${local.slice(20, 23)}${String(micros).padStart(3, "0")}`.replace(/0+$/, "");
  const offset = `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}`;
  return `${local.slice(0, 10)} ${local.slice(11, 19)}${fraction === "" ? "" : `.${fraction}`}${offset}`;
};

const instants = fc.date({
  min: new Date("1900-01-02T00:00:00Z"),
  max: new Date("2200-12-30T00:00:00Z"),
  noInvalidDate: true,
});

test("reads an instant in any session time zone, truncated to milliseconds", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 999 }), fc.integer({ min: -12, max: 14 }), (at, micros, hours) => {
      expect(isoInstant(printed(at, micros, 0))).toBe(at.toISOString());
      expect(isoInstant(printed(at, micros, hours))).toBe(at.toISOString());
    }),
  );
});

test("rejects text that is not an instant", () => {
  expect(() => isoInstant("infinity")).toThrow("is none");
  expect(() => isoInstant("soon")).toThrow("is none");
});
