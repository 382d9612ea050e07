import type { Migration } from "kysely/migration";

/** Every step of the schema, by name; names ascend in the order in which they were added and never change. */
export const migrations: Record<string, Migration> = {};
