import { type Insertable, type RawBuilder, sql, type Selectable } from "kysely";
import { projectState } from "#src/features/projects/rules.ts";
import { projectIsLive, projectIsLiveByRow, projectNameOf } from "#src/features/projects/server/usecases.ts";
import { olderThan, type TimePosition } from "#src/platform/database/paged.ts";
import type { Db } from "#src/platform/tables.ts";
import { executionsOf } from "./executions.ts";
import type { ListedRun, Run, RunFilter, RunStatus, RunSummary, UsedEngine } from "../contract.ts";
import { proposalRowsOf } from "./proposalRows.ts";
import { runResult } from "./schema.ts";
import type { RunResult, RunTables } from "./table.ts";

export type RunRow = Selectable<RunTables["run"]>;

export const toRun = (row: RunRow): Run => ({
  id: row.id,
  workflow: row.workflow,
  projectId: row.project_id,
  status: row.status,
  coins: row.coins,
  coinsState: row.returned_at === null ? row.coins_state : "released",
  returnableUntil: row.returned_at === null ? (row.returnable_until?.toISOString() ?? null) : null,
  returnCoins: row.returnable_coins ?? row.coins,
  engine: row.engine,
  error:
    row.error_code === null
      ? null
      : {
          code: row.error_code,
          message: row.error_message ?? "",
          ...(row.error_hints ? { hints: row.error_hints } : {}),
        },
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  usage: row.usage,
  revision: row.revision,
});

/** Conditions as literals, so that the indexes of the list are recognised (schema.ts). */
const inGroup = {
  open: sql<boolean>`finished_at is null`,
  succeeded: sql<boolean>`status = 'succeeded'`,
  noResult: sql<boolean>`status in ('failed', 'cancelled')`,
};

export interface RunPage {
  limit: number;
  after?: TimePosition | undefined;
  filter?: RunFilter;
}

/** @param engine `draft`, or `provider/model`; models have slashes in their names */
function writtenBy(engine: string): RawBuilder<boolean> {
  const slash = engine.indexOf("/");
  return slash === -1
    ? sql<boolean>`engine ->> 'kind' = ${engine}`
    : sql<boolean>`engine ->> 'provider' = ${engine.slice(0, slash)} and engine ->> 'model' = ${engine.slice(slash + 1)}`;
}

/** A person's runs that fit a filter, whose status is left out. */
function filtered(userId: string, db: Db, { projectId, workflow, engine, from, before }: RunFilter) {
  let rows = db.selectFrom("run").where("user_id", "=", userId);
  if (projectId) rows = rows.where("project_id", "=", projectId);
  if (workflow !== undefined) rows = rows.where("workflow", "=", workflow);
  if (engine !== undefined) rows = rows.where(writtenBy(engine));
  if (from !== undefined) rows = rows.where(sql<boolean>`created_at >= ${from}::timestamptz`);
  if (before !== undefined) rows = rows.where(sql<boolean>`created_at < ${before}::timestamptz`);
  return rows;
}

/** The query of a page; a test reads its plan. */
export function pageOf(userId: string, db: Db, { limit, after, filter = {} }: RunPage) {
  let rows = filtered(userId, db, filter)
    .where(projectIsLiveByRow("run.project_id"))
    .selectAll()
    .select(projectNameOf("run.project_id").as("project_name"));
  if (filter.status) rows = rows.where(inGroup[filter.status]);
  if (after) rows = rows.where(olderThan("created_at", "id", after));
  return rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit);
}

/** The runs of one person: every query is bound to the owner. Those of deleted projects are out of sight. */
export const runsOf = (userId: string, db: Db) => {
  const own = () => db.selectFrom("run").selectAll().where("user_id", "=", userId);
  const live = () => own().where(projectIsLive("run.project_id"));
  return {
    async find(id: string): Promise<RunRow | null> {
      return (await live().where("id", "=", id).executeTakeFirst()) ?? null;
    },

    /** Locks the row until the transaction ends. */
    async lock(id: string): Promise<RunRow | null> {
      return (await live().where("id", "=", id).forUpdate().executeTakeFirst()) ?? null;
    },

    /** Of deleted projects too: a start that is sent again must not cost twice. */
    async byKey(idempotencyKey: string): Promise<RunRow | null> {
      return (await own().where("idempotency_key", "=", idempotencyKey).executeTakeFirst()) ?? null;
    },

    /** Newest first. */
    async page(query: RunPage): Promise<ListedRun[]> {
      return (await pageOf(userId, db, query).execute()).map((row) => ({
        ...toRun(row),
        projectName: row.project_name,
        startedAt: row.started_at?.toISOString() ?? null,
      }));
    },

    /** The newest run of each of these workflows, newest first: one look into the index for each name. */
    async latest(workflows: readonly string[]): Promise<RunRow[]> {
      const { rows } = await sql<RunRow>`
        select newest.* from unnest(${workflows}::text[]) as wanted (workflow) cross join lateral (
          select * from run where run.user_id = ${userId} and run.workflow = wanted.workflow
              and ${projectIsLiveByRow("run.project_id")}
            order by run.created_at desc, run.id desc limit 1) as newest
        order by newest.created_at desc, newest.id desc`.execute(db);
      return rows;
    },

    /** How many runs a filter has in each group, and their coins; its status is left out. */
    async summary(filter: RunFilter): Promise<RunSummary> {
      const rows = await filtered(userId, db, filter)
        .where(projectIsLive("run.project_id"))
        .select([
          "status",
          sql<string>`count(*)`.as("count"),
          sql<string>`coalesce(sum(coins) filter (where returned_at is null), 0)`.as("coins"),
        ])
        .groupBy("status")
        .execute();
      const sums: RunSummary = {
        open: { count: 0, coins: 0 },
        succeeded: { count: 0, coins: 0 },
        noResult: { count: 0, coins: 0 },
      };
      for (const { status, count, coins } of rows) {
        const sum =
          sums[status === "succeeded" ? status : status === "queued" || status === "running" ? "open" : "noResult"];
        sum.count += Number(count);
        sum.coins += Number(coins);
      }
      return sums;
    },

    /** Who wrote the runs of a filter; its engine and its status are left out. */
    async engines({ engine: _engine, ...filter }: RunFilter): Promise<UsedEngine[]> {
      const part = (name: string) => sql<string>`engine ->> ${sql.lit(name)}`;
      return filtered(userId, db, filter)
        .where(projectIsLive("run.project_id"))
        .select([
          part("kind").$castTo<UsedEngine["kind"]>().as("kind"),
          part("provider").as("provider"),
          part("model").as("model"),
        ])
        .distinct()
        .orderBy("kind")
        .orderBy("provider")
        .orderBy("model")
        .execute();
    },

    /** Whether a later run of the project was free because of this one and is running or has succeeded. */
    async carriesFreeRun(run: RunRow): Promise<boolean> {
      const free = await own()
        .where("project_id", "=", run.project_id)
        .where("created_at", ">", run.created_at)
        .where("coins", "=", 0)
        .where("status", "not in", ["failed", "cancelled"])
        .executeTakeFirst();
      return free !== undefined;
    },

    /** The run whose coins paid for a result: itself, or the draft that a model rewrote at no charge. */
    async payerOf(run: RunRow): Promise<RunRow | null> {
      if (run.coins > 0) return run;
      const draft = await own()
        .where("project_id", "=", run.project_id)
        .where("created_at", "<", run.created_at)
        .where("coins", ">", 0)
        .where("status", "=", "succeeded")
        .orderBy("created_at", "desc")
        .executeTakeFirst();
      return draft && draft.returned_at === null ? draft : null;
    },

    /** Results that the person has returned since then; one with the draft that has paid for it counts once. */
    async returnsSince(since: Date): Promise<number> {
      const { count } = await db
        .selectFrom("run")
        .select((eb) => eb.fn.count<string>("returned_at").distinct().as("count"))
        .where("user_id", "=", userId)
        .where("returned_at", ">", since)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The result is returned. Whether that may be is the caller's to know. @param until when that would have ended */
    async setReturned(id: string, at: Date, until: Date): Promise<RunRow> {
      return db
        .updateTable("run")
        .set({ returned_at: at, returnable_until: until })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Inserts a queued run with held coins. @returns false when the idempotency key was used before */
    async insert(run: Omit<Insertable<RunTables["run"]>, "user_id">): Promise<boolean> {
      const row = await db
        .insertInto("run")
        .values({ ...run, user_id: userId })
        .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },

    async openOfProject(projectId: string): Promise<RunRow | null> {
      const open = own().where("project_id", "=", projectId).where("finished_at", "is", null);
      return (await open.executeTakeFirst()) ?? null;
    },

    /** The newest run of a project that brought a result. */
    async lastResult(projectId: string): Promise<RunRow | null> {
      const row = await own()
        // A process of the version before may have ended it: then the revision tells.
        .select(sql<RunResult | null>`coalesce(result, ${sql.raw(runResult)})`.as("result"))
        .where("project_id", "=", projectId)
        .where("status", "=", "succeeded")
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    ...proposalRowsOf(userId, db),
  };
};

/** Runs by id in system scope, for the executor. */
export const systemRuns = (db: Db) => ({
  ...executionsOf<RunRow>(db, "run"),

  /**
   * Ends a run, once.
   * @returns the ended row, or null when it had ended before or `attempt` is no longer its execution
   */
  async finish(
    id: string,
    end: {
      /** Number of the execution that ends it; without one, somebody else ends it. */
      attempt?: number;
      status: Exclude<RunStatus, "queued" | "running">;
      coinsState: "captured" | "released";
      error?: Run["error"] & object;
      usage?: object | null;
      now: Date;
    },
  ): Promise<RunRow | null> {
    let open = db.updateTable("run").where("id", "=", id).where("finished_at", "is", null);
    if (end.attempt !== undefined) open = open.where("attempt", "=", end.attempt);
    const row = await open
      .set({
        status: end.status,
        coins_state: end.coinsState,
        finished_at: end.now,
        error_code: end.error?.code ?? null,
        error_hints: end.error?.hints ? JSON.stringify(end.error.hints) : null,
        error_message: end.error?.message ?? null,
        usage: end.usage ? JSON.stringify(end.usage) : null,
      })
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  },

  /** Notes what a run has brought. @param returnable null for a result that cannot be returned */
  async setResult(
    id: string,
    revision: number,
    result: RunResult,
    returnable: { until: Date; coins: number } | null,
  ): Promise<RunRow> {
    const brought = {
      revision,
      result: JSON.stringify(result),
      returnable_until: returnable?.until ?? null,
      returnable_coins: returnable?.coins ?? null,
    };
    return db.updateTable("run").set(brought).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
  },

  /** Moves the project of a run on, unless the run has ended or another execution has begun. */
  async setProgress(run: { id: string; attempt: number; projectId: string }, state: number): Promise<void> {
    await db
      .updateTable("project")
      .set({ state })
      .where("id", "=", run.projectId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("run")
            .select("run.id")
            .where("run.id", "=", run.id)
            .where("run.attempt", "=", run.attempt)
            .where("run.finished_at", "is", null),
        ),
      )
      .where("state", ">=", projectState.created)
      .where("state", "<", projectState.ready)
      .execute();
  },

  /** Drops the streams of runs that ended before, and what they bought and read: what came of it lives elsewhere. */
  async forgetCourse(before: Date): Promise<void> {
    for (const table of ["run_event", "run_step"] as const)
      await db
        .deleteFrom(table)
        .where(
          "run_id",
          "in",
          db
            .selectFrom("run")
            .select("id")
            .where("finished_at", "<", before)
            .where(sql<boolean>`exists (select 1 from ${sql.table(table)} part where part.run_id = run.id)`)
            .limit(500),
        )
        .execute();
  },
});
