import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { toProductError } from "./http/errors.ts";
import { type Limit, openThrottle, purgeThrottle } from "./throttle.ts";

const guess: Limit = { name: "test.guess", points: 3, seconds: 60, isShared: true };
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const codeOf = (attempt: Promise<void>): Promise<string> =>
  attempt.then(
    () => "taken",
    (error: unknown) => toProductError(error).code,
  );

test("two processes on one database share a count, and a restart keeps it", async () => {
  const [one, other] = await Promise.all([openThrottle(1, database.pool), openThrottle(1, database.pool)]);
  const answers = await Promise.all(
    [one, other, one, other, one].map((throttle) => codeOf(throttle.take(guess, "mara@example.com"))),
  );
  expect(answers.toSorted((a, b) => a.localeCompare(b))).toEqual([
    "request.tooMany",
    "request.tooMany",
    "taken",
    "taken",
    "taken",
  ]);
  const restarted = await openThrottle(1, database.pool);
  await expect(restarted.take(guess, "mara@example.com")).rejects.toMatchObject({ status: 429, retryAfter: 60 });
  expect(await codeOf(restarted.take(guess, "jonas@example.com"))).toBe("taken");
  await other.clear(guess, "mara@example.com");
  expect(await codeOf(one.take(guess, "mara@example.com"))).toBe("taken");
});

test("a count that has run out begins anew and is erased; no address is stored", async () => {
  const throttle = await openThrottle(1, database.pool);
  for (let turn = 0; turn < 4; turn += 1) await codeOf(throttle.take(guess, "eve@example.com"));
  await database.pool.query("update throttle set resets_at = now() - interval '1 second'");
  expect(await codeOf(throttle.take(guess, "eve@example.com"))).toBe("taken");
  const kept = await database.pool.query<{ key: string; points: number }>(
    "select * from throttle order by resets_at desc",
  );
  expect(kept.rows[0]?.points).toBe(1);
  expect(JSON.stringify(kept.rows)).not.toContain("example.com");
  await purgeThrottle(database.pool);
  expect((await database.pool.query("select 1 from throttle")).rowCount).toBe(1);
});

test("while the database is away nothing is allowed: the answer is 503", async () => {
  const away = new Pool({ host: "127.0.0.1", port: 9, connectionTimeoutMillis: 1_000 });
  const throttle = await openThrottle(1, away);
  await expect(
    throttle.take(guess, "mara@example.com").catch((error: unknown) => toProductError(error)),
  ).resolves.toMatchObject({ status: 503 });
  await away.end();
});
