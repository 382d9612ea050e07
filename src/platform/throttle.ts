import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { type ProductError, tooMany } from "#src/kit/errors.ts";

/** A limit: at most `points` in `seconds` for one key. */
export interface Limit {
  /** Unique name, part of the key. */
  name: string;
  points: number;
  seconds: number;
  /** Counted in the database: holds across processes and restarts. For what guards sign-in, money and mail. */
  isShared?: boolean;
}

export interface Throttle {
  /**
   * Takes one point.
   * @param key who is limited, such as an account or an address
   * @throws ProductError 429 `request.tooMany` with `retryAfter`
   */
  take: (limit: Limit, key: string) => Promise<void>;
  /** Gives the key a clean slate (a right password after wrong ones). */
  clear: (limit: Limit, key: string) => Promise<void>;
}

export interface ThrottleTables {
  throttle: { key: string; points: number; resets_at: Date };
}

/** `key` is a hash: addresses that somebody typed are not stored. */
export const throttleSchema: string[] = [
  `create table throttle (
    key text primary key,
    points integer not null,
    resets_at timestamptz not null
  )`,
  `create index throttle_reset on throttle (resets_at)`,
];

/** Counts one attempt by the database's clock and answers how many there were, at most $2 + 1, and the seconds left. */
const takeStatement = {
  name: "throttle.take",
  text: `insert into throttle as t (key, points, resets_at) values ($1, 1, now() + $3 * interval '1 second')
    on conflict (key) do update set
      points = case when t.resets_at <= now() then 1 else least(t.points, $2) + 1 end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning points, ceil(extract(epoch from resets_at - now()))::int as wait`,
};
const clearStatement = { name: "throttle.clear", text: "delete from throttle where key = $1" };

const refusal = (seconds: number): ProductError => tooMany(Math.max(1, Math.ceil(seconds)));

const sharedKey = (limit: Limit, key: string): string =>
  createHash("sha256").update(`${limit.name}\n${key}`).digest("base64url");

/**
 * Shared limits are counted in PostgreSQL, one statement each; the others in memory of this process, so that several
 * processes multiply them by their number.
 * @param factor multiplies every limit; `THROTTLES=relaxed` is 1,000
 */
export async function openThrottle(factor: number, pool: Pool): Promise<Throttle> {
  const { RateLimiterMemory } = await import("rate-limiter-flexible");
  const limiters = new Map<string, InstanceType<typeof RateLimiterMemory>>();
  const limiterOf = (limit: Limit): InstanceType<typeof RateLimiterMemory> => {
    let limiter = limiters.get(limit.name);
    if (!limiter) {
      limiter = new RateLimiterMemory({
        keyPrefix: limit.name,
        points: limit.points * factor,
        duration: limit.seconds,
      });
      limiters.set(limit.name, limiter);
    }
    return limiter;
  };
  return {
    async take(limit, key) {
      if (limit.isShared) {
        const allowed = limit.points * factor;
        const values = [sharedKey(limit, key), allowed, limit.seconds];
        const { rows } = await pool.query<{ points: number; wait: number }>({ ...takeStatement, values });
        if (rows[0] && rows[0].points > allowed) throw refusal(rows[0].wait);
        return;
      }
      try {
        await limiterOf(limit).consume(key);
      } catch (full) {
        if (full instanceof Error) throw full;
        throw refusal((full as { msBeforeNext: number }).msBeforeNext / 1000);
      }
    },
    async clear(limit, key) {
      if (limit.isShared) await pool.query({ ...clearStatement, values: [sharedKey(limit, key)] });
      else await limiterOf(limit).delete(key);
    },
  };
}

/** Erases counts that have run out. */
export async function purgeThrottle(pool: Pool): Promise<void> {
  await pool.query("delete from throttle where resets_at < now()");
}
