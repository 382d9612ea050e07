import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, openTestDatabase, temporaryFolder } from "#src/testing/database.ts";
import { type ServerProcess, startServer } from "#src/testing/torture/server.ts";

/** Real processes: what they share is the database alone, as on several machines. */

let folder: { path: string; remove: () => Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** `FIRST_START_ROUNDS` makes the long form. */
const rounds = Number(process.env["FIRST_START_ROUNDS"] ?? 2);

let started = 0;
function start(database: TestDatabase): Promise<ServerProcess> {
  started += 1;
  return startServer({
    DATABASE_URL: database.connectionString,
    DATA_DIR: `${folder.path}/${started}`,
    FILES_DIR: `${folder.path}/files-of-${database.connectionString.slice(-8)}`,
    AUTH_SECRET: "one secret for all processes, 32+ characters",
    AI_ENGINE: "draft",
    DATABASE_POOL: "4",
  });
}

test.each(Array.from({ length: rounds }, (_, round) => [round % 2 === 0 ? 2 : 4, round] as const))(
  "%i processes that start at once on an empty database all become ready (round %i)",
  async (count) => {
    const database = await openTestDatabase(2, false);
    const outcomes = await Promise.allSettled(Array.from({ length: count }, () => start(database)));
    const servers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
    try {
      expect(failures).toEqual([]);
      expect(servers.map(({ output }) => output().replace(/^ .*|\n/gm, ""))).toEqual(servers.map(() => ""));
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await database.close();
    }
  },
  60_000,
);
