import { sql, type Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

/**
 * Brings a database to the newest schema. Safe when several processes start at once (an advisory lock lets one work
 * and the others wait) and when one is killed in the middle (all steps of a call are one transaction).
 * @param migrations by name; names ascend in the order in which they were added
 * @returns names of what was applied now
 * @throws Error naming the step that failed, with the database's own error as cause, or saying that the data is of a
 * newer version
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<string[]> {
  await assertKnown(db, migrations);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration${failed ? ` ${failed}` : ""}: ${reason}`, { cause: error });
  }
  return (results ?? []).filter((result) => result.status === "Success").map((result) => result.migrationName);
}

/** A step that this code does not know was applied by a later version; what it changed is unknown here. */
async function assertKnown<Tables>(db: Kysely<Tables>, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const { rows: found } = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!found[0]?.found) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.filter(({ name }) => !Object.hasOwn(migrations, name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(
      `This data was written by a newer version of Pioneer (${unknown.join(", ")}). ` +
        "Start that version, or restore a backup made with this one.",
    );
}
