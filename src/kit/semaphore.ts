/** Lets some through at once and makes the others wait their turn, in order. */
export interface Semaphore {
  /** Runs the work when there is room. @throws the reason of `signal` when it aborts before */
  pass: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

/** @param atOnce how much runs at the same time */
export function createSemaphore(atOnce: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (running < atOnce) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal?.reason as Error);
      };
      const go = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      waiting.push(go);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  };
  return {
    async pass(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // The slot is handed to the next in line, so that no newcomer takes it first.
        if (next) next();
        else running -= 1;
      }
    },
  };
}
