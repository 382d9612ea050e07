import { clockOf } from "./zoned.ts";
import type { AppLanguage } from "../schemas.ts";

/*
 * Calendar dates as `YYYY-MM-DD`, their meeting with the clocks of a zone, and their text. Dates are counted in days,
 * never in hours, so a change of clocks cannot move them.
 */

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** What is known, or is found out now; a full store begins anew. */
function kept<Key, Value>(store: Map<Key, Value>, key: Key, most: number, find: () => Value): Value {
  const known = store.get(key);
  if (known !== undefined) return known;
  const found = find();
  if (store.size >= most) store.clear();
  store.set(key, found);
  return found;
}

/** A plan asks for the same hundred dates some thousand times. */
const [mostDates, dateLength] = [2_000, 10];
const [dayNumbers, dates] = [new Map<string, number>(), new Map<number, string>()];

const readDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** Days since 1970-01-01; NaN for what is no date. */
export const dayNumber = (date: string): number =>
  date.length === dateLength ? kept(dayNumbers, date, mostDates, () => readDay(date)) : readDay(date);

/** @throws RangeError for no number */
export const dateOf = (day: number): string =>
  kept(dates, day, mostDates, () => new Date(day * dayMs).toISOString().slice(0, 10));

export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Days from `from` to `to`, both counted; NaN when one is no date, below 1 when `to` lies before. */
export const daysInclusive = (from: string, to: string): number => dayNumber(to) - dayNumber(from) + 1;

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** Week number of ISO 8601. */
export function isoWeekOf(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor((dayNumber(thursday) - dayNumber(`${thursday.slice(0, 4)}-01-01`)) / 7) + 1;
}

/** Month as `YYYY-MM`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** 1 January … 12 December. */
export const monthNumberOf = (date: string): number => Number(date.slice(5, 7));

/** First day of the month after that of a date. */
export const firstOfNextMonth = (date: string): string => `${monthOf(addDays(`${monthOf(date)}-28`, 4))}-01`;

/** What the clocks of a zone show at an instant, as if it were UTC, milliseconds. */
function shownAt(ms: number, zone: string): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(
    part["year"] ?? 1970,
    (part["month"] ?? 1) - 1,
    part["day"],
    part["hour"],
    part["minute"],
    part["second"],
  );
}

const readOffset = (ms: number, zone: string): number => shownAt(ms, zone) - Math.floor(ms / 1000) * 1000;

/** Offsets at the beginning of days, by zone: reading a clock is slow, and a plan reads hundreds. */
const knownOffsets = new Map<string, Map<number, number>>();
/** Of each; all zones with all their days would be some 50 MB. */
const [mostZones, mostDays] = [100, 2_000];

function offsetOnDay(day: number, zone: string): number {
  const days = kept(knownOffsets, zone, mostZones, () => new Map<number, number>());
  return kept(days, day, mostDays, () => readOffset(day * dayMs, zone));
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
  const all = Math.min(1439, Math.max(0, minutesOf(time) + minutes));
  return `${String(Math.floor(all / 60)).padStart(2, "0")}:${String(all % 60).padStart(2, "0")}`;
}

/** Minutes since midnight of `HH:mm`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/* Dates as text of documents. */

const shortDays: Readonly<Record<AppLanguage, readonly string[]>> = {
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  de: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
};

const months: Readonly<Record<AppLanguage, readonly string[]>> = {
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  de: [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
  ],
};

/** `February` for 2. */
export const monthNameOf = (month: number, language: AppLanguage): string => months[language][month - 1] ?? "";

/** `February 2027` for a month or a date. */
export const monthText = (date: string, language: AppLanguage): string =>
  `${monthNameOf(monthNumberOf(date), language)} ${date.slice(0, 4)}`;

/** `2 Feb`, `02.02.`: a day whose year is clear. */
export const dayMonthText = (date: string, language: AppLanguage): string =>
  language === "de"
    ? `${date.slice(8, 10)}.${date.slice(5, 7)}.`
    : `${Number(date.slice(8, 10))} ${monthNameOf(monthNumberOf(date), language).slice(0, 3)}`;

/** `2 Feb 2027`, `02.02.2027`. */
export const dayText = (date: string, language: AppLanguage): string =>
  `${dayMonthText(date, language)}${language === "de" ? "" : " "}${date.slice(0, 4)}`;

/** `Tue`, `Di`. */
export const weekdayText = (date: string, language: AppLanguage): string =>
  shortDays[language][weekdayOf(date) - 1] ?? "";

/** `Tue 2 Feb 2027`, `Di 02.02.2027`. */
export const datedText = (date: string, language: AppLanguage): string =>
  `${weekdayText(date, language)} ${dayText(date, language)}`;
