import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoInZone } from "./zoned.ts";

const instant = fc.date({ min: new Date("1950-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC");

describe("an instant as the clocks of a zone show it", () => {
  it("is in Berlin's winter and summer time unless told", () => {
    expect(isoInZone(new Date("2026-12-01T10:00:00Z"))).toBe("2026-12-01T11:00:00.000+01:00");
    expect(isoInZone(new Date("2026-07-01T10:00:00.007Z"))).toBe("2026-07-01T12:00:00.007+02:00");
  });

  it("tells the two half past two of the night the clocks go back apart", () => {
    expect(isoInZone(new Date("2026-10-25T00:30:00Z"))).toBe("2026-10-25T02:30:00.000+02:00");
    expect(isoInZone(new Date("2026-10-25T01:30:00Z"))).toBe("2026-10-25T02:30:00.000+01:00");
  });

  it("is the same instant when it is read again", () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        expect(Date.parse(isoInZone(at, name))).toBe(at.getTime());
      }),
    );
  });

  it("refuses a zone that nobody knows", () => {
    expect(() => isoInZone(new Date(), "Mars/Olympus")).toThrow(RangeError);
  });
});
