import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Durability, roleName } from "./cluster.ts";
import { isConnectionLoss } from "./connectionLoss.ts";
import { readAddress } from "./externalAddress.ts";
import { type DatabaseLog, type EmbeddedServer, ensureServer } from "./embedded.ts";
import { type Login, clientOptions } from "./lease.ts";
import { columnTypes } from "./numbers.ts";
import { sessionLimits } from "./sessionLimits.ts";
import { stopServer } from "./server.ts";
import { startWatchdog } from "./watchdog.ts";

export interface OpenDatabaseOptions {
  /** Folder of the embedded database; not touched when `databaseUrl` is set. */
  dataDir: string;
  /** A PostgreSQL of one's own; undefined opens the embedded one. */
  databaseUrl: string | undefined;
  /** Connections of the pool at most. */
  poolSize: number;
  /** How the connections are called in `pg_stat_activity`. */
  applicationName?: string;
  log: DatabaseLog;
  /** `throwaway` gives up safety for speed, for tests. */
  durability?: Durability;
  /**
   * How long the first connection to `databaseUrl` may take, so that both can be started together; milliseconds,
   * 60,000 unless told. A service manager that starts us again afterwards gives it more.
   */
  patienceMs?: number;
  /** Takes a line for the terminal when the start waits for `databaseUrl`. */
  tell?: (line: string) => void;
}

/** The open database of a process. */
export interface Database {
  pool: pg.Pool;
  /** For libraries that keep connections of their own; holds the password. */
  connectionString: string;
  kind: "embedded" | "external";
  /** One line for the terminal, without a password. */
  describe: string;
  /** Ends the pool, and the embedded server when nobody else uses it. Safe to call twice. */
  close: () => Promise<void>;
}

/** How long `close` waits for connections that are still in use; milliseconds. */
const drainMs = 500;

/**
 * Opens the database of the product: the server that `databaseUrl` names, else the embedded PostgreSQL of `dataDir`,
 * which any number of processes of this machine share.
 * @throws Error in words for the person at the terminal
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openExternal(options.databaseUrl, options) : openEmbedded(options);
}

/** The terminal hears of a database that does not answer after this long; milliseconds. */
const quietMs = 1_000;

async function openExternal(databaseUrl: string, options: OpenDatabaseOptions): Promise<Database> {
  const { connectionString, place, database } = readAddress(databaseUrl);
  const pool = newPool({ connectionString, keepAlive: true }, options);
  const close = onlyOnce(() => drain(pool));
  const describe = `PostgreSQL at ${place}/${database}`;
  const patienceMs = options.patienceMs ?? 60_000;
  const until = Date.now() + patienceMs;
  const waits = setTimeout(
    () => options.tell?.(`Waiting for the database at ${place}, at most ${Math.ceil(patienceMs / 1000)} s …`),
    quietMs,
  );
  try {
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      try {
        await pool.query("select 1");
        return { pool, connectionString, kind: "external", describe, close };
      } catch (cause) {
        if (!isConnectionLoss(cause) || Date.now() + pauseMs > until) {
          await close();
          throw new Error(`DATABASE_URL: ${describe} could not be opened: ${reasonOf(cause)}`, { cause });
        }
        await wait(pauseMs);
      }
    }
  } finally {
    clearTimeout(waits);
  }
}

/** Several addresses of one name fail together, with a code and no message. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : "") : "";

async function openEmbedded(options: OpenDatabaseOptions): Promise<Database> {
  const stopping = new AbortController();
  const ensure = (): Promise<EmbeddedServer> =>
    ensureServer({
      dataDir: options.dataDir,
      durability: options.durability ?? "durable",
      log: options.log,
      signal: stopping.signal,
    });
  // Before the server: a kill in the middle of its start must not leave it behind either.
  const watchdog = startWatchdog(options.dataDir);
  let server: EmbeddedServer;
  try {
    server = await ensure();
  } catch (error) {
    watchdog.dismiss();
    throw error;
  }
  const pool = newPool(clientOptions(server.login), options);

  let recovery: Promise<void> = Promise.resolve();
  const watch = (current: EmbeddedServer): void => {
    void current.lease.lost.then(() => {
      if (!stopping.signal.aborted) recovery = recover(current);
    });
  };
  const recover = async (gone: EmbeddedServer): Promise<void> => {
    options.log.warn({ pid: gone.pid }, "The embedded database is gone; bringing it back");
    const next = await untilItWorks(ensure, options.log, stopping.signal);
    if (!next) return;
    server = next;
    moveTo(pool, server.login);
    options.log.info({ pid: server.pid, port: server.login.port }, `The embedded database is back (${server.how})`);
    watch(server);
  };
  watch(server);

  const close = onlyOnce(async () => {
    stopping.abort();
    await recovery;
    await drain(pool);
    const state = await server.lease.release();
    if (state === "last") await stopServer(server.place, server.pid);
    if (state === "unknown") watchdog.alarm();
    else watchdog.dismiss();
  });
  const { port, password } = server.login;
  return {
    pool,
    connectionString: `postgres://${roleName}:${password}@127.0.0.1:${port}/${roleName}`,
    kind: "embedded",
    describe: `embedded PostgreSQL ${server.lease.version} in ${server.place.folder}, port ${port} (${server.how})`,
    close,
  };
}

/** Tries again with growing pauses, for as long as the product runs. Undefined when it is closed meanwhile. */
async function untilItWorks(
  ensure: () => Promise<EmbeddedServer>,
  log: DatabaseLog,
  signal: AbortSignal,
): Promise<EmbeddedServer | undefined> {
  for (let pauseMs = 50; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      return await ensure();
    } catch (error) {
      if (signal.aborted) return undefined;
      log.error(
        { reason: error instanceof Error ? error.message : String(error) },
        "The embedded database did not come back yet",
      );
      await wait(pauseMs);
    }
  }
  return undefined;
}

/** New connections of the pool go to where the server is now. */
function moveTo(pool: pg.Pool, login: Login): void {
  Object.assign(pool.options, { port: login.port, password: login.password });
}

/** A pool whose lost connections are logged and replaced, and never end the process. */
function newPool(config: pg.ClientConfig, options: OpenDatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: options.poolSize,
    types: columnTypes,
    application_name: options.applicationName ?? "pioneer",
    ...sessionLimits,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
  });
  pool.on("error", (error) => options.log.warn({ reason: error.message }, "A database connection was lost"));
  // `error` of the pool is for idle connections only; a client in use has its own.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function drain(pool: pg.Pool): Promise<void> {
  if (pool.ending) return;
  const timer = new AbortController();
  await Promise.race([pool.end(), wait(drainMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
