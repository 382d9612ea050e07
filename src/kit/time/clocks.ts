import { addDays, dayMs, dayNumber } from "./dates.ts";
import { getOrCompute } from "../boundedCache.ts";
import { clockOf } from "./zoned.ts";

/*
 * Instants and what the clocks of a zone show at them. Days are days of the wall clock: one of them may have 23 or 25
 * hours.
 */

const minuteMs = 60_000;

/** What the clocks of a zone show at an instant, as if it were UTC, milliseconds. */
function shownAt(ms: number, zone: string): number {
  // Day, month, year and the clock as `clockOf` writes them; asking for the parts takes six times as long.
  const [day, month = 1, year = 1970, ...clock] = (clockOf(zone).format(ms).match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year, month - 1, day, ...clock.slice(0, 3));
}

const readOffset = (ms: number, zone: string): number => shownAt(ms, zone) - Math.floor(ms / 1000) * 1000;

/** Offsets at the beginning of days, by zone: reading a clock is slow, and a plan reads hundreds. */
const knownOffsets = new Map<string, Map<number, number>>();
/** Of each; all zones with all their days would be some 50 MB. */
const [mostZones, mostDays] = [100, 2_000];

function offsetOnDay(day: number, zone: string): number {
  const days = getOrCompute(knownOffsets, zone, mostZones, () => new Map<number, number>());
  return getOrCompute(days, day, mostDays, () => readOffset(day * dayMs, zone));
}

/** Milliseconds by which the clocks of a zone are ahead of UTC. No zone changes its clocks twice within a day. */
export function offsetAt(ms: number, zone: string): number {
  const day = Math.floor(ms / dayMs);
  const atStart = offsetOnDay(day, zone);
  return atStart === offsetOnDay(day + 1, zone) ? atStart : readOffset(ms, zone);
}

/** Both readings of a wall clock: with the offset in force a day before and a day after. */
function readings(date: string, time: string, zone: string): { before: number; after: number; wall: number } {
  const wall = Date.parse(`${date}T${time}:00Z`);
  return { wall, before: wall - offsetAt(wall - dayMs, zone), after: wall - offsetAt(wall + dayMs, zone) };
}

/**
 * Instant of a wall clock in a zone, ISO 8601 in UTC. An hour that exists twice is taken the first time; an hour
 * that is left out moves on by what the clocks leave out.
 */
export function instantOf(date: string, time: string, zone: string): string {
  const { wall, before, after } = readings(date, time, zone);
  if (before === after) return new Date(before).toISOString();
  const real = [before, after].filter((ms) => shownAt(ms, zone) === wall);
  return new Date(real.length > 0 ? Math.min(...real) : before).toISOString();
}

/** As `instantOf`; an hour that exists twice is taken the second time. */
export function lastInstantOf(date: string, time: string, zone: string): string {
  const { wall, before, after } = readings(date, time, zone);
  return new Date(shownAt(after, zone) === wall ? Math.max(before, after) : before).toISOString();
}

/**
 * The first instant at which a clock has reached a time, milliseconds: of a time that is left out, the one at which
 * clocks go forward. What lasts until 02:30 ends there.
 */
export function reachedAt(date: string, time: string, zone: string): number {
  const { wall, before, after } = readings(date, time, zone);
  if (isOnClock(date, time, zone)) return Date.parse(instantOf(date, time, zone));
  // The clock has not reached it by the reading with the later offset, and has passed it by the other one.
  let [low, high] = [after, before];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (shownAt(middle, zone) >= wall) high = middle;
    else low = middle;
  }
  return high;
}

/** Whether the clocks of a zone change between two days, two days before and after included. */
export const clocksChange = (from: string, to: string, zone: string): boolean =>
  offsetAt(dayNumber(addDays(from, -2)) * dayMs, zone) !== offsetAt(dayNumber(addDays(to, 2)) * dayMs, zone);

/** False for a wall clock that is left out when clocks go forward. */
export function isOnClock(date: string, time: string, zone: string): boolean {
  const { wall, before, after } = readings(date, time, zone);
  return shownAt(before, zone) === wall || shownAt(after, zone) === wall;
}

/** Date that the calendar of a zone shows at an instant. */
export const localDateOf = (instant: string, zone: string): string =>
  new Date(shownAt(Date.parse(instant), zone)).toISOString().slice(0, 10);

/** `HH:mm` that the clocks of a zone show at an instant. */
export const localTimeOf = (ms: number, zone: string): string =>
  new Date(shownAt(ms, zone)).toISOString().slice(11, 16);

/** `HH:mm` plus minutes, held inside the day. */
export function addMinutes(time: string, minutes: number): string {
  return timeOfMinute(Math.min(1439, Math.max(0, minutesOf(time) + minutes)));
}

/** Minutes since midnight of `HH:mm`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

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
export const timeOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/**
 * Instant in milliseconds at which the clocks of a zone show a minute of a day; minutes below 0 and above 1439 are those
 * of the days around it. A minute that exists twice is the first one, one that is left out moves on with the clocks.
 */
export function instantAt(day: string, minute: number, zone: string): number {
  const over = Math.floor(minute / 1440);
  return Date.parse(instantOf(addDays(day, over), timeOfMinute(minute - over * 1440), zone));
}

/** First instant of a day in a zone, milliseconds: midnight, or what the clocks show in its place. */
export const startOfDay = (day: string, zone: string): number => instantAt(day, 0, zone);

/** Hours of a day in a zone: 24, or 23 and 25 where clocks change. */
export const hoursOf = (day: string, zone: string): number =>
  (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 3_600_000;
