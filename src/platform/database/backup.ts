import { createWriteStream, existsSync } from "node:fs";
import { copyFile, link, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { DamagedContentError, type FileStorage } from "../storage/storage.ts";
import { type ArchiveEntry, sha256Of, writeArchive } from "./archive.ts";
import { copyOut } from "./copy.ts";
import { withClient } from "./withClient.ts";
import { withWorkFolder } from "./workFolder.ts";

/** Version of the archive's layout. */
export const archiveVersion = 1;
export const secretName = "auth-secret";
export const manifestName = "manifest.json";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestSchema = z.object({
  version: z.literal(archiveVersion),
  createdAt: z.string(),
  /** Names of the migrations that made the tables, in order. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ file: z.string(), schema: z.string(), name: z.string(), columns: z.array(z.string()), sha256: hash }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  /** Content hashes of the stored files, which are also their names. */
  files: z.array(hash),
  /** Of the secret that DATA_DIR keeps; absent when AUTH_SECRET is set by hand. */
  secretSha256: hash.optional(),
});

/** First entry of an archive: what else is in it, with checksums. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Tables that say how far migrations went; the ones of the target are the right ones there. */
export const bookkeeping = ["kysely_migration", "kysely_migration_lock", "dbos_migrations"];

/** Where the stored files are: a folder, whose files are held by links, or a storage that is asked for each. */
export type FileSource = { folder: string } | { storage: Pick<FileStorage, "get"> };

export interface BackupOptions {
  pool: Pool;
  /** Folder with the kept secret, unless that is set by hand; the archive is prepared in it. */
  dataDir: string;
  files: FileSource;
  /** File to write; must not exist. */
  archive: string;
  now: () => Date;
}

export interface BackupResult {
  tables: number;
  files: number;
  /** Contents that the tables name and that could not be read; they are missing from the archive. */
  missing: string[];
  /** Of the archive. */
  bytes: number;
}

/**
 * Writes everything a person could lose into one archive: all tables as of one instant, stored files, and the kept
 * secret, without which second factors could not be read. Works for every PostgreSQL, while the product runs: tables
 * are copied inside one repeatable-read transaction.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  if (existsSync(options.archive)) throw new Error(`${options.archive} exists already.`);
  return withWorkFolder(options.dataDir, "backup", async (folder) => {
    // Files before and after the instant of the tables: what a row names is in one of both.
    const files = new Map<string, ArchiveEntry>();
    await gatherFiles(options, folder, files);
    const tables = await withClient(options.pool, (client) => copyTables(client, folder));
    await gatherFiles(options, folder, files);
    const secret = await gatherSecret(options.dataDir, folder);
    const manifest: Manifest = {
      version: archiveVersion,
      createdAt: options.now().toISOString(),
      migrations: tables.migrations,
      tables: tables.copied.map(({ entry: _, ...row }) => row),
      sequences: tables.sequences,
      files: [...files.keys()].toSorted(),
      ...(secret ? { secretSha256: secret.sha256 } : {}),
    };
    const manifestPath = join(folder, manifestName);
    await writeFile(manifestPath, JSON.stringify(manifest), { mode: 0o600 });
    await writeArchive(options.archive, [
      { name: manifestName, path: manifestPath },
      ...tables.copied.map(({ entry }) => entry),
      ...(secret ? [secret.entry] : []),
      ...files.values(),
    ]);
    await noteBackup(options.pool, options.now());
    const missing = tables.hashes.filter((hash) => !files.has(hash));
    return { tables: tables.copied.length, files: files.size, missing, bytes: (await stat(options.archive)).size };
  });
}

/** Notes for the operator's page when the last archive was written; data of an older version has no place for it. */
async function noteBackup(pool: Pool, at: Date): Promise<void> {
  const { rows } = await pool.query(
    `select 1 from pg_attribute where attrelid = to_regclass('installation') and attname = 'last_backup_at'`,
  );
  if (rows.length > 0) await pool.query("update installation set last_backup_at = $1", [at]);
}

/** @returns what was copied, and the hashes of the contents that the tables name */
async function copyTables(client: PoolClient, folder: string) {
  await client.query("begin isolation level repeatable read read only");
  const migrations = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const copied: (Manifest["tables"][number] & { entry: ArchiveEntry })[] = [];
  for (const table of await tablesOf(client)) {
    const file = `tables/${String(copied.length).padStart(4, "0")}.copy`;
    const path = join(folder, `table-${copied.length}`);
    const output = createWriteStream(path, { mode: 0o600 });
    await copyOut(client, `copy ${nameOf(table)} (${columnsOf(table)}) to stdout`, output);
    copied.push({ ...table, file, sha256: await sha256Of(path), entry: { name: file, path } });
  }
  const sequences = await client.query<Manifest["sequences"][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
        where last_value is not null and schemaname not like 'pg\\_%' order by 1, 2`,
  );
  const hashes = await hashesOf(client);
  await client.query("commit");
  return { migrations: migrations.rows.map(({ name }) => name), copied, sequences: sequences.rows, hashes };
}

/** A table and those of its columns that are stored and not computed. */
export interface StoredTable {
  schema: string;
  name: string;
  columns: string[];
}

/** Every table of ours and of the engine of durable runs, but for the bookkeeping of migrations. */
export async function tablesOf(client: PoolClient): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select n.nspname as schema, c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname <> 'information_schema'
        and n.nspname not like 'pg\\_%' and c.relname <> all($1)
      order by 1, 2`,
    [bookkeeping],
  );
  return rows;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameOf = (table: { schema: string; name: string }): string =>
  `${quoted(table.schema)}.${quoted(table.name)}`;
export const columnsOf = (table: { columns: string[] }): string => table.columns.map(quoted).join(", ");

/** Every content that a file, its text or a page read by a run rests on. */
async function hashesOf(client: Pool | PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    `select hash from file union select text_hash from file where text_hash is not null
      union select hash from snapshot order by 1`,
  );
  return rows.map((row) => row.hash);
}

/** Keeps hold of each stored file, so that a deletion during the backup cannot pull it away. */
async function gatherFiles(
  { files: source, pool }: BackupOptions,
  folder: string,
  files: Map<string, ArchiveEntry>,
): Promise<void> {
  if ("folder" in source) return holdFiles(source.folder, folder, files);
  for (const hash of await hashesOf(pool)) {
    if (files.has(hash)) continue;
    const bytes = await source.storage.get(hash).catch((error: unknown) => {
      // Damaged bytes are as good as missing; a storage that does not answer ends the backup.
      if (error instanceof DamagedContentError) return null;
      throw error;
    });
    if (!bytes) continue;
    const path = join(folder, hash);
    await writeFile(path, bytes, { mode: 0o600 });
    files.set(hash, { name: `files/${hash}`, path });
  }
}

async function holdFiles(from: string, folder: string, files: Map<string, ArchiveEntry>): Promise<void> {
  const found = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of found) {
    if (!entry.isFile() || !hash.safeParse(entry.name).success || files.has(entry.name)) continue;
    const path = join(folder, entry.name);
    const source = join(entry.parentPath, entry.name);
    const isHeld = await link(source, path)
      .catch(() => copyFile(source, path))
      .then(
        () => true,
        () => false,
      );
    if (isHeld) files.set(entry.name, { name: `files/${entry.name}`, path });
  }
}

async function gatherSecret(
  dataDir: string,
  folder: string,
): Promise<{ entry: ArchiveEntry; sha256: string } | undefined> {
  const path = join(folder, secretName);
  try {
    await copyFile(join(dataDir, secretName), path);
  } catch {
    return undefined;
  }
  return { entry: { name: secretName, path }, sha256: await sha256Of(path) };
}
