import type { FeatureManifest } from "#src/platform/feature.ts";
import { schedulesHandlers } from "./handlers.ts";
import { scheduleSchema } from "./schema.ts";

export const schedulesFeature = {
  name: "schedules",
  handlers: { schedules: schedulesHandlers },
  tables: { schedule: { owner: "user_id" } },
  migrations: { "0011_schedules": scheduleSchema },
} satisfies FeatureManifest;
