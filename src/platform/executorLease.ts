import { Client, DatabaseError, type ClientConfig } from "pg";
import type { Logger } from "pino";
import { sessionLimits } from "./database/sessionLimits.ts";

/** Seconds without a heartbeat after which a process counts as frozen and is replaced. */
export const silentSeconds = 15;
/** Milliseconds between heartbeats. */
const beatMs = 2_000;
/** Milliseconds the database may take to confirm a heartbeat; then the connection counts as lost. */
const confirmMs = 10_000;

/** Name of a process's connections in `pg_stat_activity`; by it the others end them when the process is frozen. */
export const connectionName = (kind: "lease" | "jobs" | "web", executorId: string): string =>
  `pioneer ${kind} ${executorId}`;

export interface ExecutorLease {
  /** The connection that holds the lease, or null while it is lost. */
  client: () => Client | null;
  /** Takes the lease when it is lost. @returns true when it was taken now */
  ensure: () => Promise<boolean>;
  /** Ids of processes that died or froze, each locked until `done`. Frozen ones lose their connections first. */
  takeOverDead: (takeOver: (executorId: string) => Promise<void>) => Promise<void>;
  /** Gives the lease up for good; its row goes too. */
  release: () => Promise<void>;
}

export interface ExecutorLeaseOptions {
  connectionString: string;
  executorId: string;
  log: Logger;
  /** Called when the lease is lost: whatever this process executes belongs to others from now on. */
  onLost: () => void;
}

/**
 * Proof that this process is alive: a row in `executor`, a session advisory lock that the database frees when the
 * connection ends, and a heartbeat, because the kernel keeps the connection of a frozen process open.
 */
export function openExecutorLease({ connectionString, executorId, log, onLost }: ExecutorLeaseOptions): ExecutorLease {
  let held: { client: Client; key: string } | null = null;
  let heart: NodeJS.Timeout | undefined;
  let released = false;

  const lose = (client: Client, reason: string): void => {
    if (held?.client !== client) return;
    held = null;
    clearTimeout(heart);
    client.end().catch(() => {});
    if (released) return;
    log.warn({ reason }, "this process lost its lease");
    onLost();
  };

  /** Tells the others that this process runs; it has been replaced when its row is gone. */
  async function beat(client: Client, key: string): Promise<void> {
    const { rowCount } = await client.query(
      "update executor set beat_at = clock_timestamp() where id = $1 and lock_key = $2",
      [executorId, key],
    );
    if (rowCount === 0) lose(client, "another process has taken over");
  }

  const beatSoon = (client: Client, key: string): void => {
    heart = setTimeout(() => {
      beat(client, key)
        .catch((error: unknown) => {
          // A refused write says nothing about the connection; the lock still proves that this process lives.
          if (!(error instanceof DatabaseError)) lose(client, error instanceof Error ? error.message : String(error));
        })
        .finally(() => {
          if (held?.client === client) beatSoon(client, key);
        });
    }, beatMs);
  };

  /** Row and lock appear together, so nobody sees this process without its lock. */
  async function take(): Promise<void> {
    const config: ClientConfig = {
      connectionString,
      application_name: connectionName("lease", executorId),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: confirmMs,
      ...sessionLimits,
    };
    const client = new Client(config);
    client.on("error", (error) => lose(client, error.message));
    await client.connect();
    const key = BigInt.asIntN(63, crypto.getRandomValues(new BigInt64Array(1))[0] ?? 0n).toString();
    try {
      await client.query("begin");
      await client.query(
        `insert into executor (id, lock_key, beat_at) values ($1, $2, clock_timestamp())
         on conflict (id) do update set lock_key = excluded.lock_key, beat_at = excluded.beat_at`,
        [executorId, key],
      );
      await client.query("select pg_advisory_lock($1)", [key]);
      await client.query("commit");
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once("end", () => lose(client, "the connection ended"));
    held = { client, key };
    beatSoon(client, key);
  }

  /** Ends every connection of a frozen process: its locks and open transactions go with them. */
  const endConnections = (client: Client, id: string): Promise<unknown> =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = any($1) and usename = current_user",
      [(["lease", "jobs", "web"] as const).map((kind) => connectionName(kind, id))],
    );

  return {
    client: () => held?.client ?? null,

    async ensure() {
      if (held || released) return false;
      await take();
      return true;
    },

    async takeOverDead(takeOver) {
      const client = held?.client;
      if (!client) return;
      // Processes of versions before the heartbeat have none and are judged by their lock alone.
      const { rows } = await client.query<{ id: string; lock_key: string; silent: boolean }>(
        `select id, lock_key, coalesce(beat_at < clock_timestamp() - make_interval(secs => $2), false) as silent
           from executor where id <> $1`,
        [executorId, silentSeconds],
      );
      for (const other of rows) {
        const isDead = async (): Promise<boolean> => {
          const { rows: tried } = await client.query<{ dead: boolean }>("select pg_try_advisory_lock($1) as dead", [
            other.lock_key,
          ]);
          return tried[0]?.dead ?? false;
        };
        if (!(await isDead())) {
          if (!other.silent) continue;
          log.warn({ executor: other.id }, "a process is frozen, its connections are ended");
          await endConnections(client, other.id);
          // The lock is free a moment later; the next look finds it so.
          continue;
        }
        try {
          await takeOver(other.id);
          await client.query("delete from executor where id = $1 and lock_key = $2", [other.id, other.lock_key]);
        } finally {
          await client.query("select pg_advisory_unlock($1)", [other.lock_key]);
        }
      }
    },

    async release() {
      released = true;
      clearTimeout(heart);
      const client = held?.client;
      held = null;
      if (!client) return;
      await client.query("delete from executor where id = $1", [executorId]).catch(() => {});
      await client.end().catch(() => {});
    },
  };
}
