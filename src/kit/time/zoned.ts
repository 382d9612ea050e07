import { getOrCompute } from "../boundedCache.ts";

/** Zone of the current-time helper, specification section 9. */
export const homeZone = "Europe/Berlin";

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The clock of a zone in numbers, from year to second, with its offset. Making one is slow, so it is kept.
 * @throws RangeError for an unknown zone
 */
export function clockOf(zone: string): Intl.DateTimeFormat {
  const make = (): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
  return getOrCompute(clocks, zone, 600, make);
}

const offset = /^GMT(?:([+-]\d\d:\d\d))?/;

/**
 * An instant in a time zone, ISO 8601 with its offset: `2026-07-01T12:00:00.000+02:00`.
 * @param zone IANA name; Europe/Berlin by default
 * @throws RangeError for an unknown zone or an invalid date
 */
export function isoInZone(at: Date, zone: string = homeZone): string {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  const thousandths = String(((at.getTime() % 1000) + 1000) % 1000).padStart(3, "0");
  const difference = offset.exec(of("timeZoneName"))?.[1] ?? "+00:00";
  return `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}:${of("second")}.${thousandths}${difference}`;
}
