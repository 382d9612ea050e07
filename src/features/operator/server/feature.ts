import type { FeatureManifest } from "#src/platform/feature.ts";
import { operatorHandlers } from "./handlers.ts";
import { operatorMigrations } from "./schema.ts";

export const operatorFeature = {
  name: "operator",
  handlers: { operator: operatorHandlers },
  tables: { operator_audit: { nobody: "what operators did; names nobody" } },
  migrations: operatorMigrations,
} satisfies FeatureManifest;
