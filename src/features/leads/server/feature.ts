import { erasedByRow } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { leadsHandlers } from "./handlers.ts";
import { exportLeads } from "./leadTable.ts";
import { leadMigrations } from "./schema.ts";
import { leadEffect } from "./usecases.ts";

export const leadsFeature = {
  name: "leads",
  handlers: { leads: leadsHandlers },
  tables: {
    lead: { owner: "user_id" },
    lead_note: { owner: "user_id" },
    lead_change: { owner: "user_id" },
    lead_view: { owner: "user_id" },
  },
  migrations: leadMigrations,
  exports: { texts: exportLeads },
  softDeleted: [erasedByRow("lead"), erasedByRow("lead_note"), erasedByRow("lead_view")],
  effects: { lead: leadEffect },
} satisfies FeatureManifest;
