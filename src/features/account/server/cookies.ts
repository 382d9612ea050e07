/** Seconds. Absolute life of a session; the idle limit is kept by the database row. */
export const sessionMaxAge = 30 * 86_400;

export interface CookieNames {
  session: string;
  csrf: string;
  device: string;
  /** Ties a way through a provider to the browser that began it. */
  browser: string;
  /** A sign-in that still asks for something. */
  pending: string;
}

/** `__Host-` pins a cookie to one origin and to https; over plain http browsers refuse the prefix. */
export const cookieNames = (secure: boolean): CookieNames => {
  const prefix = secure ? "__Host-" : "";
  return {
    session: `${prefix}pioneer.session`,
    csrf: `${prefix}pioneer.csrf-token`,
    device: `${prefix}pioneer.device`,
    browser: `${prefix}pioneer.browser`,
    pending: `${prefix}pioneer.pending`,
  };
};

/** Value of the first cookie of that name, percent-decoded; null when there is none or it does not decode. */
export function readCookie(headers: Headers, name: string): string | null {
  const header = headers.get("cookie");
  if (!header) return null;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/**
 * One Set-Cookie line: HttpOnly, SameSite=Lax, whole site.
 * @param maxAge seconds; 0 deletes, undefined lasts as long as the browser runs
 */
export const setCookie = (name: string, value: string, secure: boolean, maxAge?: number): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    "Path=/",
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    "HttpOnly",
    ...(secure ? ["Secure"] : []),
    "SameSite=Lax",
  ].join("; ");
