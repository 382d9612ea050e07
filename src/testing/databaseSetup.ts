import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { roleName, superuserName } from "#src/platform/database/cluster.ts";
import { clientOptions } from "#src/platform/database/lease.ts";
import { type Database, openDatabase } from "#src/platform/database/openDatabase.ts";
import { readRecord, replaceFile } from "#src/platform/database/serverRecord.ts";
import { migrateProduct } from "#src/server/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of the throw-away server of this run. */
    databaseFolder: string;
  }
}

export const templateName = "pioneer_template";
export const readyFile = "ready.json";
export const failedFile = "failed.txt";

/**
 * Runs once for a whole test run: one throw-away server and one migrated template. It starts in the background, so
 * tests without a database do not wait for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Many short runs share one server: whoever starts them opened it.
  const shared = process.env["TEST_DATABASE_FOLDER"];
  if (shared) {
    project.provide("databaseFolder", shared);
    return async () => undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "pioneer-test-server-"));
  project.provide("databaseFolder", folder);
  const starting = openTestServer(folder);
  return async () => {
    const database = await starting;
    await database?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Starts the server and makes the template; `failedFile` says why when it could not. Close it at the end. */
export async function openTestServer(folder: string): Promise<Database | undefined> {
  let database: Database | undefined;
  try {
    database = await openDatabase({
      dataDir: folder,
      databaseUrl: undefined,
      poolSize: 2,
      durability: "throwaway",
      log: quiet,
    });
    await makeTemplate(folder, database);
  } catch (error) {
    await replaceFile(join(folder, failedFile), `The test database did not start: ${String(error)}`);
  }
  return database;
}

async function makeTemplate(folder: string, database: Database): Promise<void> {
  const record = await readRecord(folder);
  if (!record?.port) throw new Error("server.json is missing");
  const { password, superuserPassword, port } = record;
  const superuser = new pg.Client({
    ...clientOptions({ port, password }),
    user: superuserName,
    password: superuserPassword,
    database: superuserName,
  });
  await superuser.connect();
  await superuser.query(`create database ${templateName} owner ${roleName} strategy file_copy`);
  await superuser.end();
  const connectionString = database.connectionString.replace(/[^/]*$/, templateName);
  const pool = new pg.Pool({ connectionString, max: 2 });
  await migrateProduct({ pool, connectionString });
  await pool.end();
  await replaceFile(join(folder, readyFile), JSON.stringify({ port, password, superuserPassword }));
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
