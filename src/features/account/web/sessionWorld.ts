import { withLocale } from "#src/kit/locale.ts";
import { currentLanguage } from "#src/ui/i18n/index.ts";

/** What other tabs say: the shape of next-auth 4, so that its client and ours understand each other. */
export interface TabMessage {
  event: "session";
  data: { trigger: "signout" | "getSession" };
  /** Seconds since 1970, as the dialect has it. */
  timestamp: number;
  /** Ours alone: the same message comes by channel and by storage. */
  id?: string;
}

/** The browser as the session client needs it. */
export interface SessionWorld {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  now: () => Date;
  /** Calls back after some milliseconds; returns the way to call it off. */
  later: (milliseconds: number, action: () => void) => () => void;
  /** Leaves the page, so that nothing of a person stays in its memory. */
  navigate: (path: string) => void;
  post: (message: TabMessage) => void;
  /** Messages of other tabs. Returns the way to stop. */
  onMessage: (listener: (message: TabMessage) => void) => () => void;
  /** The page is looked at again: `restored` when it comes out of the back-forward cache. */
  onReturn: (listener: (restored: boolean) => void) => () => void;
}

const name = "nextauth.message";

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === "object" &&
  value !== null &&
  "event" in value &&
  value.event === "session" &&
  "data" in value &&
  typeof value.data === "object" &&
  value.data !== null &&
  "trigger" in value.data;

function parseMessage(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/**
 * The world of the page that runs this.
 * @param takePrefetched an answer to a GET of a path that was asked for before this script was here
 */
export function openBrowserWorld(takePrefetched: (path: string) => Promise<Response> | undefined): SessionWorld {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  return {
    fetch: (path, init) =>
      (init?.method === undefined ? takePrefetched(path) : undefined) ??
      fetch(path, { credentials: "same-origin", ...init }),
    now: () => new Date(),
    later(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    navigate: (path) => location.assign(withLocale(path, currentLanguage())),
    post(message) {
      channel?.postMessage(message);
      try {
        localStorage.setItem(name, JSON.stringify(message));
      } catch {
        // Storage can be switched off; the channel has carried the message.
      }
    },
    onMessage(listener) {
      const hear = (value: unknown): void => {
        if (isTabMessage(value)) listener(value);
      };
      const stop = new AbortController();
      const { signal } = stop;
      channel?.addEventListener("message", (event: MessageEvent) => hear(event.data), { signal });
      window.addEventListener("storage", ({ key, newValue }) => key === name && hear(parseMessage(newValue)), {
        signal,
      });
      return () => stop.abort();
    },
    onReturn(listener) {
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener("pageshow", ({ persisted }) => persisted && listener(true), { signal });
      window.addEventListener("online", () => listener(false), { signal });
      document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && listener(false), {
        signal,
      });
      return () => stop.abort();
    },
  };
}
