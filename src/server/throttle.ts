import { tooMany } from "#src/kit/errors.ts";

/** A limit: at most `points` in `seconds` for one key. */
export interface Limit {
  /** Unique name, part of the key. */
  name: string;
  points: number;
  seconds: number;
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

/**
 * Counts in memory of this process. Several processes multiply a limit by their number, which the limits allow for.
 * @param factor multiplies every limit; `THROTTLES=relaxed` is 1,000
 */
export async function openThrottle(factor: number): Promise<Throttle> {
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
      try {
        await limiterOf(limit).consume(key);
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        const { msBeforeNext } = refusal as { msBeforeNext: number };
        throw tooMany(Math.max(1, Math.ceil(msBeforeNext / 1000)));
      }
    },
    async clear(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}
