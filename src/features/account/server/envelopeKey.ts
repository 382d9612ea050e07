import { hkdfSync } from "node:crypto";

/**
 * Key of one session's envelopes (`kit/envelope.ts`): HKDF-SHA256 of the server's secret.
 * @returns 32 bytes
 */
export const deriveEnvelopeKey = (secret: string, sessionId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hkdfSync("sha256", secret, sessionId, "enData/1", 32));
