import { sql } from "kysely";
import type { Db, Tables } from "./tables.ts";

/** Tables whose rows are marked as deleted first and erased by upkeep a day later. */
export type Marked = { [Name in keyof Tables]: "deleted_at" extends keyof Tables[Name] ? Name : never }[keyof Tables];

export interface SoftDeleted {
  table: Marked;
  /** Erases some of the rows that were deleted before. @returns how many; 0 when none is left */
  erase: (before: Date, db: Db) => Promise<number>;
  /** Absent where no call of a person deletes records of their own. */
  recent?: ListRecent;
}

/** A deleted record, as the list of deletions shows it. */
export interface RecentDeletion {
  id: string;
  /** Empty where the record has no name of its own. */
  title: string;
  /** Of projects, whose workflow stands for a missing name. */
  workflow: string | null;
  deletedAt: Date;
}

/** What a person deleted after `since`, newest first, `limit` of them at most. */
export type ListRecent = (userId: string, since: Date, limit: number, db: Db) => Promise<RecentDeletion[]>;

/** Rows erased at once, so that a large deletion holds no lock for long. */
const portion = 5_000;

/**
 * Lists deleted rows of a table by the column with their name.
 * @param columns SQL for the title and the workflow where they are not plain columns
 * @param isListed SQL condition of those that are deleted and restored by themselves
 */
export const recentBy =
  (table: Marked, columns: { title: string; workflow?: string }, isListed = "true"): ListRecent =>
  async (userId, since, limit, db) => {
    const { rows } = await sql<RecentDeletion>`
      select id, ${sql.raw(columns.title)} as title, ${sql.raw(columns.workflow ?? "null::text")} as workflow,
        deleted_at as "deletedAt"
      from ${sql.table(table)}
      where user_id = ${userId} and deleted_at > ${since} and ${sql.raw(isListed)}
      order by deleted_at desc, id limit ${limit}`.execute(db);
    return rows;
  };

/** A table whose deleted rows are erased alone. */
export const erasedByRow = (table: Marked, recent?: ListRecent): SoftDeleted => ({
  table,
  ...(recent ? { recent } : {}),
  async erase(before, db) {
    const old = db.selectFrom(table).select("id").where("deleted_at", "<=", before).limit(portion);
    // Asked twice: what is brought back in this very moment stays.
    const result = await db
      .deleteFrom(table)
      .where("id", "in", old)
      .where("deleted_at", "<=", before)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});

/**
 * Takes rows of a person away so that they can be brought back.
 * @returns how many were there
 */
export async function markDeleted(db: Db, table: Marked, userId: string, ids: string[], now: Date): Promise<number> {
  const result = await db
    .updateTable(table)
    .set({ deleted_at: now })
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Brings back what was deleted after `since`. What is there already stays as it is and is answered like the rest: an
 * answer may get lost, and whoever asks again must not be told that nothing is there.
 * @returns how many were brought back now
 */
export async function bringBack(db: Db, table: Marked, userId: string, ids: string[], since: Date): Promise<number> {
  const result = await db
    .updateTable(table)
    .set({ deleted_at: null })
    .where("id", "in", (eb) =>
      // Locked in the order of their ids, as every change of several records does.
      eb
        .selectFrom(table)
        .select("id")
        .where("user_id", "=", userId)
        .where("id", "in", ids)
        .where("deleted_at", ">", since)
        .orderBy("id")
        .forUpdate(),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
