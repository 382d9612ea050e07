import { sql } from "kysely";
import { refundRun } from "#src/features/coins/server/usecases.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { conflict } from "#src/kit/errors.ts";
import type { Run } from "../contract.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { EndingDeps } from "./ending.ts";
import { lockSucceeded } from "./proposals.ts";
import { runsOf, toRun } from "./repository.ts";

/** A result that found too little may be returned for a day. @param endedAt when the run ended */
export const returnableUntil = (endedAt: Date): Date => new Date(endedAt.getTime() + dayMs);

/** Results that a person may return in so many days. Who needs it more often is helped by people. */
const maxReturns = { count: 3, days: 30 };

/**
 * Returns a result that found too little: refunds all of its coins and closes its open suggestions. A run that was free
 * because of a paid draft is returned together with it. The document remains. Returning again changes nothing.
 * @throws ProductError 404 for another person's run, 409 `run.notFinished`, `run.notReturnable` for a result that was
 *   worth its price, is older than a day or has paid for a later run, `run.appliedStays` while something of it is
 *   applied, `run.returnsUsedUp`
 */
export async function returnResult(
  userId: string,
  runId: string,
  deps: EndingDeps & Pick<Deps, "effects">,
): Promise<Run> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockSucceeded(userId, runId, trx);
    if (row.returned_at) return toRun(row);
    const now = deps.now();
    const runs = runsOf(userId, trx);
    const until = row.returnable_until;
    const payer = await runs.payerOf(row);
    if (until === null || until <= now || payer === null || (await runs.carriesFreeRun(row)))
      throw conflict("run.notReturnable", "This result cannot be returned");
    const returned = [...new Set([payer.id, runId])];
    const proposals = (await Promise.all(returned.map((id) => runs.proposals(id)))).flat();
    if ((await runs.returnsSince(new Date(now.getTime() - maxReturns.days * dayMs))) >= maxReturns.count)
      throw conflict("run.returnsUsedUp", `At most ${maxReturns.count} results go back in ${maxReturns.days} days`);
    // What was there before the run stays, applied or not.
    const isApplied = proposals.some(({ state, isOlder }) => state === "applied" && isOlder !== true);
    const kinds = new Set(proposals.map(({ kind }) => kind));
    let isLeft = false;
    for (const kind of kinds)
      for (const id of returned) if ((await deps.effects[kind].erase?.(userId, id, trx)) === false) isLeft = true;
    if (isApplied || isLeft) throw conflict("run.appliedStays", "Undo what you added from this result first");
    await refundRun(trx, payer.id, deps.newId);
    if (payer.id !== runId) await runs.setReturned(payer.id, now, until);
    return toRun(await runs.setReturned(runId, now, until));
  });
}

/**
 * Whether a person has ever paid for a run for good: its coins were taken, were not refunded, and can no longer be. It is
 * read from the ledger, which keeps it when project and run are gone.
 */
export async function hasPaidRun(userId: string, now: Date, db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coin_hold h
     where h.owner = ${userId} and h.state = 'captured' and h.reason = 'run'
       and not exists (select 1 from coin_transaction t where t.idempotency_key = 'refund:run:' || h.id)
       and not exists (select 1 from run r where r.project_id = h.project_id and r.returnable_until > ${now})
     limit 1`.execute(db);
  return rows.length > 0;
}
