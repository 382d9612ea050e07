import { addDays, isoWeekOf, mondayOf } from "#src/kit/time/dates.ts";

/** One week of a calendar. */
export interface CalendarWeek {
  /** ISO 8601: week 1 is the one with the first Thursday of the year. */
  number: number;
  /** Seven days `YYYY-MM-DD`, Monday first. */
  days: string[];
}

/**
 * Consecutive weeks, the first of them that of `day`; weeks start on Monday (specification section 9).
 * @param day `YYYY-MM-DD`
 * @param count how many weeks
 */
export function weeksFrom(day: string, count: number): CalendarWeek[] {
  const monday = mondayOf(day);
  return Array.from({ length: count }, (_, week) => {
    const first = addDays(monday, week * 7);
    return { number: isoWeekOf(first), days: Array.from({ length: 7 }, (_none, at) => addDays(first, at)) };
  });
}
