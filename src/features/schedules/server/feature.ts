import type { FeatureManifest } from "#src/platform/feature.ts";
import { schedulesHandlers } from "./handlers.ts";
import { scheduleMigrations } from "./schema.ts";

export const schedulesFeature = {
  name: "schedules",
  handlers: { schedules: schedulesHandlers },
  tables: { schedule: { owner: "user_id" } },
  migrations: scheduleMigrations,
} satisfies FeatureManifest;
