import { addressKey } from "#src/kit/addressKey.ts";
import { isLoopback } from "#src/kit/loopback.ts";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { conflict, notFound, notSignedIn, ProductError } from "#src/kit/errors.ts";
import { type AppLanguage, email as emailSchema } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Session } from "#src/platform/http/session.ts";
import { type SignInProvider, signInProviderNames, signInProviders } from "#src/platform/signInSettings.ts";
import type { Db } from "#src/platform/tables.ts";
import type { PendingSignIn, ProviderFinish, WaysIn } from "../contract.ts";
import type { Caller } from "./auth.ts";
import { emailKey } from "./emails.ts";
import { noteWrongCode, recordEvent } from "./events.ts";
import { countCode, registrations } from "./guessing.ts";
import { sendAccountNotice, sendLink } from "./links.ts";
import {
  type Provider,
  type ProviderExchange,
  ProviderError,
  type ProviderIdentity,
  type Providers,
} from "./providers.ts";
import {
  accountOf,
  insertPerson,
  isDisabled,
  insertUnderWay,
  ownerOfProvider,
  passkeysOf,
  personByEmail,
  readUnderWay,
  secondFactorOf,
  takeUnderWay,
} from "./repository.ts";
import { requireFactor } from "./secondFactor.ts";
import { hashToken, isSame, sign } from "./tokens.ts";
import { changeAccount, changeProvenAccount, languageOf, type Person, requireRecent } from "./usecases.ts";

/** Seconds a way through a provider may take, and what it waits for afterwards. */
const underWaySeconds = 600;

const language = z.enum(["en", "de"]);
const provider = z.enum(signInProviders);

/** What is kept while the browser is at the provider. */
const way = z.object({
  provider,
  /** `signIn` lets in or begins a new account; `link` adds the provider to one; `prove` shows who sits there. */
  purpose: z.enum(["signIn", "link", "prove"]),
  /** On our own origin. */
  callbackUrl: z.string(),
  language,
  /** Hash of the cookie of the browser that began. */
  browser: z.string(),
  inviteCode: z.string().optional(),
  /** The session that links or proves. */
  sessionId: z.string().optional(),
});
type Way = z.infer<typeof way>;

/** What is kept while a sign-in waits for a code, or for the name and the terms. */
const pending = z.discriminatedUnion("step", [
  z.object({
    step: z.literal("code"),
    userId: z.string(),
    provider,
    subject: z.string(),
    callbackUrl: z.string(),
    /** The confirmed address by which the provider opens this account for the first time; null when it did before. */
    email: z.string().nullable(),
  }),
  z.object({
    step: z.literal("register"),
    provider,
    subject: z.string(),
    email: z.string(),
    /** Whether the address counts as confirmed; else a link is sent there. */
    isConfirmed: z.boolean(),
    name: z.string(),
    callbackUrl: z.string(),
    language,
    inviteCode: z.string().optional(),
  }),
]);
type Pending = z.infer<typeof pending>;

/** Why nothing came of it, as the sign-in page and the settings are told by their address. */
export type ProviderRefusal =
  /** The way was used, took too long, or another browser began it. */
  | "ProviderExpired"
  /** The person said no. */
  | "AccessDenied"
  | "ProviderDown"
  | "ProviderFailed"
  /** The provider does not say that the address is the person's. */
  | "ProviderUnverified"
  /** The provider says that the person signed in there long ago. */
  | "ProviderNotFresh"
  /** An account has this address and has not confirmed it, or the provider cannot know whose the address is today. */
  | "OAuthAccountNotLinked"
  /** It opens another account, or another one of this provider opens this account. */
  | "ProviderTaken"
  /** An operator keeps the person out. */
  | "AccountDisabled";

export type ProviderOutcome =
  | { kind: "signedIn"; cookies: string[]; email: string; callbackUrl: string }
  /** Something is still asked for; the token goes into a cookie. */
  | { kind: "pending"; token: string; language: AppLanguage }
  | { kind: "linked" | "proven"; callbackUrl: string }
  | { kind: "refused"; refusal: ProviderRefusal; way: Pick<Way, "purpose" | "callbackUrl" | "language"> | null };

type WayDeps = Pick<Deps, "auth" | "config" | "db" | "log" | "newId" | "now" | "readSession" | "throttle" | "welcome">;

/** Nonce and verifier follow from the state, so that the database holds nothing to redeem a code with. */
const exchangeOf = (
  state: string,
  { provider: id, purpose }: Pick<Way, "provider" | "purpose">,
  { appUrl, authSecret }: Deps["config"],
): ProviderExchange => ({
  state,
  nonce: sign(authSecret, "provider-nonce/1", state),
  verifier: sign(authSecret, "provider-verifier/1", state),
  redirectUri: `${new URL(appUrl).origin}/api/auth/callback/${id}`,
  isFresh: purpose === "prove",
});

/**
 * Begins a way through a provider.
 * @param asked.browser value of the cookie that the same browser brings back
 * @returns address of the provider's page
 * @throws ProductError 503 `signIn.providerDown`; for `link` also 403 `session.notRecent` or `verification.needed`; for
 *   `prove` 403 `login.passwordNeeded` where the account has a password
 */
export async function beginProvider(
  by: Provider,
  asked: Omit<Way, "provider" | "browser" | "sessionId"> & { browser: string; session: Session | null },
  deps: Pick<Deps, "config" | "db" | "log" | "newId" | "now">,
): Promise<string> {
  const { session, browser, ...rest } = asked;
  if (rest.purpose === "link") {
    if (!session) throw notSignedIn();
    requireRecent(session, deps);
    if (!session.emailVerified)
      throw new ProductError("verification.needed", { status: 403, message: "Confirm your email address first" });
  }
  // A provider may let the browser through without a question.
  if (rest.purpose === "prove" && session && (await accountOf(session.userId, deps.db).passwordHash()) !== null)
    throw new ProductError("login.passwordNeeded", { status: 403, message: "Enter the password of the account" });
  const state = randomBytes(32).toString("base64url");
  const kept: Way = {
    ...rest,
    provider: by.id,
    browser: hashToken(browser),
    ...(session ? { sessionId: session.id } : {}),
  };
  const url = await by.authorize(exchangeOf(state, kept, deps.config)).catch((failure: unknown) => {
    logFailure(by, failure, deps);
    throw new ProductError("signIn.providerDown", {
      status: 503,
      message: `${by.name} isn't responding`,
      cause: failure,
    });
  });
  await insertUnderWay(
    { id: deps.newId(), kind: "provider", token: state, value: kept, seconds: underWaySeconds },
    deps.db,
  );
  return url;
}

function logFailure(by: Provider, failure: unknown, { log }: Pick<Deps, "log">): void {
  if (!(failure instanceof ProviderError)) throw failure;
  const cause = failure.cause instanceof Error ? failure.cause.name : undefined;
  log.warn({ event: "provider", provider: by.id, kind: failure.kind, cause }, failure.message);
}

/** Answers of the provider's page that mean that the person turned back. */
const denials = new Set(["access_denied", "user_cancelled_login", "user_cancelled_authorize", "consent_required"]);

/**
 * Goes on when the provider sends the browser back: each way once, in the browser that began it.
 * @param query of the callback's address
 * @param browser value of the browser's cookie
 */
export async function finishProvider(
  by: Provider,
  query: Readonly<Record<string, string>>,
  browser: string | null,
  headers: Headers,
  caller: Caller,
  deps: WayDeps,
): Promise<ProviderOutcome> {
  const refuse = (refusal: ProviderRefusal, of: Way | null): ProviderOutcome => ({ kind: "refused", refusal, way: of });
  const { state = "", code = "" } = query;
  const found = way.safeParse(state === "" ? null : await takeUnderWay("provider", state, deps.db));
  if (!found.success || found.data.provider !== by.id || browser === null) return refuse("ProviderExpired", null);
  const begun = found.data;
  if (!isSame(hashToken(browser), begun.browser)) return refuse("ProviderExpired", null);
  if (query["error"] !== undefined)
    return refuse(denials.has(query["error"]) ? "AccessDenied" : "ProviderFailed", begun);
  if (code === "" || code.length > 4096) return refuse("ProviderFailed", begun);
  let identity: ProviderIdentity;
  try {
    identity = await by.identify(code, exchangeOf(state, begun, deps.config));
  } catch (failure) {
    logFailure(by, failure, deps);
    return refuse((failure as ProviderError).kind === "down" ? "ProviderDown" : "ProviderFailed", begun);
  }
  if (begun.purpose === "signIn") {
    const outcome = await signInAs(identity, begun, caller, deps);
    return typeof outcome === "string" ? refuse(outcome, begun) : outcome;
  }
  const session = await deps.readSession(headers);
  if (!session || session.id !== begun.sessionId) return refuse("ProviderExpired", begun);
  const refusal =
    begun.purpose === "link"
      ? await linkTo(session, identity, by.id, caller, deps)
      : await proveBy(session, identity, by.id, deps);
  if (refusal) return refuse(refusal, begun);
  return { kind: begun.purpose === "link" ? "linked" : "proven", callbackUrl: begun.callbackUrl };
}

async function signInAs(
  { subject, email, isVerified, isAuthoritative, name }: ProviderIdentity,
  begun: Way,
  caller: Caller,
  deps: WayDeps,
): Promise<ProviderOutcome | ProviderRefusal> {
  const { provider: id, callbackUrl } = begun;
  const owner = await ownerOfProvider(id, subject, deps.db);
  if (owner !== null)
    return letIn({ userId: owner, provider: id, subject, callbackUrl, email: null }, begun, caller, deps);
  const typed = emailSchema.safeParse(email);
  if (!typed.success || !isVerified) return "ProviderUnverified";
  const address = emailKey(typed.data);
  const known = await personByEmail(address, deps.db);
  // Anybody may have registered with the address, or had it before: neither gets into what the other began.
  if (known && !(known.email_verified && isAuthoritative)) return "OAuthAccountNotLinked";
  if (known)
    return letIn({ userId: known.id, provider: id, subject, callbackUrl, email: address }, begun, caller, deps);
  const { language: spoken, inviteCode } = begun;
  const kept = {
    step: "register",
    provider: id,
    subject,
    email: address,
    isConfirmed: isAuthoritative,
    name,
    callbackUrl,
    language: spoken,
  } as const;
  return wait(inviteCode === undefined ? kept : { ...kept, inviteCode }, begun, deps);
}

async function wait(value: Pending, begun: Way, deps: Pick<Deps, "db" | "newId">): Promise<ProviderOutcome> {
  const token = randomBytes(32).toString("base64url");
  await insertUnderWay({ id: deps.newId(), kind: "pending", token, value, seconds: underWaySeconds }, deps.db);
  return { kind: "pending", token, language: begun.language };
}

type Entry = Omit<Extract<Pending, { step: "code" }>, "step">;

/** Lets a person in whom a provider named, or waits for the second factor. */
async function letIn(
  entry: Entry,
  begun: Way,
  caller: Caller,
  deps: WayDeps,
): Promise<ProviderOutcome | ProviderRefusal> {
  if ((await secondFactorOf(entry.userId, deps.db).find())?.confirmed_at)
    return wait({ step: "code", ...entry }, begun, deps);
  return enter(entry, undefined, caller, deps, (work) => deps.db.transaction().execute(work));
}

/** The last step of every sign-in by a provider: link, second factor and session, all or nothing. */
async function enter(
  entry: Entry,
  code: string | undefined,
  caller: Caller,
  deps: Pick<Deps, "auth" | "config" | "db" | "newId" | "now">,
  inTransaction: <T>(work: (trx: Db) => Promise<T>) => Promise<T>,
): Promise<Extract<ProviderOutcome, { kind: "signedIn" }> | ProviderRefusal> {
  return inTransaction(async (trx) => {
    const own = accountOf(entry.userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person) return "ProviderExpired";
    if (await isDisabled(person.id, trx)) return "AccountDisabled";
    if (entry.email !== null) {
      if (!person.email_verified || person.email !== entry.email) return "OAuthAccountNotLinked";
      const refusal = await addLink(person.id, entry.provider, entry.subject, trx, deps);
      if (refusal === "ProviderTaken") return refusal;
      if (refusal === null) await tellLinked(person, caller, trx, deps);
    } else if ((await ownerOfProvider(entry.provider, entry.subject, trx)) !== person.id) return "ProviderExpired";
    await requireFactor(person.id, code, caller, trx, deps);
    await recordEvent("signedIn", person.id, caller, trx, deps);
    const cookies = await deps.auth.openSession(person.id, caller, trx);
    return { kind: "signedIn", cookies, email: person.email, callbackUrl: entry.callbackUrl };
  });
}

/** @returns null when it was added, `known` when it was there, else the refusal */
async function addLink(
  userId: string,
  id: SignInProvider,
  subject: string,
  trx: Db,
  deps: Pick<Deps, "newId">,
): Promise<"ProviderTaken" | "known" | null> {
  const own = accountOf(userId, trx);
  const linked = (await own.providers()).find((one) => one.provider === id);
  if (linked) return linked.subject === subject ? "known" : "ProviderTaken";
  return (await own.linkProvider(deps.newId(), id, subject)) ? null : "ProviderTaken";
}

async function tellLinked(
  person: Person,
  caller: Caller,
  trx: Db,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<void> {
  await recordEvent("providerLinked", person.id, caller, trx, deps);
  await sendAccountNotice("providerLinked", languageOf(person), trx, deps);
}

async function linkTo(
  session: Session,
  { subject, isVerified }: ProviderIdentity,
  id: SignInProvider,
  caller: Caller,
  deps: WayDeps,
): Promise<ProviderRefusal | null> {
  if (!isVerified) return "ProviderUnverified";
  return changeAccount(session, deps, async (person, trx) => {
    if (!person.email_verified) return "OAuthAccountNotLinked";
    const refusal = await addLink(person.id, id, subject, trx, deps);
    if (refusal === "ProviderTaken") return refusal;
    if (refusal === null) await tellLinked(person, caller, trx, deps);
    return null;
  });
}

/** Milliseconds since a sign-in at a provider that still proves who sits here: the time a way may take, and a clock's error. */
const freshMs = (underWaySeconds + 60) * 1000;

/**
 * For an account without a password a provider proves as much as signing in through it does; where the second factor is
 * on, that is not enough. One that says when the person signed in there must mean just now.
 */
async function proveBy(
  session: Session,
  { subject, signedInAt }: ProviderIdentity,
  id: SignInProvider,
  deps: WayDeps,
): Promise<ProviderRefusal | null> {
  if ((await ownerOfProvider(id, subject, deps.db)) !== session.userId) return "ProviderTaken";
  if ((await secondFactorOf(session.userId, deps.db).find())?.confirmed_at) return "ProviderFailed";
  if (signedInAt && deps.now().getTime() - signedInAt.getTime() > freshMs) return "ProviderNotFresh";
  return (await accountOf(session.userId, deps.db).proveSession(session.id)) ? null : "ProviderExpired";
}

const expired = (): ProductError =>
  new ProductError("signIn.expired", { status: 410, message: "This sign-in took too long. Start again." });

async function readPending(token: string | null, db: Db): Promise<Pending> {
  const found = pending.safeParse(token === null ? null : await readUnderWay("pending", token, db));
  if (!found.success) throw expired();
  return found.data;
}

/** What a sign-in through a provider waits for. @throws ProductError 410 `signIn.expired` */
export async function pendingSignIn(token: string | null, deps: Pick<Deps, "db">): Promise<PendingSignIn> {
  const kept = await readPending(token, deps.db);
  const { step, provider: by } = kept;
  return step === "code" ? { step, provider: by } : { step, provider: by, name: kept.name, email: kept.email };
}

/**
 * Finishes a sign-in that waited, once: with a code of the second factor, or as a new account with the welcome coins.
 * @throws ProductError 410 `signIn.expired`; 401 `login.wrongCode`, after which it still waits; 409
 *   `register.duplicateUser`
 */
export async function finishPending(
  token: string | null,
  input: ProviderFinish,
  caller: Caller,
  deps: WayDeps,
): Promise<Extract<ProviderOutcome, { kind: "signedIn" }>> {
  const seen = await readPending(token, deps.db);
  if (seen.step === "code" && "code" in input) await countCode(seen.userId, input.code, deps.throttle);
  if (seen.step === "register") await deps.throttle.take(registrations, addressKey(caller.address));
  const finish = () =>
    deps.db.transaction().execute(async (trx) => {
      const taken = pending.safeParse(await takeUnderWay("pending", token ?? "", trx));
      if (!taken.success) throw expired();
      const kept = taken.data;
      if (kept.step === "register" && "name" in input) return registerBy(kept, input.name, caller, trx, deps);
      if (kept.step !== "code" || !("code" in input)) throw expired();
      const outcome = await enter(kept, input.code, caller, deps, (work) => work(trx));
      if (typeof outcome === "string") throw expired();
      return outcome;
    });
  return seen.step === "code" ? noteWrongCode(seen.userId, caller, deps, finish) : finish();
}

async function registerBy(
  kept: Extract<Pending, { step: "register" }>,
  name: string,
  caller: Caller,
  trx: Db,
  deps: WayDeps,
): Promise<Extract<ProviderOutcome, { kind: "signedIn" }>> {
  const person = { id: deps.newId(), name, email: kept.email, language: kept.language };
  const firstWay = { provider: kept.provider, subject: kept.subject };
  const isFree = (await ownerOfProvider(kept.provider, kept.subject, trx)) === null;
  const mayOperate = isLoopback(new URL(deps.config.appUrl).hostname);
  const row = {
    ...person,
    accountId: deps.newId(),
    firstWay,
    isConfirmed: kept.isConfirmed,
    mayOperate,
    termsAccepted: true,
  };
  if (!isFree || !(await insertPerson(row, trx)))
    throw conflict("register.duplicateUser", "This e-mail address is already registered");
  await deps.welcome({ id: person.id, language: kept.language, inviteCode: kept.inviteCode }, trx);
  if (!kept.isConfirmed) await sendLink("verify", person, trx, deps);
  await recordEvent("signedIn", person.id, caller, trx, deps);
  const cookies = await deps.auth.openSession(person.id, caller, trx);
  return { kind: "signedIn", cookies, email: person.email, callbackUrl: kept.callbackUrl };
}

/** What opens the account, for its settings. */
export async function waysInOf(userId: string, providers: Providers, deps: Pick<Deps, "db">): Promise<WaysIn> {
  const own = accountOf(userId, deps.db);
  const [password, linked, passkeys] = await Promise.all([
    own.passwordHash(),
    own.providers(),
    passkeysOf(userId, deps.db).list(),
  ]);
  return {
    password: password !== null,
    // One that the operator took away is shown as long as it is linked.
    providers: signInProviders.flatMap((id) => {
      const found = linked.find((one) => one.provider === id);
      if (!found && !providers.has(id)) return [];
      return [{ id, name: signInProviderNames[id], dateLinked: found?.createdAt.toISOString() ?? null }];
    }),
    passkeys: passkeys.map((one) => ({
      id: one.id,
      name: one.name,
      dateCreated: one.created_at.toISOString(),
      dateLastUsed: one.last_used_at?.toISOString() ?? null,
      isSynced: one.backed_up,
    })),
  };
}

/**
 * What must hold after a way in was taken away: it was not the last one. A link from a mail is none: a mailbox can be lost.
 * @throws ProductError 409 `waysIn.last`
 */
export async function requireOtherWay(userId: string, providers: Providers, trx: Db): Promise<void> {
  if ((await accountOf(userId, trx).countWaysIn(["credential", ...providers.keys()])) === 0)
    throw conflict("waysIn.last", "This is the last way into the account");
}

/**
 * Unlinks a provider.
 * @throws ProductError 403 `session.notRecent`, 404, 409 `waysIn.last`
 */
export async function unlinkProvider(
  id: SignInProvider,
  providers: Providers,
  session: Session,
  caller: Caller,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ unlinked: true }> {
  await changeProvenAccount(session, deps, async (person, trx) => {
    if (!(await accountOf(person.id, trx).unlinkProvider(id))) throw notFound();
    await requireOtherWay(person.id, providers, trx);
    await recordEvent("providerUnlinked", person.id, caller, trx, deps);
    await sendAccountNotice("providerUnlinked", languageOf(person), trx, deps);
  });
  return { unlinked: true };
}
