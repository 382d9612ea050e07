import type { CalendarFamily } from "../rules.ts";
import { type CalendarView, calendarViews } from "./views.ts";

/** Names of the families in an address. */
const familyNames: Readonly<Record<CalendarFamily, string>> = {
  1000: "meetings",
  2000: "tasks",
  3000: "marketing",
  4000: "sales",
  5000: "purchasing",
  6000: "product",
  7000: "private",
  8000: "system",
};
const families = Object.entries(familyNames).map(([code, name]) => ({ code: Number(code) as CalendarFamily, name }));

/** What the address of the calendar says: `?view=week&date=2026-11-23&hide=private.system`. */
export interface CalendarAddress {
  /** Absent: the first view of the settings. */
  view: CalendarView | undefined;
  /** Absent: today, so that it moves on with the days. */
  date: string | undefined;
  hidden: readonly CalendarFamily[];
}

/** A `YYYY-MM-DD` that exists, in the years 1901 to 2199, which all views can be stepped out of. */
export function isDay(asked: unknown): asked is string {
  if (typeof asked !== "string" || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(asked)) return false;
  const at = new Date(`${asked}T12:00:00Z`);
  return asked > "1901" && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(asked);
}

/** Reads an address; whatever makes no sense is as if it were not there. */
export function readAddress(search: Record<string, unknown>): CalendarAddress {
  const { view, date, hide } = search;
  const names = typeof hide === "string" ? hide.split(".") : [];
  return {
    view: calendarViews.find((one) => one === view),
    date: isDay(date) ? date : undefined,
    hidden: families.filter(({ name }) => names.includes(name)).map(({ code }) => code),
  };
}

/** The search part of an address. */
export function searchOf({ view, date, hidden }: CalendarAddress): { view?: string; date?: string; hide?: string } {
  const names = families.filter(({ code }) => hidden.includes(code)).map(({ name }) => name);
  return {
    ...(view ? { view } : {}),
    ...(date ? { date } : {}),
    ...(names.length > 0 ? { hide: names.join(".") } : {}),
  };
}
