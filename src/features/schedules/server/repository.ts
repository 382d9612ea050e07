import { sql, type Selectable } from "kysely";
import { projectIsLive } from "#src/features/projects/server/usecases.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { Db } from "#src/platform/tables.ts";
import type { NewSchedule, Schedule } from "../contract.ts";
import { readsWeb, startOfMonth } from "../rules.ts";
import type { ScheduleTables } from "./table.ts";

type ScheduleRow = Selectable<ScheduleTables["schedule"]>;
type SkipNote = Pick<ScheduleRow, "skip_code" | "skipped_at">;
type Row = ScheduleRow & {
  name: string | null;
  workflow: string;
  form_values: Record<string, unknown>;
};

/** Coins of a run. */
export const priceOf = (workflow: string): number => cards.find((card) => card.workflowName === workflow)?.coins ?? 0;

/**
 * Coins that the runs of a schedule hold or took in the calendar month of an instant, by its own zone; what came back is
 * none of them.
 */
export async function spentInMonth(row: Pick<Row, "project_id" | "time_zone">, at: Date, db: Db): Promise<number> {
  const since = startOfMonth(at.toISOString(), row.time_zone);
  const { spent } = await db
    .selectFrom("run")
    .select(sql<string>`coalesce(sum(coins), 0)`.as("spent"))
    .where("project_id", "=", row.project_id)
    .where(sql<boolean>`is_scheduled`)
    .where("coins_state", "<>", "released")
    .where("returned_at", "is", null)
    .where(sql<boolean>`created_at >= ${since}::timestamptz`)
    .executeTakeFirstOrThrow();
  return Number(spent);
}

const withProject = (db: Db) =>
  db
    .selectFrom("schedule")
    .innerJoin("project", "project.id", "schedule.project_id")
    .selectAll("schedule")
    .select(["project.name", "project.workflow", "project.form_values"])
    .where("project.deleted_at", "is", null);

/** Schedules that count: not paused, of projects that are neither put away nor deleted. */
const active = (db: Db) =>
  db
    .selectFrom("schedule")
    .innerJoin("project", "project.id", "schedule.project_id")
    .where("project.deleted_at", "is", null)
    .where("project.archived_from", "is", null)
    .where(sql<boolean>`not schedule.is_paused`);

interface ListedSchedules {
  limit: number;
  projectId?: string | undefined;
  now: Date;
  /** Whether the schedule of a project has room within the level. */
  within: (projectId: string) => boolean;
}

/** The schedules of one person: every query is bound to the owner. Those of deleted projects are out of sight. */
export const schedulesOf = (userId: string, db: Db) => ({
  /** Projects whose schedules count, the oldest schedule first. */
  async active(): Promise<string[]> {
    const rows = await active(db)
      .select("schedule.project_id")
      .where("schedule.user_id", "=", userId)
      .orderBy("schedule.created_at")
      .orderBy("schedule.project_id")
      .execute();
    return rows.map((row) => row.project_id);
  },

  async list({ limit, projectId, now, within }: ListedSchedules): Promise<Schedule[]> {
    let rows = withProject(db).where("schedule.user_id", "=", userId);
    if (projectId) rows = rows.where("schedule.project_id", "=", projectId);
    const found = await rows.orderBy("schedule.is_paused").orderBy("schedule.next_at").limit(limit).execute();
    return Promise.all(
      found.map(async (row): Promise<Schedule> => ({
        projectId: row.project_id,
        projectName: row.name,
        workflow: row.workflow,
        every: row.every,
        day: row.day,
        time: row.time,
        timeZone: row.time_zone,
        monthlyLimit: row.monthly_limit,
        coins: priceOf(row.workflow),
        spent: await spentInMonth(row, now, db),
        isReading: readsWeb(row.form_values),
        isPaused: row.is_paused,
        isOverLevel: !within(row.project_id),
        nextAt: row.is_paused ? null : row.next_at.toISOString(),
        skipped: row.skip_code && row.skipped_at ? { code: row.skip_code, at: row.skipped_at.toISOString() } : null,
      })),
    );
  },

  /** Zone of the schedule that a project has; null without one. */
  async zoneOf(projectId: string): Promise<string | null> {
    const row = await db
      .selectFrom("schedule")
      .select("time_zone")
      .where("user_id", "=", userId)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row?.time_zone ?? null;
  },

  async put(wanted: NewSchedule & { timeZone: string; nextAt: string; now: Date }): Promise<void> {
    const values = {
      every: wanted.every,
      day: wanted.day,
      time: wanted.time,
      time_zone: wanted.timeZone,
      monthly_limit: wanted.monthlyLimit,
      is_paused: wanted.isPaused,
      next_at: new Date(wanted.nextAt),
      skip_code: null,
      skipped_at: null,
    };
    await db
      .insertInto("schedule")
      .values({ project_id: wanted.projectId, user_id: userId, created_at: wanted.now, ...values })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(values))
      .execute();
  },

  async delete(projectId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom("schedule")
      .where("user_id", "=", userId)
      .where("project_id", "=", projectId)
      .where(projectIsLive("schedule.project_id"))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});

/** A schedule whose time has come, with what its run needs. */
export type DueRow = Row;

/** Schedules of everybody, for the process that runs them. */
export const dueSchedules = (db: Db) => ({
  /** Those whose time has come, the oldest first; put away and deleted projects rest, and those of people who are kept out. */
  find: (now: Date, limit: number): Promise<DueRow[]> =>
    withProject(db)
      .where(sql<boolean>`not is_paused`)
      .where("schedule.next_at", "<=", now)
      .where("project.archived_from", "is", null)
      .innerJoin("user", "user.id", "schedule.user_id")
      .where("user.disabled_at", "is", null)
      .orderBy("schedule.next_at")
      .limit(limit)
      .execute(),

  /** Those whose time has come while they rest. */
  findResting: (now: Date, limit: number): Promise<ScheduleRow[]> =>
    db
      .selectFrom("schedule")
      .innerJoin("project", "project.id", "schedule.project_id")
      .innerJoin("user", "user.id", "schedule.user_id")
      .selectAll("schedule")
      .where(sql<boolean>`not is_paused`)
      .where("schedule.next_at", "<=", now)
      .where((is) =>
        is.or([
          is("project.deleted_at", "is not", null),
          is("project.archived_from", "is not", null),
          is("user.disabled_at", "is not", null),
        ]),
      )
      .orderBy("schedule.next_at")
      .limit(limit)
      .execute(),

  /**
   * Goes on to the next time, unless somebody else did or the person changed it meanwhile.
   * @param note why there was no run; without one what it says stays
   */
  async moveOn(row: ScheduleRow, next: string, note: Partial<SkipNote> = {}): Promise<void> {
    await db
      .updateTable("schedule")
      .set({ next_at: new Date(next), ...note })
      .where("project_id", "=", row.project_id)
      .where("next_at", "=", row.next_at)
      .execute();
  },
});
