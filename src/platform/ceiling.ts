import { type Transaction, sql } from "kysely";
import { conflict } from "#src/kit/errors.ts";
import type { Marked } from "./deletion.ts";
import type { Db, Tables } from "./tables.ts";

/** How many rows of a table one person may have, deleted ones not counted. */
export interface Ceiling {
  table: Marked;
  most: number;
  /** Of the refusal, such as `leads.limit`. */
  code: string;
  /** Of its rows, such as `leads`. */
  name: string;
}

export interface CeilingTables {
  /**
   * At least as many rows as the person has: insertions are added, deletions are not taken off. At the ceiling the rows
   * are counted and the number is put right, so that hardly any insertion pays for counting.
   */
  row_count: { user_id: string; kind: Marked; rows: number };
}

const kinds: readonly Marked[] = ["project", "insight", "lead", "calendar_entry", "outcome"];

export const ceilingSchema: string[] = [
  `create table row_count (
    user_id uuid not null references "user" (id) on delete cascade,
    kind text not null,
    rows integer not null,
    primary key (user_id, kind)
  )`,
  ...kinds.map(
    (kind) =>
      `insert into row_count select user_id, '${kind}', count(*) from ${kind} where deleted_at is null group by user_id`,
  ),
];

/**
 * Adds what a transaction has just written to a person's rows. The count stays locked until the transaction ends, so
 * that parallel ones cannot pass the ceiling together.
 * @throws ProductError 409 with the ceiling's code when there are too many now; the transaction must not go on
 */
async function countRows(userId: string, added: number, { table, most, code, name }: Ceiling, trx: Db): Promise<void> {
  if (added === 0) return;
  const { rows } = await sql<{ rows: number }>`
    insert into row_count as c (user_id, kind, rows) values (${userId}, ${table}, ${added})
      on conflict (user_id, kind) do update set rows = c.rows + excluded.rows returning rows`.execute(trx);
  if ((rows[0]?.rows ?? 0) <= most) return;
  const exact = await trx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as("rows"))
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (exact.rows > most) throw conflict(code, `At most ${most} ${name}`);
  await trx
    .updateTable("row_count")
    .set({ rows: exact.rows })
    .where("user_id", "=", userId)
    .where("kind", "=", table)
    .execute();
}

/**
 * Writes rows of a person below a ceiling: in the transaction that `db` is, or in one of its own.
 * @param write answers what it wrote and how many rows there are more
 * @throws ProductError 409 with the ceiling's code; nothing is written then
 */
export async function belowCeiling<T>(
  ceiling: Ceiling,
  userId: string,
  db: Db,
  write: (trx: Db) => Promise<{ added: number; answer: T }>,
): Promise<T> {
  const inside = async (trx: Db | Transaction<Tables>): Promise<T> => {
    const { added, answer } = await write(trx);
    await countRows(userId, added, ceiling, trx);
    return answer;
  };
  return db.isTransaction ? inside(db) : db.transaction().execute(inside);
}
