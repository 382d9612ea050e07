import { randomBytes } from "node:crypto";
import { z } from "zod";
import { conflict, notFound, notSignedIn, ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { NewPasskey, PasskeyAnswer } from "../contract.ts";
import type { Caller } from "./auth.ts";
import { recordEvent } from "./events.ts";
import { sendAccountNotice } from "./links.ts";
import { requireOtherWay } from "./providerSignIn.ts";
import type { Providers } from "./providers.ts";
import { accountOf, insertUnderWay, passkeyByCredential, passkeysOf, takeUnderWay } from "./repository.ts";
import { changeProvenAccount, languageOf, requireRecent } from "./usecases.ts";

/** Passkeys that a person may have. */
const mostPasskeys = 20;
/** Seconds a question to an authenticator stands open; a page may wait with one for the person to touch a field. */
const challengeSeconds = 900;

/** What a challenge is for; one made for one thing answers no other. */
const challenge = z.discriminatedUnion("for", [
  z.object({ for: z.literal("signIn") }),
  z.object({ for: z.literal("add"), sessionId: z.string() }),
  z.object({ for: z.literal("prove"), sessionId: z.string() }),
]);
type Challenge = z.infer<typeof challenge>;

type PasskeyDeps = Pick<Deps, "config" | "db" | "newId" | "now">;

/** The library is loaded with the first passkey: its parsers of certificates weigh more than the rest of the feature. */
const library = () => import("@simplewebauthn/server");

const placeOf = (appUrl: string): { origin: string; rpId: string } => {
  const { origin, hostname } = new URL(appUrl);
  return { origin, rpId: hostname };
};

/** How authenticators name a person: the 16 bytes of the id. */
const handleOf = (userId: string): string => Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

async function openChallenge(value: Challenge, deps: PasskeyDeps): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertUnderWay({ id: deps.newId(), kind: "passkey", token, value, seconds: challengeSeconds }, deps.db);
  return token;
}

/** What `navigator.credentials.get` is asked with, in the shape of `parseRequestOptionsFromJSON`. */
export interface PasskeyQuestion {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
  allowCredentials: { type: "public-key"; id: string; transports: string[] }[];
}

const question = (
  token: string,
  rpId: string,
  allowCredentials: PasskeyQuestion["allowCredentials"],
): PasskeyQuestion => ({
  challenge: token,
  rpId,
  timeout: challengeSeconds * 1000,
  userVerification: "required",
  allowCredentials,
});

/** The question of the sign-in page; it names nobody, the authenticator knows whom it holds. */
export async function askForSignIn(deps: PasskeyDeps): Promise<PasskeyQuestion> {
  return question(await openChallenge({ for: "signIn" }, deps), placeOf(deps.config.appUrl).rpId, []);
}

const named = (row: { credential_id: string; transports: string[] }) =>
  ({ type: "public-key", id: row.credential_id, transports: row.transports }) as const;

/** The question that proves who sits in a session. */
export async function askForProof(session: Session, deps: PasskeyDeps): Promise<PasskeyQuestion> {
  const own = await passkeysOf(session.userId, deps.db).list();
  const token = await openChallenge({ for: "prove", sessionId: session.id }, deps);
  return question(token, placeOf(deps.config.appUrl).rpId, own.map(named));
}

const refused = (status: number): ProductError =>
  new ProductError("passkey.refused", { status, message: "The passkey wasn't accepted" });

const clientData = z.object({ challenge: z.string().max(200) });

function challengeIn(clientDataJSON: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"))).challenge;
  } catch {
    return "";
  }
}

/** Uses up the challenge that an authenticator signed; null when it is not ours, was used, or was for something else. */
async function spendChallenge(clientDataJSON: string, wanted: Challenge, db: Db): Promise<string | null> {
  const token = challengeIn(clientDataJSON);
  const found = challenge.safeParse(token === "" ? null : await takeUnderWay("passkey", token, db));
  if (!found.success || found.data.for !== wanted.for) return null;
  const isSameSession =
    found.data.for === "signIn" || wanted.for === "signIn" || found.data.sessionId === wanted.sessionId;
  return isSameSession ? token : null;
}

interface Proven {
  passkeyId: string;
  userId: string;
  /** Counter as it was read, and as the authenticator says now. */
  before: number;
  after: number;
  isBackedUp: boolean;
}

/**
 * Checks what an authenticator signed: challenge, origin, our id, a person who was verified, signature, and a counter
 * that went on.
 * @throws ProductError `passkey.refused` with `status`
 */
async function proven(
  answer: PasskeyAnswer,
  wanted: Challenge,
  status: number,
  caller: Caller,
  deps: PasskeyDeps,
): Promise<Proven> {
  const expectedChallenge = await spendChallenge(answer.response.clientDataJSON, wanted, deps.db);
  const known = await passkeyByCredential(answer.id, deps.db);
  if (expectedChallenge === null || !known) throw refused(status);
  const { userHandle } = answer.response;
  if (userHandle && userHandle !== handleOf(known.user_id)) throw refused(status);
  const { origin, rpId } = placeOf(deps.config.appUrl);
  const before = Number(known.counter);
  const { verifyAuthenticationResponse } = await library();
  const { userHandle: _, ...response } = answer.response;
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // Looked at below: the library throws for a counter as for a wrong signature.
    credential: { id: known.credential_id, publicKey: new Uint8Array(known.public_key), counter: 0 },
  }).catch(() => null);
  if (!checked?.verified) throw refused(status);
  const { newCounter: after, credentialBackedUp: isBackedUp } = checked.authenticationInfo;
  if ((after > 0 || before > 0) && after <= before) {
    // Two authenticators hold this key: one of them is a copy.
    await recordEvent("passkeyRefused", known.user_id, caller, deps.db, deps);
    throw refused(status);
  }
  return { passkeyId: known.id, userId: known.user_id, before, after, isBackedUp };
}

const countUse = (by: Proven, trx: Db): Promise<boolean> =>
  passkeysOf(by.userId, trx).use(by.passkeyId, by.before, by.after, by.isBackedUp);

/**
 * Signs a person in by a passkey. It shows that the person holds a device and opened it, so that no code is asked for.
 * @returns Set-Cookie lines of the new session, and the address
 * @throws ProductError 401 `passkey.refused`
 */
export async function signInByPasskey(
  answer: PasskeyAnswer,
  caller: Caller,
  deps: PasskeyDeps & Pick<Deps, "auth">,
): Promise<{ cookies: string[]; email: string }> {
  const by = await proven(answer, { for: "signIn" }, 401, caller, deps);
  return deps.db.transaction().execute(async (trx) => {
    const own = accountOf(by.userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person || !(await countUse(by, trx))) throw refused(401);
    await recordEvent("signedIn", person.id, caller, trx, deps);
    return { cookies: await deps.auth.openSession(person.id, caller, trx), email: person.email };
  });
}

/** Proves once more who sits there. @throws ProductError 403 `passkey.refused` */
export async function proveByPasskey(
  answer: PasskeyAnswer,
  session: Session,
  caller: Caller,
  deps: PasskeyDeps,
): Promise<{ proven: true }> {
  const by = await proven(answer, { for: "prove", sessionId: session.id }, 403, caller, deps);
  if (by.userId !== session.userId || !(await countUse(by, deps.db))) throw refused(403);
  if (!(await accountOf(session.userId, deps.db).proveSession(session.id))) throw notSignedIn();
  return { proven: true };
}

/** What `navigator.credentials.create` is asked with. @throws ProductError 403 `session.notRecent`, 409 `passkey.tooMany` */
export async function beginPasskey(session: Session, deps: PasskeyDeps) {
  requireRecent(session, deps);
  const own = await passkeysOf(session.userId, deps.db).list();
  if (own.length >= mostPasskeys) throw conflict("passkey.tooMany", `An account has ${mostPasskeys} passkeys at most`);
  const { rpId } = placeOf(deps.config.appUrl);
  return {
    challenge: await openChallenge({ for: "add", sessionId: session.id }, deps),
    rp: { id: rpId, name: "Pioneer" },
    user: { id: handleOf(session.userId), name: session.email, displayName: session.name },
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
    timeout: challengeSeconds * 1000,
    attestation: "none",
    excludeCredentials: own.map(named),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
}

/**
 * Adds a passkey. A notice goes to the person.
 * @throws ProductError 403 `session.notRecent` or `passkey.refused`, 409 `passkey.known` or `passkey.tooMany`
 */
export async function addPasskey(
  { name, credential }: NewPasskey,
  session: Session,
  caller: Caller,
  deps: PasskeyDeps,
): Promise<{ id: string }> {
  requireRecent(session, deps);
  const wanted = { for: "add", sessionId: session.id } as const;
  const expectedChallenge = await spendChallenge(credential.response.clientDataJSON, wanted, deps.db);
  if (expectedChallenge === null) throw refused(403);
  const { origin, rpId } = placeOf(deps.config.appUrl);
  const { verifyRegistrationResponse } = await library();
  const { transports = [], ...response } = credential.response;
  const checked = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [-7, -257],
  }).catch(() => null);
  if (!checked?.verified) throw refused(403);
  const { credential: made, credentialBackedUp } = checked.registrationInfo;
  const id = deps.newId();
  await changeProvenAccount(session, deps, async (person, trx) => {
    const keys = passkeysOf(person.id, trx);
    if ((await keys.list()).length >= mostPasskeys)
      throw conflict("passkey.tooMany", `An account has ${mostPasskeys} passkeys at most`);
    const row = {
      id,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports,
      backed_up: credentialBackedUp,
      name,
    };
    if (!(await keys.insert(row))) throw conflict("passkey.known", "This passkey is known already");
    await recordEvent("passkeyAdded", person.id, caller, trx, deps);
    await sendAccountNotice("passkeyAdded", languageOf(person), trx, deps);
  });
  return { id };
}

/** Names a passkey. @throws ProductError 404 */
export async function renamePasskey(
  { id, name }: { id: string; name: string },
  session: Session,
  deps: Pick<Deps, "db">,
): Promise<{ renamed: true }> {
  if (!(await passkeysOf(session.userId, deps.db).rename(id, name))) throw notFound();
  return { renamed: true };
}

/**
 * Removes a passkey, but never the last way in. A notice goes to the person.
 * @throws ProductError 403 `session.notRecent`, 404, 409 `waysIn.last`
 */
export async function removePasskey(
  id: string,
  providers: Providers,
  session: Session,
  caller: Caller,
  deps: PasskeyDeps,
): Promise<{ removed: true }> {
  await changeProvenAccount(session, deps, async (person, trx) => {
    if (!(await passkeysOf(person.id, trx).remove(id))) throw notFound();
    await requireOtherWay(person.id, providers, trx);
    await recordEvent("passkeyRemoved", person.id, caller, trx, deps);
    await sendAccountNotice("passkeyRemoved", languageOf(person), trx, deps);
  });
  return { removed: true };
}
