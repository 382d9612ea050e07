import type { FeatureManifest } from "#src/platform/feature.ts";
import { dashboardHandlers } from "./handlers.ts";
import { dashboardSchema } from "./schema.ts";

export const dashboardFeature = {
  name: "dashboard",
  handlers: { dashboard: dashboardHandlers },
  migrations: { "0002_everyday": dashboardSchema },
} satisfies FeatureManifest;
