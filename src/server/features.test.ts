import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "#src/features/contract.ts";
import type { Ownership } from "#src/platform/feature.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { root } from "#src/testing/sourceTree.ts";
import { features } from "./features.ts";
import { migrations } from "./migrations/index.ts";
import { router } from "./router.ts";

/** What the manifests say is all there is, and true. */

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(2);
});
afterAll(() => database.close());

/** Tables that no feature brings: those of the platform and of the migrations. */
const platformTables = ["installation", "row_count", "throttle", "kysely_migration", "kysely_migration_lock"];
const tables = new Map<string, Ownership>(features.flatMap(({ tables: own = {} }) => Object.entries(own)));

test("lists every feature that has a manifest, and a manifest stands wherever something is to be listed", () => {
  const folder = join(root, "src/features");
  const has = (name: string, file: string): boolean => existsSync(join(folder, name, "server", file));
  const parts = ["feature.ts", "handlers.ts", "routes.ts", "schema.ts", "table.ts"];
  const listed = readdirSync(folder).filter((name) => parts.some((file) => has(name, file)));
  expect(features.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
});

test("every call of the contract has a handler, and no other call has one", () => {
  const callsOf = (parts: object): string[] =>
    Object.entries(parts)
      .flatMap(([key, calls]: [string, object]) => Object.keys(calls).map((call) => `${key}.${call}`))
      .toSorted();
  expect(callsOf(router)).toEqual(callsOf(contract));
});

test("two features add to one step of the schema by its whole name alone", () => {
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

test("every table belongs to one feature, which says whose its rows are", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db);
  const owned = features.flatMap(({ tables: own = {} }) => Object.keys(own));
  expect(owned.toSorted()).toEqual(
    rows
      .map(({ name }) => name)
      .filter((name) => !platformTables.includes(name))
      .toSorted(),
  );
});

interface Reference {
  from: string;
  column: string;
  to: string;
  cascades: boolean;
}

test("rows go with the account or the row that they belong to, unless they outlive it", async () => {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "from", a.attname as "column", c.confrelid::regclass::text as "to",
        c.confdeltype = 'c' as cascades
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1`.execute(database.db);
  const cascadesTo = (from: string, column: string): string[] =>
    rows
      .filter((row) => row.from.replaceAll('"', "") === from && row.column === column && row.cascades)
      .map(({ to }) => to.replaceAll('"', ""));
  const outlives = (table: string): boolean => {
    const owner = tables.get(table);
    return owner !== undefined && "outlivesAccount" in owner;
  };
  const broken = [...tables].flatMap(([table, of]) => {
    if ("nobody" in of || table === "user" || outlives(table)) return [];
    const [column, parent] = "owner" in of ? [of.owner, "user"] : [of.by, of.partOf];
    return outlives(parent) || cascadesTo(table, column).includes(parent) ? [] : [`${table}.${column} → ${parent}`];
  });
  expect(broken).toEqual([]);
});

test("whatever is marked as deleted is erased some day", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'deleted_at'`.execute(database.db);
  const erased = features.flatMap(({ softDeleted = [] }) => softDeleted.map(({ table }) => table));
  expect(erased.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
