import type { FeatureManifest } from "#src/platform/feature.ts";
import { workflowsHandlers } from "./handlers.ts";
import { workflowRoutes } from "./routes.ts";

export const workflowsFeature = {
  name: "workflows",
  handlers: { workflows: workflowsHandlers },
  routes: workflowRoutes,
} satisfies FeatureManifest;
