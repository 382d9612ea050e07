import { getOrCompute } from "../boundedCache.ts";

/*
 * Calendar dates as `YYYY-MM-DD`. They are counted in days, never in hours, so a change of clocks cannot move them.
 */

/** Milliseconds of a day without a change of clock. */
export const dayMs = 86_400_000;
/** Milliseconds of a minute. */
export const minuteMs = 60_000;

/** What is deleted can be brought back for 24 hours and is erased afterwards; milliseconds. */
export const restoreMs = 24 * 3_600_000;

/** A plan asks for the same hundred dates some thousand times. */
const [mostDates, dateLength] = [2_000, 10];
const [dayNumbers, dates] = [new Map<string, number>(), new Map<number, string>()];

const readDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** A `YYYY-MM-DD` that exists, in the years 1901 to 2199, which every calendar can be stepped out of. */
export const isDay = (date: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(date) &&
  date > "1901" &&
  !Number.isNaN(readDay(date)) &&
  dateOf(readDay(date)) === date;

/** Days since 1970-01-01; NaN for what is no date. */
export const dayNumber = (date: string): number =>
  date.length === dateLength ? getOrCompute(dayNumbers, date, mostDates, () => readDay(date)) : readDay(date);

/** @throws RangeError for no number */
export const dateOf = (day: number): string =>
  getOrCompute(dates, day, mostDates, () => new Date(day * dayMs).toISOString().slice(0, 10));

/** The date a number of days later, or earlier. @throws RangeError for what is no date */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Days from `from` to `to`, both counted; NaN when one is no date, below 1 when `to` lies before. */
export const daysInclusive = (from: string, to: string): number => dayNumber(to) - dayNumber(from) + 1;

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

/** Monday of the week of a date; weeks start on Monday, specification section 9. */
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
