/** Notifies readers in this process that a run's stream has grown, so that they need not wait for their next poll. */
export interface Feed {
  publish: (runId: string) => void;
  /** Resolves when the run's stream has grown, after `ms`, or when `signal` aborts; whichever is first. */
  wait: (runId: string, ms: number, signal: AbortSignal) => Promise<void>;
}

export function openFeed(): Feed {
  const waiting = new Map<string, Set<() => void>>();
  return {
    publish(runId) {
      for (const wake of waiting.get(runId) ?? []) wake();
    },
    wait: (runId, ms, signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const wakes = waiting.get(runId) ?? new Set();
        waiting.set(runId, wakes);
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          wakes.delete(wake);
          if (wakes.size === 0) waiting.delete(runId);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        signal.addEventListener("abort", wake);
        wakes.add(wake);
      }),
  };
}

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** Wakes readers of run streams in this process. */
    feed: Feed;
  }
}
