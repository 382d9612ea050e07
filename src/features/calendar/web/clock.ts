import { addDays, dayMs } from "#src/kit/time/days.ts";
import { instantOf } from "#src/kit/time/dates.ts";

/*
 * Instants and what the clocks of a zone show at them. Days are days of the wall clock: one of them may have 23 or 25
 * hours.
 */

const minuteMs = 60_000;
/** Clocks change on quarters of an hour, so one offset holds for a whole quarter. */
const quarterMs = 15 * minuteMs;

interface Zone {
  format: Intl.DateTimeFormat;
  /** Milliseconds to add to UTC, by quarter of an hour. */
  offsets: Map<number, number>;
}
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    zones.set(name, (zone = { format, offsets: new Map() }));
  }
  return zone;
}

/** Asking the zone data costs some microseconds and a calendar asks for thousands of instants: answers are kept. */
function offsetAt(ms: number, name: string): number {
  const zone = zoneOf(name);
  const quarter = Math.floor(ms / quarterMs);
  const known = zone.offsets.get(quarter);
  if (known !== undefined) return known;
  const at = quarter * quarterMs;
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = zone.format
    .formatToParts(at)
    .filter(({ type }) => type !== "literal")
    .map(({ value }) => Number(value));
  const offset = Date.UTC(year, month - 1, day, hour, minute) - at;
  if (zone.offsets.size > 50_000) zone.offsets.clear();
  zone.offsets.set(quarter, offset);
  return offset;
}

/** What the clocks of a zone show. */
export interface WallClock {
  /** `YYYY-MM-DD` */
  day: string;
  /** Whole minutes since the clocks showed midnight, 0 to 1439. */
  minute: number;
}

/** @param ms instant in milliseconds */
export function wallClockAt(ms: number, zone: string): WallClock {
  const shown = ms + offsetAt(ms, zone);
  return {
    day: new Date(shown).toISOString().slice(0, 10),
    minute: Math.floor((((shown % dayMs) + dayMs) % dayMs) / minuteMs),
  };
}

/** `HH:mm` of minutes since midnight, 0 to 1439. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Minutes since midnight of `HH:mm`. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * Instant in milliseconds at which the clocks of a zone show a minute of a day; minutes below 0 and above 1439 are those
 * of the days around it. A minute that exists twice is the first one, one that is left out moves on with the clocks.
 */
export function instantAt(day: string, minute: number, zone: string): number {
  const over = Math.floor(minute / 1440);
  return Date.parse(instantOf(addDays(day, over), clockOf(minute - over * 1440), zone));
}

/** First instant of a day in a zone, milliseconds: midnight, or what the clocks show in its place. */
export const startOfDay = (day: string, zone: string): number => instantAt(day, 0, zone);

/** Hours of a day in a zone: 24, or 23 and 25 where clocks change. */
export const hoursOf = (day: string, zone: string): number =>
  (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 3_600_000;
