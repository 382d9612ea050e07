import type { Kysely } from "kysely";
import type { CeilingTables } from "./ceiling.ts";
import type { InstallationTables } from "./installation.ts";
import type { ThrottleTables } from "./throttle.ts";

/**
 * Every table of the database as Kysely sees it; a test compares this with the migrated database. Each feature adds its
 * own in its `server/table.ts`, so that nothing here knows the features.
 */
export interface Tables extends CeilingTables, InstallationTables, ThrottleTables {}

/** Connections or one open transaction: repositories take either. */
export type Db = Kysely<Tables>;
