import type { FeatureManifest } from "#src/platform/feature.ts";
import { dashboardHandlers } from "./handlers.ts";
import { dashboardMigrations } from "./schema.ts";

export const dashboardFeature = {
  name: "dashboard",
  handlers: { dashboard: dashboardHandlers },
  migrations: dashboardMigrations,
} satisfies FeatureManifest;
