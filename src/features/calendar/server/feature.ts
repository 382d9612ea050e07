import { outcomeEffect } from "#src/features/outcomes/server/usecases.ts";
import { erasedByRow } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { calendarHandlers } from "./handlers.ts";
import { exportCalendar } from "./calendarFile.ts";
import { calendarMigrations } from "./schema.ts";
import { calendarEntryEffect, entryOfOutcome } from "./usecases.ts";

export const calendarFeature = {
  name: "calendar",
  handlers: { calendar: calendarHandlers },
  tables: { calendar_entry: { owner: "user_id" } },
  migrations: calendarMigrations,
  exports: { texts: exportCalendar },
  softDeleted: [erasedByRow("calendar_entry")],
  /** Content items move their entry along, which outcomes know nothing of. */
  effects: { calendarEntry: calendarEntryEffect, outcome: outcomeEffect(entryOfOutcome.move) },
} satisfies FeatureManifest;
