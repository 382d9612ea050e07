import type { Pool } from "pg";
import { z } from "zod";
import { badRequest, notFound, ProductError } from "#src/kit/errors.ts";
import { readCursor, writeCursor } from "#src/kit/cursor.ts";
import { restoreMs } from "#src/kit/days.ts";
import { id, instant } from "#src/kit/schemas.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import type { Effect } from "#src/server/effect.ts";
import type { Db } from "#src/server/tables.ts";
import {
  type NewOutcome,
  type Outcome,
  type OutcomeUpdates,
  proposedOutcome,
  type ProposedOutcome,
} from "../contract.ts";
import { fitsPlatform, lengthLimit, notTaken, postLength } from "../rules.ts";
import { type OutcomeFilters, pageOfOutcomes } from "./list.ts";
import { outcomesOf } from "./repository.ts";

export { countsOfOutcomes } from "./list.ts";
export { outcomesOf } from "./repository.ts";

const outcomeCursor = z.tuple([instant, id]);

export async function listOutcomes(
  userId: string,
  query: OutcomeFilters & {
    limit: number;
    order: "asc" | "desc";
    cursor?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
  pool: Pool,
): Promise<{ outcomes: Outcome[]; nextCursor?: string }> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, outcomeCursor);
  if (query.cursor !== undefined && !cursor)
    throw badRequest("cursor is not one of ours", [{ path: "cursor", message: "is not one of ours" }]);
  const outcomes = await pageOfOutcomes(
    userId,
    { ...query, limit: query.limit + 1, after: cursor && { plannedAt: cursor[0], id: cursor[1] } },
    pool,
  );
  const last = outcomes[query.limit - 1];
  return outcomes.length > query.limit && last
    ? { outcomes: outcomes.slice(0, query.limit), nextCursor: writeCursor([last.plannedAt, last.id]) }
    : { outcomes };
}

export async function createOutcome(
  userId: string,
  outcome: NewOutcome & { runId?: string },
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<Outcome> {
  if (outcome.projectId && !(await projectsOf(userId, deps.db).find(outcome.projectId)))
    throw notFound("Project not found");
  return outcomesOf(userId, deps.db).insert({
    ...outcome,
    id: deps.newId(),
    runId: outcome.runId ?? null,
    now: deps.now(),
  });
}

/** What must happen in the same transaction when an outcome moves: its calendar entry goes with it. */
export type AfterMove = (userId: string, outcome: Outcome, now: Date, trx: Db) => Promise<void>;

/** @throws ProductError 422 `outcomes.tooLong` for a text that its platform would refuse */
function demandLength(outcome: Outcome): void {
  const limit = lengthLimit(outcome);
  const length = postLength(outcome.brief, outcome.platform);
  if (limit === undefined || length <= limit) return;
  const message = `The text has ${length} characters; ${outcome.platform} takes ${limit}`;
  throw new ProductError("outcomes.tooLong", { status: 422, message });
}

/** @throws ProductError 404, 422 `outcomes.tooLong`, or 400 for a kind of content that the platform does not take; then nothing is changed */
export async function changeOutcome(
  userId: string,
  change: { id: string; updates: OutcomeUpdates },
  deps: Pick<Deps, "db" | "now">,
  afterMove: AfterMove,
): Promise<Outcome> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const outcome = await outcomesOf(userId, trx).update(change.id, { ...change.updates, now });
    if (!outcome) throw notFound("Outcome not found");
    const isOther = change.updates.platform !== undefined || change.updates.contentType !== undefined;
    if (isOther && !fitsPlatform(outcome))
      throw badRequest(notTaken, [{ path: "updates.contentType", message: notTaken }]);
    if (change.updates.status === "approved" || change.updates.status === "published") demandLength(outcome);
    if (change.updates.plannedAt !== undefined) await afterMove(userId, outcome, now, trx);
    return outcome;
  });
}

/**
 * Brings a deleted outcome back as it was; one that was never away is answered as it is.
 * @throws ProductError 404 for what is gone for more than 24 hours, or is another person's
 */
export async function restoreOutcome(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<Outcome> {
  const outcome = await outcomesOf(userId, deps.db).restore(id, new Date(deps.now().getTime() - restoreMs));
  if (!outcome) throw notFound("Outcome not found");
  return outcome;
}

/** Links an outcome to the project that writes it. @throws ProductError 404 */
export async function linkResult(
  userId: string,
  link: { outcomeId: string; projectId: string; now: Date },
  trx: Db,
): Promise<void> {
  const change = { resultProjectId: link.projectId, now: link.now };
  if (!(await outcomesOf(userId, trx).update(link.outcomeId, change))) throw notFound("Outcome not found");
}

/**
 * A proposed outcome becomes a scheduled one of the run's project, or its text goes into the one that the run was
 * started for.
 */
export const outcomeEffect: Effect<ProposedOutcome> = {
  kind: "outcome",
  schema: proposedOutcome,
  async create({ outcomeId, ...outcome }, { userId, projectId, runId, db, now, newId }) {
    if (outcomeId !== undefined) {
      const text = { brief: outcome.brief, isWritten: outcome.status === "drafted", now: now() };
      if (await outcomesOf(userId, db).putText(outcomeId, text)) return outcomeId;
    }
    const id = newId();
    await outcomesOf(userId, db).insert({ ...outcome, projectId, id, runId, now: now() });
    return id;
  },
  async remove(userId, outcomeId, { db, now, payload }) {
    const outcomes = outcomesOf(userId, db);
    if (payload["outcomeId"] !== outcomeId) {
      await outcomes.delete(outcomeId, now());
      return true;
    }
    // A text that was put into an outcome of the person's goes; the outcome stays, and so do words written since.
    const { brief } = proposedOutcome.parse(payload);
    return (await outcomes.takeTextBack(outcomeId, { brief, now: now() })) || !(await outcomes.find(outcomeId));
  },
};
