import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { localStorage, type MarkedStorage } from "./storage/storage.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, temporaryFolder, type TestDatabase } from "#src/testing/database.ts";
import { startServer } from "#src/testing/torture/server.ts";
import { adoptInstallation, checkInstallation } from "./installation.ts";

let database: TestDatabase;
let folder: { path: string; remove: () => Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const secret = "a secret of this installation, 32+ characters";
let folders = 0;
const newFolder = (): string => join(folder.path, String((folders += 1)));

/** What a process does at its start. */
const start = (filesDir: string, authSecret = secret, db = database.db): Promise<void> =>
  checkInstallation({ db, storage: localStorage(filesDir), authSecret });

const adopt = (filesDir: string, parts: ("files" | "secret")[], authSecret = secret): Promise<void> =>
  adoptInstallation({ db: database.db, storage: localStorage(filesDir), authSecret }, parts);

const missing = /are not in .*the mark \.pioneer-files is missing there.*same FILES_DIR/s;
const foreign = /belongs to another database/;

async function storeFile(storage: MarkedStorage): Promise<void> {
  const userId = newId();
  await database.db
    .insertInto("user")
    .values({ id: userId, name: "P", email: `${userId}@example.org` })
    .execute();
  const hash = await storage.put(new TextEncoder().encode(userId));
  await database.db
    .insertInto("file")
    .values({ id: newId(), user_id: userId, name: "a.txt", media_type: "text/plain", size: 1, hash, text_hash: null })
    .execute();
}

test("processes that share a folder and a secret start, at once and one after the other", async () => {
  const shared = newFolder();
  await Promise.all(Array.from({ length: 8 }, () => start(shared)));
  await start(shared);
  const { rows } = await sql<{ files_id: string }>`select files_id from installation`.execute(database.db);
  expect(rows.map(({ files_id }) => `${files_id}\n`)).toEqual([await readFile(join(shared, ".pioneer-files"), "utf8")]);
});

test("of processes with separate folders, one starts and the others are refused, at once and later", async () => {
  const separate = Array.from({ length: 4 }, newFolder);
  const outcomes = await Promise.allSettled(separate.map((path) => start(path)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(refusals).toHaveLength(3);
  for (const refusal of refusals) expect(refusal).toMatch(missing);
  const again = await Promise.allSettled(separate.map((path) => start(path)));
  expect(again.map(({ status }) => status)).toEqual(outcomes.map(({ status }) => status));
});

test("a start that ends between the row and the mark is finished by the next one", async () => {
  const path = newFolder();
  await start(path);
  await rm(join(path, ".pioneer-files"));
  await sql`update installation set files_marked = false`.execute(database.db);
  await start(path);
  await start(path);
});

test("a folder that moves takes its mark along; an empty one in its place is refused", async () => {
  const [before, moved, empty] = [newFolder(), newFolder(), newFolder()];
  await start(before);
  await storeFile(localStorage(before));
  await cp(before, moved, { recursive: true });
  await start(moved);
  await expect(start(empty)).rejects.toThrow(missing);
  await adopt(empty, ["files"]);
  await start(empty);
  await expect(start(before)).rejects.toThrow(foreign);
});

test("an installation of before the mark is taken over with its files and not without them", async () => {
  const [own, empty] = [newFolder(), newFolder()];
  await storeFile(localStorage(own));
  await expect(start(empty)).rejects.toThrow(missing);
  await start(own);
  await expect(start(empty)).rejects.toThrow(missing);
});

test("two databases do not share a folder: deleting in one would take from the other", async () => {
  const path = newFolder();
  await start(path);
  const other = await openTestDatabase();
  try {
    await expect(start(path, secret, other.db)).rejects.toThrow(foreign);
  } finally {
    await other.close();
  }
});

test("another secret is refused until it is changed on purpose, which ends every session", async () => {
  const path = newFolder();
  const other = "another secret, also of 32 characters or more";
  await start(path);
  await expect(start(path, other)).rejects.toThrow(/^AUTH_SECRET differs from the one this database was used with/);
  await adopt(path, ["secret"], other);
  await start(path, other);
  await expect(start(path)).rejects.toThrow(/^AUTH_SECRET differs/);
});

test("the database knows the secret by its fingerprint alone", async () => {
  await start(newFolder());
  const { rows } = await sql<{ row: string }>`select installation::text as row from installation`.execute(database.db);
  expect(rows[0]?.row).not.toContain(secret);
});

test("a mark that is no id belongs to nobody", async () => {
  const path = newFolder();
  await start(path);
  await writeFile(join(path, ".pioneer-files"), "");
  await expect(start(path)).rejects.toThrow(foreign);
});

test("a process with another secret or folder ends with one sentence", async () => {
  const env = { DATABASE_URL: database.connectionString, AUTH_SECRET: secret, AI_ENGINE: "draft" };
  const [first, second] = [newFolder(), newFolder()];
  await start(join(first, "files"));
  for (const [wrong, sentence] of [
    [{ DATA_DIR: second }, missing],
    [{ DATA_DIR: first, AUTH_SECRET: `${secret} or not` }, /ready:\nAUTH_SECRET differs[^\n]*\n$/],
  ] as const) {
    await expect(startServer({ ...env, ...wrong })).rejects.toThrow(sentence);
  }
});
