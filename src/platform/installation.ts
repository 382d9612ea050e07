import { createHmac, timingSafeEqual } from "node:crypto";
import { type Generated, type Kysely, sql } from "kysely";
import type { MarkedStorage } from "./storage/storage.ts";
import { newId } from "#src/kit/ids.ts";

/** One row: what belongs to this database beside it. Run in order inside one migration. */
export const installationSchema: string[] = [
  `create table installation (
    only_row boolean primary key default true check (only_row),
    files_id uuid not null,
    -- False until the files storage carries the id: a start may end between the two.
    files_marked boolean not null default false,
    secret_fingerprint text not null check (secret_fingerprint ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null default now()
  )`,
];

/** When the last backup was made, for the operator's page. */
export const lastBackupSchema: string[] = [`alter table installation add column last_backup_at timestamptz`];

export interface InstallationTables {
  installation: {
    only_row: Generated<boolean>;
    /** The id in the mark of the files storage. */
    files_id: string;
    files_marked: Generated<boolean>;
    secret_fingerprint: string;
    /** When `npm run backup` was last done; null when it never was. */
    last_backup_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
}

type Db = Kysely<InstallationTables>;

/** Tells two secrets apart and says nothing else about them. */
export const fingerprintOf = (secret: string): string =>
  createHmac("sha256", secret).update("pioneer: fingerprint of AUTH_SECRET").digest("hex");

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export interface InstallationParts {
  db: Db;
  storage: MarkedStorage;
  authSecret: string;
}

/**
 * Compares this process with the others of its database: the same secret and the same files storage, or none of them
 * starts. The first start writes both down; any number of processes may start at once.
 * @throws Error in words for the person at the terminal
 */
export async function checkInstallation({ db, storage, authSecret }: InstallationParts): Promise<void> {
  const fingerprint = fingerprintOf(authSecret);
  await db
    .insertInto("installation")
    .values({ files_id: newId(), secret_fingerprint: fingerprint })
    .onConflict((row) => row.doNothing())
    .execute();
  const known = await db.selectFrom("installation").selectAll().executeTakeFirstOrThrow();
  if (!isSame(known.secret_fingerprint, fingerprint))
    throw new Error(
      "AUTH_SECRET differs from the one this database was used with, and every session would end. " +
        "Set the same AUTH_SECRET for every process (unset, it is the file auth-secret in DATA_DIR). " +
        "To change it on purpose, stop Pioneer and run `npm run adopt -- secret`.",
    );
  if (known.files_marked) assertMark(known.files_id, await storage.readMark(), storage);
  else await db.transaction().execute((trx) => markStorage(trx, storage));
}

/** The first start with a storage: one process at a time writes the mark, the others compare with it. */
async function markStorage(trx: Db, storage: MarkedStorage): Promise<void> {
  const row = await trx.selectFrom("installation").selectAll().forUpdate().executeTakeFirstOrThrow();
  const mark = await storage.readMark();
  if (row.files_marked) return assertMark(row.files_id, mark, storage);
  if (mark === null) {
    await assertHoldsFiles(trx, storage);
    assertMark(row.files_id, await storage.writeMark(row.files_id), storage);
  } else assertMark(row.files_id, mark, storage);
  await trx.updateTable("installation").set({ files_marked: true }).execute();
}

const onPurpose =
  "If the files are lost or were moved without their mark, stop Pioneer and run `npm run adopt -- files`.";

function assertMark(expected: string, found: string | null, storage: MarkedStorage): void {
  if (found === expected) return;
  throw new Error(
    found === null
      ? `The files of this database are not in ${storage.describe}: the mark ${storage.markName} is missing there. ` +
          "All processes of one database need the same FILES_DIR, or S3_* in its place; " +
          `a folder that moves takes its mark along. ${onPurpose}`
      : `${storage.describe} belongs to another database: the mark ${storage.markName} there names another one. ` +
          "All processes of one database need the same FILES_DIR, or S3_* in its place, and no other database may use " +
          `it. ${onPurpose}`,
  );
}

/** Files looked for before a storage without a mark is taken for ours. */
const sampleSize = 5;

/** An installation of before the mark is taken over with its files; an empty folder in their place is not. */
async function assertHoldsFiles(trx: Db, storage: MarkedStorage): Promise<void> {
  const { rows } = await sql<{ hash: string }>`
    select hash from file order by created_at desc limit ${sampleSize}`.execute(trx);
  for (const { hash } of rows) {
    const bytes = await storage.get(hash).catch(() => new Uint8Array(0));
    if (bytes) return;
  }
  if (rows.length > 0) assertMark("", null, storage);
}

/**
 * Takes what this process is configured with as what belongs to the database, whatever was written down before.
 * @param parts `files`: the storage; `secret`: AUTH_SECRET, which ends every session
 */
export async function adoptInstallation(
  { db, storage, authSecret }: InstallationParts,
  parts: readonly ("files" | "secret")[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const fingerprint = fingerprintOf(authSecret);
    await trx
      .insertInto("installation")
      .values({ files_id: newId(), secret_fingerprint: fingerprint })
      .onConflict((row) => row.doNothing())
      .execute();
    if (parts.includes("secret")) {
      await trx.updateTable("installation").set({ secret_fingerprint: fingerprint }).execute();
      await sql`delete from session`.execute(trx);
    }
    if (parts.includes("files")) {
      // A new id: whoever used the storage before finds out at the next start.
      const id = newId();
      await trx.updateTable("installation").set({ files_id: id, files_marked: true }).execute();
      await storage.replaceMark(id);
    }
  });
}
