import { purgeRevisions } from "#src/features/projects/server/usecases.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { eventRoutes } from "./eventRoutes.ts";
import { runsHandlers } from "./handlers.ts";
import { rewriteHandlers } from "./rewrites/rewriteHandlers.ts";
import { runMigrations } from "./schema.ts";
import { markRevisionsPurged, nothingApplied, purgeProposals, purgeRuns } from "./usecases.ts";

export const runsFeature = {
  name: "runs",
  /** Rewrites are runs of a kind, called like the projects that they belong to. */
  handlers: { runs: runsHandlers, projects: rewriteHandlers },
  routes: eventRoutes,
  tables: {
    run: { owner: "user_id" },
    run_proposal: { owner: "user_id" },
    run_event: { partOf: "run", by: "run_id" },
    run_step: { partOf: "run", by: "run_id" },
    rewrite: { owner: "user_id" },
    rewrite_step: { partOf: "rewrite", by: "run_id" },
    executor: { nobody: "processes of the installation" },
  },
  migrations: runMigrations,
  retention: [
    {
      of: "proposals",
      days: "keepProposalsDays",
      purge: (before, limit, { db }) => purgeProposals(before, limit, db),
    },
    {
      of: "revisions",
      days: "keepRevisionsDays",
      purge: (before, limit, { db, now, config }) =>
        purgeRevisions(
          { before, newest: config.keepRevisions, may: nothingApplied("revision.run_id") },
          limit,
          db,
          (runIds, trx) => markRevisionsPurged(runIds, now(), trx),
        ),
    },
    { of: "runs", days: "keepRunsDays", purge: (before, limit, { db }) => purgeRuns(before, limit, db) },
  ],
} satisfies FeatureManifest;
