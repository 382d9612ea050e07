import { purgeSnapshots } from "#src/features/files/server/usecases.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { projectsHandlers } from "./handlers.ts";
import {
  projectGapsSchema,
  projectNewsSchema,
  projectRetentionSchema,
  projectSchema,
  projectsEveryday,
  revisionEditsSchema,
  revisionFormSchema,
} from "./schema.ts";
import { eraseDeletedProjects, projectEffect, sourceHashes } from "./usecases.ts";

export const projectsFeature = {
  name: "projects",
  handlers: { projects: projectsHandlers },
  tables: {
    project: { owner: "user_id" },
    revision: { owner: "user_id" },
    revision_step: { partOf: "revision", by: "revision_id" },
    erased_project: { owner: "user_id" },
  },
  migrations: {
    "0001_first": projectSchema,
    "0002_everyday": projectsEveryday,
    "0007_retention": projectRetentionSchema,
    "0015_news": projectNewsSchema,
    "0018_revision_edits": revisionEditsSchema,
    "0019_gaps": projectGapsSchema,
    "0023_revision_form": revisionFormSchema,
  },
  softDeleted: [{ table: "project", erase: eraseDeletedProjects }],
  retention: [
    {
      of: "snapshots",
      days: "keepSnapshotsDays",
      purge: (before, limit, deps) => purgeSnapshots(before, limit, deps, sourceHashes),
    },
  ],
  effects: { project: projectEffect },
} satisfies FeatureManifest;
