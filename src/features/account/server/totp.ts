import { createHmac } from "node:crypto";
import { isSame } from "./tokens.ts";

/** Seconds of a step, RFC 6238. */
const stepSeconds = 30;
/** Steps before and after the present one that are taken too: clocks of phones go wrong. */
const drift = 1;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 without padding, as authenticator apps take it. */
export function toBase32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/**
 * The code of a step, RFC 6238 and RFC 4226.
 * @param step whole steps since 1970
 */
export function totpCode(
  secret: Uint8Array,
  step: number,
  { digits = 6, algorithm = "sha1" }: { digits?: number; algorithm?: "sha1" | "sha256" | "sha512" } = {},
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step of a moment. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The step whose code was typed, the latest that fits; null for a wrong code. Each is compared in constant time. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - drift; step <= present + drift; step += 1)
    if (isSame(totpCode(secret, step), code)) found = step;
  return found;
}

/** What an authenticator app reads from a QR code or a link. */
export function totpUri(secret: Uint8Array, account: string): string {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: "Pioneer" });
  return `otpauth://totp/Pioneer:${encodeURIComponent(account)}?${query}`;
}
