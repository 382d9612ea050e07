import { createParser } from "eventsource-parser";

/** One event of a server-sent stream. `id` is the last id the stream named, empty when none. */
export interface StreamEvent {
  id: string;
  data: string;
}

/** Splits a server-sent stream into events, however its text is cut. Keeps what is incomplete for the next piece. */
export function eventSplitter(): (piece: string) => StreamEvent[] {
  let found: StreamEvent[] = [];
  let id = "";
  const parser = createParser({
    onEvent(event) {
      id = event.id ?? id;
      found.push({ id, data: event.data });
    },
  });
  return (piece) => {
    found = [];
    parser.feed(piece);
    return found;
  };
}

/** Waits before the next attempt in ms: 500 doubling to 10,000, each spread over 50 to 100 %. */
export function backOff(attempt: number, random: () => number = Math.random): number {
  return Math.min(10_000, 500 * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2);
}

export interface FollowOptions {
  /** Path of the stream. */
  url: string;
  /** Resume after this event; empty for all of it. */
  lastEventId: string;
  signal: AbortSignal;
  /** Takes one event; true ends the following. */
  onEvent: (event: StreamEvent) => boolean;
  /** Told when the connection is lost (false) and there again (true). */
  onConnection: (isConnected: boolean) => void;
  fetch?: typeof fetch;
  /** Resolves after `ms`, or at once when there is reason to believe in a connection. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds that an answer asks to wait, by its Retry-After in seconds; 0 when it does not. */
const askedWait = (response: Response): number => {
  const seconds = Number(response.headers.get("retry-after"));
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) * 1000 : 0;
};

/** The server comments every 15 s; three missed ones mean a dead connection. */
const silenceMs = 45_000;

/**
 * Follows an event stream until `onEvent` returns true, over as many connections as that takes.
 * @returns `ended`, `aborted` by the signal, or the HTTP status of an answer that no repetition would change
 */
export async function follow(options: FollowOptions): Promise<"ended" | "aborted" | number> {
  const { url, signal, onEvent, onConnection, fetch: get = fetch, wait = waitOrOnline } = options;
  let lastEventId = options.lastEventId;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const connection = new AbortController();
    let leastWait = 0;
    let isRefused = false;
    const stop = (): void => connection.abort();
    signal.addEventListener("abort", stop);
    let watchdog = setTimeout(stop, silenceMs);
    try {
      const response = await get(url, {
        credentials: "same-origin",
        headers: { accept: "text/event-stream", ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }) },
        signal: connection.signal,
      });
      if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429) {
        return response.status;
      }
      // Other pages of the person follow this run: their streams end with it, and this one comes to its turn.
      isRefused = response.status === 429;
      leastWait = askedWait(response);
      if (response.ok && response.body !== null) {
        onConnection(true);
        const split = eventSplitter();
        const decoder = new TextDecoder();
        const reader = response.body.getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          attempt = 0;
          clearTimeout(watchdog);
          watchdog = setTimeout(stop, silenceMs);
          for (const event of split(decoder.decode(value, { stream: true }))) {
            if (event.id !== "") lastEventId = event.id;
            if (onEvent(event)) {
              stop();
              return "ended";
            }
          }
        }
      }
    } catch {
      // A lost connection and an aborted one look alike; the loop condition tells them apart.
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) break;
    if (!isRefused) onConnection(false);
    await wait(Math.max(leastWait, backOff(attempt)), signal);
  }
  return "aborted";
}

function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
