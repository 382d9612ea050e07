import type { FeatureManifest } from "#src/platform/feature.ts";
import { purgeReminders } from "./repository.ts";
import { reminderRoutes } from "./routes.ts";
import { reminderMigrations } from "./schema.ts";

export const remindersFeature = {
  name: "reminders",
  routes: reminderRoutes,
  tables: {
    reminder: { owner: "user_id" },
    reminder_plan: { partOf: "calendar_entry", by: "entry_id" },
  },
  migrations: reminderMigrations,
  retention: [{ of: "reminders", purge: (now, limit, { db }) => purgeReminders(now, limit, db) }],
} satisfies FeatureManifest;
