import { sql } from "kysely";
import type { Db } from "#src/platform/tables.ts";

/** Ids of runs begin with the time they were made: the least id of that moment ends a range of older ones. */
export function minId(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0").slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * Deletes proposals of up to `limit` runs that ended before that time and were never applied. Proposals that are
 * applied, or applied and undone, remain, so that undo and redo still work.
 * @returns how many proposals were deleted
 */
export async function purgeProposals(before: Date, limit: number, db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from run
       where id in (select distinct run_id from run_proposal
                     where state = 'proposed' and run_id < ${minId(before)}::uuid order by run_id limit ${limit})
         and finished_at < ${before}
         for update skip locked)
    delete from run_proposal using old where run_id = old.id and state = 'proposed'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Removes up to `limit` runs that ended before and left nothing: they failed or were cancelled, or their revision was
 * removed and nothing of them was ever applied. The newest run of a project stays, and the newest that brought a result:
 * what the next one costs depends on it. The ledger knows nothing of it.
 * @returns how many
 */
export async function purgeRuns(before: Date, limit: number, db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select run.id from run
       where (status in ('failed', 'cancelled') or revision_purged_at is not null)
         and finished_at < ${before}
         and (status <> 'succeeded' or exists (
           select 1 from run later where later.project_id = run.project_id and later.status = 'succeeded'
              and later.created_at > run.created_at))
         and not exists (select 1 from project where project.id = run.project_id and project.latest_run_id = run.id)
         and not exists (select 1 from run_proposal p where p.run_id = run.id and p.state <> 'proposed')
       order by finished_at limit ${limit}
         for update of run skip locked)
    delete from run using old where run.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Notes that the revisions of these runs were removed on purpose. */
export async function markRevisionsPurged(runIds: string[], now: Date, db: Db): Promise<void> {
  if (runIds.length === 0) return;
  await db.updateTable("run").set({ revision_purged_at: now }).where("id", "in", runIds).execute();
}

/** Condition for rows with a `run_id`: nothing that the run proposed is applied. */
export const nothingApplied = (reference: string) =>
  sql<boolean>`not exists (select 1 from run_proposal p where p.run_id = ${sql.ref(reference)} and p.state = 'applied')`;
