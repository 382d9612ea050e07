import { createServer, connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, temporaryFolder, type TestDatabase } from "#src/testing/database.ts";
import { migrateJobs } from "../jobs.ts";
import { readAddress } from "./externalAddress.ts";
import { openDatabase, type Database } from "./openDatabase.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe("the address of an external database", () => {
  test.each([
    ["postgres://me:pw@db.example:6432/books", "db.example:6432", "books", "postgres://me:pw@db.example:6432/books"],
    ["postgres://me@[::1]/books", "[::1]:5432", "books", "postgres://me@[::1]/books"],
    ["postgresql://me@/books?host=/run/pg", "/run/pg", "books", "postgresql://me@localhost/books?host=%2Frun%2Fpg"],
    ["postgresql://me@h", "h:5432", "me", "postgresql://me@h/me"],
  ])("%s is read as pg reads it", (given, place, database, connectionString) => {
    expect(readAddress(given)).toEqual({ connectionString, place, database });
  });

  test("without a user, it gets the one that pg takes", () => {
    const { connectionString, place } = readAddress("postgresql:///books?host=/run/pg");
    const url = new URL(connectionString);
    expect([place, url.hostname, url.pathname, url.searchParams.get("host")]).toEqual([
      "/run/pg",
      "localhost",
      "/books",
      "/run/pg",
    ]);
    expect(url.username).not.toBe("");
  });

  test("that cannot be read is refused without its password", () => {
    expect(() => readAddress("postgres://me:hushhush@h:port/x")).toThrow(/^DATABASE_URL cannot be read/);
  });
});

describe("opening an external database", () => {
  let real: TestDatabase;
  let doors: Server[];
  let opened: Database[];
  beforeEach(async () => {
    real = await openTestDatabase(1);
    doors = [];
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    for (const door of doors) door.close();
    await real.close();
  });

  /** Leads every connection to the real database. */
  function openDoor(at: string | number): Promise<void> {
    const { hostname, port } = new URL(real.connectionString);
    const door = createServer((from) => {
      const to = connect(Number(port), hostname);
      for (const side of [from, to]) side.on("error", () => undefined);
      from.pipe(to).pipe(from);
    });
    doors.push(door);
    return new Promise((done) => (typeof at === "string" ? door.listen(at, done) : door.listen(at, "127.0.0.1", done)));
  }
  const through = (port: number): string => {
    const url = new URL(real.connectionString);
    url.port = String(port);
    return url.href;
  };
  async function portOfNobody(): Promise<number> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    await new Promise((done) => server.close(done));
    return typeof address === "object" ? (address?.port ?? 0) : 0;
  }

  test("one that is away is reported within 2 s, and opened when it comes", async () => {
    const port = await portOfNobody();
    const startedAt = performance.now();
    const lines: [string, number][] = [];
    const database = await openDatabase({
      dataDir: "",
      databaseUrl: through(port),
      poolSize: 2,
      log: quiet,
      tell: (line) => {
        lines.push([line, performance.now() - startedAt]);
        void openDoor(port);
      },
    });
    opened.push(database);
    expect(lines.map(([line]) => line)).toEqual([`Waiting for the database at 127.0.0.1:${port}, at most 60 s …`]);
    expect(lines[0]?.[1]).toBeLessThan(2_000);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("one that takes the call and says nothing is reported as well", async () => {
    const callers = new Set<Socket>();
    const silent = createServer((caller) => callers.add(caller));
    doors.push(silent);
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const address = silent.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const said = Promise.withResolvers<string>();
    const opening = openDatabase({
      dataDir: "",
      databaseUrl: through(port),
      poolSize: 2,
      log: quiet,
      patienceMs: 1,
      tell: (line) => said.resolve(line),
    });
    opening.catch(() => undefined);
    expect(await said.promise).toContain(`127.0.0.1:${port}`);
    for (const caller of callers) caller.destroy();
    await expect(opening).rejects.toThrow(
      /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+ could not be opened/,
    );
  });

  test("a wrong password ends the start at once, without a word of waiting", async () => {
    const url = new URL(real.connectionString);
    url.password = "wrong";
    const lines: string[] = [];
    const opening = openDatabase({
      dataDir: "",
      databaseUrl: url.href,
      poolSize: 2,
      log: quiet,
      tell: (line) => lines.push(line),
    });
    await expect(opening).rejects.toThrow(/password authentication failed/);
    expect(lines).toEqual([]);
  });

  test.skipIf(process.platform === "win32")("behind a socket, it serves the product and its job engine", async () => {
    const folder = await temporaryFolder();
    await openDoor(join(folder.path, ".s.PGSQL.5432"));
    const { username, password, pathname } = new URL(real.connectionString);
    const database = await openDatabase({
      dataDir: "",
      databaseUrl: `postgresql://${pathname}?host=${folder.path}&user=${username}&password=${password}`,
      poolSize: 2,
      log: quiet,
    });
    opened.push(database);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await migrateJobs(database.connectionString);
    await folder.remove();
  });
});
