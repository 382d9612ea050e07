import { sql } from "kysely";
import type { Db } from "#src/platform/tables.ts";

/**
 * Shared by runs and rewrites: work that one process executes and another may take over. System scope: rows are found
 * by id, without an owner.
 * @param table whose rows are of the type `Row`
 */
export const executionsOf = <Row>(db: Db, table: "run" | "rewrite") => {
  const name = sql.table(table);
  return {
    async find(id: string): Promise<Row | null> {
      const { rows } = await sql<Row>`select * from ${name} where id = ${id}`.execute(db);
      return rows[0] ?? null;
    },

    /**
     * A new execution begins: later writes of older ones are refused.
     * @returns the row with its number, 1 for the first, or null when it has ended
     */
    async begin(id: string, now: Date): Promise<Row | null> {
      const { rows } = await sql<Row>`
        update ${name} set attempt = attempt + 1, status = 'running', started_at = coalesce(started_at, ${now})
         where id = ${id} and finished_at is null returning *`.execute(db);
      return rows[0] ?? null;
    },

    /** They were taken over from a process that died or froze while it executed them. */
    async countTakeover(ids: string[]): Promise<void> {
      await sql`update ${name} set takeovers = takeovers + 1 where id = any(${ids}) and finished_at is null`.execute(
        db,
      );
    },

    /** This execution finished a step, so that the takeovers before it say nothing against the work. */
    async clearTakeovers(id: string, attempt: number): Promise<void> {
      await sql`update ${name} set takeovers = 0 where id = ${id} and attempt = ${attempt}`.execute(db);
    },

    /** Work that is still open since before, the oldest first. */
    async openBefore(before: Date, limit: number): Promise<Row[]> {
      const { rows } = await sql<Row>`
        select * from ${name} where finished_at is null and created_at < ${before}
         order by created_at limit ${limit}`.execute(db);
      return rows;
    },
  };
};
