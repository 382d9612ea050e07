import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Deps } from "#src/platform/deps.ts";
import type { Ownership } from "#src/platform/feature.ts";
import type { Tables } from "#src/platform/tables.ts";
import { createZip } from "#src/platform/zip.ts";
import { features } from "./features.ts";

/** Rows that are read at once. */
const portion = 500;

const tables = new Map<string, Ownership>(features.flatMap(({ tables: own = {} }) => Object.entries(own)));

/** Rows of a table that are a person's: directly, or as parts of rows that are. Null for what is nobody's. */
function isOwn(table: string, userId: string): RawBuilder<boolean> | null {
  const of = tables.get(table);
  if (!of || "nobody" in of) return null;
  if ("owner" in of) return sql<boolean>`${sql.ref(of.owner)} = ${userId}`;
  const parent = isOwn(of.partOf, userId);
  return parent && sql<boolean>`${sql.ref(of.by)} in (select id from ${sql.table(of.partOf)} where ${parent})`;
}

/** A link in a mail may still open something; the archive may be copied. */
const withoutTokens = (json: string): string => json.replace(/#token=[\w.~%-]+/g, "#token=");

/** A table's rows of a person as one JSON array, without what is withheld. */
async function* jsonOf(
  table: string,
  own: RawBuilder<boolean>,
  withheld: readonly string[],
  trx: Transaction<Tables>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  await sql`declare owned no scroll cursor for
    select (to_jsonb(t) - ${sql.val([...withheld])}::text[])::text as json from ${sql.table(table)} t where ${own}`.execute(
    trx,
  );
  let isFirst = true;
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(portion)} from owned`.execute(trx);
    if (rows.length === 0) break;
    yield encoder.encode(withoutTokens(`${isFirst ? "[\n" : ",\n"}${rows.map(({ json }) => json).join(",\n")}`));
    isFirst = false;
  }
  await sql`close owned`.execute(trx);
  yield encoder.encode(isFirst ? "[]\n" : "\n]\n");
}

/**
 * Everything a person owns as one ZIP archive: each table as JSON, documents as Markdown, leads as CSV, the calendar
 * as ICS, and the files. The tables are read in one snapshot of the database, compressed and held until the person
 * takes them; the files are read as the person takes them.
 * @returns pieces of the archive, in order
 */
export async function* exportEverything(
  userId: string,
  deps: Pick<Deps, "db" | "storage">,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let ready: Uint8Array[] = [];
  const zip = createZip((chunk) => void ready.push(chunk));
  const take = (): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(Buffer.concat(ready));
    ready = [];
    return bytes;
  };
  await deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      for (const [table, of] of tables) {
        const own = isOwn(table, userId);
        const withheld = "nobody" in of ? [] : (of.withheld ?? []);
        if (own) await zip.add(`data/${table}.json`, jsonOf(table, own, withheld, trx));
      }
      for (const { exports } of features)
        for await (const { path, text } of exports?.texts?.(userId, trx) ?? [])
          await zip.add(path, new TextEncoder().encode(text));
    });
  yield take();
  for (const { exports } of features)
    for await (const { path, bytes } of exports?.files?.(userId, deps) ?? []) {
      await zip.add(path, bytes, true);
      yield take();
    }
  zip.end();
  yield take();
}
