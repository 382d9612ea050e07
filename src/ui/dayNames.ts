import { getOrCompute } from "#src/kit/boundedCache.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatDay } from "./client/dayTitle.ts";
import { dates, formatLongDate } from "./format.ts";

/** `1 Nov`, `1. Nov.`. */
export const formatDayMonthShort = (day: string, language: AppLanguage): string =>
  formatDay(day, language, { day: "numeric", month: "short" });

/** A grid names each of its days many times over: names are kept, up to some years of them. */
const longDays = new Map<string, string>();

/** `23 November 2026`, `23. November 2026` of a `YYYY-MM-DD`. */
export const formatLongDay = (day: string, language: AppLanguage): string =>
  getOrCompute(longDays, `${language}${day}`, 2_000, () => formatLongDate(day, language));

/** Months between two days: `November 2026`, `November to December 2026`. */
export const formatMonths = (first: string, last: string, language: AppLanguage): string =>
  dates(language === "de" ? "de-DE" : "en-GB", { month: "long", year: "numeric", timeZone: "UTC" })
    .formatRange(new Date(`${first}T12:00:00Z`), new Date(`${last}T12:00:00Z`))
    .replace(/\s?–\s?/u, language === "de" ? " bis " : " to ");

/** Saturday or Sunday. */
export const isWeekend = (day: string): boolean => new Date(`${day}T12:00:00Z`).getUTCDay() % 6 === 0;
