import { addDays } from "#src/kit/time/dates.ts";
import type { HolidayCountry } from "../../domain/holidays.ts";
import { nextWorkday } from "../../kit/effects.ts";

/** Working steps and how many days before publication each must be done: planning values, said as such. */
export const steps = [
  { id: "research", title: "Evidence complete | Belege vollständig", daysBefore: 42 },
  { id: "interviews", title: "Interviews done | Gespräche geführt", daysBefore: 35 },
  { id: "draft", title: "Draft complete | Entwurf vollständig", daysBefore: 21 },
  { id: "review", title: "Reviewed and approved | Geprüft und freigegeben", daysBefore: 12 },
  { id: "layout", title: "Layout and landing page | Satz und Landingpage", daysBefore: 5 },
  { id: "launch", title: "Published | Veröffentlicht", daysBefore: 0 },
] as const;
/** Days from publication to each post. */
export const postDays = [0, 2, 6, 9, 14, 21, 30, 45, 60, 75];
/** Days from publication to each email. */
export const mailDays = [0, 3, 7, 14, 28];

/**
 * Working days of announcements, never before publication and no two on one day.
 * @param offsets days from publication, ascending
 * @param country whose national holidays are left out
 */
export function announcementDays(publishOn: string, offsets: readonly number[], country?: HolidayCountry): string[] {
  const days: string[] = [];
  for (const offset of offsets) {
    const wished = addDays(publishOn, offset);
    const last = days.at(-1);
    const free = last !== undefined && wished <= last ? addDays(last, 1) : wished;
    days.push(nextWorkday(free, country));
  }
  return days;
}
