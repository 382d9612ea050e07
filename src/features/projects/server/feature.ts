import { purgeSnapshots } from "#src/features/files/server/usecases.ts";
import { recentBy } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { projectsHandlers } from "./handlers.ts";
import { exportDocuments } from "./documentExport.ts";
import { projectMigrations } from "./schema.ts";
import { eraseDeletedProjects, projectEffect, sourceHashes } from "./usecases.ts";

/** As lists of projects name them. */
const nameOrTitle = `coalesce(name, form_values ->> 'requirementTitle', '')`;

export const projectsFeature = {
  name: "projects",
  handlers: { projects: projectsHandlers },
  tables: {
    project: { owner: "user_id" },
    revision: { owner: "user_id" },
    revision_step: { partOf: "revision", by: "revision_id" },
    erased_project: { owner: "user_id" },
  },
  migrations: projectMigrations,
  exports: { texts: exportDocuments },
  softDeleted: [
    {
      table: "project",
      erase: eraseDeletedProjects,
      recent: recentBy("project", { title: nameOrTitle, workflow: "workflow" }),
    },
  ],
  retention: [
    {
      of: "snapshots",
      days: "keepSnapshotsDays",
      purge: (before, limit, deps) => purgeSnapshots(before, limit, deps, sourceHashes),
    },
  ],
  effects: { project: projectEffect },
} satisfies FeatureManifest;
