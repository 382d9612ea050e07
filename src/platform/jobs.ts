import { sql } from "kysely";
import { Pool } from "pg";
import type { Logger } from "pino";
import { sessionLimits } from "./database/sessionLimits.ts";
import { connectionName, openExecutorLease } from "./executorLease.ts";
import type { Db } from "./tables.ts";

/**
 * Durable execution of runs: a queue with limits, whose entries outlive the process. This is the only file that knows
 * the library behind it; everybody else sees `Jobs`. A run's function is called again from its start after a crash; what
 * it has done before it finds in its own memory.
 */
export interface Jobs {
  /** Puts a run into the queue, inside the caller's transaction. */
  enqueue: (trx: Db, run: { runId: string; userId: string }) => Promise<void>;
  /** Looks into the queue now, after the transaction of `enqueue`: a free process begins at once. */
  wake: () => void;
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

/**
 * Executes a run.
 * @param signal aborted when the run is cancelled, or when this process must let go of it
 */
export type Execute = (runId: string, signal: AbortSignal) => Promise<void>;

/** Why work is aborted whose process lost the right to do it; the run itself goes on elsewhere or later. */
export class ExecutionLostError extends Error {
  constructor() {
    super("this process no longer executes the run");
    this.name = "ExecutionLostError";
  }
}

export interface JobsOptions {
  connectionString: string;
  /** Unique for this process. */
  executorId: string;
  log: Logger;
  /** Whether an error says nothing about the run itself: it is executed again when the cause is over. */
  isTransient: (error: unknown) => boolean;
  /** Told before runs that a dead or frozen process left are queued again. */
  onTakeover: (runIds: string[]) => Promise<void>;
  /** Milliseconds between looks into the queue. */
  pollMs?: number;
  /** Milliseconds between looks for dead executors. */
  sweepMs?: number;
}

type Library = typeof import("@dbos-inc/dbos-sdk");

const queue = "runs";
/** Runs of one person at the same time. */
export const runsAtOncePerPerson = 3;
/** Runs of one process at the same time. */
const perProcess = 60;
/** Constant: runs of an older version of the product are taken up by a newer one. */
const applicationVersion = "1";

/** Makes the library's tables. One process at a time: see `withMigrationLock`. */
export async function migrateJobs(connectionString: string): Promise<void> {
  const { DBOS } = await import("@dbos-inc/dbos-sdk");
  /* oxlint-disable no-console -- the library prints its progress to the console and takes no other log here */
  const print = console.log;
  console.log = () => undefined;
  try {
    await DBOS.migrate(connectionString);
  } finally {
    console.log = print;
  }
  /* oxlint-enable no-console */
}

/** Never settles: what awaits it belongs to another execution now. */
const never = (): Promise<never> => new Promise<never>(() => {});

/** Milliseconds until an interrupted run is tried again: 1 s, 2 s, 4 s, … at most a minute. */
const retryMs = (interruptions: number): number => Math.min(60_000, 1000 * 2 ** Math.min(interruptions - 1, 6));

export function openJobs(options: JobsOptions): Jobs {
  const { connectionString, executorId, log } = options;
  const running = new Map<string, AbortController>();
  /** Runs whose execution broke off here for a reason outside of them, and when they are queued again. */
  const interrupted = new Map<string, { count: number; at: number | null }>();
  let library: Library | undefined;
  let pool: Pool | undefined;
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = false;

  let look: (() => Promise<void>) | undefined;
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  /** One look at a time; what is wanted meanwhile is one more. */
  const lookNow = (): void => {
    isLookWanted = true;
    if (looking || !look || stopped) return;
    isLookWanted = false;
    looking = look()
      .catch((error: unknown) => log.debug({ err: error }, "a look into the queue failed; the next turn will do"))
      .finally(() => {
        looking = undefined;
        if (isLookWanted) lookNow();
      });
  };

  const loseAll = (): void => {
    for (const controller of running.values()) controller.abort(new ExecutionLostError());
    running.clear();
  };
  const lease = openExecutorLease({
    connectionString,
    executorId,
    log,
    onLost: () => {
      interrupted.clear();
      loseAll();
    },
  });

  const requeue = async (runIds: string[]): Promise<void> => {
    if (library && runIds.length > 0) await library.DBOS.resumeWorkflows(runIds, { queueName: queue });
  };

  /** Runs that are begun and not ended, of a process or of none. */
  async function pendingRuns(where: string, values: string[]): Promise<string[]> {
    const client = lease.client();
    if (!client) return [];
    const { rows } = await client.query<{ id: string }>(
      `select workflow_uuid as id from dbos.workflow_status where status = 'PENDING' and ${where}`,
      values,
    );
    return rows.map((row) => row.id);
  }

  async function requeueInterrupted(): Promise<void> {
    const due = new Map([...interrupted].filter(([, { at }]) => at !== null && at <= Date.now()));
    if (due.size === 0) return;
    const open = await pendingRuns("executor_id = $1", [executorId]);
    await requeue(open.filter((runId) => due.has(runId)));
    for (const [runId, interruption] of due) {
      if (open.includes(runId)) interruption.at = null;
      else interrupted.delete(runId);
    }
  }

  /** Takes over what dead and frozen processes left, and what no process owns. */
  async function sweep(): Promise<void> {
    const isNew = await lease.ensure();
    if (isNew) await requeue(await pendingRuns("executor_id = $1", [executorId]));
    await requeueInterrupted();
    await lease.takeOverDead(async (other) => {
      const runIds = await pendingRuns("executor_id = $1", [other]);
      if (runIds.length > 0) await options.onTakeover(runIds);
      await requeue(runIds);
      log.info({ executor: other, runs: runIds.length }, "took over from a dead process");
    });
    await requeue(await pendingRuns("not exists (select 1 from executor where executor.id = executor_id)", []));
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

  /**
   * One execution of a run. Whatever it does after this process let go of it, or breaks off for a reason outside of
   * the run, is not recorded: the next execution finds things as the last finished step left them.
   */
  async function perform(runId: string, execute: Execute, { DBOSWorkflowConflictError }: Library): Promise<void> {
    if (stopped) return never();
    const controller = new AbortController();
    running.get(runId)?.abort(new ExecutionLostError());
    running.set(runId, controller);
    const isLost = (): boolean => stopped || controller.signal.reason instanceof ExecutionLostError;

    /** Passes on what the run itself brought. @throws ExecutionLostError for everything else */
    const ofTheRun = async <T>(work: Promise<T>): Promise<T> => {
      try {
        const result = await work;
        if (!isLost()) return result;
      } catch (error) {
        if (isLost() || error instanceof ExecutionLostError) throw new ExecutionLostError();
        if (!options.isTransient(error)) throw error;
        const count = (interrupted.get(runId)?.count ?? 0) + 1;
        interrupted.set(runId, { count, at: Date.now() + retryMs(count) });
        log.warn({ err: error, runId, count }, "the execution of a run was interrupted");
        controller.abort(new ExecutionLostError());
      }
      throw new ExecutionLostError();
    };
    /** The library's own way out for an execution that lost its run: nothing is recorded. */
    const leave = (error: unknown): Promise<never> => {
      if (!(error instanceof ExecutionLostError)) return Promise.reject(error);
      return stopped ? never() : Promise.reject(new DBOSWorkflowConflictError(runId));
    };

    await ofTheRun(execute(runId, controller.signal)).catch(leave);
    interrupted.delete(runId);
    if (running.get(runId) === controller) running.delete(runId);
  }

  return {
    async enqueue(trx, run) {
      await sql`select dbos.enqueue_workflow(
        workflow_name => 'run', queue_name => ${queue}, positional_args => array[to_json(${run.runId}::text)],
        workflow_id => ${run.runId}, queue_partition_key => ${run.userId})`.execute(trx);
    },

    wake: lookNow,

    async cancel(runId) {
      running.get(runId)?.abort(new DOMException("cancelled", "AbortError"));
      if (library) await library.DBOS.cancelWorkflow(runId);
    },

    async start(execute) {
      library = await import("@dbos-inc/dbos-sdk");
      const { DBOS } = library;
      pool = new Pool({
        connectionString,
        max: 6,
        application_name: connectionName("jobs", executorId),
        keepAlive: true,
        ...sessionLimits,
      });
      // The error carries its whole client along: only its message is for the log.
      pool.on("error", (error) => {
        if (!stopped) log.warn({ reason: error.message }, "a connection of the job engine was lost");
      });
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
        runMigrations: false,
        tracingEnabled: false,
        logger: quiet,
      });
      const loaded = library;
      const run = (runId: string): Promise<void> => perform(runId, execute, loaded);
      DBOS.registerWorkflow(run, { name: "run", maxRecoveryAttempts: 100 });
      await lease.ensure();
      await DBOS.launch();
      const registered = await DBOS.registerQueue(queue, {
        partitionConcurrency: runsAtOncePerPerson,
        workerConcurrency: perProcess,
        minPollingIntervalMs: options.pollMs ?? 100,
        onConflict: "always_update",
      });
      // The library looks into its queues at an interval and has no other way to be told; this is the look itself.
      const [{ wfQueueRunner }, { DBOSExecutor }] = await Promise.all([
        import("@dbos-inc/dbos-sdk/internal/wfqueue"),
        import("@dbos-inc/dbos-sdk/internal/dbos-executor"),
      ]);
      const executor = DBOSExecutor.globalInstance;
      const runner: object = wfQueueRunner;
      const poll: unknown = Reflect.get(runner, "pollQueue");
      // Without it, the library's own interval has to do.
      if (executor && typeof poll === "function")
        look = async () => void (await Promise.resolve(poll.call(runner, executor, registered)));
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
      loseAll();
      await sweeping;
      await looking;
      if (library) await library.DBOS.shutdown({ deregister: true });
      await lease.release();
      await pool?.end().catch(() => {});
    },
  };
}
