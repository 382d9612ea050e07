import { type CalendarFamily, calendarFamilyOf, isCalendarType } from "#src/features/calendar/rules.ts";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatDuration } from "./ui/format.ts";

/** Family of an entry's type; what no family knows is shown as the system's. */
export const familyOf = (type: string): CalendarFamily => (isCalendarType(type) ? calendarFamilyOf(type) : 8000);

/** Second line of an entry in a list: where, and how long. */
export function entryNote(entry: EntryPreview, language: AppLanguage): string {
  const length = Date.parse(entry.end) - Date.parse(entry.start);
  return [entry.location ?? "", entry.allDay || length <= 0 ? "" : formatDuration(length, language)].filter(Boolean).join(", ");
}
