import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Pool, PoolClient } from "pg";
import type { MarkedStorage } from "../storage/storage.ts";
import { type Unpacked, readArchive } from "./archive.ts";
import {
  type Manifest,
  bookkeeping,
  columnsOf,
  manifestName,
  manifestSchema,
  nameOf,
  quoted,
  secretName,
  tablesOf,
} from "./backup.ts";
import { copyIn } from "./copy.ts";
import type { Database } from "./openDatabase.ts";
import { replaceFile } from "./serverRecord.ts";
import { hasTable, withClient } from "./withClient.ts";
import { withWorkFolder } from "./workFolder.ts";

export interface RestoreOptions {
  archive: string;
  /** Folder for the kept secret, which an archive may hold; the archive is unpacked in it. */
  dataDir: string;
  /** Where the files go. */
  storage: MarkedStorage;
  /** Opens the database that gets the content; called only after the archive has proved whole. */
  open: () => Promise<Database>;
  migrations: Readonly<Record<string, Migration>>;
  /** Makes the tables of the engine of durable runs, which has migrations of its own. */
  migrateJobs: (connectionString: string) => Promise<void>;
  /** Puts the archive in the place of what the database holds. */
  replace: boolean;
}

/**
 * Brings an archive back: checks all of it first, then puts the tables back in one transaction. Whatever goes wrong,
 * the database is as it was before.
 * @throws Error in words for the person at the terminal
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  return withWorkFolder(options.dataDir, "restore", async (folder) => {
    const { manifest, entries } = await checkedArchive(options.archive, folder);
    const unknown = manifest.migrations.filter((name) => !Object.hasOwn(options.migrations, name));
    if (unknown.length > 0)
      throw new Error(`The backup is of a newer version of Pioneer (${unknown.join(", ")}). Update first.`);
    const database = await options.open();
    try {
      await options.migrateJobs(database.connectionString);
      await withClient(database.pool, (client) => putBack(client, database, manifest, entries, options));
    } finally {
      await database.close();
    }
    return manifest;
  });
}

/** @throws Error unless every entry is there, is expected, and has the checksum that the manifest names */
async function checkedArchive(
  archive: string,
  folder: string,
): Promise<{ manifest: Manifest; entries: Map<string, Unpacked> }> {
  try {
    const unpacked = await readArchive(archive, folder);
    const [first, ...rest] = unpacked;
    if (first?.name !== manifestName) throw new Error("it has no list of contents");
    const manifest = manifestSchema.parse(JSON.parse(await readFile(first.path, "utf8")));
    const expected = new Map<string, string>([
      ...manifest.tables.map(({ file, sha256 }): [string, string] => [file, sha256]),
      ...manifest.files.map((sum): [string, string] => [`files/${sum}`, sum]),
      ...(manifest.secretSha256 ? [[secretName, manifest.secretSha256] as [string, string]] : []),
    ]);
    const entries = new Map(rest.map((entry) => [entry.name, entry]));
    if (rest.length !== expected.size) throw new Error("entries are missing or too many");
    for (const [name, sum] of expected) {
      if (entries.get(name)?.sha256 !== sum) throw new Error(`${name} is damaged or missing`);
    }
    return { manifest, entries };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${archive} is not a whole backup: ${reason}. Nothing was changed.`, { cause });
  }
}

async function putBack(
  client: PoolClient,
  database: Database,
  manifest: Manifest,
  entries: Map<string, Unpacked>,
  options: RestoreOptions,
): Promise<void> {
  await refuseWhenInUse(client, database.kind);
  await client.query("begin");
  await client.query("set local lock_timeout = '10s'");
  const present = await client.query("select 1 from pg_tables where schemaname = 'public' and tablename <> all($1)", [
    bookkeeping,
  ]);
  if (present.rows.length > 0 && !options.replace) {
    throw new Error(
      "This database already holds a Pioneer. Add --replace to put the backup in its place, or choose an empty DATA_DIR.",
    );
  }
  const mark = await options.storage.readMark();
  if (mark !== null && !options.replace && mark !== (await filesIdOf(client))) {
    throw new Error(
      `${options.storage.describe} holds the files of another Pioneer. ` +
        "Add --replace to make it the one of this database, or choose an empty one.",
    );
  }
  await emptyPublic(client);
  await migrateTo(client, options.migrations, manifest.migrations.at(-1));
  await fillTables(client, manifest, entries);
  await joinStorage(client, mark);
  await bringBackFiles(options, manifest, entries);
  await client.query("commit");
}

/** The id of the files storage that the database knows, null when it knows none. */
async function filesIdOf(client: PoolClient): Promise<string | null> {
  if (!(await hasTable(client, "installation"))) return null;
  const { rows } = await client.query<{ id: string }>("select files_id as id from installation");
  return rows[0]?.id ?? null;
}

/**
 * What comes back belongs to the storage that it is put into: to the mark there, else to a new one, which the next start
 * writes. The storage it came from may be in use elsewhere.
 */
async function joinStorage(client: PoolClient, mark: string | null): Promise<void> {
  // What was written before there was such a table.
  if (!(await hasTable(client, "installation"))) return;
  await client.query(
    "update installation set files_id = coalesce($1::uuid, gen_random_uuid()), files_marked = $1 is not null",
    [mark],
  );
}

/** Sessions of a running product; the lease of our own process is one of them when the server is embedded. */
export async function refuseWhenInUse(client: Pool | PoolClient, kind: Database["kind"]): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'pioneer%'`,
  );
  const ours = kind === "embedded" ? 1 : 0;
  if ((rows[0]?.others ?? 0) > ours) throw new Error("Pioneer is running on this database. Stop it first.");
}

/** Drops what stands in `public`; the schema itself may belong to somebody else. */
async function emptyPublic(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table if exists %s cascade', c.oid::regclass) as statement
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
       from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
     select format('drop type if exists %s cascade', t.oid::regtype)
       from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Makes the tables as they were when the backup was written, inside the open transaction of `client`. */
async function migrateTo(
  client: PoolClient,
  migrations: Readonly<Record<string, Migration>>,
  last: string | undefined,
): Promise<void> {
  if (!last) return;
  // The migrator takes connections and gives them back; ours stays, with its transaction.
  const borrowed = { query: client.query.bind(client), release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} };
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateTo(last);
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
}

async function fillTables(client: PoolClient, manifest: Manifest, entries: Map<string, Unpacked>): Promise<void> {
  const there = new Map((await tablesOf(client)).map((table) => [nameOf(table), table]));
  const tables = manifest.tables.filter((table) => there.has(nameOf(table)));
  const lost = manifest.tables.filter((table) => !there.has(nameOf(table)) && table.schema === "public");
  if (lost.length > 0) throw new Error(`There is no table ${lost.map(nameOf).join(", ")} to put rows into.`);
  if (tables.length === 0) return;
  const foreignKeys = await dropForeignKeys(client, tables);
  for (const table of tables) {
    const entry = entries.get(table.file);
    if (!entry) throw new Error(`${table.file} is missing`);
    // Append-only tables refuse changes by a trigger and by revoked rights; only what a migration filled needs emptying.
    await client.query(`alter table ${nameOf(table)} disable trigger user`);
    const { rows } = await client.query(`select 1 from ${nameOf(table)} limit 1`);
    if (rows.length > 0) await client.query(`truncate ${nameOf(table)}`);
    await copyIn(client, `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`, createReadStream(entry.path));
    await client.query(`alter table ${nameOf(table)} enable trigger user`);
  }
  // Adding a key again compares every row with what it points to.
  for (const { owner, name, definition } of foreignKeys) {
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`);
  }
  for (const sequence of manifest.sequences) {
    await client.query("select setval(to_regclass($1), $2) where to_regclass($1) is not null", [
      nameOf(sequence),
      sequence.last,
    ]);
  }
}

/** Rows come back table by table, so keys between tables have to wait until the end. */
async function dropForeignKeys(
  client: PoolClient,
  tables: Manifest["tables"],
): Promise<{ owner: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by 1, 2`,
    [tables.map(nameOf)],
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} drop constraint ${quoted(name)}`);
  return rows;
}

/** Files are named by their content: adding them takes nothing away, whatever happens to the tables. */
async function bringBackFiles(
  { dataDir, storage }: RestoreOptions,
  manifest: Manifest,
  entries: Map<string, Unpacked>,
): Promise<void> {
  for (const sum of manifest.files) {
    const entry = entries.get(`files/${sum}`);
    if (!entry) throw new Error(`files/${sum} is missing`);
    await storage.put(await readFile(entry.path));
  }
  const secret = entries.get(secretName);
  if (secret) await replaceFile(join(dataDir, secretName), await readFile(secret.path, "utf8"));
}
