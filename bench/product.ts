import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { clientOptions } from "#src/platform/database/lease.ts";
import { readRecord } from "#src/platform/database/serverRecord.ts";
import { startServer, type ServerProcess } from "#src/testing/torture/server.ts";
import { openVisitor, signUp, type Person } from "#src/testing/visitor.ts";

/** A folder that is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "pioneer-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The product as `npm start` runs it, in a process of its own. */
export const startProduct = (dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> =>
  startServer({
    DATA_DIR: dataDir,
    WELCOME_COINS: "1000000",
    // As people run it: a line for each request is part of what a request costs.
    LOG_LEVEL: "info",
    ...(env["OPENAI_BASE_URL"] ? {} : { AI_ENGINE: "draft" }),
    ...env,
  });

/** A new, signed-in person at the product of that address. */
export const newPerson = (url: string): Promise<Person> => signUp(openVisitor(url));

/** How to reach the embedded database of a data folder. */
export async function databaseOf(dataDir: string): Promise<pg.ClientConfig> {
  const record = await readRecord(dataDir);
  if (!record?.port) throw new Error("the database of the product does not run");
  return clientOptions({ port: record.port, password: record.password });
}

/** The product running on an empty folder, stopped and removed afterwards. */
export async function withProduct<T>(
  env: Record<string, string>,
  work: (server: ServerProcess, dataDir: string) => Promise<T>,
): Promise<T> {
  return withFolder(async (dataDir) => {
    const server = await startProduct(dataDir, env);
    try {
      return await work(server, dataDir);
    } finally {
      await server.stop();
      await server.kill();
    }
  });
}
