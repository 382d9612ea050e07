import type { AppLanguage } from "#src/kit/schemas.ts";

const locale = (language: AppLanguage): string => (language === "de" ? "de-DE" : "en-GB");
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** `Monday`, `Montag`, of a `YYYY-MM-DD`. */
export const formatWeekdayLong = (day: string, language: AppLanguage): string =>
  new Intl.DateTimeFormat(locale(language), { weekday: "long", timeZone: "UTC" }).format(noonOf(day));

/** `23 November`, `23. November`, of a `YYYY-MM-DD`. */
export const formatDayMonth = (day: string, language: AppLanguage): string =>
  new Intl.DateTimeFormat(locale(language), { day: "numeric", month: "long", timeZone: "UTC" }).format(noonOf(day));

/** `Monday, 23 November`. */
export const formatDayTitle = (day: string, language: AppLanguage): string =>
  `${formatWeekdayLong(day, language)}, ${formatDayMonth(day, language)}`;
