import type { FeatureManifest } from "#src/platform/feature.ts";
import { workflowsHandlers } from "./handlers.ts";
import { workflowRoutes } from "./routes.ts";
import { workflowMigrations } from "./schema.ts";

export const workflowsFeature = {
  name: "workflows",
  handlers: { workflows: workflowsHandlers },
  routes: workflowRoutes,
  tables: { workflow_off: { nobody: "which workflows an operator has switched off" } },
  migrations: workflowMigrations,
} satisfies FeatureManifest;
