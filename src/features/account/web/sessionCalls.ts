import type { PendingSignIn, WaysToSignIn } from "../contract.ts";
import type { SessionWorld } from "./sessionWorld.ts";

/** What the pages know of a session. */
export interface SessionData {
  user: { id: string; name: string; email: string; image: string | null };
  /** ISO 8601. */
  expires: string;
}

/** What these calls need of the world. */
export type Fetching = Pick<SessionWorld, "fetch">;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
/** A text in an answer that may have any shape; null when it is none. */
export const textField = (value: unknown, name: string): string | null => {
  const found = field(value, name);
  return typeof found === "string" ? found : null;
};

/**
 * The session, or null when nobody is signed in.
 * @throws when the answer did not come or is none
 */
export async function fetchSession(world: Fetching): Promise<SessionData | null> {
  const response = await world.fetch("/api/auth/session", { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const body: unknown = await response.json();
  const user = field(body, "user");
  if (user === undefined) return null;
  const [id, name, email, expires] = [
    textField(user, "id"),
    textField(user, "name"),
    textField(user, "email"),
    textField(body, "expires"),
  ];
  if (id === null || name === null || email === null || expires === null)
    throw new Error("The session has not the shape it should have");
  return { user: { id, name, email, image: textField(user, "image") }, expires };
}

async function read<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, credentials: "same-origin" });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as T;
}

/** What the sign-in page offers. @throws when the answer did not come */
export const fetchWays = (signal: AbortSignal): Promise<WaysToSignIn> => read("/api/auth/ways", signal);

/** What a sign-in with a provider waits for. @throws when it waits no more */
export const fetchPending = (signal: AbortSignal): Promise<PendingSignIn> => read("/api/auth/provider/pending", signal);

/** Tells the server's log, and the console, what went wrong here. Never fails. */
export function report(code: string, error: unknown, world: Fetching): void {
  const message = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-console -- the one place a developer looks when the server cannot be told
  console.error(`${code}: ${message}`);
  const body = JSON.stringify({ level: "error", code, message });
  world
    .fetch("/_log", { method: "POST", headers: { "content-type": "application/json" }, body, keepalive: true })
    .catch(() => undefined);
}
