import type { AppLanguage } from "../schemas.ts";
import { monthNumberOf, weekdayOf } from "./dates.ts";

/* Dates as text of documents. */

const shortDays: Readonly<Record<AppLanguage, readonly string[]>> = {
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  de: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
};

const months: Readonly<Record<AppLanguage, readonly string[]>> = {
  en: "January February March April May June July August September October November December".split(" "),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
};

/** `February` for 2. */
export const monthNameOf = (month: number, language: AppLanguage): string => months[language][month - 1] ?? "";

/** `February 2027` for a month or a date. */
export const monthText = (date: string, language: AppLanguage): string =>
  `${monthNameOf(monthNumberOf(date), language)} ${date.slice(0, 4)}`;

/** `2 Feb`, `02.02.`: a day whose year is clear. */
export const dayMonthText = (date: string, language: AppLanguage): string =>
  language === "de"
    ? `${date.slice(8, 10)}.${date.slice(5, 7)}.`
    : `${Number(date.slice(8, 10))} ${monthNameOf(monthNumberOf(date), language).slice(0, 3)}`;

/** `2 Feb 2027`, `02.02.2027`. */
export const dayText = (date: string, language: AppLanguage): string =>
  `${dayMonthText(date, language)}${language === "de" ? "" : " "}${date.slice(0, 4)}`;

/** `Tue`, `Di`. */
export const weekdayText = (date: string, language: AppLanguage): string =>
  shortDays[language][weekdayOf(date) - 1] ?? "";

/** `Tue 2 Feb 2027`, `Di 02.02.2027`. */
export const datedText = (date: string, language: AppLanguage): string =>
  `${weekdayText(date, language)} ${dayText(date, language)}`;
