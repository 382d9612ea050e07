import { fromBase64 } from "#src/kit/envelope.ts";
import { notSignedIn, unavailable } from "#src/kit/errors.ts";
import type { SessionWorld } from "./sessionWorld.ts";

/** What the pages know of a session. */
export interface SessionData {
  user: { id: string; name: string; email: string; image: string | null };
  /** ISO 8601. */
  expires: string;
}

type Fetching = Pick<SessionWorld, "fetch">;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
const textField = (value: unknown, name: string): string | null => {
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

/** @throws ProductError 401 without a session, 503 when the key did not come */
export async function fetchEnvelopeKey(world: Fetching): Promise<Uint8Array<ArrayBuffer>> {
  const response = await world.fetch("/api/user/envelope-key", { cache: "no-store" }).catch((cause: unknown) => {
    throw unavailable("No connection", 2, cause);
  });
  if (response.status === 401) throw notSignedIn();
  const bytes = response.ok ? fromBase64(textField(await response.json(), "key") ?? "") : null;
  if (bytes?.length !== 32) throw unavailable("The key of the session did not come");
  return bytes;
}

export type FormOutcome = { ok: true; url: string } | { ok: false; code: string; retryAfter?: number };

/**
 * Posts a form of the sign-in dialect. Never throws: offline is `network.offline`, a broken answer `login.serverError`,
 * a refusal of the dialect its error name, all others the code of the refusal.
 */
export async function postForm(path: string, fields: Record<string, string>, world: Fetching): Promise<FormOutcome> {
  try {
    for (let attempt = 1; ; attempt += 1) {
      const csrf = await world.fetch("/api/auth/csrf", { cache: "no-store" });
      const csrfToken = csrf.ok ? textField(await csrf.json(), "csrfToken") : null;
      if (csrfToken === null) return { ok: false, code: "login.serverError" };
      const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
      const response = await world.fetch(path, { method: "POST", body });
      // Another tab may have brought a new token in between.
      if (response.status === 403 && attempt === 1) continue;
      const answer: unknown = await response.json().catch(() => null);
      const url = textField(answer, "url");
      if (response.ok && url !== null) return { ok: true, url };
      const retryAfter = Number(response.headers.get("retry-after")) || undefined;
      const error = url !== null && URL.canParse(url) ? new URL(url).searchParams.get("error") : null;
      const code =
        response.status >= 500 ? "login.serverError" : (textField(answer, "code") ?? error ?? "login.serverError");
      return { ok: false, code, ...(retryAfter === undefined ? {} : { retryAfter }) };
    }
  } catch {
    return { ok: false, code: "network.offline" };
  }
}

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
