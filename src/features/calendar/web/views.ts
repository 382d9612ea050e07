import { addDays, dayMs, mondayOf } from "#src/kit/time/dates.ts";
import { weeksFrom } from "./weeks.ts";

export const calendarViews = ["day", "week", "month", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Days that the agenda shows at once. */
export const agendaDays = 28;

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** First day of the month `count` months on. */
function monthOn(day: string, count: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1, 12)).toISOString().slice(0, 10);
}

/** Weeks that a month shows from any day but its first. */
const weeksAhead = 5;

/** Whether a month's view runs from the day's week on instead of showing one whole month. */
export const isRolling = (day: string): boolean => !day.endsWith("-01");

/** The month `YYYY-MM` whose days a month's view is about; undefined where it runs on from a week. */
export const monthOf = (day: string): string | undefined => (isRolling(day) ? undefined : day.slice(0, 7));

/** Whether a month's view shows the day only to fill up a week. */
export const isOutside = (day: string, month: string | undefined): boolean =>
  month !== undefined && !day.startsWith(month);

/**
 * First and last day that a view shows. A month asked for by its first day shows the whole weeks it is in; by any
 * other day it begins with that day's week, so that today's month does not open with weeks that are over.
 * @param day any day of the week; the first one of an agenda
 */
export function daysShown(view: CalendarView, day: string): { first: string; last: string } {
  switch (view) {
    case "day":
      return { first: day, last: day };
    case "week":
      return { first: mondayOf(day), last: addDays(mondayOf(day), 6) };
    case "agenda":
      return { first: day, last: addDays(day, agendaDays - 1) };
    case "month":
      return {
        first: mondayOf(day),
        last: isRolling(day)
          ? addDays(mondayOf(day), 7 * weeksAhead - 1)
          : addDays(mondayOf(addDays(monthOn(day, 1), -1)), 6),
      };
  }
}

/** Weeks of a month's view: 4 to 6. */
export function weeksOfMonth(day: string): ReturnType<typeof weeksFrom> {
  const { first, last } = daysShown("month", day);
  return weeksFrom(first, Math.round((Date.parse(last) - Date.parse(first) + dayMs) / (7 * dayMs)));
}

/** A month's steps lead to first days: back from within one to its own, on to the first that shows something new. */
function monthStepped(day: string, step: -1 | 1): string {
  if (step < 0) return isRolling(day) ? firstOfMonth(day) : monthOn(day, -1);
  const next = monthOn(day, 1);
  return daysShown("month", next).last > daysShown("month", day).last ? next : monthOn(day, 2);
}

/** The day to show after a step back (-1) or on (1). */
export function stepped(view: CalendarView, day: string, step: -1 | 1): string {
  switch (view) {
    case "day":
      return addDays(day, step);
    case "week":
      return addDays(day, 7 * step);
    case "agenda":
      return addDays(day, agendaDays * step);
    case "month":
      return monthStepped(day, step);
  }
}
