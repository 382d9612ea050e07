import type { Person } from "#src/testing/visitor.ts";

/** The key of a person's session as the product hands it out, 32 bytes. */
export async function envelopeKey(person: Person): Promise<Uint8Array<ArrayBuffer>> {
  const { key } = (await person.send("GET", "/api/user/envelope-key")).body;
  return new Uint8Array(Buffer.from(key, "base64"));
}

/** Closes any text, JSON or not, for one call: what our own `seal` would never write can be sent too. */
export async function sealText(
  key: Uint8Array<ArrayBuffer>,
  method: string,
  path: string,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const made = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const additionalData = new TextEncoder().encode(`${method} ${path}`);
  const closed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData }, made, bytes);
  return Buffer.concat([nonce, Buffer.from(closed)]).toString("base64");
}
