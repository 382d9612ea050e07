import { sql, type Transaction } from "kysely";
import type { Db, Tables } from "#src/platform/tables.ts";

export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  hash: string;
  textHash: string | null;
  seconds: number | null;
  createdAt: Date;
}

const columns = [
  "id",
  "name",
  "media_type as mediaType",
  "size",
  "hash",
  "text_hash as textHash",
  "seconds",
  "created_at as createdAt",
] as const;

/** What another content changes. */
const toRow = ({ name, mediaType, size, hash, textHash, seconds }: StoredFile) => ({
  name,
  media_type: mediaType,
  size,
  hash,
  text_hash: textHash,
  seconds,
});

/** When content was looked at that was left: before everything else. */
const leftAt = new Date(0);

/** Files of one person; no query here can reach another's. */
export function filesOf(userId: string, db: Db) {
  return {
    insert: (file: StoredFile): Promise<unknown> =>
      db
        .insertInto("file")
        .values({ ...toRow(file), id: file.id, user_id: userId, created_at: file.createdAt })
        .execute(),

    find: (id: string): Promise<StoredFile | undefined> =>
      db.selectFrom("file").select(columns).where("user_id", "=", userId).where("id", "=", id).executeTakeFirst(),

    /** Newest first; `before` is the last id of the page before. */
    page(limit: number, before: string | undefined): Promise<StoredFile[]> {
      const all = db.selectFrom("file").select(columns).where("user_id", "=", userId);
      const rest = before === undefined ? all : all.where("id", "<", before);
      return rest.orderBy("id", "desc").limit(limit).execute();
    },

    /** Another content under the same id. */
    replace: (file: StoredFile): Promise<unknown> =>
      db.updateTable("file").set(toRow(file)).where("user_id", "=", userId).where("id", "=", file.id).execute(),

    /** Leaves content to the next upkeep, which removes it unless somebody rests on it. */
    leave: (hash: string): Promise<unknown> =>
      db
        .insertInto("snapshot")
        .values({ user_id: userId, hash, checked_at: leftAt })
        .onConflict((row) => row.columns(["user_id", "hash"]).doNothing())
        .execute(),

    remove: (id: string): Promise<StoredFile | undefined> =>
      db.deleteFrom("file").where("user_id", "=", userId).where("id", "=", id).returning(columns).executeTakeFirst(),

    /** Bytes of all files together. */
    async bytes(): Promise<number> {
      const { total } = await db
        .selectFrom("file")
        .select((row) => row.fn.coalesce(row.fn.sum<string>("size"), sql<string>`0`).as("total"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    storeSnapshot: (hash: string): Promise<unknown> =>
      db
        .insertInto("snapshot")
        .values({ user_id: userId, hash })
        // Read again: it counts as new.
        .onConflict((row) => row.columns(["user_id", "hash"]).doUpdateSet({ checked_at: sql<Date>`now()` }))
        .execute(),

    /** The person owns content with this hash: a file, its text, or a page a run has read. */
    async owns(hash: string): Promise<boolean> {
      const { rows } = await sql<{ owned: boolean }>`select
        exists (select 1 from snapshot where user_id = ${userId} and hash = ${hash})
        or exists (select 1 from file where user_id = ${userId} and (hash = ${hash} or text_hash = ${hash})) as owned
      `.execute(db);
      return rows[0]?.owned ?? false;
    },

    /** Every hash that this person rests on. */
    async hashes(): Promise<string[]> {
      const { rows } = await sql<{ hash: string }>`select hash from snapshot where user_id = ${userId}
        union select hash from file where user_id = ${userId}
        union select text_hash from file where user_id = ${userId} and text_hash is not null
        order by 1`.execute(db);
      return rows.map((row) => row.hash);
    },

    /** Snapshots that were not used since `before`, the longest first. */
    async staleSnapshots(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom("snapshot")
        .select("hash")
        .where("user_id", "=", userId)
        .where("checked_at", "<", before)
        .orderBy("checked_at")
        .limit(limit)
        .execute();
      return rows.map((row) => row.hash);
    },

    markChecked: (hashes: string[], now: Date): Promise<unknown> =>
      db
        .updateTable("snapshot")
        .set({ checked_at: now })
        .where("user_id", "=", userId)
        .where("hash", "in", hashes)
        .execute(),

    /** Only what is still as old: a run may have read the page again. */
    async removeSnapshots(hashes: string[], before: Date): Promise<string[]> {
      const rows = await db
        .deleteFrom("snapshot")
        .where("user_id", "=", userId)
        .where("hash", "in", hashes)
        .where("checked_at", "<", before)
        .returning("hash")
        .execute();
      return rows.map((row) => row.hash);
    },

    removeAll: async (): Promise<void> => {
      await db.deleteFrom("file").where("user_id", "=", userId).execute();
      await db.deleteFrom("snapshot").where("user_id", "=", userId).execute();
    },
  };
}

/** People with snapshots that were not used since `before`. */
export async function ownersOfStaleSnapshots(before: Date, limit: number, db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select distinct user_id from
    (select user_id from snapshot where checked_at < ${before} order by checked_at limit ${limit}) oldest`.execute(db);
  return rows.map((row) => row.user_id);
}

/** True while anyone rests on the content. */
export async function isHashUsed(hash: string, db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from file where hash = ${hash})
    or exists (select 1 from file where text_hash = ${hash})
    or exists (select 1 from snapshot where hash = ${hash}) as used`.execute(db);
  return rows[0]?.used ?? false;
}

/** Until the transaction ends, no other one stores or removes content with these hashes. */
export async function lockHashes(hashes: readonly string[], db: Transaction<Tables>): Promise<void> {
  // One order for everyone, or two transactions wait for each other.
  for (const hash of [...new Set(hashes)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${hash}`}, 0))`.execute(db);
  }
}

/** Until the transaction ends, no other upload of this person is counted. */
export async function lockQuota(userId: string, db: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${userId}`}, 0))`.execute(db);
}
