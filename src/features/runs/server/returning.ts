import { refundRun } from "#src/features/coins/server/usecases.ts";
import { conflict } from "#src/kit/errors.ts";
import type { Run } from "../contract.ts";
import type { EndingDeps } from "./ending.ts";
import { lockSucceeded } from "./proposals.ts";
import { runsOf, toRun } from "./repository.ts";

/** How long a person may return a result that found too little, ms: one day. */
const returnMs = 24 * 3_600_000;

/** @param endedAt when the run ended */
export const returnableUntil = (endedAt: Date): Date => new Date(endedAt.getTime() + returnMs);

/**
 * Returns a result that found too little: all of its coins come back, and what it suggests can no longer be applied.
 * The document stays, so that people see what they returned. Returning it again changes nothing.
 * @throws ProductError 404 for another person's run, 409 `run.notFinished`, `run.notReturnable` for a result that was
 *   worth its price or is older than a day, `run.appliedStays` while something of it is applied
 */
export async function returnResult(userId: string, runId: string, deps: EndingDeps): Promise<Run> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockSucceeded(userId, runId, trx);
    if (row.returned_at) return toRun(row);
    const now = deps.now();
    if (row.returnable_until === null || row.returnable_until <= now)
      throw conflict("run.notReturnable", "This result cannot be returned");
    const runs = runsOf(userId, trx);
    // What was there before the run stays, applied or not.
    if ((await runs.proposals(runId)).some(({ state, isOlder }) => state === "applied" && isOlder !== true))
      throw conflict("run.appliedStays", "Undo what you added from this result first");
    await refundRun(trx, runId, deps.newId);
    return toRun(await runs.setReturned(runId, now));
  });
}
