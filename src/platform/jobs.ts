import { sql } from "kysely";
import { Pool } from "pg";
import type { Logger } from "pino";
import { sessionLimits } from "./database/sessionLimits.ts";
import { connectionName, openExecutorLease } from "./executorLease.ts";
import { type Loop, openLoop } from "./loop.ts";
import type { Db } from "./tables.ts";

/**
 * What the product does beside requests. This is the only file that repeats work, and the only one that knows the
 * library behind the queues; everybody else hands in named jobs and sees `Jobs`.
 */
export interface Jobs {
  /** Puts an entry into the queue of a job, inside the caller's transaction. */
  enqueue: (trx: Db, name: string, entry: { id: string } & Lane) => Promise<void>;
  /** Moves the open entries of people, waiting and in work, to the queues where they belong now. */
  place: (db: Db, name: string, people: readonly Lane[]) => Promise<void>;
  /** Looks into the queue of a job now, after the transaction of `enqueue`: a free process begins at once. */
  wake: (name: string) => void;
  /** Takes an entry out of its queue or marks it cancelled; aborts it if it runs in this process. */
  cancel: (id: string) => Promise<void>;
  /** Starts executing. */
  start: (jobs: readonly Job[]) => Promise<void>;
  /** Entries that no queue carries any more, although they may still be open in our tables. */
  abandoned: (ids: string[]) => Promise<string[]>;
  /** Forgets finished entries older than this. @returns how many */
  forget: (before: Date) => Promise<number>;
  /** Stops executing; entries in work are taken up again by the next process. */
  stop: () => Promise<void>;
}

/** Where entries of a person wait. */
export interface Lane {
  userId: string;
  /** One of the job's wider numbers of entries at the same time; the job's `perPerson` without one. */
  wider?: number;
}

/** Work under a name of its own. */
export type Job = QueuedJob | ScheduledJob;

/**
 * A queue with limits, whose entries outlive the process: `run` is called again from its start after a crash, and what
 * it has done before it finds in its own memory.
 */
export interface QueuedJob {
  name: string;
  run: Execute;
  /** Entries of one person at the same time. */
  perPerson: number;
  /** Further numbers of entries at the same time that some people have, each with a queue of its own. */
  wider?: readonly number[];
  /** Entries in one process at the same time, those of all its queues together. */
  perProcess: number;
  /** How often an entry is begun without an end before the queue gives it up. */
  retries: number;
}

/** One turn at a time in each process. A turn that fails is logged, and the next one tries again. */
export interface ScheduledJob {
  name: string;
  run: (stop: StopSignals) => Promise<unknown>;
  /** Milliseconds from the end of one turn to the next. */
  everyMs: number;
}

/** How a turn learns that its process stops. */
export interface StopSignals {
  /** Aborts first: nothing new is begun. */
  stopping: AbortSignal;
  /** Aborts `drainMs` later: what is under way is given up. */
  deadline: AbortSignal;
}

/**
 * Executes an entry.
 * @param signal aborted when the entry is cancelled, or when this process must let go of it
 */
export type Execute = (id: string, signal: AbortSignal) => Promise<void>;

/** Why work is aborted whose process lost the right to do it; the entry itself goes on elsewhere or later. */
export class ExecutionLostError extends Error {
  constructor() {
    super("this process no longer executes the entry");
    this.name = "ExecutionLostError";
  }
}

export interface JobsOptions {
  connectionString: string;
  /** Unique for this process. */
  executorId: string;
  log: Logger;
  /** Whether an error says nothing about the entry itself: it is executed again when the cause is over. */
  isTransient: (error: unknown) => boolean;
  /** Told before entries that a dead or frozen process left are queued again. */
  onTakeover: (ids: string[]) => Promise<void>;
  /** Milliseconds between looks into a queue. */
  pollMs?: number;
  /** Milliseconds between looks for dead executors. */
  sweepMs?: number;
}

type Library = typeof import("@dbos-inc/dbos-sdk");
/** What of the library's queues is used here. */
type LibraryQueue = { name: string; workerConcurrency?: number };

/**
 * Looks into the queues of one job so that their entries share the room of the process: the library counts each queue
 * for itself. One look at a time, since each takes what the ones before left.
 * @param running entries of a queue in work in this process
 * @param look takes entries out of a queue, at most as many as its `workerConcurrency` has room for
 */
function sharedRoom(
  names: readonly string[],
  most: number,
  running: (queue: string) => number,
  look: (queue: LibraryQueue) => Promise<unknown>,
): (queue: LibraryQueue) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (queue) => {
    const next = last.then(() => {
      const all = names.reduce((sum, name) => sum + running(name), 0);
      queue.workerConcurrency = running(queue.name) + Math.max(0, most - all);
      return look(queue);
    });
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Name of a job's queue, as it is in databases since the first version: `runs` of the job `run`. The queue of those who
 * may have more entries at the same time is named by their number.
 */
const queueOf = (name: string, wider?: number): string => (wider === undefined ? `${name}s` : `${name}s-${wider}`);
/** Constant: entries of an older version of the product are taken up by a newer one. */
const applicationVersion = "1";
/** Milliseconds that a turn in work gets when the process stops, which has 1,200 ms for all background work. */
const drainMs = 700;

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

/** Milliseconds until an interrupted entry is tried again: 1 s, 2 s, 4 s, … at most a minute. */
const retryMs = (interruptions: number): number => Math.min(60_000, 1000 * 2 ** Math.min(interruptions - 1, 6));

export function openJobs(options: JobsOptions): Jobs {
  const { connectionString, executorId, log } = options;
  const running = new Map<string, AbortController>();
  /** Entries whose execution broke off here for a reason outside of them, and when they are queued again. */
  const interrupted = new Map<string, { count: number; at: number | null }>();
  let library: Library | undefined;
  let pool: Pool | undefined;
  let stopped = false;
  /** What is repeated, by name; a queued job's loop looks into its queue when it is woken. */
  const loops = new Map<string, Loop>();
  const stopping = new AbortController();
  const deadline = new AbortController();
  const repeat = (name: string, everyMs: number | null, turn: () => Promise<unknown>): void => {
    const onError = (error: unknown): void => log.warn({ err: error, job: name }, "a turn of a job failed");
    loops.set(name, openLoop(turn, everyMs, onError));
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

  interface Pending {
    id: string;
    queue: string;
  }
  async function requeue(entries: Pending[]): Promise<void> {
    for (const [queueName, some] of Map.groupBy(entries, (entry) => entry.queue)) {
      const ids = some.map(({ id }) => id);
      await library?.DBOS.resumeWorkflows(ids, { queueName });
    }
  }

  /** Entries that are begun and not ended, of a process or of none. */
  async function pending(where: string, values: string[]): Promise<Pending[]> {
    const client = lease.client();
    if (!client) return [];
    const { rows } = await client.query<Pending>(
      `select workflow_uuid as id, queue_name as queue from dbos.workflow_status where status = 'PENDING' and ${where}`,
      values,
    );
    return rows;
  }

  async function requeueInterrupted(): Promise<void> {
    const due = new Map([...interrupted].filter(([, { at }]) => at !== null && at <= Date.now()));
    if (due.size === 0) return;
    const open = (await pending("executor_id = $1", [executorId])).filter(({ id }) => due.has(id));
    await requeue(open);
    for (const [id, interruption] of due) {
      if (open.some((entry) => entry.id === id)) interruption.at = null;
      else interrupted.delete(id);
    }
  }

  /** Takes over what dead and frozen processes left, and what no process owns. */
  async function sweep(): Promise<void> {
    const isNew = await lease.ensure();
    if (isNew) await requeue(await pending("executor_id = $1", [executorId]));
    await requeueInterrupted();
    await lease.takeOverDead(async (other) => {
      const left = await pending("executor_id = $1", [other]);
      if (left.length > 0) await options.onTakeover(left.map(({ id }) => id));
      await requeue(left);
      log.info({ executor: other, entries: left.length }, "took over from a dead process");
    });
    await requeue(await pending("not exists (select 1 from executor where executor.id = executor_id)", []));
  }

  /**
   * One execution of an entry. Whatever it does after this process let go of it, or breaks off for a reason outside of
   * the entry, is not recorded: the next execution finds things as the last finished step left them.
   */
  async function perform(id: string, execute: Execute, { DBOSWorkflowConflictError }: Library): Promise<void> {
    if (stopped) return never();
    const controller = new AbortController();
    running.get(id)?.abort(new ExecutionLostError());
    running.set(id, controller);
    const isLost = (): boolean => stopped || controller.signal.reason instanceof ExecutionLostError;

    /** Passes on what the entry itself brought. @throws ExecutionLostError for everything else */
    const ofTheEntry = async <T>(work: Promise<T>): Promise<T> => {
      try {
        const result = await work;
        if (!isLost()) return result;
      } catch (error) {
        if (isLost() || error instanceof ExecutionLostError) throw new ExecutionLostError();
        if (!options.isTransient(error)) throw error;
        const count = (interrupted.get(id)?.count ?? 0) + 1;
        interrupted.set(id, { count, at: Date.now() + retryMs(count) });
        log.warn({ err: error, id, count }, "an execution was interrupted");
        controller.abort(new ExecutionLostError());
      }
      throw new ExecutionLostError();
    };
    /** The library's own way out for an execution that lost its entry: nothing is recorded. */
    const leave = (error: unknown): Promise<never> => {
      if (!(error instanceof ExecutionLostError)) return Promise.reject(error);
      return stopped ? never() : Promise.reject(new DBOSWorkflowConflictError(id));
    };

    await ofTheEntry(execute(id, controller.signal)).catch(leave);
    interrupted.delete(id);
    if (running.get(id) === controller) running.delete(id);
  }

  return {
    async enqueue(trx, name, { id, userId, wider }) {
      await sql`select dbos.enqueue_workflow(
        workflow_name => ${name}, queue_name => ${queueOf(name, wider)}, positional_args => array[to_json(${id}::text)],
        workflow_id => ${id}, queue_partition_key => ${userId})`.execute(trx);
    },

    async place(db, name, people) {
      if (people.length === 0) return;
      // Entries in work move too: they count among those of their queue, so that a person never has more than allowed.
      await sql`
        update dbos.workflow_status entry set queue_name = wanted.queue
          from unnest(${people.map(({ userId }) => userId)}::text[],
                      ${people.map(({ wider }) => queueOf(name, wider))}::text[]) as wanted (user_id, queue)
         where entry.queue_partition_key = wanted.user_id and entry.name = ${name}
           and entry.status in ('ENQUEUED', 'PENDING') and entry.queue_name <> wanted.queue`.execute(db);
    },

    wake: (name) => loops.get(name)?.wake(),

    async cancel(id) {
      running.get(id)?.abort(new DOMException("cancelled", "AbortError"));
      if (library) await library.DBOS.cancelWorkflow(id);
    },

    async start(jobs) {
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
      const queued = jobs.filter((job) => "perPerson" in job);
      for (const { name, run, retries } of queued)
        DBOS.registerWorkflow((id: string) => perform(id, run, loaded), { name, maxRecoveryAttempts: retries });
      await lease.ensure();
      await DBOS.launch();
      // The library looks into its queues at an interval and has no other way to be told; this is the look itself.
      const [{ wfQueueRunner }, { DBOSExecutor }] = await Promise.all([
        import("@dbos-inc/dbos-sdk/internal/wfqueue"),
        import("@dbos-inc/dbos-sdk/internal/dbos-executor"),
      ]);
      const executor = DBOSExecutor.globalInstance;
      const runner: object = wfQueueRunner;
      const poll: unknown = Reflect.get(runner, "pollQueue");
      const canLook = executor !== undefined && typeof poll === "function";
      /** Looks into one queue as the library does. */
      const look = async (queue: LibraryQueue): Promise<unknown> =>
        canLook ? poll.call(runner, executor, queue) : undefined;
      const shares = new Map<string, (queue: LibraryQueue) => Promise<unknown>>();
      // The library's own looks share the room of the process too.
      if (canLook)
        Reflect.set(runner, "pollQueue", (_: unknown, queue: LibraryQueue) => (shares.get(queue.name) ?? look)(queue));
      for (const { name, perPerson, perProcess, wider = [] } of queued) {
        const queues: LibraryQueue[] = [];
        const names = [undefined, ...wider].map((width) => queueOf(name, width));
        const share = sharedRoom(
          names,
          perProcess,
          (queue) => executor?.systemDatabase.countRunningWorkflowsForQueue(queue) ?? 0,
          look,
        );
        for (const one of names) shares.set(one, share);
        for (const width of [undefined, ...wider])
          queues.push(
            await DBOS.registerQueue(queueOf(name, width), {
              partitionConcurrency: width ?? perPerson,
              workerConcurrency: perProcess,
              minPollingIntervalMs: options.pollMs ?? 100,
              onConflict: "always_update",
            }),
          );
        // Without it, the library's own interval has to do.
        if (!canLook) continue;
        let turn = 0;
        repeat(name, null, async () => {
          // Another queue first each time, so that a full one leaves room to the others.
          turn += 1;
          for (const [at] of queues.entries()) {
            const queue = queues[(at + turn) % queues.length];
            if (queue) await share(queue);
          }
        });
      }
      await sweep();
      repeat("takeover", options.sweepMs ?? 1000, sweep);
      const signals = { stopping: stopping.signal, deadline: deadline.signal };
      for (const { name, run, everyMs } of jobs.filter((job) => "everyMs" in job))
        repeat(name, everyMs, () => run(signals));
    },

    async abandoned(ids) {
      if (ids.length === 0 || !pool) return [];
      const { rows } = await pool.query<{ id: string }>(
        `select wanted.id from unnest($1::text[]) as wanted (id)
          where not exists (select 1 from dbos.workflow_status s where s.workflow_uuid = wanted.id and s.status in ('ENQUEUED', 'PENDING', 'DELAYED'))`,
        [ids],
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
      stopping.abort();
      const late = setTimeout(() => deadline.abort(), drainMs);
      loseAll();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      clearTimeout(late);
      if (library) {
        await library.DBOS.shutdown({ deregister: true });
        // The next one that is opened in this process sets its own again.
        const { wfQueueRunner } = await import("@dbos-inc/dbos-sdk/internal/wfqueue");
        Reflect.deleteProperty(wfQueueRunner, "pollQueue");
      }
      await lease.release();
      await pool?.end().catch(() => {});
    },
  };
}
