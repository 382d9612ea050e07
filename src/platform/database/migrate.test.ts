import { Kysely, PostgresDialect, sql } from "kysely";
import type { Migration } from "kysely/migration";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, openTestDatabase } from "#src/testing/database.ts";
import { migrations } from "#src/server/migrations/index.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
const pools: pg.Pool[] = [];

beforeEach(async () => {
  database = await openTestDatabase(2, false);
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await database.close();
});

/** Connections of their own, as another process has them. */
function connect(): Kysely<unknown> {
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pools.push(pool);
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

const step = (...statements: string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

test("applies each migration once when several processes migrate at once", async () => {
  const steps = {
    "0001_first": step("create table counted (n int)", "insert into counted values (1)", "select pg_sleep(0.05)"),
    "0002_second": step("insert into counted values (2)"),
  };
  const applied = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(connect(), steps)));
  expect(applied.flat().toSorted()).toEqual(["0001_first", "0002_second"]);
  const { rows } = await database.pool.query("select n from counted order by n");
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test("rolls back a migration whose process dies, and the next process completes it", async () => {
  const dying = { "0001_first": step("create table half (n int)", "select pg_terminate_backend(pg_backend_pid())") };
  await expect(migrate(connect(), dying)).rejects.toThrow(/^Migration/);
  const whole = { "0001_first": step("create table half (n int)") };
  expect(await migrate(connect(), whole)).toEqual(["0001_first"]);
});

test("names the failed migration with the database's message", async () => {
  const steps = { "0001_first": step("create table fine (n int)"), "0002_second": step("select * from nowhere") };
  await expect(migrate(connect(), steps)).rejects.toThrow('Migration 0002_second: relation "nowhere" does not exist');
  const { rows } = await database.pool.query("select to_regclass('fine') as fine");
  expect(rows).toEqual([{ fine: null }]);
});

test("applies all migrations of the product in one call and none in a second", async () => {
  expect(await migrate(connect(), migrations)).toEqual(Object.keys(migrations));
  expect(await migrate(connect(), migrations)).toEqual([]);
});

test("data of a newer version is refused in one sentence, and nothing is changed", async () => {
  const newer = { "0001_first": step("create table first (n int)"), "0002_later": step("create table later (n int)") };
  await migrate(connect(), newer);
  const older = { "0001_first": newer["0001_first"], "0001_other": step("create table other (n int)") };
  await expect(migrate(connect(), older)).rejects.toThrow(
    /^This data was written by a newer version of Pioneer \(0002_later\)\. Start that version/,
  );
  const { rows } = await database.pool.query("select to_regclass('other') as other");
  expect(rows).toEqual([{ other: null }]);
});
