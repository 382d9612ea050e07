import { sql, type Selectable } from "kysely";
import type { Pool } from "pg";
import { instantsAsText } from "#src/kit/instants.ts";
import { belowCeiling, type Ceiling } from "#src/server/ceiling.ts";
import { bringBack, markDeleted } from "#src/server/deletion.ts";
import type { Db } from "#src/server/tables.ts";
import type { NewOutcome, Outcome } from "../contract.ts";
import { maxOutcomes } from "../rules.ts";
import type { OutcomeTables } from "./table.ts";

const ceiling: Ceiling = {
  table: "outcome",
  most: maxOutcomes,
  code: "outcomes.limit",
  message: `At most ${maxOutcomes} scheduled outcomes`,
};

/** A link to something that can be deleted and brought back, while it is there. */
const liveLink = (table: "project" | "calendar_entry", column: string): string =>
  `(select l.id from ${table} l where l.id = outcome.${column} and l.deleted_at is null)`;
const liveProject = liveLink("project", "project_id");
const liveEntry = liveLink("calendar_entry", "calendar_entry_id");
const liveResult = liveLink("project", "result_project_id");
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
  workflow: row.workflow,
  kind: row.kind,
  platform: row.platform,
  contentType: row.content_type,
  title: row.title,
  brief: row.brief,
  plannedAt: row.planned_at.toISOString(),
  timeZone: row.time_zone,
  status: row.status,
  calendarEntryId: row.live_entry,
  resultProjectId: row.live_result,
  dateUpdated: row.updated_at.toISOString(),
});

/** Columns under the names of an answer, so that rows need no second look. */
const answerColumns = `id, ${liveProject} as "projectId", run_id as "runId", workflow, kind, platform,
  content_type as "contentType", title, brief, planned_at as "plannedAt", time_zone as "timeZone", status,
  ${liveEntry} as "calendarEntryId", ${liveResult} as "resultProjectId", updated_at as "dateUpdated"`;

/** Every bound is always there, so that one prepared statement and one walk along the owner's index serve all pages. */
const pageOf = (more: string): string => `select ${answerColumns} from outcome
  where user_id = $1 and deleted_at is null and (planned_at, id) > ($2::timestamptz, $3::uuid) and planned_at >= $4 and planned_at < $5 ${more}
  order by planned_at, id limit $6`;
const allPage = { name: "outcomes.page", text: pageOf("") };
const projectPage = { name: "outcomes.pageOfProject", text: pageOf("and project_id = $7") };

export interface OutcomePage {
  limit: number;
  after?: { plannedAt: string; id: string } | undefined;
  from?: string | undefined;
  to?: string | undefined;
  projectId?: string | undefined;
}

/** One person's scheduled outcomes by planned date, at most `limit`. */
export async function pageOfOutcomes(userId: string, query: OutcomePage, pool: Pool): Promise<Outcome[]> {
  const { after, projectId } = query;
  const values = [
    userId,
    after?.plannedAt ?? "-infinity",
    after?.id ?? "00000000-0000-0000-0000-000000000000",
    query.from ?? "-infinity",
    query.to ?? "infinity",
    query.limit,
  ];
  const statement =
    projectId === undefined ? { ...allPage, values } : { ...projectPage, values: [...values, projectId] };
  return (await pool.query<Outcome>({ ...statement, types: instantsAsText })).rows;
}

/** The scheduled outcomes of one person: every query is bound to the owner, and what is deleted is not there. */
export const outcomesOf = (userId: string, db: Db) => ({
  async find(id: string): Promise<Outcome | null> {
    const row = await db
      .selectFrom("outcome")
      .selectAll()
      .select(links)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return row ? toOutcome(row) : null;
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
          workflow: outcome.workflow,
          kind: outcome.kind,
          platform: outcome.platform ?? null,
          content_type: outcome.contentType ?? null,
          title: outcome.title,
          brief: outcome.brief,
          planned_at: new Date(outcome.plannedAt),
          time_zone: outcome.timeZone,
          status: outcome.status,
          calendar_entry_id: null,
          result_project_id: null,
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
    change: Partial<
      Pick<NewOutcome, "title" | "brief" | "platform" | "contentType" | "plannedAt" | "timeZone" | "status">
    > & {
      calendarEntryId?: string | null;
      now: Date;
    },
  ): Promise<Outcome | null> {
    const row = await db
      .updateTable("outcome")
      .set({
        updated_at: change.now,
        ...(change.title === undefined ? {} : { title: change.title }),
        ...(change.brief === undefined ? {} : { brief: change.brief }),
        ...(change.platform === undefined ? {} : { platform: change.platform }),
        ...(change.contentType === undefined ? {} : { content_type: change.contentType }),
        ...(change.plannedAt === undefined ? {} : { planned_at: new Date(change.plannedAt) }),
        ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
        ...(change.status === undefined ? {} : { status: change.status }),
        ...(change.calendarEntryId === undefined ? {} : { calendar_entry_id: change.calendarEntryId }),
      })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returningAll()
      .returning(links)
      .executeTakeFirst();
    return row ? toOutcome(row) : null;
  },

  /** Takes it away so that it can be brought back. @returns whether it was there */
  async delete(id: string, now: Date): Promise<boolean> {
    return (await markDeleted(db, "outcome", userId, [id], now)) > 0;
  },

  /** Brings back what was deleted after `since`; one that is there stays as it is. */
  restore: (id: string, since: Date): Promise<Outcome | null> =>
    belowCeiling(ceiling, userId, db, async (trx) => {
      const added = await bringBack(trx, "outcome", userId, [id], since);
      return { added, answer: await outcomesOf(userId, trx).find(id) };
    }),
});
