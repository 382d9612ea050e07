import { getOrCompute } from "#src/kit/boundedCache.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { dates, formatLongDate, formatWeekday } from "./format.ts";

/** Writes days, given as `noonOf`, by the names of a language. */
export const formatOf = (language: AppLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dates(language === "de" ? "de-DE" : "en-GB", { ...options, timeZone: "UTC" });

/** Noon of a `YYYY-MM-DD` in UTC, in which `formatOf` writes. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** `Monday`, `Montag`. */
export const formatWeekdayLong = (day: string, language: AppLanguage): string =>
  formatOf(language, { weekday: "long" }).format(noonOf(day));

/** `23 November`, `23. November`. */
export const formatDayMonth = (day: string, language: AppLanguage): string =>
  formatOf(language, { day: "numeric", month: "long" }).format(noonOf(day));

/** `Monday, 23 November`. */
export const formatDayTitle = (day: string, language: AppLanguage): string =>
  `${formatWeekdayLong(day, language)}, ${formatDayMonth(day, language)}`;

/** `1 Nov`, `1. Nov.`. */
export const formatDayMonthShort = (day: string, language: AppLanguage): string =>
  formatOf(language, { day: "numeric", month: "short" }).format(noonOf(day));

/** `Tue 24`, `Di 24.`: a day where its month is known. */
export const formatDayOfWeek = (day: string, language: AppLanguage): string =>
  `${formatWeekday(day, language)}\u00a0${Number(day.slice(8))}${language === "de" ? "." : ""}`;

/** `Tue 24 Nov`, `Di., 24. Nov.`. */
export const formatDayShort = (day: string, language: AppLanguage): string => {
  const words = formatOf(language, { weekday: "short", day: "numeric", month: "short" }).format(noonOf(day));
  return language === "en" ? words.replace(",", "") : words;
};

/** A grid names each of its days many times over: names are kept, up to some years of them. */
const longDays = new Map<string, string>();

/** `23 November 2026`, `23. November 2026` of a `YYYY-MM-DD`. */
export const formatLongDay = (day: string, language: AppLanguage): string =>
  getOrCompute(longDays, `${language}${day}`, 2_000, () => formatLongDate(day, language));

/** Months between two days: `November 2026`, `November to December 2026`. */
export const formatMonths = (first: string, last: string, language: AppLanguage): string =>
  formatOf(language, { month: "long", year: "numeric" })
    .formatRange(noonOf(first), noonOf(last))
    .replace(/\s?–\s?/u, language === "de" ? " bis " : " to ");

/** Saturday or Sunday. */
export const isWeekend = (day: string): boolean => noonOf(day).getUTCDay() % 6 === 0;
