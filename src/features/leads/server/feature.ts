import { erasedByRow, recentBy } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { leadsHandlers } from "./handlers.ts";
import { exportLeads } from "./leadTable.ts";
import { leadMigrations } from "./schema.ts";
import { leadEffect } from "./usecases.ts";

/** A note of a deleted lead is restored with the lead. */
const isOfShownLead = "exists (select 1 from lead where lead.id = lead_note.lead_id and lead.deleted_at is null)";

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
  softDeleted: [
    erasedByRow("lead", recentBy("lead", { title: "name" })),
    erasedByRow("lead_note", recentBy("lead_note", { title: "left(text, 120)" }, isOfShownLead)),
    erasedByRow("lead_view", recentBy("lead_view", { title: "name" })),
  ],
  effects: { lead: leadEffect },
} satisfies FeatureManifest;
