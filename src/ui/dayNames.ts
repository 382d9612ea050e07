import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatLongDate } from "./format.ts";

const kept = new Map<string, Intl.DateTimeFormat>();

/** Formats cost more than what they write; they are kept. */
export function formatOf(language: AppLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}${JSON.stringify(options)}`;
  let format = kept.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", { ...options, timeZone: "UTC" });
    kept.set(key, format);
  }
  return format;
}

/** Noon of a `YYYY-MM-DD` in UTC, in which `formatOf` writes. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** `Monday`, `Montag`. */
export const formatWeekdayLong = (day: string, language: AppLanguage): string =>
  formatOf(language, { weekday: "long" }).format(noonOf(day));

/** `23 November`, `23. November`. */
export const formatDayMonth = (day: string, language: AppLanguage): string =>
  formatOf(language, { day: "numeric", month: "long" }).format(noonOf(day));

/** `1 Nov`, `1. Nov.`. */
export const formatDayMonthShort = (day: string, language: AppLanguage): string =>
  formatOf(language, { day: "numeric", month: "short" }).format(noonOf(day));

/** A grid names each of its days many times over: names are kept, up to some years of them. */
const longDays = new Map<string, string>();
const mostLongDays = 2_000;

/** `23 November 2026`, `23. November 2026` of a `YYYY-MM-DD`. */
export function formatLongDay(day: string, language: AppLanguage): string {
  const key = `${language}${day}`;
  let name = longDays.get(key);
  if (name === undefined) {
    if (longDays.size >= mostLongDays) longDays.clear();
    longDays.set(key, (name = formatLongDate(day, language)));
  }
  return name;
}

/** `Monday, 23 November`. */
export const formatDayTitle = (day: string, language: AppLanguage): string =>
  `${formatWeekdayLong(day, language)}, ${formatDayMonth(day, language)}`;

/** Months between two days: `November 2026`, `November to December 2026`. */
export const formatMonths = (first: string, last: string, language: AppLanguage): string =>
  formatOf(language, { month: "long", year: "numeric" })
    .formatRange(noonOf(first), noonOf(last))
    .replace(/\s?–\s?/u, language === "de" ? " bis " : " to ");

/** Saturday or Sunday. */
export const isWeekend = (day: string): boolean => noonOf(day).getUTCDay() % 6 === 0;
