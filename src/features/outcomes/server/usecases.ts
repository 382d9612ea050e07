import type { Pool } from "pg";
import { badRequest, notFound, ProductError } from "#src/kit/errors.ts";
import { restoreMs } from "#src/kit/time/dates.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import { pagedByTime, type PageQuery } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Effect } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import {
  type NewOutcome,
  type Outcome,
  type OutcomeUpdates,
  outcomeUpdates,
  proposedOutcome,
  type ProposedOutcome,
} from "../contract.ts";
import { excessOf, fitsPlatform, lengthLimit, notTaken, postLength } from "../rules.ts";
import { type OutcomeFilters, pageOfOutcomes } from "./list.ts";
import { outcomesOf } from "./repository.ts";

export { countsOfOutcomes } from "./list.ts";
export { outcomesOf } from "./repository.ts";

export async function listOutcomes(
  userId: string,
  query: PageQuery & OutcomeFilters & { order: "asc" | "desc"; from?: string | undefined; to?: string | undefined },
  pool: Pool,
): Promise<{ outcomes: Outcome[]; nextCursor?: string }> {
  const { rows: outcomes, ...more } = await pagedByTime(
    query,
    (after, limit) => pageOfOutcomes(userId, { ...query, limit, after }, pool),
    (last) => [last.plannedAt, last.id],
  );
  return { outcomes, ...more };
}

/** What happens to the calendar entry of an outcome, in the transaction of the outcome's own change. */
export interface EntryOfOutcome {
  /** @returns the id of the new entry */
  create: (userId: string, outcome: Outcome, at: { now: Date; newId: Deps["newId"] }, trx: Db) => Promise<string>;
  move: (userId: string, outcome: Outcome, now: Date, trx: Db) => Promise<void>;
  delete: (userId: string, entryId: string, deletedAt: Date, trx: Db) => Promise<void>;
  /** Brings back the entry deleted at that instant as it was; one that was not deleted goes to the date of its outcome. */
  restore: (userId: string, entryId: string, at: { deletedAt: Date; now: Date }, trx: Db) => Promise<void>;
}

/**
 * @param withEntry for an outcome that the calendar shows
 * @throws ProductError 400 for an unknown workflow, 404 for an unknown project, 422 `outcomes.tooLong`; then nothing is
 *   made
 */
export async function createOutcome(
  userId: string,
  outcome: NewOutcome,
  deps: Pick<Deps, "db" | "now" | "newId" | "entryOfOutcome" | "isKnownWorkflow">,
  withEntry: boolean,
): Promise<Outcome> {
  if (!deps.isKnownWorkflow(outcome.workflow))
    throw new ProductError("request.bad", {
      status: 400,
      message: "The request isn't valid",
      fields: [{ path: "enData.workflow", message: "is no workflow of the catalogue" }],
    });
  if (outcome.projectId && !(await projectsOf(userId, deps.db).find(outcome.projectId)))
    throw notFound("Project not found");
  requireLength(outcome);
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const outcomes = outcomesOf(userId, trx);
    const created = await outcomes.insert({ ...outcome, id: deps.newId(), runId: null, now });
    if (!withEntry) return created;
    const calendarEntryId = await deps.entryOfOutcome.create(userId, created, { now, newId: deps.newId }, trx);
    return (await outcomes.update(created.id, { calendarEntryId, now })) ?? created;
  });
}

/** @throws ProductError 422 `outcomes.tooLong` for an approved or published text that its platform would refuse */
function requireLength(outcome: Parameters<typeof excessOf>[0]): void {
  if (excessOf(outcome) === 0) return;
  const length = postLength(outcome.brief, outcome.platform);
  const message = `The text has ${length} characters; ${outcome.platform} takes ${lengthLimit(outcome)}`;
  throw new ProductError("outcomes.tooLong", { status: 422, message });
}

export interface OutcomeChange {
  id: string;
  updates: OutcomeUpdates;
}

async function changeOne(
  userId: string,
  { id, updates }: OutcomeChange,
  now: Date,
  move: EntryOfOutcome["move"],
  trx: Db,
): Promise<Outcome> {
  const outcome = await outcomesOf(userId, trx).update(id, { ...updates, now });
  if (!outcome) throw notFound("Outcome not found");
  const isOther = updates.platform !== undefined || updates.contentType !== undefined;
  if (isOther && !fitsPlatform(outcome))
    throw badRequest(notTaken, [{ path: "updates.contentType", message: notTaken }]);
  if (isOther || updates.brief !== undefined || updates.status !== undefined) requireLength(outcome);
  if (updates.plannedAt !== undefined) await move(userId, outcome, now, trx);
  return outcome;
}

/**
 * Changes several outcomes, all or none. One whose text was too long when it was approved may still be moved and
 * renamed.
 * @returns them in the order of the changes
 * @throws ProductError 404, 422 `outcomes.tooLong`, or 400 for a kind of content that the platform does not take
 */
export async function changeOutcomes(
  userId: string,
  changes: readonly OutcomeChange[],
  deps: Pick<Deps, "db" | "now" | "entryOfOutcome">,
): Promise<Outcome[]> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const changed = new Map<string, Outcome>();
    // In the order of their ids, as every change of several records locks them.
    for (const change of changes.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      changed.set(change.id, await changeOne(userId, change, now, deps.entryOfOutcome.move, trx));
    return changes.flatMap(({ id }) => changed.get(id) ?? []);
  });
}

/**
 * Deletes outcomes with their calendar entries, all or none; they can be brought back for 24 hours.
 * @throws ProductError 404 for unknown ones and those of other people
 */
export async function deleteOutcomes(
  userId: string,
  ids: readonly string[],
  deps: Pick<Deps, "db" | "now" | "entryOfOutcome">,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const outcomes = outcomesOf(userId, trx);
    for (const id of [...new Set(ids)].toSorted()) {
      const known = await outcomes.lock(id);
      if (!known || !(await outcomes.delete(id, now))) throw notFound("Outcome not found");
      if (known.calendarEntryId) await deps.entryOfOutcome.delete(userId, known.calendarEntryId, now, trx);
    }
  });
}

/**
 * Brings deleted outcomes back as they were, with the entries that were deleted with them, all or none; one that was
 * never deleted is answered as it is.
 * @throws ProductError 404 for those deleted more than 24 hours ago and those of other people
 */
export async function restoreOutcomes(
  userId: string,
  ids: readonly string[],
  deps: Pick<Deps, "db" | "now" | "entryOfOutcome">,
): Promise<Outcome[]> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const outcomes = outcomesOf(userId, trx);
    const deleted = await outcomes.lockDeleted([...ids]);
    await outcomes.restore([...ids], new Date(now.getTime() - restoreMs));
    for (const { calendarEntryId, deletedAt } of deleted)
      if (calendarEntryId) await deps.entryOfOutcome.restore(userId, calendarEntryId, { deletedAt, now }, trx);
    const restored: Outcome[] = [];
    for (const id of ids) {
      const outcome = await outcomes.find(id);
      if (!outcome) throw notFound("Outcome not found");
      restored.push(outcome);
    }
    return restored;
  });
}

/** Takes the approval from an outcome whose text has become too long for its platform. */
async function withdrawTooLong(userId: string, id: string, now: Date, db: Db): Promise<void> {
  const outcome = await outcomesOf(userId, db).find(id);
  if (outcome && excessOf(outcome) > 0) await outcomesOf(userId, db).update(id, { status: "drafted", now });
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
 * @param move takes the entry of an item along when an update moves the item
 */
export const outcomeEffect = (move: EntryOfOutcome["move"]): Effect<ProposedOutcome> => ({
  kind: "outcome",
  schema: proposedOutcome,
  async create({ outcomeId, ...outcome }, { userId, projectId, runId, db, now, newId }) {
    if (outcomeId !== undefined) {
      const text = { brief: outcome.brief, isWritten: outcome.status === "drafted", now: now() };
      if (await outcomesOf(userId, db).putText(outcomeId, text)) {
        await withdrawTooLong(userId, outcomeId, now(), db);
        return outcomeId;
      }
    }
    const id = newId();
    const status = excessOf(outcome) > 0 ? "drafted" : outcome.status;
    await outcomesOf(userId, db).insert({ ...outcome, status, projectId, id, runId, now: now() });
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
    const isTaken = await outcomes.takeTextBack(outcomeId, { brief, now: now() });
    if (isTaken) await withdrawTooLong(userId, outcomeId, now(), db);
    return isTaken || !(await outcomes.find(outcomeId));
  },
  revision: {
    // An item that the person had before gets its text from the document and nothing else.
    fields: ({ outcomeId }) =>
      outcomeId === undefined ? ["title", "brief", "platform", "contentType", "plannedAt", "timeZone"] : ["brief"],
    async read(userId, outcomeId, db) {
      const outcome = await outcomesOf(userId, db).find(outcomeId);
      return outcome && { fields: outcome, isFinal: outcome.status === "published" };
    },
    async write(userId, outcomeId, fields, { db, now }) {
      const updates = outcomeUpdates.parse(fields);
      const outcome = await outcomesOf(userId, db).update(outcomeId, { ...updates, now: now() });
      if (!outcome) return;
      if (updates.plannedAt !== undefined) await move(userId, outcome, now(), db);
      await withdrawTooLong(userId, outcomeId, now(), db);
    },
  },
});

declare module "#src/platform/effect.ts" {
  interface EffectKinds {
    outcome: true;
  }
}

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** Calendar entries of content items; the calendar's. */
    entryOfOutcome: EntryOfOutcome;
    /** Whether the catalogue has a workflow of this name. */
    isKnownWorkflow: (name: string) => boolean;
  }
}
