import { instantOf } from "#src/kit/time/clocks.ts";
import { addDays, mondayOf } from "#src/kit/time/dates.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatOf, noonOf } from "#src/ui/dayNames.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import type { Outcome } from "../contract.ts";

/** `Tuesday, 24 November`. */
export const formatLongDay = (day: string, language: AppLanguage): string =>
  formatOf(language, { weekday: "long", day: "numeric", month: "long" }).format(noonOf(day));

/** The days of a week: `23 to 29 Nov`, `30 Nov to 6 Dec`; with the year when it is not that of `today`. */
export function formatWeek(monday: string, today: string, language: AppLanguage): string {
  const hasYear = monday.slice(0, 4) !== today.slice(0, 4);
  return formatOf(language, { day: "numeric", month: "short", ...(hasYear ? { year: "numeric" } : {}) })
    .formatRange(noonOf(monday), noonOf(addDays(monday, 6)))
    .replace(/\s?–\s?/u, language === "de" ? " bis " : " to ");
}

/** First instant of a day in a zone. */
export const startOf = (day: string, zone: string): string => instantOf(day, "00:00", zone);

/** The same time of day on another day, as the clocks of a zone show it. */
export const onDay = (plannedAt: string, day: string, zone: string): string =>
  instantOf(day, formatTime(plannedAt, zone), zone);

/** Items in their order, by the week in which they are planned. */
export const byWeek = (items: readonly Outcome[], zone: string): { monday: string; items: Outcome[] }[] =>
  [...Map.groupBy(items, ({ plannedAt }) => mondayOf(dayOf(plannedAt, zone)))].map(([monday, ofWeek]) => ({
    monday,
    items: ofWeek,
  }));
