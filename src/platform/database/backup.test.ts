import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg, { type Pool } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { localStorage, type MarkedStorage } from "../storage/storage.ts";
import { s3Storage } from "../storage/s3Storage.ts";
import { checkInstallation } from "#src/platform/installation.ts";
import { openS3Double } from "#src/testing/s3Double.ts";
import { migrateJobs } from "#src/platform/jobs.ts";
import { migrations } from "#src/server/migrations/index.ts";
import { type TestDatabase, openTestDatabase, temporaryFolder } from "#src/testing/database.ts";
import { type FileSource, tablesOf, nameOf, writeBackup } from "./backup.ts";
import type { Database } from "./openDatabase.ts";
import { restoreBackup } from "./restore.ts";

let source: TestDatabase;
let folder: { path: string; remove: () => Promise<void> };
let sourceData: string;
let archive: string;
let files: FileSource;
const opened: TestDatabase[] = [];

/** Names and texts that a careless copy would damage. */
const text = 'tab\t line\n back\\slash \\N "quoted" \u{1f469}‍\u{1f680} ';
const content = randomBytes(300_000);
const contentHash = createHash("sha256").update(content).digest("hex");

beforeAll(async () => {
  folder = await temporaryFolder();
  source = await openTestDatabase();
  sourceData = join(folder.path, "source");
  archive = join(folder.path, "backup.tar.gz");
  files = { folder: join(sourceData, "files") };
  await mkdir(join(sourceData, "files", contentHash.slice(0, 2)), { recursive: true });
  await writeFile(join(sourceData, "files", contentHash.slice(0, 2), contentHash), content);
  await writeFile(join(sourceData, "auth-secret"), "a-kept-secret-of-enough-length-here");
  await migrateJobs(source.connectionString);
  await book(source.pool);
  await writeBackup({ pool: source.pool, dataDir: sourceData, files, archive, now: () => new Date() });
});

afterAll(async () => {
  await source.close();
  await folder.remove();
});

let target: TestDatabase;
let targetData: string;

beforeEach(async () => {
  target = await openTestDatabase(2, false);
  opened.push(target);
  targetData = join(folder.path, `target-${randomUUID()}`);
});

afterAll(() => Promise.all(opened.map((database) => database.close())));

/** One booking: rows in append-only tables, with an identity and with keys to each other, all or nothing. */
async function book(pool: Pool): Promise<void> {
  const [account, transaction] = [randomUUID(), randomUUID()];
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("insert into coin_account (id, owner, kind, balance) values ($1, $2, 'person', 7)", [
      account,
      randomUUID(),
    ]);
    await client.query("insert into coin_transaction (id, idempotency_key, reason) values ($1, $2, 'welcome')", [
      transaction,
      `${text} ${transaction}`,
    ]);
    for (const amount of [7, -7]) {
      await client.query(
        "insert into coin_entry (transaction_id, account_id, amount, balance_after) values ($1, $2, $3, 7)",
        [transaction, account, amount],
      );
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** One checksum a table, whatever the order of its rows. */
async function sums(pool: Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const all: Record<string, string> = {};
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${nameOf(table)} t`,
      );
      all[nameOf(table)] = rows[0]?.sum ?? "";
    }
    return all;
  } finally {
    client.release();
  }
}

function restore(
  from: string,
  replace = false,
  storage: MarkedStorage = localStorage(join(targetData, "files")),
): ReturnType<typeof restoreBackup> {
  const open = (): Promise<Database> =>
    Promise.resolve({
      pool: target.pool,
      connectionString: target.connectionString,
      kind: "external",
      describe: "",
      close: () => Promise.resolve(),
    });
  return restoreBackup({ archive: from, dataDir: targetData, storage, open, migrations, migrateJobs, replace });
}

test("restores every table, the files and the secret, and continues the sequences", async () => {
  await restore(archive);
  expect(await sums(target.pool)).toEqual(await sums(source.pool));
  expect(await readFile(join(targetData, "files", contentHash.slice(0, 2), contentHash))).toEqual(content);
  expect(await readFile(join(targetData, "auth-secret"), "utf8")).toBe("a-kept-secret-of-enough-length-here");
  // New rows get new numbers, and append-only tables are that again.
  await target.pool.query(
    "insert into coin_entry (transaction_id, account_id, amount, balance_after) select transaction_id, account_id, 1, 7 from coin_entry limit 1",
  );
  await expect(target.pool.query("delete from coin_entry")).rejects.toMatchObject({ code: "42501" });
  await expect(
    target.pool.query(
      "insert into coin_entry (transaction_id, account_id, amount, balance_after) values (gen_random_uuid(), gen_random_uuid(), 1, 1)",
    ),
  ).rejects.toMatchObject({ code: "23503" });
});

test("writes a standard tar archive that only its owner can read", async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const tar = gunzipSync(await readFile(archive));
  expect(tar.toString("latin1", 0, 13)).toBe("manifest.json");
  expect(tar.toString("latin1", 257, 262)).toBe("ustar");
  expect(await readdir(sourceData)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^backup-/)]));
});

test("refuses to overwrite a database in use unless told to replace it", async () => {
  await restore(archive);
  await target.pool.query(
    "insert into coin_account (id, owner, kind) values (gen_random_uuid(), gen_random_uuid(), 'person')",
  );
  const before = await sums(target.pool);
  await expect(restore(archive)).rejects.toThrow(/--replace/);
  expect(await sums(target.pool)).toEqual(before);
  await restore(archive, true);
  expect(await sums(target.pool)).toEqual(await sums(source.pool));
});

test("refuses to restore while the product is running", async () => {
  await restore(archive);
  const running = new pg.Client({
    connectionString: target.connectionString,
    application_name: "pioneer",
  });
  await running.connect();
  await expect(restore(archive, true)).rejects.toThrow("Pioneer is running on this database");
  await running.end();
});

/** Damages of a whole archive: each has to be noticed before anything is changed. */
const damages: [string, (whole: Buffer) => Buffer][] = [
  ["cut in the middle", (whole) => whole.subarray(0, whole.length / 2)],
  ["cut at its last byte", (whole) => whole.subarray(0, -1)],
  ["flipped in one bit", (whole) => flipped(whole, Math.floor(whole.length / 2))],
  [
    "flipped in one bit of its content, with right packing",
    (whole) => repacked(whole, (tar) => flipped(tar, tar.indexOf(content) + 5)),
  ],
  [
    "without its last entry",
    (whole) =>
      repacked(whole, (tar) => Buffer.concat([tar.subarray(0, tar.indexOf(content) - 512), Buffer.alloc(1024)])),
  ],
  ["empty", () => Buffer.alloc(0)],
  ["something else", () => gzipSync("not a backup")],
];

const repacked = (whole: Buffer, change: (tar: Buffer) => Buffer): Buffer => gzipSync(change(gunzipSync(whole)));

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

test.each(damages)("rejects an archive that is %s before changing anything", async (_, damage) => {
  const damaged = join(folder.path, `damaged-${randomUUID()}.tar.gz`);
  await writeFile(damaged, damage(await readFile(archive)));
  await expect(restore(damaged, true)).rejects.toThrow(/is not a whole backup.*Nothing was changed/s);
  const { rows } = await target.pool.query("select 1 from pg_tables where schemaname in ('public', 'dbos')");
  expect(rows).toEqual([]);
  expect(existsSync(join(targetData, "files"))).toBe(false);
});

test("leaves the database unchanged when a restore fails halfway", async () => {
  await restore(archive);
  await target.pool.query("update coin_account set balance = 99 where kind = 'person'");
  const before = await sums(target.pool);
  // Files come last inside the transaction; here their place is taken.
  targetData = join(folder.path, `target-${randomUUID()}`);
  await mkdir(join(targetData, "files"), { recursive: true });
  await writeFile(join(targetData, "files", contentHash.slice(0, 2)), "no folder");
  await expect(restore(archive, true)).rejects.toThrow();
  expect(await sums(target.pool)).toEqual(before);
});

test("backs up one consistent snapshot while rows are being written", async () => {
  let isWriting = true;
  const writing = [1, 2, 3].map(async () => {
    while (isWriting) await book(source.pool);
  });
  const busy = join(folder.path, "busy.tar.gz");
  await writeBackup({ pool: source.pool, dataDir: sourceData, files, archive: busy, now: () => new Date() });
  isWriting = false;
  await Promise.all(writing);
  await restore(busy);
  const { rows } = await target.pool.query(
    "select count(*)::int as broken from coin_transaction t where 2 <> (select count(*) from coin_entry e where e.transaction_id = t.id)",
  );
  expect(rows).toEqual([{ broken: 0 }]);
});

/** Some 4 MB in two tables, which have others before, between and after them. */
async function fillLarge(pool: Pool): Promise<void> {
  const [person, project, run] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(`insert into "user" (id, name, email) values ($1, $2, $3)`, [person, text, `${person}@example.org`]);
  await pool.query(
    `insert into project (id, user_id, workflow, state, form_values, created_at, updated_at)
     values ($1, $2, 'w', 1, '{}', now(), now())`,
    [project, person],
  );
  await pool.query(
    `insert into outcome (id, user_id, project_id, workflow, kind, title, brief, planned_at, time_zone, status, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'w', 'k', $3 || n, repeat(md5(n::text), 60), now(), 'UTC', 'idea', now(), now()
       from generate_series(1, 1000) n`,
    [person, project, text],
  );
  await pool.query(
    `insert into run (id, user_id, project_id, workflow, coins, engine, form_values, language, time_zone, idempotency_key, request_hash, created_at)
     values ($1, $2, $3, 'w', 1, '{}', '{}', 'en', 'UTC', 'k', 'h', now())`,
    [run, person, project],
  );
  await pool.query(
    `insert into run_event (run_id, "offset", events)
     select $1, n, jsonb_build_array($2 || repeat(md5(n::text), 200)) from generate_series(1, 300) n`,
    [run, text],
  );
}

test("restores large tables completely, together with all others", async () => {
  const large = await openTestDatabase(2);
  opened.push(large);
  await migrateJobs(large.connectionString);
  await book(large.pool);
  await fillLarge(large.pool);
  const file = join(folder.path, "large.tar.gz");
  await writeBackup({ pool: large.pool, dataDir: sourceData, files, archive: file, now: () => new Date() });
  await restore(file);
  expect(await sums(target.pool)).toEqual(await sums(large.pool));
});

const secret = "the secret of the one who writes the backup";

/** A small installation with one file, in a database of its own. */
async function installed(storage: MarkedStorage): Promise<{ database: TestDatabase; hash: string }> {
  const database = await openTestDatabase(4);
  opened.push(database);
  await checkInstallation({ db: database.db, storage, authSecret: secret });
  const person = randomUUID();
  await database.pool.query(`insert into "user" (id, name, email) values ($1, $2, $3)`, [
    person,
    "P",
    `${person}@x.org`,
  ]);
  const hash = await storage.put(content);
  await database.pool.query(
    `insert into file (id, user_id, name, media_type, size, hash) values (gen_random_uuid(), $1, 'a', 'text/plain', 1, $2)`,
    [person, hash],
  );
  return { database, hash };
}

const backUp = async (database: TestDatabase, from: FileSource): Promise<string> => {
  const file = join(folder.path, `${randomUUID()}.tar.gz`);
  await writeBackup({ pool: database.pool, dataDir: sourceData, files: from, archive: file, now: () => new Date() });
  return file;
};

test("what is restored belongs to the storage it was put into, with the secret it was made with", async () => {
  const home = join(folder.path, `home-${randomUUID()}`);
  const { database } = await installed(localStorage(home));
  const file = await backUp(database, { folder: home });
  const { rows } = await database.pool.query(
    "select last_backup_at > now() - interval '1 hour' as noted from installation",
  );
  expect(rows).toEqual([{ noted: true }]);
  const storage = localStorage(join(targetData, "files"));
  await restore(file);
  await checkInstallation({ db: target.db, storage, authSecret: secret });
  // The one it came from goes on beside it, and each is refused the storage of the other.
  await checkInstallation({ db: database.db, storage: localStorage(home), authSecret: secret });
  const crossed = { db: target.db, storage: localStorage(home), authSecret: secret };
  await expect(checkInstallation(crossed)).rejects.toThrow("belongs to another database");
  await expect(checkInstallation({ ...crossed, storage, authSecret: `${secret}!` })).rejects.toThrow("AUTH_SECRET");
  // Put in the place of what is there, it belongs there all the same.
  await restore(file, true);
  await checkInstallation({ db: target.db, storage, authSecret: secret });
});

test("files of another Pioneer are not taken over unless they are said to be replaced", async () => {
  const home = localStorage(join(folder.path, `home-${randomUUID()}`));
  const { database } = await installed(home);
  const file = await backUp(database, { folder: home.describe });
  await expect(restore(file, false, home)).rejects.toThrow(/holds the files of another Pioneer.*--replace/);
  const { rows } = await target.pool.query("select 1 from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([]);
  // After the loss of a database its files are still there: the backup finds them.
  await restore(file, true, home);
  await checkInstallation({ db: target.db, storage: home, authSecret: secret });
});

test("files in a bucket come along and go into a folder, and the other way round", async () => {
  const double = await openS3Double();
  try {
    const bucket = (prefix: string) => s3Storage({ ...double, endpoint: double.url, prefix, pathStyle: true });
    const { database, hash } = await installed(bucket("one/"));
    const folderStorage = localStorage(join(targetData, "files"));
    await restore(await backUp(database, { storage: bucket("one/") }));
    expect(await folderStorage.get(hash)).toEqual(content);
    await checkInstallation({ db: target.db, storage: folderStorage, authSecret: secret });
    const back = await backUp(target, { folder: folderStorage.describe });
    await restore(back, true, bucket("two/"));
    expect(Buffer.from((await bucket("two/").get(hash)) ?? [])).toEqual(content);
    await checkInstallation({ db: target.db, storage: bucket("two/"), authSecret: secret });
  } finally {
    await double.close();
  }
});

test("a backup names the contents that are missing", async () => {
  const home = join(folder.path, `home-${randomUUID()}`);
  const { database, hash } = await installed(localStorage(home));
  await localStorage(home).delete(hash);
  const { missing } = await writeBackup({
    pool: database.pool,
    dataDir: sourceData,
    files: { folder: home },
    archive: join(folder.path, `${randomUUID()}.tar.gz`),
    now: () => new Date(),
  });
  expect(missing).toEqual([hash]);
});
