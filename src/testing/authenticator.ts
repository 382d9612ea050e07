import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyAnswer } from "#src/features/account/contract.ts";

/** What an authenticator or the page in front of it may do wrong, or otherwise. */
export interface AuthenticatorFaults {
  /** Page that asks, in place of ours. */
  origin?: string;
  challenge?: string;
  /** `webauthn.get` or `webauthn.create`, in place of the right one. */
  type?: string;
  /** The id that the device believes it speaks to. */
  rpId?: string;
  /** The person was not asked to open the device. */
  isVerified?: boolean;
  /** Signatures so far. */
  counter?: number;
  /** Signs with another key. */
  isForged?: boolean;
  userHandle?: string;
  /** Makes a credential under an id that is known, in place of a new one. */
  credentialId?: string;
}

interface Credential {
  id: string;
  key: KeyObject;
  userHandle: string;
  counter: number;
}

/** A passkey device in software (ES256, no attestation), and the browser in front of it. */
export interface Authenticator {
  /** Makes a credential. @param options of `navigator.credentials.create`, in JSON */
  create: (
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    faults?: AuthenticatorFaults,
  ) => NewPasskey["credential"];
  /** Signs with the newest credential. @param options of `navigator.credentials.get`, in JSON */
  get: (options: { challenge: string; rpId: string }, faults?: AuthenticatorFaults) => PasskeyAnswer;
}

const sha256 = (value: string | Buffer): Buffer => createHash("sha256").update(value).digest();
const b64 = (value: Buffer | string): string => Buffer.from(value).toString("base64url");

/** CBOR of an attestation object without a statement, RFC 8949. */
const attestation = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from("fmt"),
    Buffer.from([0x64]),
    Buffer.from("none"),
    Buffer.from([0x67]),
    Buffer.from("attStmt"),
    Buffer.from([0xa0, 0x68]),
    Buffer.from("authData"),
    Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
    authData,
  ]);

/** COSE key of P-256, RFC 9053. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}

const flags = { present: 0x01, verified: 0x04, canBeSynced: 0x08, isSynced: 0x10, attested: 0x40 };

function authenticatorData(rpId: string, counter: number, isVerified: boolean, attested?: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] =
    flags.present |
    (isVerified ? flags.verified : 0) |
    flags.canBeSynced |
    flags.isSynced |
    (attested ? flags.attested : 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, ...(attested ? [attested] : [])]);
}

export function openAuthenticator(origin: string): Authenticator {
  const credentials: Credential[] = [];
  const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
  const clientData = (type: string, challenge: string, faults: AuthenticatorFaults): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  return {
    create({ challenge, rp, user }, faults = {}) {
      const { publicKey, privateKey } = pair();
      const raw = faults.credentialId ? Buffer.from(faults.credentialId, "base64url") : randomBytes(16);
      const counter = faults.counter ?? 0;
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, raw.length]), raw, coseOf(publicKey)]);
      const authData = authenticatorData(faults.rpId ?? rp.id, counter, faults.isVerified ?? true, made);
      credentials.push({ id: b64(raw), key: privateKey, userHandle: user.id, counter });
      return {
        id: b64(raw),
        rawId: b64(raw),
        type: "public-key",
        response: {
          clientDataJSON: b64(clientData("webauthn.create", challenge, faults)),
          attestationObject: b64(attestation(authData)),
          transports: ["internal"],
        },
      };
    },
    get({ challenge, rpId }, faults = {}) {
      const own = credentials.at(-1);
      if (!own) throw new Error("The device holds no passkey");
      own.counter = faults.counter ?? (own.counter === 0 ? 0 : own.counter + 1);
      const authData = authenticatorData(faults.rpId ?? rpId, own.counter, faults.isVerified ?? true);
      const data = clientData("webauthn.get", challenge, faults);
      const key = faults.isForged ? pair().privateKey : own.key;
      return {
        id: own.id,
        rawId: own.id,
        type: "public-key",
        response: {
          clientDataJSON: b64(data),
          authenticatorData: b64(authData),
          signature: b64(sign("sha256", Buffer.concat([authData, sha256(data)]), key)),
          userHandle: faults.userHandle ?? own.userHandle,
        },
      };
    },
  };
}
