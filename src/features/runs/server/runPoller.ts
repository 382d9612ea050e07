import type { Deps } from "#src/platform/deps.ts";
import type { RunEvent } from "../contract.ts";
import { type EventRow, eventsAfter } from "./events.ts";
import type { Feed } from "./feed.ts";

/** Looks at the stream this often when another process writes it; milliseconds. */
const pollIntervalMs = 200;

/** Position in a stream: row and event inside it. `3.1` has seen the second event of row 3. */
export interface StreamPosition {
  row: number;
  event: number;
}

/** What a reader gets next. */
export interface StreamPiece {
  /** Server-sent events, resumable by their ids; empty when there is nothing new. */
  text: string;
  /** Whether the run's last event is among them. */
  hasEnd: boolean;
  /** Whether every row that was there when the reader came has been given to it. */
  isCaughtUp: boolean;
}

export interface RunReader {
  /** Everything after `position`, which moves on. */
  take: (position: StreamPosition) => StreamPiece;
  /** Resolves when there may be more, after `ms`, or when `signal` aborts. Rejects when the stream cannot be read. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  close: () => void;
}

const isEnd = (event: RunEvent): boolean => event.type === "end";

/** One run's stream, read once for all its readers in this process and kept while there is one. */
class RunPoller {
  readonly #runId: string;
  readonly #deps: Pick<Deps, "db"> & { feed: Feed };
  readonly #rows: EventRow[] = [];
  readonly #readers = new Set<() => void>();
  readonly #stopped = new AbortController();
  #started = 0;
  #finished = 0;
  #failure: Error | undefined;

  constructor(runId: string, deps: Pick<Deps, "db"> & { feed: Feed }) {
    this.#runId = runId;
    this.#deps = deps;
  }

  get isUsable(): boolean {
    return this.#failure === undefined && !this.#stopped.signal.aborted;
  }

  open(onEmpty: () => void): RunReader {
    // Only a look that begins after the reader came has surely seen what was there before it.
    const needed = this.#started + 1;
    let wake = (): void => undefined;
    const notify = (): void => wake();
    this.#readers.add(notify);
    if (this.#readers.size === 1 && this.#started === 0) void this.#poll();
    else this.#deps.feed.publish(this.#runId);
    return {
      take: (position) => ({ ...this.#textAfter(position), isCaughtUp: this.#finished >= needed }),
      wait: async (ms, signal) => {
        await new Promise<void>((resolve) => {
          if (signal.aborted || !this.isUsable) return resolve();
          const timer = setTimeout(() => wake(), ms);
          const stop = (): void => wake();
          wake = () => {
            clearTimeout(timer);
            signal.removeEventListener("abort", stop);
            wake = () => undefined;
            resolve();
          };
          signal.addEventListener("abort", stop);
        });
        if (this.#failure !== undefined) throw this.#failure;
      },
      close: () => {
        this.#readers.delete(notify);
        if (this.#readers.size > 0) return;
        this.#stopped.abort();
        onEmpty();
      },
    };
  }

  async #poll(): Promise<void> {
    const { db, feed } = this.#deps;
    try {
      while (!this.#stopped.signal.aborted) {
        const look = (this.#started += 1);
        const rows = await eventsAfter(this.#runId, this.#rows.at(-1)?.offset ?? -1, db);
        this.#rows.push(...rows);
        // A full page may not be all there is.
        const isWhole = rows.length < 500;
        if (isWhole) this.#finished = look;
        for (const notify of this.#readers) notify();
        if (isWhole) await feed.wait(this.#runId, pollIntervalMs, this.#stopped.signal);
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      for (const notify of this.#readers) notify();
    }
  }

  #textAfter(position: StreamPosition): { text: string; hasEnd: boolean } {
    let text = "";
    let hasEnd = false;
    let index = this.#rows.length;
    while (index > 0 && (this.#rows[index - 1]?.offset ?? -1) >= position.row) index -= 1;
    for (const { offset, events } of this.#rows.slice(index)) {
      for (const [number, event] of events.entries()) {
        if (offset === position.row && number <= position.event) continue;
        text += `id: ${offset}.${number}\ndata: ${JSON.stringify(event)}\n\n`;
        position.row = offset;
        position.event = number;
        hasEnd ||= isEnd(event);
      }
    }
    return { text, hasEnd };
  }
}

/** Readers of run streams: however many follow a run, its rows are read once. */
export function openRunReaders(deps: Pick<Deps, "db"> & { feed: Feed }): (runId: string) => RunReader {
  const pollers = new Map<string, RunPoller>();
  return (runId) => {
    const known = pollers.get(runId);
    const poller = known?.isUsable ? known : new RunPoller(runId, deps);
    pollers.set(runId, poller);
    return poller.open(() => {
      if (pollers.get(runId) === poller) pollers.delete(runId);
    });
  };
}
