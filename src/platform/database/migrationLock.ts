import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { withClient } from "./withClient.ts";

/** Advisory lock of whoever changes the schema; two halves of one random number. */
const lockKey = "1498175346, 906271853";

/** How long another process may work on the schema before a start gives up; milliseconds. */
const timeoutMs = 600_000;

/**
 * Lets one process after the other change the schema. The others ask again and again instead of waiting inside a
 * statement: a waiting statement keeps a snapshot, and `create index concurrently` of the job library waits for those.
 * @throws Error when another process holds the lock for ten minutes
 */
export async function withMigrationLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  // A connection with a failure is closed, which frees the lock whatever state it is in.
  return withClient(pool, async (client) => {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`);
      if (rows[0]?.taken) break;
      if (Date.now() > until) throw new Error("Another process has been updating this database for ten minutes.");
      await wait(50);
    }
    try {
      return await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${lockKey})`);
    }
  });
}
