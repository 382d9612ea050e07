import { type RawBuilder, sql } from "kysely";
import type { TestProduct } from "#src/testing/openProduct.ts";
import { features } from "#src/server/features.ts";
import type { Person } from "#src/testing/visitor.ts";
import type { Belongings } from "./fixture.ts";

/** A cancelled rewrite of a section, as only a model's document has one. */
export async function addRewrite({ rewriteId, projectId, runId }: Belongings, product: TestProduct): Promise<void> {
  await product.database.pool.query(
    `insert into rewrite (id, user_id, project_id, run_id, workflow, section, wish, status, coins, coins_state,
        is_included, idempotency_key, request_hash, created_at, finished_at)
      select $1::uuid, user_id, id, $2::uuid, workflow, 'wishes', 'Tides', 'cancelled', 0, 'released', true, $1::uuid::text, '', now(), now()
        from project where id = $3::uuid`,
    [rewriteId, runId, projectId],
  );
}

const tables = new Map(features.flatMap(({ tables: own = {} }) => Object.entries(own)));

/** Ids of the rows of a table that are a person's: directly, or as parts of rows that are. */
function ownRows(table: string, person: Person): RawBuilder<boolean> | null {
  const of = tables.get(table);
  if (!of || "nobody" in of) return null;
  if ("owner" in of) return sql<boolean>`${sql.ref(of.owner)} = ${person.userId}`;
  const parent = ownRows(of.partOf, person);
  return parent && sql<boolean>`${sql.ref(of.by)} in (select id from ${sql.table(of.partOf)} where ${parent})`;
}

/** Everything that the database holds of a person, in one text: equal before and after means that nothing changed. */
export async function everythingOf(person: Person, product: TestProduct): Promise<string> {
  const { db } = product.database;
  const counted = await sql`select t.* from row_count t where user_id = ${person.userId} order by t::text`.execute(db);
  const parts: unknown[] = [counted.rows];
  for (const table of tables.keys()) {
    const own = ownRows(table, person);
    if (!own) continue;
    // Reading moves the idle limit of a session on; that is no change of what a person has.
    const columns = table === "session" ? sql`t.id, t.token_hash` : sql`t.*`;
    const { rows } = await sql`select ${columns} from ${sql.table(table)} t where ${own} order by t::text`.execute(db);
    parts.push(rows);
  }
  return JSON.stringify(parts);
}

/** Tables in which the person has rows. */
export const ownedTables: readonly string[] = [...tables].flatMap(([table, of]) => ("nobody" in of ? [] : [table]));
