import type { EntryPreview } from "../contract.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatDuration } from "#src/ui/format.ts";

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
