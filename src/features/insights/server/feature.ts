import { erasedByRow } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { insightsHandlers } from "./handlers.ts";
import { insightMigrations } from "./schema.ts";
import { insightEffect } from "./usecases.ts";

export const insightsFeature = {
  name: "insights",
  handlers: { insights: insightsHandlers },
  tables: { insight: { owner: "user_id" } },
  migrations: insightMigrations,
  softDeleted: [erasedByRow("insight")],
  effects: { insight: insightEffect },
} satisfies FeatureManifest;
