import { randomBytes } from "node:crypto";
import { isSame, sign } from "./tokens.ts";

/** Double submit: the cookie holds `token|signature`, the form repeats the token. Only our own pages can read it. */
export interface CsrfToken {
  token: string;
  /** Value of the cookie. */
  cookie: string;
}

export function newCsrfToken(secret: string): CsrfToken {
  const token = randomBytes(32).toString("hex");
  return { token, cookie: `${token}|${sign(secret, "csrf/1", token)}` };
}

/** The token of a cookie that we signed, else null. */
export function csrfTokenOf(cookie: string | null, secret: string): string | null {
  const bar = cookie?.indexOf("|") ?? -1;
  if (!cookie || bar !== 64) return null;
  const token = cookie.slice(0, bar);
  return isSame(cookie.slice(bar + 1), sign(secret, "csrf/1", token)) ? token : null;
}

/** Whether the form was made for the browser that sends it. */
export function isCsrfProven(cookie: string | null, submitted: string | null, secret: string): boolean {
  const token = csrfTokenOf(cookie, secret);
  return token !== null && submitted !== null && isSame(token, submitted);
}

const unsafe = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Whether a request that may change something comes from our own pages. Browsers name the origin of every such
 * request; one that names none (no Origin, no Sec-Fetch-Site, no Referer) is no browser and carries no foreign cookies.
 * @param appUrl address people type
 */
export function isOwnOrigin(request: Request, appUrl: string): boolean {
  if (!unsafe.has(request.method)) return true;
  const own = new URL(appUrl).origin;
  const origin = request.headers.get("origin");
  if (origin !== null) return origin === own;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const referer = request.headers.get("referer");
  if (referer === null) return true;
  return URL.canParse(referer) && new URL(referer).origin === own;
}
