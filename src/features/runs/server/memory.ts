import { sql } from "kysely";
import { ExecutionLostError } from "#src/platform/jobs.ts";
import type { Db } from "#src/platform/tables.ts";
import { retryUntilStored } from "#src/platform/database/retryUntilStored.ts";

/**
 * Results that a run has already bought and read, by step key: an execution that takes over finds them here and does
 * not ask again. A key describes the question, so a step whose question has changed is a new one.
 */
export interface RunMemory {
  /** The result of a step, null when there is none. */
  recall: (key: string) => unknown;
  /**
   * Stores the result of a step before anything is built on it.
   * @throws ExecutionLostError when the run has ended or another execution has begun
   */
  remember: (key: string, result: object) => Promise<void>;
}

/** @param run.attempt 1 has no results yet and skips the query @param of what is executed */
export async function openMemory(
  run: { runId: string; attempt: number },
  { db, isTransient }: { db: Db; isTransient: (error: unknown) => boolean },
  of: "run" | "rewrite" = "run",
): Promise<RunMemory> {
  const steps = `${of}_step` as const;
  const { runId, attempt } = run;
  const rows =
    attempt === 1 ? [] : await db.selectFrom(steps).select(["key", "result"]).where("run_id", "=", runId).execute();
  const known = new Map<string, unknown>(rows.map(({ key, result }) => [key, result]));
  return {
    recall: (key) => known.get(key) ?? null,
    async remember(key, result) {
      const insert = sql`
        insert into ${sql.table(steps)} (run_id, key, result)
        select ${runId}, ${key}, ${JSON.stringify(result)}::jsonb
          from ${sql.table(of)} where id = ${runId} and attempt = ${attempt} and finished_at is null for share
        on conflict (run_id, key) do update set result = excluded.result`;
      const { numAffectedRows } = await retryUntilStored(() => insert.execute(db), isTransient);
      if (numAffectedRows === 0n) throw new ExecutionLostError();
      known.set(key, result);
    },
  };
}
