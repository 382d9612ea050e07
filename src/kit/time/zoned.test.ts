import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoInZone } from "./zoned.ts";

const instant = fc.date({ min: new Date("1950-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC");

describe("isoInZone", () => {
  test("uses Berlin time, in winter and summer, by default", () => {
    expect(isoInZone(new Date("2026-12-01T10:00:00Z"))).toBe("2026-12-01T11:00:00.000+01:00");
    expect(isoInZone(new Date("2026-07-01T10:00:00.007Z"))).toBe("2026-07-01T12:00:00.007+02:00");
  });

  test("distinguishes both occurrences of a repeated hour", () => {
    expect(isoInZone(new Date("2026-10-25T00:30:00Z"))).toBe("2026-10-25T02:30:00.000+02:00");
    expect(isoInZone(new Date("2026-10-25T01:30:00Z"))).toBe("2026-10-25T02:30:00.000+01:00");
  });

  test("preserves the instant", () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        expect(Date.parse(isoInZone(at, name))).toBe(at.getTime());
      }),
    );
  });

  test("rejects an unknown time zone", () => {
    expect(() => isoInZone(new Date(), "Mars/Olympus")).toThrow(RangeError);
  });
});
