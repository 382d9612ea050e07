import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatDayShort } from "#src/ui/dayNames.ts";
import { formatTime, formatTimeRange } from "#src/ui/format.ts";
import { daysOf, type Timed } from "./layout.ts";

export interface TimeWords {
  language: AppLanguage;
  /** IANA zone in which the times are said. */
  zone: string;
  /** Instead of clocks, where it takes whole days. */
  allDay: string;
}

/** `10:00 to 11:00`, `10:00` for what has no length, `all day`. */
export function timeOf(entry: Omit<Timed, "id">, { language, zone, allDay }: TimeWords): string {
  if (entry.allDay) return allDay;
  return entry.start === entry.end
    ? formatTime(entry.start, zone)
    : formatTimeRange(entry.start, entry.end, language, zone);
}

/** `Tue 24 Nov, 10:00 to 11:00`, `Tue 24 Nov to Thu 26 Nov, all day`. @param to the word between two days */
export function whenOf(entry: Omit<Timed, "id">, words: TimeWords & { to: string }): string {
  const { first, last } = daysOf({ id: "", ...entry }, words.zone);
  const days = [first, ...(last === first ? [] : [last])].map((day) => formatDayShort(day, words.language));
  return `${days.join(` ${words.to} `)}, ${timeOf(entry, words)}`;
}
