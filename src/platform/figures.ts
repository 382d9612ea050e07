import type { Pool } from "pg";
import { within } from "./database/health.ts";

/** What waits and what is held, as the database knows it now. Ages are seconds; null where nothing waits. */
export interface Figures {
  queuedRuns: number;
  queuedAge: number | null;
  runningRuns: number;
  runningAge: number | null;
  /** Runs that ended in the last hour. */
  succeededRuns: number;
  failedRuns: number;
  cancelledRuns: number;
  heldCoins: number;
  holds: number;
  heldAge: number | null;
  outboxMails: number;
  outboxAge: number | null;
  /** Mails that ended undelivered in the last day. */
  failedMails: number;
  /** Processes that execute runs and said so in the last 15 s. */
  executors: number;
}

// Each part walks an index over what is open or recent, never a whole table.
const query = {
  name: "server.figures",
  text: `select o."queuedRuns", o."queuedAge", o."runningRuns", o."runningAge",
      f."succeededRuns", f."failedRuns", f."cancelledRuns", h."heldCoins", h.holds, h."heldAge",
      m."outboxMails", m."outboxAge", x."failedMails", e.executors
    from
    (select count(*) filter (where status = 'queued')::int as "queuedRuns",
        extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as "queuedAge",
        count(*) filter (where status = 'running')::int as "runningRuns",
        extract(epoch from now() - min(created_at) filter (where status = 'running'))::float8 as "runningAge"
      from run where finished_at is null) o,
    (select count(*) filter (where status = 'succeeded')::int as "succeededRuns",
        count(*) filter (where status = 'failed')::int as "failedRuns",
        count(*) filter (where status = 'cancelled')::int as "cancelledRuns"
      from run where finished_at > now() - interval '1 hour') f,
    (select coalesce(sum(coins), 0)::float8 as "heldCoins", count(*)::int as holds,
        extract(epoch from now() - min(created_at))::float8 as "heldAge"
      from coin_hold where state = 'held') h,
    (select count(*)::int as "outboxMails", extract(epoch from now() - min(created_at))::float8 as "outboxAge"
      from mail where state = 'queued') m,
    (select count(*)::int as "failedMails" from mail
      where created_at > now() - interval '3 days' and state = 'failed' and finished_at > now() - interval '1 day') x,
    (select count(*)::int as executors from executor
      where coalesce(beat_at, now()) > now() - interval '15 seconds') e`,
};

/** Reads all figures at once. */
export async function readFigures(pool: Pool): Promise<Figures> {
  const { rows } = await pool.query<Figures>(query);
  const [figures] = rows;
  if (!figures) throw new Error("the figures are one row");
  return figures;
}

/** Milliseconds that a probe or a monitor waits for the figures; monitors give up after ten seconds. */
const patienceMs = 2_000;

/**
 * The figures, read again at most every `ms` milliseconds however often they are asked for, and by one query at a time:
 * a database that does not answer must not lose a connection to every probe.
 * @throws Error when they are not there in time
 */
export function cachedFigures(pool: Pool, ms: number): () => Promise<Figures> {
  let readAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let latest: Promise<Figures> | undefined;
  return () => {
    if (!latest || (!isReading && performance.now() - readAt > ms)) {
      readAt = performance.now();
      isReading = true;
      latest = readFigures(pool).finally(() => {
        isReading = false;
      });
      latest.catch(() => {
        latest = undefined;
      });
    }
    return within(patienceMs, latest);
  };
}
