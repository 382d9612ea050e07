import { sql } from "kysely";
import type { QueuedJob } from "#src/platform/jobs.ts";
import type { Db } from "#src/platform/tables.ts";

/** The queue of runs and rewrites; an entry bears the id of its run. */
export const runQueue = { name: "run", perPerson: 3, perProcess: 60, retries: 100 } satisfies Omit<QueuedJob, "run">;

/**
 * How many runs begin before a queued one. A person whose own runs use up their share waits for those alone;
 * everybody else for all that came earlier.
 * @returns null when the run is not queued, or not this person's
 */
export async function runsAhead(run: { id: string; userId: string }, db: Db): Promise<number | null> {
  const { rows } = await sql<{ ahead: number }>`
    with mine as (
      select id, user_id, created_at,
             (select count(*) from run where run.user_id = own.user_id and finished_at is null and status = 'running')
               >= ${runQueue.perPerson} as is_share_used
        from run own where id = ${run.id} and user_id = ${run.userId} and status = 'queued' and finished_at is null)
    select (select count(*)::int from run other
             where other.finished_at is null and other.status = 'queued'
               and (other.created_at, other.id) < (mine.created_at, mine.id)
               and (other.user_id = mine.user_id or not mine.is_share_used)) as ahead
      from mine`.execute(db);
  return rows[0]?.ahead ?? null;
}
