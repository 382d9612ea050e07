import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What the database keeps of a token: with 32 random characters behind it, one SHA-256 is enough. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * HMAC-SHA256 for a value that a browser hands back.
 * @param purpose keeps a signature made for one thing from being accepted for another
 */
export const sign = (secret: string, purpose: string, value: string): string =>
  createHmac("sha256", secret).update(`${purpose}:${value}`).digest("base64url");

/** Compares in constant time. */
export const isSame = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The value of a session's cookie as better-auth signs it: `token.base64(HMAC-SHA256)`. */
export const signToken = (token: string, secret: string): string =>
  `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`;

/** The token inside a cookie that better-auth signed (`token.base64(HMAC-SHA256)`), or null when the signature is not ours. */
export function tokenOf(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf(".");
  if (dot < 1 || signed.length > 256) return null;
  const token = signed.slice(0, dot);
  const expected = createHmac("sha256", secret).update(token).digest("base64");
  return isSame(signed.slice(dot + 1), expected) ? token : null;
}
