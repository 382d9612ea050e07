import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatOf, noonOf } from "./dayNames.ts";
import { dayOf, formatDate } from "./format.ts";

/**
 * A day as people read and type it: `23 Nov 2026`, `23.11.2026`; empty for what is no date.
 * @param value ISO instant or `YYYY-MM-DD`
 * @param zone IANA zone for instants; the browser's without it
 */
export function formatDay(value: string, language: AppLanguage, zone?: string): string {
  const day = dayOf(value, zone);
  if (day === "" || language === "de") return formatDate(value, zone);
  const month = formatOf("en", { month: "short" }).format(noonOf(day));
  return `${Number(day.slice(8))} ${month} ${day.slice(0, 4)}`;
}
