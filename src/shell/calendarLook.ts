import { type CalendarFamily, calendarFamilyOf, isCalendarType } from "#src/features/calendar/rules.ts";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { dayOf, formatDuration } from "./ui/format.ts";

/** Family of an entry's type; what no family knows is shown as the system's. */
export const familyOf = (type: string): CalendarFamily => (isCalendarType(type) ? calendarFamilyOf(type) : 8000);

/** Second line of an entry in a list: where, and how long. */
export function entryNote(
  entry: Pick<EntryPreview, "start" | "end" | "allDay" | "location">,
  language: AppLanguage,
): string {
  const length = Date.parse(entry.end) - Date.parse(entry.start);
  return [entry.location ?? "", entry.allDay || length <= 0 ? "" : formatDuration(length, language)]
    .filter(Boolean)
    .join(", ");
}

/** Whether an entry touches a `YYYY-MM-DD` in a zone; one that ends at midnight does not touch the next day. */
export function isOnDay(entry: EntryPreview, day: string, zone: string): boolean {
  const first = dayOf(entry.start, zone);
  const end = Date.parse(entry.end) > Date.parse(entry.start) ? Date.parse(entry.end) - 1 : Date.parse(entry.end);
  return first <= day && day <= dayOf(new Date(end).toISOString(), zone);
}
