import type { NewPasskey, PasskeyAnswer } from "../contract.ts";
import type { Fetching } from "./sessionCalls.ts";
import { postJson, type PostOutcome } from "./sessionForms.ts";

/* Loaded with the first passkey. Browsers differ in whether they read and write these options as JSON: we do it here. */

type Options = Record<string, unknown>;

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const toText = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

interface Named {
  id: string;
}
const named = (list: unknown): Options[] => (list as Named[]).map((one) => ({ ...one, id: toBytes(one.id) }));

const credentialOf = (found: Credential | null): PublicKeyCredential => {
  if (!(found instanceof PublicKeyCredential)) throw new DOMException("No passkey was chosen", "NotAllowedError");
  return found;
};

/**
 * Asks the person's device to sign.
 * @param options as the server answers them
 * @param isQuiet offers passkeys in the list of a field, and waits until one is chosen
 * @throws DOMException `NotAllowedError` when the person turned back, `AbortError` by the signal
 */
export async function signWithPasskey(options: Options, isQuiet: boolean, signal: AbortSignal): Promise<PasskeyAnswer> {
  const publicKey = {
    ...options,
    challenge: toBytes(String(options["challenge"])),
    allowCredentials: named(options["allowCredentials"]),
  } as unknown as PublicKeyCredentialRequestOptions;
  const found = credentialOf(
    await navigator.credentials.get({ publicKey, signal, ...(isQuiet ? { mediation: "conditional" } : {}) }),
  );
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    rawId: toText(found.rawId),
    type: "public-key",
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle ? { userHandle: toText(response.userHandle) } : {}),
    },
  };
}

/** Makes a passkey on the person's device. @throws DOMException `NotAllowedError`, or `InvalidStateError` for a device that has one */
export async function createPasskey(options: Options): Promise<NewPasskey["credential"]> {
  const user = options["user"] as Named;
  const publicKey = {
    ...options,
    challenge: toBytes(String(options["challenge"])),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: named(options["excludeCredentials"]),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = credentialOf(await navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    rawId: toText(made.rawId),
    type: "public-key",
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/**
 * Signs in by a passkey. Never throws: a person who turned back is `passkey.cancelled`.
 * @param isQuiet offers passkeys in the list of a field, and waits until one is chosen
 * @param onSigned called when a passkey was used: what follows must not be asked a second time
 */
export async function signInByPasskey(
  isQuiet: boolean,
  signal: AbortSignal,
  onSigned: () => void,
  world: Fetching,
): Promise<PostOutcome> {
  const asked = await postJson("/api/auth/passkey/begin", {}, "passkey.failed", world);
  if (!asked.ok) return asked;
  try {
    const credential = await signWithPasskey({ ...asked.body }, isQuiet, signal);
    signal.throwIfAborted();
    onSigned();
    return await postJson("/api/auth/passkey/finish", { credential }, "passkey.failed", world);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    return {
      ok: false,
      code: name === "NotAllowedError" || name === "AbortError" ? "passkey.cancelled" : "passkey.failed",
    };
  }
}
