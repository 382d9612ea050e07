import type { Db } from "./tables.ts";

/** Tables whose rows are marked as deleted first and erased by upkeep a day later. */
export type Marked = "project" | "insight" | "lead" | "calendar_entry" | "outcome";

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
