import { purgeUnusedFiles, purgeSnapshots } from "#src/features/files/server/usecases.ts";
import { purgeRevisions, sourceHashes } from "#src/features/projects/server/usecases.ts";
import { markRevisionsPurged, nothingApplied, purgeProposals, purgeRuns } from "#src/features/runs/server/usecases.ts";
import type { Config } from "#src/platform/config.ts";
import type { Deps } from "#src/platform/deps.ts";

export type RetentionConfig = Pick<
  Config,
  "keepProposalsDays" | "keepRevisionsDays" | "keepRevisions" | "keepSnapshotsDays" | "keepRunsDays"
>;

const dayMs = 86_400_000;
/** Runs, projects or people of one statement: short locks. */
const portion = 200;
/** Portions of one clean-up; what is left waits for the next one, ten minutes later. */
const portions = 20;

/** Repeats until a portion finds nothing. */
async function inPortions(purge: () => Promise<number>): Promise<number> {
  let count = 0;
  for (let round = 0; round < portions; round += 1) {
    const removed = await purge();
    if (removed === 0) break;
    count += removed;
  }
  return count;
}

/**
 * Removes what the operator does not keep for ever. What is current, what was applied and the ledger stay.
 * @returns how many rows of each kind went
 */
export async function purgeOld(
  config: RetentionConfig,
  deps: Pick<Deps, "db" | "storage" | "now">,
): Promise<{ proposals: number; revisions: number; snapshots: number; runs: number; left: number }> {
  const { db } = deps;
  const purge = (days: number, work: (before: Date) => Promise<number>): Promise<number> =>
    days === 0 ? Promise.resolve(0) : inPortions(() => work(new Date(deps.now().getTime() - days * dayMs)));
  const proposals = await purge(config.keepProposalsDays, (before) => purgeProposals(before, portion, db));
  const revisions = await purge(config.keepRevisionsDays, (before) =>
    purgeRevisions(
      { before, newest: config.keepRevisions, may: nothingApplied("revision.run_id") },
      portion,
      db,
      (runIds, trx) => markRevisionsPurged(runIds, deps.now(), trx),
    ),
  );
  const snapshots = await purge(config.keepSnapshotsDays, (before) =>
    purgeSnapshots(before, portion, deps, sourceHashes),
  );
  const left = await inPortions(() => purgeUnusedFiles(portion, deps));
  const runs = await purge(config.keepRunsDays, (before) => purgeRuns(before, portion, db));
  return { proposals, revisions, snapshots, runs, left };
}
