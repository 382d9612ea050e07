import { setTimeout as sleep } from "node:timers/promises";
import { FetchError } from "./fetchError.ts";

/** Requests that may wait for one host; more would wait longer than any run lasts. */
const maxWaiting = 60;

/** Hosts remembered before old ones are forgotten. */
const maxHosts = 1_000;

interface Lane {
  tail: Promise<void>;
  waiting: number;
  /** `performance.now()` from which the next request may start. */
  free: number;
}

export interface HostQueue {
  /**
   * Runs `work` when it is the host's turn: one at a time, starts at least `gapMs` apart.
   * @throws the reason of `signal`; FetchError `unreachable` when too many wait
   */
  run: <T>(host: string, gapMs: number, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Waits for `work` or for the signal, whichever is first. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, aborted(AbortSignal.any([signal, ended.signal]))]);
  } finally {
    work.catch(() => undefined);
    ended.abort();
  }
}

/** One lane per host: sites are read as a patient person would read them. */
export function openHostQueue(): HostQueue {
  const lanes = new Map<string, Lane>();

  const removeIdle = (): void => {
    if (lanes.size <= maxHosts) return;
    for (const [host, lane] of lanes) {
      if (lane.waiting === 0 && lane.free <= performance.now()) lanes.delete(host);
    }
  };

  return {
    async run(host, gapMs, signal, work) {
      removeIdle();
      const lane = lanes.get(host) ?? { tail: Promise.resolve(), waiting: 0, free: 0 };
      lanes.set(host, lane);
      if (lane.waiting >= maxWaiting) throw new FetchError("unreachable", "too many requests wait for this site");
      lane.waiting += 1;
      const before = lane.tail;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      lane.tail = promise;
      try {
        await orAborted(before, signal);
        const wait = lane.free - performance.now();
        if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => Promise.reject(signal.reason));
        signal.throwIfAborted();
        lane.free = performance.now() + gapMs;
        return await work();
      } finally {
        lane.waiting -= 1;
        // Giving up early does not move anybody up the queue.
        void before.then(done);
      }
    },
  };
}
