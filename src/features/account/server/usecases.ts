import { codeOf } from "#src/kit/causes.ts";
import { conflict, forbidden, notFound, notSignedIn, ProductError } from "#src/kit/errors.ts";
import { isLoopback } from "#src/kit/loopback.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import { pageOf, type PageQuery } from "#src/platform/database/paged.ts";
import type { NewPerson } from "#src/platform/feature.ts";
import { signInProviders } from "#src/platform/signInSettings.ts";
import type { ReadSession, Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type {
  AccountSecurity,
  EmailChange,
  IdentityProof,
  LinkSignIn,
  PasswordChange,
  Registration,
  ResetFinish,
  Rights,
  SessionList,
  User,
} from "../contract.ts";
import { rightsOf } from "../rights.ts";
import { emailKey } from "./emails.ts";
import { noteWrongCode, recordEvent } from "./events.ts";
import { countCode } from "./guessing.ts";
import {
  isLinkOpen,
  type LinkDeps,
  type LinkKind,
  ownerOfToken,
  sendAccountNotice,
  sendLink,
  spendLink,
} from "./links.ts";
import { hashPassword, isPassword } from "./password.ts";
import { accountOf, insertPerson, isEmailTaken, type LevelChange, secondFactorOf } from "./repository.ts";
import {
  beginFactor,
  confirmFactor,
  factorState,
  isFactorProven,
  removeFactor,
  replaceRecoveryCodes,
  requireFactor,
} from "./secondFactor.ts";
import type { Auth, Caller } from "./auth.ts";

/**
 * Creates a person with a password, the welcome coins and the mail that confirms the address, all or nothing. The first
 * person of an installation on this machine becomes its operator; where strangers can register, nobody does by that.
 * @throws ProductError 409 `register.duplicateUser`
 */
export async function registerPerson(
  input: Registration,
  deps: Pick<Deps, "config" | "db" | "newId" | "now" | "welcome">,
): Promise<{ id: string; name: string; email: string }> {
  const passwordHash = await hashPassword(input.password);
  const person = { id: deps.newId(), name: input.name, email: emailKey(input.email) };
  const mayOperate = isLoopback(new URL(deps.config.appUrl).hostname);
  await deps.db.transaction().execute(async (trx) => {
    const row = {
      ...person,
      accountId: deps.newId(),
      language: input.language ?? null,
      firstWay: { passwordHash },
      isConfirmed: false,
      mayOperate,
      termsAccepted: input.termsAccepted === true,
    };
    if (!(await insertPerson(row, trx)))
      throw conflict("register.duplicateUser", "This e-mail address is already registered");
    await deps.welcome({ id: person.id, language: input.language, inviteCode: input.inviteCode }, trx);
    await sendLink("verify", { ...person, language: input.language ?? "en" }, trx, deps);
  });
  return person;
}

/**
 * The signed-in person, all but the coins.
 * @throws ProductError 401 when the account is gone
 */
export async function userOf(session: Session, deps: Pick<Deps, "db" | "config">): Promise<Omit<User, "credits">> {
  const row = await accountOf(session.userId, deps.db).user();
  if (!row) throw notSignedIn();
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    ownedLicense: row.owned_license,
    emailVerified: row.email_verified,
    image: row.image,
    roles: row.roles,
    dateCreated: row.created_at.toISOString(),
    rights: rightsOf(row.owned_license, hasLevelLimits(deps.config)),
  };
}

/** Whether levels set limits: where the operator says so, else where coins are sold for money. */
export const hasLevelLimits = ({ levelLimits, payments }: Pick<Deps["config"], "levelLimits" | "payments">): boolean =>
  levelLimits === undefined ? payments === "stripe" : levelLimits === "on";

/** Waits for everybody who counts something of a person, until the transaction ends; the account itself stays usable. */
export const lockCounts = (userId: string, trx: Db): Promise<void> => accountOf(userId, trx).lockCounts();

/**
 * What a person may do now.
 * @throws ProductError 401 when the account is gone
 */
export async function personRights(userId: string, db: Db, { config }: Pick<Deps, "config">): Promise<Rights> {
  const row = await accountOf(userId, db).user();
  if (!row) throw notSignedIn();
  return rightsOf(row.owned_license, hasLevelLimits(config));
}

/** Milliseconds a proof of identity counts as recent: 10 minutes. */
const recentMs = 10 * 60_000;

/**
 * What must hold before anything grave: a fresh proof of who sits there. The web asks for it and calls again.
 * @throws ProductError 403 `session.notRecent`
 */
export function requireRecent(session: Session, deps: Pick<Deps, "now">): void {
  if (deps.now().getTime() - session.signedInAt.getTime() > recentMs)
    throw new ProductError("session.notRecent", { status: 403, message: "Confirm it's you to do this" });
}

/** A person as their account holds them. */
export type Person = NonNullable<Awaited<ReturnType<ReturnType<typeof accountOf>["user"]>>>;

/**
 * One change of an account by somebody who is signed in, all or nothing: locks the account, looks for the session once
 * more, and hands over the person.
 * @throws ProductError 401 when the session has ended or the person is gone
 */
export function changeAccount<T>(
  session: Session,
  deps: Pick<Deps, "db">,
  change: (person: Person, trx: Db) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async (trx) => {
    const own = accountOf(session.userId, trx);
    await own.lockAs(session);
    const person = await own.user();
    if (!person) throw notSignedIn();
    return change(person, trx);
  });
}

/**
 * The same for a grave change, which asks for a fresh proof of who sits there.
 * @throws ProductError 403 `session.notRecent`; 401
 */
export async function changeProvenAccount<T>(
  session: Session,
  deps: Pick<Deps, "db" | "now">,
  change: (person: Person, trx: Db) => Promise<T>,
): Promise<T> {
  requireRecent(session, deps);
  return changeAccount(session, deps, change);
}

/**
 * What must hold before anything of an account is taken apart.
 * @throws ProductError 403 for another person's id, or `session.notRecent`
 */
export function requireOwnAccount(input: { userId: string }, session: Session, deps: Pick<Deps, "now">): void {
  if (input.userId !== session.userId) throw forbidden("The user id is not the one of the session");
  requireRecent(session, deps);
}

const wrongPassword = (): ProductError =>
  new ProductError("login.wrongPassword", { status: 403, message: "The current password isn't right" });

/**
 * Proves once more who sits there, for this session and the next minutes: by the password, or by a code where the
 * second factor is on.
 * @throws ProductError 403 `login.wrongPassword`, or `login.codeNeeded` where a password is not enough
 */
export async function proveIdentity(
  proof: Exclude<IdentityProof, { passkey: unknown }>,
  session: Session,
  caller: Caller,
  deps: Pick<Deps, "config" | "db" | "newId" | "now" | "throttle">,
): Promise<{ proven: true }> {
  const own = accountOf(session.userId, deps.db);
  if ("code" in proof) {
    await countCode(session.userId, proof.code, deps.throttle);
    const isProven = await deps.db
      .transaction()
      .execute((trx) => isFactorProven(session.userId, proof.code, caller, trx, deps));
    if (!isProven) throw wrongPassword();
  } else {
    const stored = await own.passwordHash();
    if (stored === null || !(await isPassword(stored, proof.password))) throw wrongPassword();
    // The password alone proves less than signing in did.
    if ((await factorState(session.userId, deps.db)).twoFactor)
      throw new ProductError("login.codeNeeded", { status: 403, message: "Enter a code from your authenticator app" });
  }
  if (!(await own.proveSession(session.id))) throw notSignedIn();
  return { proven: true };
}

/** What guards an account, as the settings show it. */
export async function securityOf(session: Session, deps: Pick<Deps, "db">): Promise<AccountSecurity> {
  const [factor, pendingEmail] = await Promise.all([
    factorState(session.userId, deps.db),
    accountOf(session.userId, deps.db).pendingEmail(),
  ]);
  return { ...factor, pendingEmail };
}

/** Changes the name. */
export async function renameUser(name: string, session: Session, deps: Pick<Deps, "db">): Promise<void> {
  await accountOf(session.userId, deps.db).setName(name);
}

/**
 * First lock of every transaction that locks more than one record of a person. The order is person, project, run,
 * coins: whoever keeps to it never waits in a circle.
 * @returns false when the person is gone
 */
export const lockAccount = (userId: string, trx: Db): Promise<boolean> => accountOf(userId, trx).keep();

/**
 * Locks the account like `lockAccount`, and refuses when there is none.
 * @throws ProductError 401 when the person is gone
 */
export async function requireAccount(userId: string, trx: Db): Promise<void> {
  if (!(await lockAccount(userId, trx))) throw notSignedIn();
}

/** What must happen in the same transaction before a person goes: open runs end and their coins come back. */
export type BeforeDelete = (trx: Db) => Promise<void>;

/**
 * Deletes the person; sessions, sign-ins and everything that references the user row go with it at once.
 * @throws ProductError 403 for another person's id or a sign-in that is not recent
 */
export async function deleteUser(
  input: { userId: string },
  session: Session,
  deps: Pick<Deps, "db" | "now">,
  beforeDelete: BeforeDelete = async () => undefined,
): Promise<{ deleted: true }> {
  requireOwnAccount(input, session, deps);
  await changeAccount(session, deps, async ({ id }, trx) => {
    await beforeDelete(trx);
    await accountOf(id, trx).delete();
  });
  return { deleted: true };
}

/** Answers the date that was kept: the client's, but never a future one. */
export async function recordLogout(
  input: { dateLastLogout: string },
  session: Session,
  deps: Pick<Deps, "db">,
): Promise<{ dateLastLogout: string }> {
  const kept = await accountOf(session.userId, deps.db).setLastLogout(new Date(input.dateLastLogout));
  return { dateLastLogout: kept.toISOString() };
}

/**
 * Where the person is signed in, newest first.
 * @param query.cursor id of the last session of the page before
 */
export async function sessionsOf(query: PageQuery, session: Session, deps: Pick<Deps, "db">): Promise<SessionList> {
  const found = await accountOf(session.userId, deps.db).sessions(query.limit + 1, query.cursor);
  const { rows, ...more } = pageOf(found, query.limit, (last) => last.id);
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === session.id,
      dateCreated: row.created_at.toISOString(),
      dateLastUsed: row.updated_at.toISOString(),
      expires: row.expires_at.toISOString(),
      address: row.ip_address || null,
      userAgent: row.user_agent || null,
    })),
    ...more,
  };
}

/**
 * Ends one session, or all but the present one.
 * @throws ProductError 404 when the person has no such session
 */
export async function endSessions(
  input: { id: string } | { others: true },
  session: Session,
  caller: Caller,
  deps: Pick<Deps, "db" | "newId">,
): Promise<{ ended: number }> {
  return changeAccount(session, deps, async (_person, trx) => {
    const own = accountOf(session.userId, trx);
    const ended = "others" in input ? await own.endSessions(session.id) : Number(await own.endSession(input.id));
    if (ended === 0 && "id" in input) throw notFound();
    if (ended > 0) await recordEvent("sessionsEnded", session.userId, caller, trx, deps);
    return { ended };
  });
}

/**
 * Sets a new password, ends every session and opens a new one for the caller. The current password is the recent
 * proof that so grave a change asks for; whoever has none yet needs a recent sign-in. A notice goes to the person.
 * @returns Set-Cookie lines of the new session
 * @throws ProductError 403 `login.wrongPassword` or `session.notRecent`
 */
export async function changePassword(
  input: PasswordChange,
  session: Session,
  caller: Caller,
  deps: Pick<Deps, "auth" | "config" | "db" | "newId" | "now">,
): Promise<string[]> {
  const stored = await accountOf(session.userId, deps.db).passwordHash();
  // Where two-factor is on, the password alone proves nothing.
  if (stored === null || (await factorState(session.userId, deps.db)).twoFactor) requireRecent(session, deps);
  if (stored !== null && !(input.currentPassword !== undefined && (await isPassword(stored, input.currentPassword))))
    throw wrongPassword();
  const next = await hashPassword(input.newPassword);
  return changeAccount(session, deps, async (person, trx) => {
    const own = accountOf(person.id, trx);
    if (stored !== null && !(await own.replacePassword(stored, next))) throw wrongPassword();
    if (stored === null) {
      // Another tab has set one in between: that one is asked for now.
      if ((await own.passwordHash()) !== null) throw wrongPassword();
      await own.setPassword(deps.newId(), next);
    }
    await own.endSessions(null);
    // Whoever asked for another address, or for a link, did so before the password was theirs alone.
    await own.forgetLinks();
    await recordEvent("passwordChanged", person.id, caller, trx, deps);
    await sendAccountNotice("passwordChanged", languageOf(person), trx, deps);
    return deps.auth.openSession(session.userId, caller, trx);
  });
}

/** Whom a mail goes to, in the language that the person reads. */
export const languageOf = <P extends { language: AppLanguage | null; email_verified: boolean }>(person: P) => ({
  ...person,
  isVerified: person.email_verified,
  language: person.language ?? "en",
});

const refusalCodes: Readonly<Record<LinkKind, string>> = {
  reset: "resetAuth.invalidLink",
  signIn: "signInLink.invalidLink",
  verify: "verification.invalidLink",
  email: "verification.invalidLink",
};

const linkRefusal = (kind: LinkKind): ProductError =>
  new ProductError(refusalCodes[kind], {
    status: 410,
    message: "The link has been used, has expired, or isn't valid",
  });

/**
 * Whose link a token is, before anything costly is done for it.
 * @throws ProductError 410 for a link that does not work, 404 `resetAuth.noUserFound` when the account is gone
 */
async function requireLink(kind: LinkKind, token: string, deps: Pick<Deps, "config" | "db">): Promise<string> {
  const userId = ownerOfToken(kind, token, deps.config.authSecret);
  if (userId === null) throw linkRefusal(kind);
  if (await isLinkOpen(kind, token, deps.db)) return userId;
  // Whoever holds a link of ours may know that its account is gone; everybody else learns nothing.
  if (await accountOf(userId, deps.db).user()) throw linkRefusal(kind);
  throw new ProductError("resetAuth.noUserFound", {
    status: 404,
    message: "The account for this link no longer exists",
  });
}

/**
 * Sets a new password by a link from a mail, confirms the address that the link was sent to, ends every session, and
 * sends word of it. Subscriptions of the calendar end, too: whoever had the account may have made one. Passkeys and
 * accounts at providers stay unless they are to be removed; the notice says that there are some.
 * @throws ProductError 410 `resetAuth.invalidLink`, 404 `resetAuth.noUserFound`; 401 `login.codeNeeded` or
 *   `login.wrongCode` where the other ways in are to go and the second factor is on, after which the link still works
 */
export async function finishReset(
  { token, password, otherWays = "keep", code }: ResetFinish,
  caller: Caller,
  deps: Pick<Deps, "config" | "db" | "newId" | "now" | "takenBack" | "throttle">,
): Promise<{ finished: true }> {
  const userId = await requireLink("reset", token, deps);
  await countCode(userId, code, deps.throttle);
  const next = await hashPassword(password);
  const finish = async (trx: Db): Promise<void> => {
    const own = accountOf(userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person || !(await spendLink("reset", token, trx))) throw linkRefusal("reset");
    await own.setPassword(deps.newId(), next);
    if (!person.email_verified) await secondFactorOf(userId, trx).remove();
    // A mailbox alone takes nobody's last ways in past the second factor.
    else if (otherWays === "remove") await requireFactor(userId, code, caller, trx, deps);
    if (!person.email_verified || otherWays === "remove") await own.forgetOtherWays();
    const kept = await own.countWaysIn(signInProviders);
    await own.confirmAddress();
    await own.endSessions(null);
    await own.forgetLinks();
    await deps.takenBack(userId, trx);
    await recordEvent("passwordReset", userId, caller, trx, deps);
    // The link proved the address, if nothing did before.
    const notice = kept > 0 ? "passwordResetOthersKept" : "passwordReset";
    await sendAccountNotice(notice, { ...languageOf(person), isVerified: true }, trx, deps);
  };
  await noteWrongCode(userId, caller, deps, () => deps.db.transaction().execute(finish));
  return { finished: true };
}

/**
 * Whose address a link confirms: the person who is signed in to the account that asked for it. Anybody can register
 * with, or ask for, an address of somebody else. The owner of the address, who only opens the mail, must not make it that account's.
 * @throws ProductError 403 `verification.signInFirst`, after which the link still works; as `requireLink`
 */
async function requireOwnLink(
  kind: "verify" | "email",
  token: string,
  session: Session | null,
  deps: Pick<Deps, "config" | "db">,
): Promise<Session> {
  const userId = await requireLink(kind, token, deps);
  if (session?.userId === userId) return session;
  throw new ProductError("verification.signInFirst", {
    status: 403,
    message: "Sign in to the account this link is for",
  });
}

/**
 * Confirms an address by the link that was sent to it.
 * @param session of whoever opened the link
 * @throws ProductError 403 `verification.signInFirst`, 410 `verification.invalidLink`, 404 `resetAuth.noUserFound`
 */
export async function confirmAddress(
  token: string,
  session: Session | null,
  deps: Pick<Deps, "config" | "db">,
): Promise<{ confirmed: true }> {
  await changeAccount(await requireOwnLink("verify", token, session, deps), deps, async ({ id }, trx) => {
    if (!(await spendLink("verify", token, trx))) throw linkRefusal("verify");
    await accountOf(id, trx).confirmAddress();
  });
  return { confirmed: true };
}

/** Sends the link that confirms the address of the signed-in person once more; nothing when it is confirmed. */
export async function resendConfirmation(
  session: Session,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ sent: boolean }> {
  return changeAccount(session, deps, async (person, trx) => {
    if (person.email_verified) return { sent: false };
    await sendLink("verify", languageOf(person), trx, deps);
    return { sent: true };
  });
}

/** Whom mails go to and in which language, and the level; undefined when the account is gone. */
export const personOf = (userId: string, db: Db) => accountOf(userId, db).user();

/** Notes a level of a person, who may be gone: the person has the higher of the given one and the paid one. */
export const setLevel = (userId: string, change: LevelChange, db: Db): Promise<void> =>
  accountOf(userId, db).setLevel(change);

/**
 * Asks for another address: it becomes the person's once the link that is sent there was confirmed. A notice goes to
 * the address of now.
 * @throws ProductError 403 `session.notRecent`, 409 `email.same` or `register.duplicateUser`
 */
export async function askForEmail(
  input: EmailChange,
  session: Session,
  caller: Caller,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ sent: true }> {
  const email = emailKey(input.email);
  await changeProvenAccount(session, deps, async (person, trx) => {
    if (person.email === email) throw conflict("email.same", "This is the address of the account already");
    if (await isEmailTaken(email, trx)) throw emailTaken();
    await sendLink("email", { ...languageOf(person), email }, trx, deps);
    await sendAccountNotice("emailAsked", languageOf(person), trx, deps);
    await recordEvent("emailChangeAsked", person.id, caller, trx, deps);
  });
  return { sent: true };
}

const emailTaken = (): ProductError => conflict("register.duplicateUser", "This e-mail address is already registered");

/** SQLSTATE 23505: somebody else took the address since the link was sent. */
const isTaken = (error: unknown): boolean => codeOf(error) === "23505";

/**
 * Makes the address that a link was sent to the person's, confirmed. Word of it goes to the address of before.
 * @param session of whoever opened the link
 * @throws ProductError 403 `verification.signInFirst`, 410 `verification.invalidLink`, 404 `resetAuth.noUserFound`, 409
 *   `register.duplicateUser`
 */
export async function confirmEmail(
  token: string,
  session: Session | null,
  caller: Caller,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ confirmed: true }> {
  const own = await requireOwnLink("email", token, session, deps);
  await changeAccount(own, deps, async (person, trx) => {
    const link = await spendLink("email", token, trx);
    if (!link?.email) throw linkRefusal("email");
    const account = accountOf(person.id, trx);
    await account.setEmail(link.email);
    // Links of the old address no longer open what is not its any more.
    await account.forgetLinks();
    await recordEvent("emailChanged", person.id, caller, trx, deps);
    await sendAccountNotice("emailChanged", languageOf(person), trx, deps);
  }).catch((error: unknown) => {
    throw isTaken(error) ? emailTaken() : error;
  });
  return { confirmed: true };
}

/**
 * Until an address is confirmed, anybody may have registered with it: its owner, who holds a link that was sent there,
 * finds none of the ways in that a stranger could have left.
 */
async function takeFromStranger(person: Person, trx: Db, deps: LinkDeps & Pick<Deps, "takenBack">): Promise<void> {
  const { id: userId } = person;
  const own = accountOf(userId, trx);
  // The owner may have made them and not confirmed the address.
  if ((await own.countWaysIn(["credential", ...signInProviders])) > 0)
    await sendAccountNotice("waysRemoved", { ...languageOf(person), isVerified: true }, trx, deps);
  await own.forgetWaysIn();
  await own.endSessions(null);
  await own.forgetLinks();
  await secondFactorOf(userId, trx).remove();
  await deps.takenBack(userId, trx);
}

/**
 * Signs a person in by a link from a mail, which is used up by it, and confirms the address that it was sent to.
 * @returns Set-Cookie lines of the new session, and the address
 * @throws ProductError 410 `signInLink.invalidLink`, 404 `resetAuth.noUserFound`; 401 `login.codeNeeded` or
 *   `login.wrongCode`, after which the link still works
 */
export async function signInByLink(
  { token, code }: LinkSignIn,
  caller: Caller,
  deps: Pick<Deps, "auth" | "config" | "db" | "newId" | "now" | "throttle" | "takenBack">,
): Promise<{ cookies: string[]; email: string }> {
  const userId = await requireLink("signIn", token, deps);
  await countCode(userId, code, deps.throttle);
  const enter = async (trx: Db) => {
    const own = accountOf(userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person || !(await spendLink("signIn", token, trx))) throw linkRefusal("signIn");
    if (!person.email_verified) await takeFromStranger(person, trx, deps);
    await requireFactor(userId, code, caller, trx, deps);
    await own.confirmAddress();
    await recordEvent("signedIn", userId, caller, trx, deps);
    return { cookies: await deps.auth.openSession(userId, caller, trx), email: person.email };
  };
  return noteWrongCode(userId, caller, deps, () => deps.db.transaction().execute(enter));
}

/** Makes a secret for the authenticator app; it counts once a code was typed. @throws ProductError 403, 409 */
export async function beginTwoFactor(
  session: Session,
  deps: Pick<Deps, "config" | "db" | "now">,
): Promise<{ secret: string; uri: string }> {
  return changeProvenAccount(session, deps, ({ id, email }, trx) => beginFactor({ id, email }, trx, deps));
}

type FactorDeps = Pick<Deps, "config" | "db" | "newId" | "now">;

/** Something about the second factor of a person who proved who they are just now; it goes into the log. */
async function changeFactor<T>(
  kind: "twoFactorOn" | "twoFactorOff" | "recoveryCodesRenewed",
  session: Session,
  caller: Caller,
  deps: FactorDeps,
  change: (trx: Db) => Promise<T>,
): Promise<T> {
  return changeProvenAccount(session, deps, async (person, trx) => {
    const changed = await change(trx);
    await recordEvent(kind, person.id, caller, trx, deps);
    if (kind !== "recoveryCodesRenewed") await sendAccountNotice(kind, languageOf(person), trx, deps);
    return changed;
  });
}

/** Turns the second factor on by its first code. @throws ProductError 403 `login.wrongCode`, 409 `twoFactor.isOn` */
export async function turnTwoFactorOn(
  code: string,
  session: Session,
  caller: Caller,
  deps: FactorDeps,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await changeFactor("twoFactorOn", session, caller, deps, (trx) =>
    confirmFactor(session.userId, code, trx, deps),
  );
  return { recoveryCodes };
}

/** Turns the second factor off, its recovery codes with it. @throws ProductError 403, 409 `twoFactor.isOff` */
export async function turnTwoFactorOff(session: Session, caller: Caller, deps: FactorDeps): Promise<{ off: true }> {
  await changeFactor("twoFactorOff", session, caller, deps, (trx) => removeFactor(session.userId, trx));
  return { off: true };
}

/** A fresh set of recovery codes. @throws ProductError 403, 409 `twoFactor.isOff` */
export async function renewRecoveryCodes(
  session: Session,
  caller: Caller,
  deps: FactorDeps,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await changeFactor("recoveryCodesRenewed", session, caller, deps, (trx) =>
    replaceRecoveryCodes(session.userId, trx, deps),
  );
  return { recoveryCodes };
}

/** Ids of a person's sessions that are alive now. */
export const liveSessions = async (userId: string, db: Db): Promise<Set<string>> =>
  new Set((await accountOf(userId, db).liveSessions()).map(({ id }) => id));

declare module "#src/platform/deps.ts" {
  interface Deps {
    auth: Auth;
    readSession: ReadSession;
    /** Everything a person owns, as the pieces of one ZIP archive. */
    exportEverything: (userId: string) => AsyncIterable<Uint8Array<ArrayBuffer>>;
    /** Gives a new person what everybody starts with; called inside the transaction that creates the person. */
    welcome: (person: NewPerson, trx: Db) => Promise<void>;
    /** Ends what else opens a person's data, in the transaction in which the person takes the account back. */
    takenBack: (userId: string, trx: Db) => Promise<void>;
  }
}
