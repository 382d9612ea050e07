/**
 * Sealed request bodies (`enData`): base64(nonce12 || AES-256-GCM ciphertext and 16-byte tag), bound to the method and
 * path they were made for. They keep personal data out of the logs of proxies; no other promise rests on them.
 */
const nonceBytes = 12;
const tagBytes = 16;

/** Why an envelope did not open. `malformed`: it is no envelope; `refused`: other key, other call, or modified. */
export type EnvelopeFailure = "malformed" | "refused";
export type Opened = { ok: true; value: unknown } | { ok: false; failure: EnvelopeFailure };

type Bytes = Uint8Array<ArrayBuffer>;
interface Cipher {
  encrypt: (key: Bytes, nonce: Bytes, data: Bytes, bound: Bytes) => Promise<Bytes>;
  /** Rejects when the tag does not fit. */
  decrypt: (key: Bytes, nonce: Bytes, data: Bytes, bound: Bytes) => Promise<Bytes>;
}

const webCipher: Cipher = {
  async encrypt(key, iv, data, additionalData) {
    const made = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
    return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, made, data));
  },
  async decrypt(key, iv, data, additionalData) {
    const made = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, made, data));
  },
};

/** The same cipher in plain JavaScript: pages served over http from another machine have no `crypto.subtle`. */
export const plainCipher: Cipher = {
  async encrypt(key, nonce, data, bound) {
    const { gcm } = await import("@noble/ciphers/aes.js");
    return new Uint8Array(gcm(key, nonce, bound).encrypt(data));
  },
  async decrypt(key, nonce, data, bound) {
    const { gcm } = await import("@noble/ciphers/aes.js");
    return new Uint8Array(gcm(key, nonce, bound).decrypt(data));
  },
};

const bestCipher = (): Cipher => (globalThis.crypto.subtle === undefined ? plainCipher : webCipher);

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const boundTo = (method: string, path: string): Bytes => utf8(`${method.toUpperCase()} ${path}`);

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}

/** Bytes of standard base64; null for anything that `toBase64` would not have written. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/**
 * Encrypts a value for one call.
 * @param key 32 bytes of the session
 * @param path path without the query, such as `/api/calendar/entry`
 * @param value anything that JSON can represent
 */
export async function seal(
  key: Bytes,
  method: string,
  path: string,
  value: unknown,
  cipher: Cipher = bestCipher(),
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const closed = await cipher.encrypt(key, nonce, utf8(JSON.stringify(value) ?? "null"), boundTo(method, path));
  const bytes = new Uint8Array(nonceBytes + closed.length);
  bytes.set(nonce);
  bytes.set(closed, nonceBytes);
  return toBase64(bytes);
}

/** Opens what `seal` made with the same key, method and path; anything else is a failure, never an exception. */
export async function open(
  key: Bytes,
  method: string,
  path: string,
  text: string,
  cipher: Cipher = bestCipher(),
): Promise<Opened> {
  const bytes = fromBase64(text);
  if (bytes === null || bytes.length < nonceBytes + tagBytes) return { ok: false, failure: "malformed" };
  let opened: Bytes;
  try {
    opened = await cipher.decrypt(key, bytes.slice(0, nonceBytes), bytes.slice(nonceBytes), boundTo(method, path));
  } catch {
    return { ok: false, failure: "refused" };
  }
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(opened)) as unknown };
  } catch {
    return { ok: false, failure: "malformed" };
  }
}
