import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatOf, noonOf } from "./dayNames.ts";
import { dayOf, formatDate, formatTime } from "./format.ts";

/**
 * A date as people read and type it: `23 Nov 2026`, `23.11.2026`; empty for what is no date.
 * @param value ISO instant or `YYYY-MM-DD`
 * @param zone IANA zone for instants; the browser's without it
 */
export function formatShortDate(value: string, language: AppLanguage, zone?: string): string {
  const day = dayOf(value, zone);
  if (day === "" || language === "de") return formatDate(value, zone);
  return formatOf(language, { day: "numeric", month: "short", year: "numeric" }).format(noonOf(day));
}

/** The same with the time of day: `23 Nov 2026, 08:12`, `23.11.2026, 08:12`. */
export const formatShortDateTime = (value: string, language: AppLanguage, zone?: string): string =>
  [formatShortDate(value, language, zone), formatTime(value, zone)].filter(Boolean).join(", ");

/** The same within a sentence, after "on" or "am": `23 Nov 2026 at 08:12`, `23.11.2026 um 08:12 Uhr`. */
export function formatDateAtTime(value: string, language: AppLanguage, zone?: string): string {
  const [day, time] = [formatShortDate(value, language, zone), formatTime(value, zone)];
  return language === "de" ? `${day} um ${time} Uhr` : `${day} at ${time}`;
}
