import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Engine } from "#src/features/workflows/engine.ts";
import type { CurrentEngine } from "#src/features/workflows/server/engines/currentEngine.ts";
import type { SourceRoom } from "#src/features/workflows/server/sources/openCollect.ts";
import type { Feed } from "#src/features/runs/server/feed.ts";
import type { SupportContact } from "#src/features/support/contract.ts";
import type { FileStorage } from "./storage/storage.ts";
import type { Config } from "./config.ts";
import type { Effects } from "./effect.ts";
import type { Jobs } from "./jobs.ts";
import type { Tables } from "./tables.ts";
import type { Throttle } from "./throttle.ts";

/** What the composition fills in before anyone sees the configuration. */
export type ReadyConfig = Config & { appUrl: string; authSecret: string };

/** The world, handed in: nothing in the product opens anything on import. */
export interface Deps {
  config: ReadyConfig;
  db: Kysely<Tables>;
  /** The same connections as `db`, for prepared statements on hot paths. */
  pool: Pool;
  now: () => Date;
  newId: () => string;
  log: Logger;
  storage: FileStorage;
  /** Services that runs read from, and how they answer. */
  sources: SourceRoom;
  /** `refresh` looks for another engine; absent where the engine is fixed. */
  engine: Engine & Partial<Pick<CurrentEngine, "refresh">>;
  /** What the proposals of runs become in their areas. */
  effects: Effects;
  /** Whom people can call and write to; the operator's team, read at the start. */
  support: SupportContact;
  throttle: Throttle;
  jobs: Jobs;
  /** Wakes readers of run streams in this process. */
  feed: Feed;
  /** Aborts when this process begins to shut down: event streams end, connections are not kept open. */
  closing: AbortSignal;
}
