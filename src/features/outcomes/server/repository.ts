import { sql, type Selectable } from "kysely";
import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { bringBack, markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { NewOutcome, Outcome, OutcomeStatus, OutcomeUpdates } from "../contract.ts";
import { maxOutcomes } from "../rules.ts";
import { liveEntry, liveProject, liveResult } from "./list.ts";
import { outcomeFields, type OutcomeTables } from "./table.ts";

const ceiling: Ceiling = { table: "outcome", most: maxOutcomes, code: "outcomes.limit", name: "scheduled outcomes" };

const links = [
  sql<string | null>`${sql.raw(liveProject)}`.as("live_project"),
  sql<string | null>`${sql.raw(liveEntry)}`.as("live_entry"),
  sql<string | null>`${sql.raw(liveResult)}`.as("live_result"),
] as const;

type Row = Selectable<OutcomeTables["outcome"]> & {
  live_project: string | null;
  live_entry: string | null;
  live_result: string | null;
};

const toOutcome = (row: Row): Outcome => ({
  id: row.id,
  projectId: row.live_project,
  runId: row.run_id,
  ...outcomeFields.read(row),
  calendarEntryId: row.live_entry,
  resultProjectId: row.live_result,
  dateUpdated: row.updated_at.toISOString(),
});

/** The scheduled outcomes of one person: every query is bound to the owner, and what is deleted is not there. */
export const outcomesOf = (userId: string, db: Db) => {
  const present = () =>
    db.selectFrom("outcome").selectAll().select(links).where("user_id", "=", userId).where("deleted_at", "is", null);
  const changed = (id: string) =>
    db.updateTable("outcome").where("user_id", "=", userId).where("id", "=", id).where("deleted_at", "is", null);
  return {
    async find(id: string): Promise<Outcome | null> {
      const row = await present().where("id", "=", id).executeTakeFirst();
      return row ? toOutcome(row) : null;
    },

    /** Locks an outcome until the end of the transaction, before the entry that shares its date. */
    async lock(id: string): Promise<Pick<Outcome, "id" | "calendarEntryId"> | null> {
      const row = await present().where("id", "=", id).forUpdate().executeTakeFirst();
      return row ? { id, calendarEntryId: row.calendar_entry_id } : null;
    },

    /** Locks deleted outcomes in the order of their ids until the end of the transaction. */
    async lockDeleted(ids: string[]): Promise<{ id: string; calendarEntryId: string | null; deletedAt: Date }[]> {
      const rows = await db
        .selectFrom("outcome")
        .select(["id", "calendar_entry_id", "deleted_at"])
        .where("user_id", "=", userId)
        .where("id", "in", ids)
        .where("deleted_at", "is not", null)
        .orderBy("id")
        .forUpdate()
        .execute();
      return rows.flatMap(({ id, calendar_entry_id: calendarEntryId, deleted_at: deletedAt }) =>
        deletedAt ? [{ id, calendarEntryId, deletedAt }] : [],
      );
    },

    insert: (outcome: NewOutcome & { id: string; runId: string | null; now: Date }): Promise<Outcome> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const row = await trx
          .insertInto("outcome")
          .values({
            id: outcome.id,
            user_id: userId,
            project_id: outcome.projectId ?? null,
            run_id: outcome.runId,
            ...outcomeFields.insert({
              ...outcome,
              platform: outcome.platform ?? null,
              contentType: outcome.contentType ?? null,
            }),
            calendar_entry_id: null,
            result_project_id: null,
            before_result: null,
            created_at: outcome.now,
            updated_at: outcome.now,
            deleted_at: null,
          })
          .returningAll()
          .returning(links)
          .executeTakeFirstOrThrow();
        return { added: 1, answer: toOutcome(row) };
      }),

    async update(
      id: string,
      change: OutcomeUpdates & { calendarEntryId?: string | null; resultProjectId?: string; now: Date },
    ): Promise<Outcome | null> {
      const row = await changed(id)
        .set({
          updated_at: change.now,
          ...outcomeFields.update(change),
          ...(change.calendarEntryId === undefined ? {} : { calendar_entry_id: change.calendarEntryId }),
          ...(change.resultProjectId === undefined ? {} : { result_project_id: change.resultProjectId }),
        })
        .returningAll()
        .returning(links)
        .executeTakeFirst();
      return row ? toOutcome(row) : null;
    },

    /** The outcome that a project writes. */
    async writtenBy(projectId: string): Promise<Outcome | null> {
      const row = await present()
        .where("result_project_id", "=", projectId)
        .orderBy("updated_at", "desc")
        .executeTakeFirst();
      return row ? toOutcome(row) : null;
    },

    /** Puts a written text in and keeps what was there. Approved and published ones stay so. @returns whether it was there */
    async putText(id: string, text: { brief: string; isWritten: boolean; now: Date }): Promise<boolean> {
      const row = await changed(id)
        .set({
          before_result: sql`jsonb_build_object('brief', brief, 'status', status, 'before', before_result)`,
          brief: text.brief,
          updated_at: text.now,
          ...(text.isWritten
            ? { status: sql<OutcomeStatus>`case when status in ('idea', 'planned') then 'drafted' else status end` }
            : {}),
        })
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Brings back what the last `putText` kept, unless the text has become another one since. @returns whether it was the text */
    async takeTextBack(id: string, text: { brief: string; now: Date }): Promise<boolean> {
      const row = await db
        .updateTable("outcome")
        .set({
          brief: sql<string>`before_result->>'brief'`,
          status: sql<OutcomeStatus>`before_result->>'status'`,
          before_result: sql`nullif(before_result->'before', 'null'::jsonb)`,
          updated_at: text.now,
        })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("before_result", "is not", null)
        .where("brief", "=", text.brief)
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Takes it away so that it can be brought back. @returns whether it was there */
    async delete(id: string, now: Date): Promise<boolean> {
      return (await markDeleted(db, "outcome", userId, [id], now)) > 0;
    },

    /** Brings back what was deleted after `since`; what is there stays as it is. */
    restore: (ids: string[], since: Date): Promise<void> =>
      belowCeiling(ceiling, userId, db, async (trx) => ({
        added: await bringBack(trx, "outcome", userId, ids, since),
        answer: undefined,
      })),
  };
};
