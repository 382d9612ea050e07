import { createServer } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { openTestDatabase } from "#src/testing/database.ts";
import { probeDatabase } from "./health.ts";

test("reports an open database as healthy and a closed one as unhealthy", async () => {
  const database = await openTestDatabase(1);
  expect(await probeDatabase(database.pool)).toMatchObject({ ok: true });
  await database.close();
  expect(await probeDatabase(database.pool)).toMatchObject({ ok: false });
});

test("reports a database that never responds as unhealthy within the time limit", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const pool = new pg.Pool({
    host: "127.0.0.1",
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    connectionTimeoutMillis: 500,
  });
  expect(await probeDatabase(pool, 50)).toEqual({ ok: false, reason: "no answer within 50 ms" });
  await pool.end();
  silent.close();
});
