import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { FileStorage } from "./storage/storage.ts";
import type { Config } from "./config.ts";
import type { Effects } from "./effect.ts";
import type { Jobs } from "./jobs.ts";
import type { Tables } from "./tables.ts";
import type { Throttle } from "./throttle.ts";

/** What the composition fills in before anyone sees the configuration. */
export type ReadyConfig = Config & { appUrl: string; authSecret: string };

/**
 * The world, handed in: nothing in the product opens anything on import. Features that bring something of their own,
 * such as the engine of workflows, add it to this interface where they define it.
 */
export interface Deps {
  config: ReadyConfig;
  db: Kysely<Tables>;
  /** The same connections as `db`, for prepared statements on hot paths. */
  pool: Pool;
  now: () => Date;
  newId: () => string;
  log: Logger;
  storage: FileStorage;
  /** What the proposals of runs become in their areas. */
  effects: Effects;
  throttle: Throttle;
  jobs: Jobs;
  /** Aborts when this process begins to shut down: event streams end, connections are not kept open. */
  closing: AbortSignal;
}
