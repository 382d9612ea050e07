import { outcomeEffect } from "#src/features/outcomes/server/usecases.ts";
import { erasedByRow, recentBy } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { calendarHandlers } from "./handlers.ts";
import { exportCalendar } from "./calendarFile.ts";
import { calendarMigrations } from "./schema.ts";
import { calendarEntryEffect, entryOfOutcome } from "./usecases.ts";

/** The entry of a content item is deleted and restored with the item, and shares its instant. */
const isDeletedAlone = `not exists (select 1 from outcome
  where outcome.calendar_entry_id = calendar_entry.id and outcome.deleted_at = calendar_entry.deleted_at)`;

export const calendarFeature = {
  name: "calendar",
  handlers: { calendar: calendarHandlers },
  tables: { calendar_entry: { owner: "user_id" } },
  migrations: calendarMigrations,
  exports: { texts: exportCalendar },
  softDeleted: [erasedByRow("calendar_entry", recentBy("calendar_entry", { title: "title" }, isDeletedAlone))],
  /** Content items move their entry along, which outcomes know nothing of. */
  effects: { calendarEntry: calendarEntryEffect, outcome: outcomeEffect(entryOfOutcome.move) },
} satisfies FeatureManifest;
