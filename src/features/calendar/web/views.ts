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

/**
 * First and last day that a view shows. A month shows the whole weeks it is in.
 * @param day any day of the week or month; the first one of an agenda
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
        first: mondayOf(firstOfMonth(day)),
        last: addDays(mondayOf(addDays(monthOn(day, 1), -1)), 6),
      };
  }
}

/** Weeks of a month's view: 4 to 6. */
export function weeksOfMonth(day: string): ReturnType<typeof weeksFrom> {
  const { first, last } = daysShown("month", day);
  return weeksFrom(first, Math.round((Date.parse(last) - Date.parse(first) + dayMs) / (7 * dayMs)));
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
      return monthOn(day, step);
  }
}
