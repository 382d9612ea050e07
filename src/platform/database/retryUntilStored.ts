import { setTimeout as pause } from "node:timers/promises";

/** How long storing waits for a database that is away or full, milliseconds; then the execution breaks off. */
const timeoutMs = 30_000;

/** Repeats a write until it is stored. It may be done more than once. @throws what is not transient, or lasts too long */
export async function retryUntilStored<T>(
  write: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (let delay = 50; ; delay = Math.min(delay * 2, 2000)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || Date.now() > until) throw error;
      await pause(delay);
    }
  }
}
