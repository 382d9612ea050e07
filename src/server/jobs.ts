import { sql } from "kysely";
import { Client, Pool } from "pg";
import type { Logger } from "pino";
import type { Db } from "./tables.ts";

/**
 * Durable execution of runs. This is the only file that knows the library behind it; everybody else sees `Jobs`.
 * A run's function is called again from its start after a crash, with the results of finished steps remembered.
 */
export interface Jobs {
  /** Puts a run into the queue, inside the caller's transaction. */
  enqueue: (trx: Db, run: { runId: string; userId: string }) => Promise<void>;
  /** Takes a run out of the queue or marks it cancelled; aborts it if it runs in this process. */
  cancel: (runId: string) => Promise<void>;
  /** Starts executing. */
  start: (execute: Execute) => Promise<void>;
  /** Runs that the engine no longer carries although they may still be open in our tables. */
  abandoned: (runIds: string[]) => Promise<string[]>;
  /** Forgets finished engine rows older than this. @returns how many */
  forget: (before: Date) => Promise<number>;
  /** Stops executing; runs in work are taken up again by the next process. */
  stop: () => Promise<void>;
}

export interface Steps {
  /** Aborted when the run is cancelled, or when this process must let go of it. */
  signal: AbortSignal;
  /** Runs `work` at least once and remembers its JSON result under `name`. */
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

export type Execute = (runId: string, steps: Steps) => Promise<void>;

/** Thrown into work whose process lost its right to do it; the run itself goes on elsewhere or later. */
export class LetGo extends Error {
  constructor() {
    super("this process no longer executes the run");
    this.name = "LetGo";
  }
}

export interface JobsOptions {
  connectionString: string;
  /** Unique for this process. */
  executorId: string;
  log: Logger;
  isTransient: (error: unknown) => boolean;
  /** Milliseconds between looks into the queue. */
  pollMs?: number;
  /** Milliseconds between looks for dead executors. */
  sweepMs?: number;
}

const queue = "runs";
/** Runs of one person at the same time. */
const perPerson = 3;
/** Runs of one process at the same time. */
const perProcess = 60;
/** Constant: runs of an older version of the product are taken up by a newer one. */
const applicationVersion = "1";

/** Makes the library's tables; safe when several processes do it at once. */
export async function migrateJobs(connectionString: string): Promise<void> {
  const { DBOS } = await import("@dbos-inc/dbos-sdk");
  await DBOS.migrate(connectionString);
}

/** Never settles: what awaits it belongs to another execution now. */
const never = (): Promise<never> => new Promise<never>(() => {});

export function openJobs(options: JobsOptions): Jobs {
  const { connectionString, executorId, log } = options;
  const running = new Map<string, AbortController>();
  let library: typeof import("@dbos-inc/dbos-sdk") | undefined;
  let pool: Pool | undefined;
  let lease: Client | undefined;
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = false;

  // The error carries its whole client along: only its message is for the log.
  const connectionLost = (error: Error): void => {
    if (!stopped) log.warn({ reason: error.message }, "a connection of the job engine was lost");
  };

  const letGoOfAll = (): void => {
    for (const controller of running.values()) controller.abort(new LetGo());
    running.clear();
  };

  /** Row and lock appear together, so nobody sees this executor without its lock. */
  async function takeLease(): Promise<void> {
    const client = new Client({ connectionString, application_name: `pioneer lease ${executorId}` });
    client.on("error", connectionLost);
    await client.connect();
    try {
      const key = BigInt.asIntN(63, crypto.getRandomValues(new BigInt64Array(1))[0] ?? 0n).toString();
      await client.query("begin");
      await client.query(
        "insert into executor (id, lock_key) values ($1, $2) on conflict (id) do update set lock_key = excluded.lock_key",
        [executorId, key],
      );
      await client.query("select pg_advisory_lock($1)", [key]);
      await client.query("commit");
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once("end", () => {
      if (lease !== client) return;
      lease = undefined;
      letGoOfAll();
    });
    lease = client;
  }

  async function requeue(client: Client, where: string, values: string[]): Promise<number> {
    if (!library) return 0;
    const { rows } = await client.query<{ id: string }>(
      `select workflow_uuid as id from dbos.workflow_status where status = 'PENDING' and ${where}`,
      values,
    );
    if (rows.length === 0) return 0;
    await library.DBOS.resumeWorkflows(
      rows.map((row) => row.id),
      { queueName: queue },
    );
    return rows.length;
  }

  /** Takes over what dead executors left, and what no executor owns. */
  async function sweep(): Promise<void> {
    if (!lease) {
      await takeLease();
      if (lease) await requeue(lease, "executor_id = $1", [executorId]);
    }
    const client = lease;
    if (!client) return;
    const { rows } = await client.query<{ id: string; lock_key: string }>(
      "select id, lock_key from executor where id <> $1",
      [executorId],
    );
    for (const other of rows) {
      const { rows: tried } = await client.query<{ dead: boolean }>("select pg_try_advisory_lock($1) as dead", [
        other.lock_key,
      ]);
      if (!tried[0]?.dead) continue;
      try {
        const count = await requeue(client, "executor_id = $1", [other.id]);
        await client.query("delete from executor where id = $1 and lock_key = $2", [other.id, other.lock_key]);
        log.info({ executor: other.id, runs: count }, "took over from a dead process");
      } finally {
        await client.query("select pg_advisory_unlock($1)", [other.lock_key]);
      }
    }
    await requeue(client, "not exists (select 1 from executor where executor.id = executor_id)", []);
  }

  const sweepSoon = (): void => {
    sweeper = setTimeout(() => {
      sweeping = sweep()
        .catch((error: unknown) => log.warn({ err: error }, "sweep failed"))
        .finally(() => {
          if (!stopped) sweepSoon();
        });
    }, options.sweepMs ?? 1000);
  };

  return {
    async enqueue(trx, run) {
      await sql`select dbos.enqueue_workflow(
        workflow_name => 'run', queue_name => ${queue}, positional_args => array[to_json(${run.runId}::text)],
        workflow_id => ${run.runId}, queue_partition_key => ${run.userId})`.execute(trx);
    },

    async cancel(runId) {
      running.get(runId)?.abort(new DOMException("cancelled", "AbortError"));
      if (library) await library.DBOS.cancelWorkflow(runId);
    },

    async start(execute) {
      library = await import("@dbos-inc/dbos-sdk");
      const { DBOS } = library;
      pool = new Pool({ connectionString, max: 6, application_name: `pioneer jobs ${executorId}` });
      pool.on("error", connectionLost);
      const quiet = {
        debug: () => {},
        info: () => {},
        warn: (entry: unknown) => log.debug({ entry }, "jobs"),
        error: (entry: unknown) => log.warn({ entry }, "jobs"),
      };
      DBOS.setConfig({
        name: "pioneer",
        systemDatabaseUrl: connectionString,
        systemDatabasePool: pool,
        executorID: executorId,
        applicationVersion,
        useListenNotify: false,
        tracingEnabled: false,
        logger: quiet,
      });
      const run = async (runId: string): Promise<void> => {
        const controller = new AbortController();
        const hasLetGo = (): boolean => stopped || controller.signal.reason instanceof LetGo;
        running.get(runId)?.abort(new LetGo());
        running.set(runId, controller);
        const step: Steps["step"] = async (name, work) => {
          if (hasLetGo()) throw new LetGo();
          try {
            return await DBOS.runStep(work, {
              name,
              retriesAllowed: true,
              maxAttempts: 8,
              intervalSeconds: 0.2,
              backoffRate: 2,
              shouldRetry: options.isTransient,
            });
          } catch (error) {
            // The library refuses steps once it shuts down: that says nothing about the run.
            throw hasLetGo() ? new LetGo() : error;
          }
        };
        try {
          await execute(runId, { signal: controller.signal, step });
        } catch (error) {
          if (error instanceof LetGo || hasLetGo()) await never();
          throw error;
        } finally {
          if (running.get(runId) === controller) running.delete(runId);
        }
      };
      DBOS.registerWorkflow(run, { name: "run", maxRecoveryAttempts: 100 });
      await takeLease();
      await DBOS.launch();
      await DBOS.registerQueue(queue, {
        partitionConcurrency: perPerson,
        workerConcurrency: perProcess,
        minPollingIntervalMs: options.pollMs ?? 100,
        onConflict: "always_update",
      });
      await sweep();
      sweepSoon();
    },

    async abandoned(runIds) {
      if (runIds.length === 0 || !pool) return [];
      const { rows } = await pool.query<{ id: string }>(
        `select wanted.id from unnest($1::text[]) as wanted (id)
          where not exists (select 1 from dbos.workflow_status s where s.workflow_uuid = wanted.id and s.status in ('ENQUEUED', 'PENDING', 'DELAYED'))`,
        [runIds],
      );
      return rows.map((row) => row.id);
    },

    async forget(before) {
      if (!pool || !library) return 0;
      const { rows } = await pool.query<{ id: string }>(
        `select workflow_uuid as id from dbos.workflow_status
          where status not in ('ENQUEUED', 'PENDING', 'DELAYED') and updated_at < $1 limit 1000`,
        [before.getTime()],
      );
      if (rows.length > 0) await library.DBOS.deleteWorkflows(rows.map((row) => row.id));
      return rows.length;
    },

    async stop() {
      stopped = true;
      clearTimeout(sweeper);
      await sweeping;
      letGoOfAll();
      if (library) await library.DBOS.shutdown({ deregister: true });
      const client = lease;
      lease = undefined;
      if (client) {
        await client.query("delete from executor where id = $1", [executorId]).catch(() => {});
        await client.end().catch(() => {});
      }
      await pool?.end().catch(() => {});
    },
  };
}
