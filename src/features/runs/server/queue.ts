import { sql } from "kysely";
import { rightsOf, runWidths } from "#src/features/account/rights.ts";
import { hasLevelLimits, personRights } from "#src/features/account/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { QueuedJob } from "#src/platform/jobs.ts";
import type { Db } from "#src/platform/tables.ts";

/** Runs of one person at the same time that everybody may have at least. */
const [leastWidth = 1, ...wider] = runWidths;

/** The queue of runs and rewrites; an entry bears the id of its run. */
export const runQueue = {
  name: "run",
  perPerson: leastWidth,
  wider,
  perProcess: 60,
  retries: 100,
} satisfies Omit<QueuedJob, "run">;

/** Where the entries of a person wait who may have so many runs at the same time. */
const laneOf = (userId: string, parallelRuns: number): { userId: string; wider?: number } =>
  parallelRuns > leastWidth ? { userId, wider: parallelRuns } : { userId };

/**
 * Puts a run or rewrite into the queue of the person's level, inside the caller's transaction. What is open from before
 * a change of the level moves there too, so that never more than allowed work at the same time.
 */
export async function enqueueRun(
  trx: Db,
  { id, userId }: { id: string; userId: string },
  deps: Pick<Deps, "config" | "jobs">,
): Promise<void> {
  const { parallelRuns } = await personRights(userId, trx, deps);
  const lane = laneOf(userId, parallelRuns);
  await deps.jobs.place(trx, runQueue.name, [lane]);
  await deps.jobs.enqueue(trx, runQueue.name, { id, ...lane });
}

/** Moves open entries to the queues of today's levels: who rose has more at once, who fell keeps what works. */
export async function placeOpenRuns({ db, config, jobs }: Pick<Deps, "db" | "config" | "jobs">): Promise<void> {
  const people = await db
    .selectFrom("user")
    .select(["id", "owned_license"])
    .where(
      sql<boolean>`exists (select 1 from run where run.user_id = "user".id and run.finished_at is null)
        or exists (select 1 from rewrite where rewrite.user_id = "user".id and rewrite.finished_at is null)`,
    )
    .execute();
  const hasLimits = hasLevelLimits(config);
  await jobs.place(
    db,
    runQueue.name,
    people.map((person) => laneOf(person.id, rightsOf(person.owned_license, hasLimits).parallelRuns)),
  );
}

/**
 * How many runs begin before a queued one. A person whose own runs use up their share waits for those alone;
 * everybody else for all that came earlier.
 * @returns null when the run is not queued, or not this person's
 */
export async function runsAhead(
  run: { id: string; userId: string },
  db: Db,
  deps: Pick<Deps, "config">,
): Promise<number | null> {
  const { parallelRuns } = await personRights(run.userId, db, deps);
  const { rows } = await sql<{ ahead: number }>`
    with mine as (
      select id, user_id, created_at,
             (select count(*) from run where run.user_id = own.user_id and finished_at is null and status = 'running')
               >= ${parallelRuns} as is_share_used
        from run own where id = ${run.id} and user_id = ${run.userId} and status = 'queued' and finished_at is null)
    select (select count(*)::int from run other
             where other.finished_at is null and other.status = 'queued'
               and (other.created_at, other.id) < (mine.created_at, mine.id)
               and (other.user_id = mine.user_id or not mine.is_share_used)) as ahead
      from mine`.execute(db);
  return rows[0]?.ahead ?? null;
}
