import { fromBase64, seal } from "#src/kit/envelope.ts";
import { type FieldIssue, notSignedIn, unavailable } from "#src/kit/errors.ts";
import { isoInZone } from "#src/kit/time/zoned.ts";
import { type Fetching, report, textField } from "./sessionCalls.ts";
import type { SessionWorld } from "./sessionWorld.ts";

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

/** `code` is a message key (`login.wrongPassword`, `register.duplicateUser`, `request.tooMany`, …). */
export type FormError = { ok: false; code: string; retryAfter?: number; fields?: FieldIssue[] };
export type PostOutcome = { ok: true } | FormError;
/** `body` is what the server answered, of any shape. */
export type PostAnswer = { ok: true; body: object } | FormError;
export type FormOutcome = { ok: true; url: string } | FormError;

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

/** Recording the date must not hold up leaving; milliseconds. */
const recordMs = 3_000;

/** Records that a person signs out now. A failure is only reported: leaving goes on. */
export async function recordLogout(world: Pick<SessionWorld, "fetch" | "now">): Promise<void> {
  try {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ dateLastLogout: isoInZone(world.now()) }),
      signal: AbortSignal.timeout(recordMs),
    };
    const recorded = await world.fetch("/api/auth/init-logout", init);
    if (!recorded.ok) throw new Error(`HTTP ${recorded.status}`);
  } catch (error) {
    report("INIT_LOGOUT_ERROR", error, world);
  }
}

/**
 * Posts what somebody who is not signed in asks for. Never throws.
 * @param tried message key for an answer that says nothing about it
 */
export async function postJson(path: string, input: unknown, tried: string, world: Fetching): Promise<PostAnswer> {
  try {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(input) };
    const response = await world.fetch(path, init);
    // Read in any case: a browser keeps the connection of an answer that nobody reads.
    const body = (await response.json().catch(() => ({}))) as { code?: string; fields?: FieldIssue[] };
    if (response.ok) return { ok: true, body };
    const retryAfter = Number(response.headers.get("retry-after")) || undefined;
    return {
      ok: false,
      code: body.code === undefined || response.status >= 500 ? tried : body.code,
      ...(body.fields ? { fields: body.fields } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  } catch {
    return { ok: false, code: "network.offline" };
  }
}

/** Closes a body for one call with the key of the session. */
export const sealBody = (key: Uint8Array<ArrayBuffer>, method: string, path: string, value: unknown): Promise<string> =>
  seal(key, method, path, value);
