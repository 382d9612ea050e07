import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

/**
 * Brings a database to the newest schema. Safe when several processes start at once (an advisory lock lets one work
 * and the others wait) and when one is killed in the middle (all steps of a call are one transaction).
 * @param migrations by name; names ascend in the order in which they were added
 * @returns names of what was applied now
 * @throws Error naming the step that failed, with the database's own error as cause
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration${failed ? ` ${failed}` : ""}: ${reason}`, { cause: error });
  }
  return (results ?? []).filter((result) => result.status === "Success").map((result) => result.migrationName);
}
