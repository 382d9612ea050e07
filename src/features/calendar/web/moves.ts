import { instantAt, minutesOf, startOfDay, wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { isWeekend } from "#src/ui/dayNames.ts";
import { daysOf, type Timed } from "./layout.ts";

/** Instants of an entry, ISO 8601 in UTC. */
export interface Times {
  start: string;
  end: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Times of an entry that is dragged elsewhere. By days it keeps its clock; it always keeps its length, an all-day entry
 * its number of days.
 * @param zone in which the person sees it
 */
export function moved(entry: Timed, by: { days: number; minutes: number }, zone: string): Times {
  if (entry.allDay) {
    const { first, last } = daysOf(entry, zone);
    return allDayTimes(addDays(first, by.days), addDays(last, by.days), entry.timeZone);
  }
  const [start, end] = [Date.parse(entry.start), Date.parse(entry.end)];
  if (by.days === 0 && by.minutes === 0) return { start: iso(start), end: iso(end) };
  const { day, minute } = wallClockAt(start, zone);
  const rest = start % 60_000;
  const next = instantAt(addDays(day, by.days), minute + by.minutes, zone) + rest;
  return { start: iso(next), end: iso(next + end - start) };
}

/** Times of whole days, both of them counted: from the first midnight to the one after the last day. */
export const allDayTimes = (first: string, last: string, zone: string): Times => ({
  start: iso(startOfDay(first, zone)),
  end: iso(startOfDay(addDays(last, 1), zone)),
});

/** Times between two clocks of one day. */
export const clockTimes = (day: string, from: number, to: number, zone: string): Times => ({
  start: iso(instantAt(day, from, zone)),
  end: iso(instantAt(day, to, zone)),
});

/** Length of an entry that begins without one, minutes. */
const proposedMinutes = 60;

/**
 * When an entry on a day is proposed to be: today at the next full hour within the hours of work, and once these are
 * over at the first hour of the next working day; on another day at its first hour of work.
 * @param now the clock of the zone; undefined for a day that was chosen, which is kept
 */
export function proposedTimes(
  day: string,
  now: { day: string; minute: number } | undefined,
  { zone, workingHours }: { zone: string; workingHours: { from: string; to: string } },
): Times {
  const [from, to] = [minutesOf(workingHours.from), minutesOf(workingHours.to)];
  const at = (on: string, minute: number): Times => {
    const start = Math.min(minute, 1440 - proposedMinutes);
    return clockTimes(on, start, start + proposedMinutes, zone);
  };
  if (day !== now?.day) return at(day, from);
  const next = Math.max(from, (Math.floor(now.minute / 60) + 1) * 60);
  if (next + proposedMinutes <= to) return at(day, next);
  let later = addDays(day, 1);
  while (isWeekend(later)) later = addDays(later, 1);
  return at(later, from);
}
