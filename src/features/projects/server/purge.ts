import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Db, Tables } from "#src/platform/tables.ts";

/** What keeps old revisions. */
export interface RevisionRetention {
  /** Revisions made before this may go. */
  before: Date;
  /** The newest so many of each project stay, whatever their age. */
  newest: number;
  /** Further condition on a revision, which the tables of other features hold. */
  may: RawBuilder<boolean>;
}

/** Revisions of one project, or of any, that may go. */
const old = ({ before, newest, may }: RevisionRetention): RawBuilder<boolean> => sql<boolean>`
  revision.created_at < ${before} and ${may}
  and revision.number is distinct from (select current_revision from project where project.id = revision.project_id)
  and (select count(*) from revision newer
        where newer.project_id = revision.project_id and newer.number > revision.number) >= ${newest}`;

/**
 * Removes old revisions of up to `limit` projects. The current one, the newest of each project and those that
 * something applied came from stay.
 * @param onRemoved takes the runs whose revisions go, inside the transaction
 * @returns how many revisions
 */
export async function purgeRevisions(
  retention: RevisionRetention,
  limit: number,
  db: Kysely<Tables>,
  onRemoved: (runIds: string[], trx: Db) => Promise<void>,
): Promise<number> {
  const { rows: projects } = await sql<{ id: string }>`
    select id from project where revisions > ${retention.newest}
       and exists (select 1 from revision where revision.project_id = project.id and ${old(retention)})
     limit ${limit}`.execute(db);
  let count = 0;
  for (const { id } of projects) {
    count += await db.transaction().execute(async (trx) => {
      // Whoever adds a revision or makes another one the current one holds the same lock.
      await sql`select 1 from project where id = ${id} for update`.execute(trx);
      const { rows } = await sql<{ run_id: string | null }>`
        delete from revision where project_id = ${id} and ${old(retention)} returning run_id`.execute(trx);
      await trx
        .updateTable("project")
        .set({ revisions: sql<number>`revisions - ${rows.length}` })
        .where("id", "=", id)
        .execute();
      await onRemoved(
        rows.flatMap(({ run_id }) => (run_id === null ? [] : [run_id])),
        trx,
      );
      return rows.length;
    });
  }
  return count;
}

/** Hashes of the pages that a person's documents name as sources. */
export async function sourceHashes(userId: string, db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select distinct source ->> 'contentHash' as hash
      from revision, jsonb_array_elements(case jsonb_typeof(document -> 'sources') when 'array' then document -> 'sources' else '[]' end) source
     where user_id = ${userId} and source ->> 'contentHash' <> ''`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}
