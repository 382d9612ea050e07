import type { Db } from "#src/platform/tables.ts";
import type { RunEvent } from "../contract.ts";
import { appendEvents, joinDeltas } from "./events.ts";
import type { Feed } from "./feed.ts";
import { retryUntilStored } from "#src/platform/database/retryUntilStored.ts";

/** Events are stored in batches this far apart; the first text of an execution goes at once. */
const batchMs = 150;

export interface RunWriter {
  /** Adds events to the next batch. */
  emit: (...events: RunEvent[]) => void;
  /**
   * Waits until everything emitted so far is stored, or the execution was replaced.
   * @throws what the database said when it could not be stored
   */
  flush: () => Promise<void>;
  /** Aborts when this execution was replaced or the run has ended. */
  lost: AbortSignal;
  /** Aborts when events could not be stored; `flush` throws the reason. */
  broken: AbortSignal;
}

/**
 * Writes one execution's events into the run's stream, in order, in batches.
 * @param attempt number of the execution; a newer one fences this writer off
 */
export function openWriter(
  run: { runId: string; attempt: number },
  deps: { db: Db; feed: Feed; now: () => Date; isTransient: (error: unknown) => boolean },
): RunWriter {
  const lost = new AbortController();
  const broken = new AbortController();
  let buffer: RunEvent[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = 0;
  let hasText = false;
  let firstTextAt: Date | undefined;

  async function store(batch: RunEvent[]): Promise<void> {
    const first = batch.some((event) => event.type === "delta") ? firstTextAt : undefined;
    const append = (): Promise<number | null> => appendEvents(run.runId, run.attempt, batch, deps.db, first);
    if ((await retryUntilStored(append, deps.isTransient)) === null) lost.abort();
    else deps.feed.publish(run.runId);
    if (first) firstTextAt = undefined;
  }

  async function write(): Promise<void> {
    const batch = joinDeltas(buffer);
    buffer = [];
    lastWrite = Date.now();
    await store(batch);
  }

  /** Flushes now; concurrent callers share the running flush. */
  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write()
      .catch((error: unknown) => broken.abort(error))
      .finally(() => {
        writing = undefined;
        startInTime();
      });
    return writing;
  };

  /** Writes as soon as the batch before it is old enough. */
  function startInTime(): void {
    if (timer || writing || buffer.length === 0 || lost.signal.aborted || broken.signal.aborted) return;
    const wait = lastWrite + batchMs - Date.now();
    if (wait <= 0) void start();
    else timer = setTimeout(() => void start(), wait);
  }

  return {
    emit(...events) {
      buffer.push(...events);
      const isFirstText = !hasText && events.some((event) => event.type === "delta");
      if (isFirstText) {
        hasText = true;
        firstTextAt = deps.now();
        lastWrite = 0;
        clearTimeout(timer);
        timer = undefined;
      }
      startInTime();
    },
    async flush() {
      while (buffer.length > 0 || writing) {
        broken.signal.throwIfAborted();
        if (lost.signal.aborted) return;
        await start();
      }
      broken.signal.throwIfAborted();
    },
    lost: lost.signal,
    broken: broken.signal,
  };
}
