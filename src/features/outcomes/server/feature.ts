import { erasedByRow, recentBy } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { outcomesHandlers } from "./handlers.ts";
import { outcomeMigrations } from "./schema.ts";

export const outcomesFeature = {
  name: "outcomes",
  handlers: { outcomes: outcomesHandlers },
  tables: { outcome: { owner: "user_id" } },
  migrations: outcomeMigrations,
  softDeleted: [erasedByRow("outcome", recentBy("outcome", { title: "title" }))],
} satisfies FeatureManifest;
