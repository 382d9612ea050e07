import type { AppLanguage } from "#src/kit/schemas.ts";
import { dates } from "../format.ts";

/** A day, `YYYY-MM-DD`, by the names of a language. */
export const formatDay = (day: string, language: AppLanguage, options: Intl.DateTimeFormatOptions): string =>
  dates(language === "de" ? "de-DE" : "en-GB", { ...options, timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));

/** `Monday`, `Montag`. */
export const formatWeekdayLong = (day: string, language: AppLanguage): string =>
  formatDay(day, language, { weekday: "long" });

/** `23 November`, `23. November`. */
export const formatDayMonth = (day: string, language: AppLanguage): string =>
  formatDay(day, language, { day: "numeric", month: "long" });

/** `Monday, 23 November`. */
export const formatDayTitle = (day: string, language: AppLanguage): string =>
  `${formatWeekdayLong(day, language)}, ${formatDayMonth(day, language)}`;
