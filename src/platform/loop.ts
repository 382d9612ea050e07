/** Repeats turns, one at a time. */
export interface Loop {
  /** Takes a turn now, or one more after the one in work. */
  wake: () => void;
  /** Takes no further turn and waits for the one in work. */
  stop: () => Promise<void>;
}

/**
 * @param everyMs milliseconds from here or the end of a turn to the next one; null: only when woken
 * @param onError what a turn failed with; the next one comes all the same
 */
export function openLoop(
  turn: () => Promise<unknown>,
  everyMs: number | null,
  onError: (error: unknown) => void,
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  const wait = (): void => {
    if (everyMs !== null && !isStopped) timer = setTimeout(wake, everyMs);
  };
  const wake = (): void => {
    isWanted = true;
    if (current || isStopped) return;
    isWanted = false;
    clearTimeout(timer);
    current = Promise.resolve()
      .then(turn)
      .then(() => undefined, onError)
      .finally(() => {
        current = undefined;
        if (isWanted) wake();
        else wait();
      });
  };
  wait();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
