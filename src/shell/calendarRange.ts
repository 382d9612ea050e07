import { addDays } from "#src/kit/days.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

/** Days the agenda shows at once. */
export const agendaDays = 28;

/** First day an address asks for: a `YYYY-MM-DD` that exists, in the years 2000 to 2099, else `today`. */
export function firstDayOf(asked: unknown, today: string): string {
  if (typeof asked !== "string" || !/^20\d\d-\d\d-\d\d$/.test(asked)) return today;
  const at = new Date(`${asked}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(asked) ? asked : today;
}

/** What the address of a range carries; the range of today has none, so that it moves on with the days. */
export const searchOf = (from: string, today: string): { from?: string } => (from === today ? {} : { from });

/** First days of the ranges around one. */
export const rangesAround = (from: string): { before: string; after: string } => ({
  before: addDays(from, -agendaDays),
  after: addDays(from, agendaDays),
});

/** Months that a range touches: `November 2026`, `November – December 2026`. */
export function formatMonths(from: string, language: AppLanguage): string {
  const format = new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);
  return format.formatRange(noon(from), noon(addDays(from, agendaDays - 1)));
}
