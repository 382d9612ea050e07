import { erasedByRow, recentBy } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { leadsHandlers } from "./handlers.ts";
import { exportLeads } from "./leadTable.ts";
import { leadMigrations } from "./schema.ts";
import { leadEffect } from "./usecases.ts";

export const leadsFeature = {
  name: "leads",
  handlers: { leads: leadsHandlers },
  tables: { lead: { owner: "user_id" } },
  migrations: leadMigrations,
  exports: { texts: exportLeads },
  softDeleted: [erasedByRow("lead", recentBy("lead", { title: "name" }))],
  effects: { lead: leadEffect },
} satisfies FeatureManifest;
