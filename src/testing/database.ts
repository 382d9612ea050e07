import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, inject } from "vitest";
import { z } from "zod";
import { superuserName, roleName } from "#src/platform/database/cluster.ts";
import { clientOptions } from "#src/platform/database/lease.ts";
import { columnTypes } from "#src/platform/database/numbers.ts";
import type { Tables } from "#src/platform/tables.ts";
import { failedFile, readyFile, templateName } from "./databaseSetup.ts";

/** A database of its own for one test file, migrated, empty, and as restricted as the product's. */
export interface TestDatabase {
  pool: pg.Pool;
  db: Kysely<Tables>;
  connectionString: string;
  /** Ends the connections and drops the database. */
  close: () => Promise<void>;
}

const countWaiting = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** How many connections to the database of a test wait for a lock that somebody else has. */
export async function waitingForLocks(db: TestDatabase["db"]): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(countWaiting).execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Makes calls while another transaction has rows locked, and ends it once several of them wait: what only a lock keeps
 * true fails every time without it.
 * @param lock statement that takes the lock, with `$1` in place of `id`
 */
export async function callsBehindLock<T>(
  { pool }: Pick<TestDatabase, "pool">,
  lock: string,
  id: string,
  calls: () => Promise<T>[],
): Promise<T[]> {
  const first = await pool.connect();
  try {
    await first.query("begin");
    await first.query(lock, [id]);
    const called = calls();
    // On the connection that has the lock, as the calls may have taken all others; its transaction sees one snapshot.
    const waiting = async () => {
      await first.query("select pg_stat_clear_snapshot()");
      return (await first.query<{ n: number }>(countWaiting)).rows[0]?.n;
    };
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(1);
    await first.query("commit");
    return await Promise.all(called);
  } finally {
    // Nothing is left to undo where the calls were let go.
    await first.query("rollback");
    first.release();
  }
}

const readySchema = z.object({ port: z.number(), password: z.string(), superuserPassword: z.string() });
type Ready = z.infer<typeof readySchema>;

/**
 * A fresh database, copied from the migrated template in some 30 ms. Call it once in a file's `beforeAll` and `close`
 * it in `afterAll`; inside the file, give each test a person of its own.
 * @param poolSize connections at most
 * @param migrated false: not even migrated
 * @param folder where its tables lie; beside those of the others unless told
 */
export async function openTestDatabase(poolSize = 10, migrated = true, folder?: string): Promise<TestDatabase> {
  const ready = await testServer();
  const database = `test_${randomBytes(8).toString("hex")}`;
  const template = migrated ? templateName : "template0";
  const place = folder ? `tablespace ${await newTablespace(ready, folder, database)}` : "";
  await asSuperuser(
    ready,
    `create database ${database} owner ${roleName} template ${template} strategy file_copy ${place}`,
  );
  const pool = new pg.Pool({ ...clientOptions(ready), database, max: poolSize, types: columnTypes });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    pool,
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    connectionString: `postgres://${roleName}:${ready.password}@127.0.0.1:${ready.port}/${database}`,
    async close() {
      // Not awaited alone: a test that lost a connection would hang here for ever.
      const ended = pool.ending ? Promise.resolve() : pool.end();
      await Promise.race([ended, wait(2_000, undefined, { ref: false })]);
      await asSuperuser(ready, `drop database ${database} with (force)`);
      if (folder) await asSuperuser(ready, `drop tablespace ${database}`);
    },
  };
}

/** A place for tables in a folder, which becomes the server's own. @returns its name */
async function newTablespace(ready: Ready, folder: string, name: string): Promise<string> {
  const location = join(folder, name);
  await mkdir(location, { mode: 0o700 });
  // As root the server runs as somebody else: who owns its cluster.
  const { uid, gid } = await stat(join(inject("databaseFolder"), "database"));
  if (process.getuid?.() === 0) await chown(location, uid, gid);
  await asSuperuser(ready, `create tablespace ${name} location '${location}'`);
  return name;
}

/** A folder under the system's temporary one, for tests that need a data folder of their own. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "pioneer-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Where the server of this test run is; it starts beside the first tests, so the first caller may wait a little. */
async function testServer(): Promise<Ready> {
  const folder = inject("databaseFolder");
  while (!existsSync(join(folder, readyFile))) {
    if (existsSync(join(folder, failedFile))) throw new Error(await readFile(join(folder, failedFile), "utf8"));
    await wait(10);
  }
  return readySchema.parse(JSON.parse(await readFile(join(folder, readyFile), "utf8")));
}

async function asSuperuser(ready: Ready, statement: string): Promise<void> {
  const client = new pg.Client({
    ...clientOptions(ready),
    user: superuserName,
    password: ready.superuserPassword,
    database: superuserName,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
