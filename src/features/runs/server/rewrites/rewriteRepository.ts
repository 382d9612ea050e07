import { type Insertable, sql, type Selectable } from "kysely";
import type { Rewrite, RewriteStatus } from "#src/features/projects/contract.ts";
import { projectIsLive } from "#src/features/projects/server/usecases.ts";
import type { Usage } from "#src/features/workflows/engine.ts";
import type { RewrittenSection } from "#src/features/workflows/kit/workflowSpec.ts";
import type { Db } from "#src/platform/tables.ts";
import { executionsOf } from "../executions.ts";
import type { RunTables } from "../table.ts";

export type RewriteRow = Selectable<RunTables["rewrite"]>;

/** Those that a project has one of at most. */
const openStatuses = ["queued", "running", "ready"] as const;

export const toRewrite = (row: RewriteRow, offer: Rewrite["offer"] = null): Rewrite => ({
  id: row.id,
  projectId: row.project_id,
  section: row.section,
  wish: row.wish,
  status: row.status,
  coins: row.coins,
  coinsState: row.coins_state,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
  dateCreated: row.created_at.toISOString(),
  offer,
});

/** The rewrites of one person: every query is bound to the owner. Those of deleted projects are out of sight. */
export const rewritesOf = (userId: string, db: Db) => {
  const own = () => db.selectFrom("rewrite").selectAll().where("user_id", "=", userId);
  return {
    async find(id: string): Promise<RewriteRow | null> {
      const row = await own().where("id", "=", id).where(projectIsLive("rewrite.project_id")).executeTakeFirst();
      return row ?? null;
    },

    /** Of deleted projects too: a start that is sent again must not cost twice. */
    async byKey(key: string): Promise<RewriteRow | null> {
      return (await own().where("idempotency_key", "=", key).executeTakeFirst()) ?? null;
    },

    /** The one that is in work or waits for an answer. */
    async openOfProject(projectId: string): Promise<RewriteRow | null> {
      const open = own().where("project_id", "=", projectId).where("status", "in", openStatuses);
      return (await open.executeTakeFirst()) ?? null;
    },

    /** Ids of those in work. */
    async working(): Promise<string[]> {
      const rows = await own().where("finished_at", "is", null).execute();
      return rows.map(({ id }) => id);
    },

    /** Included ones that a run has brought so far. */
    async includedOf(runId: string): Promise<number> {
      const { count } = await db
        .selectFrom("rewrite")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("user_id", "=", userId)
        .where("run_id", "=", runId)
        .where("is_included", "=", true)
        .where("coins_state", "<>", "released")
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async insert(rewrite: Omit<Insertable<RunTables["rewrite"]>, "user_id">): Promise<RewriteRow> {
      return db
        .insertInto("rewrite")
        .values({ ...rewrite, user_id: userId })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** @returns null when it does not wait for an answer */
    async answer(id: string, status: "accepted" | "refused", now: Date): Promise<RewriteRow | null> {
      const row = await db
        .updateTable("rewrite")
        .set({ status, answered_at: now })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("status", "=", "ready")
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
  };
};

/** Rewrites by id in system scope, for the executor. */
export const systemRewrites = (db: Db) => ({
  ...executionsOf<RewriteRow>(db, "rewrite"),

  /** Ends the writing, once. @returns null when it had ended before or `attempt` is no longer its execution */
  async finish(
    id: string,
    end: {
      attempt?: number;
      status: Extract<RewriteStatus, "ready" | "unchanged" | "failed" | "cancelled">;
      error?: { code: string; message: string };
      result?: RewrittenSection;
      usage?: Usage;
      now: Date;
    },
  ): Promise<RewriteRow | null> {
    let open = db.updateTable("rewrite").where("id", "=", id).where("finished_at", "is", null);
    if (end.attempt !== undefined) open = open.where("attempt", "=", end.attempt);
    const row = await open
      .set({
        status: end.status,
        coins_state: end.status === "ready" ? "captured" : "released",
        finished_at: end.now,
        error_code: end.error?.code ?? null,
        error_message: end.error?.message ?? null,
        result: end.result ? JSON.stringify(end.result) : null,
        usage: end.usage ? JSON.stringify(end.usage) : null,
      })
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  },

  /** Refuses rewrites that were not answered in time, so that the project can start another. */
  async refuseUnanswered(before: Date, now: Date): Promise<void> {
    await db
      .updateTable("rewrite")
      .set({ status: "refused", answered_at: now })
      .where("status", "=", "ready")
      .where("finished_at", "<", before)
      .execute();
  },

  /** Drops what was bought for those that ended before, and the wishes and results of those that wait for no answer. */
  async forgetCourse(before: Date): Promise<void> {
    await db
      .deleteFrom("rewrite_step")
      .where("run_id", "in", db.selectFrom("rewrite").select("id").where("finished_at", "<", before).limit(500))
      .execute();
    await db
      .updateTable("rewrite")
      .set({ result: null, wish: "" })
      .where("status", "in", ["accepted", "refused", "unchanged", "failed", "cancelled"])
      .where((eb) => eb.or([eb("result", "is not", null), eb("wish", "<>", "")]))
      .where(sql<Date>`coalesce(answered_at, finished_at)`, "<", before)
      .execute();
  },

  /** Removes those that cost nothing and ended before. The others are counted with their run, as long as it is there. */
  async purge(before: Date, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from rewrite where id in (
        select id from rewrite where coins_state = 'released' and finished_at < ${before}
         order by finished_at limit ${limit} for update skip locked)`.execute(db);
    return Number(numAffectedRows ?? 0n);
  },
});
