import type { Migration } from "kysely/migration";
import { sql } from "kysely";
import { ceilingSchema } from "#src/platform/ceiling.ts";
import { installationSchema, lastBackupSchema } from "#src/platform/installation.ts";
import { throttleSchema } from "#src/platform/throttle.ts";
import { features } from "../features.ts";

/** Steps of the platform, which refer to tables of the features. */
const platform: Record<string, readonly string[]> = {
  "0005_installation": installationSchema,
  "0006_limits": [...throttleSchema, ...ceilingSchema],
  "0042_operators": lastBackupSchema,
};

const statements: Record<string, readonly string[]> = {};
for (const steps of [...features.map(({ migrations: own = {} }) => own), platform])
  for (const [name, lines] of Object.entries(steps)) statements[name] = [...(statements[name] ?? []), ...lines];

const migrationOf = (lines: readonly string[]): Migration => ({
  async up(db) {
    // A step over many rows may take longer than a statement of everyday use may.
    await sql`set local statement_timeout = 0`.execute(db);
    for (const line of lines) await sql.raw(line).execute(db);
  },
});

/** Steps from the empty database to today's, in order. Released steps are never edited: a change is a new step. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statements)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, lines]) => [name, migrationOf(lines)]),
);
