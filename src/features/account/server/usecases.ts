import { conflict, forbidden, notFound, notSignedIn, ProductError } from "#src/kit/errors.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import { pageOf, type PageQuery } from "#src/platform/database/paged.ts";
import type { NewPerson } from "#src/platform/feature.ts";
import type { ReadSession, Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { IdentityProof, PasswordChange, Registration, ResetFinish, SessionList, User } from "../contract.ts";
import { isLinkOpen, type LinkKind, ownerOfToken, sendAccountNotice, sendLink, spendLink } from "./links.ts";
import { hashPassword, isPassword } from "./password.ts";
import { accountOf, insertPerson } from "./repository.ts";
import type { Auth, Caller } from "./auth.ts";

/**
 * Creates a person with a password, the welcome coins and the mail that confirms the address, all or nothing.
 * @throws ProductError 409 `register.duplicateUser`
 */
export async function registerPerson(
  input: Registration,
  deps: Pick<Deps, "config" | "db" | "newId" | "now" | "welcome">,
): Promise<{ id: string; name: string; email: string }> {
  const passwordHash = await hashPassword(input.password);
  const person = { id: deps.newId(), name: input.name, email: input.email.toLowerCase() };
  await deps.db.transaction().execute(async (trx) => {
    const row = { ...person, accountId: deps.newId(), language: input.language ?? null, passwordHash };
    if (!(await insertPerson(row, trx)))
      throw conflict("register.duplicateUser", "This e-mail address is already registered");
    await deps.welcome({ id: person.id, language: input.language }, trx);
    await sendLink("verify", { ...person, language: input.language ?? "en" }, trx, deps);
  });
  return person;
}

/**
 * The signed-in person, all but the coins.
 * @throws ProductError 401 when the account is gone
 */
export async function userOf(session: Session, deps: Pick<Deps, "db">): Promise<Omit<User, "credits">> {
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
  };
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

/**
 * What must hold before anything of an account is taken apart.
 * @throws ProductError 403 for another person's id, or `session.notRecent`
 */
export function requireOwnAccount(input: { userId: string }, session: Session, deps: Pick<Deps, "now">): void {
  if (input.userId !== session.userId) throw forbidden("The user id is not the one of the session");
  requireRecent(session, deps);
}

const wrongPassword = (): ProductError =>
  new ProductError("login.wrongPassword", { status: 403, message: "The current password is not right" });

/**
 * Proves once more who sits there, for this session and the next minutes.
 * @throws ProductError 403 `login.wrongPassword`
 */
export async function proveIdentity(
  { password }: IdentityProof,
  session: Session,
  deps: Pick<Deps, "db">,
): Promise<{ proven: true }> {
  const own = accountOf(session.userId, deps.db);
  const stored = await own.passwordHash();
  if (stored === null || !(await isPassword(stored, password))) throw wrongPassword();
  if (!(await own.proveSession(session.id))) throw notSignedIn();
  return { proven: true };
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
  await deps.db.transaction().execute(async (trx) => {
    const own = accountOf(session.userId, trx);
    await own.lock();
    await beforeDelete(trx);
    await own.delete();
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
  deps: Pick<Deps, "db">,
): Promise<{ ended: number }> {
  const own = accountOf(session.userId, deps.db);
  if ("others" in input) return { ended: await own.endSessions(session.id) };
  if (!(await own.endSession(input.id))) throw notFound();
  return { ended: 1 };
}

/**
 * Sets a new password, ends every session and opens a new one for the caller. The current password is the recent
 * proof that so grave a change asks for. A notice goes to the person.
 * @returns Set-Cookie lines of the new session
 * @throws ProductError 403 `login.wrongPassword`
 */
export async function changePassword(
  input: PasswordChange,
  session: Session,
  caller: Caller,
  deps: Pick<Deps, "auth" | "config" | "db" | "newId" | "now">,
): Promise<string[]> {
  const stored = await accountOf(session.userId, deps.db).passwordHash();
  if (stored === null || !(await isPassword(stored, input.currentPassword))) throw wrongPassword();
  const next = await hashPassword(input.newPassword);
  return deps.db.transaction().execute(async (trx) => {
    const own = accountOf(session.userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person || !(await own.replacePassword(stored, next))) throw wrongPassword();
    await own.endSessions(null);
    await sendAccountNotice("passwordChanged", languageOf(person), trx, deps);
    return deps.auth.openSession(session.userId, caller, trx);
  });
}

/** Whom a mail goes to, in the language that the person reads. */
const languageOf = <P extends { language: AppLanguage | null }>(person: P) => ({
  ...person,
  language: person.language ?? "en",
});

const linkRefusal = (kind: LinkKind): ProductError =>
  new ProductError(kind === "reset" ? "resetAuth.invalidLink" : "verification.invalidLink", {
    status: 410,
    message: "The link was used, has expired, or is not ours",
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
  throw new ProductError("resetAuth.noUserFound", { status: 404, message: "The account of this link is gone" });
}

/**
 * Sets a new password by a link from a mail, confirms the address that the link was sent to, ends every session, and
 * sends word of it.
 * @throws ProductError 410 `resetAuth.invalidLink`, 404 `resetAuth.noUserFound`
 */
export async function finishReset(
  { token, password }: ResetFinish,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ finished: true }> {
  const userId = await requireLink("reset", token, deps);
  const next = await hashPassword(password);
  await deps.db.transaction().execute(async (trx) => {
    const own = accountOf(userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person || !(await spendLink("reset", token, trx))) throw linkRefusal("reset");
    await own.setPassword(deps.newId(), next);
    await own.confirmAddress();
    await own.endSessions(null);
    await sendAccountNotice("passwordReset", languageOf(person), trx, deps);
  });
  return { finished: true };
}

/**
 * Confirms an address by the link that was sent to it.
 * @throws ProductError 410 `verification.invalidLink`, 404 `resetAuth.noUserFound`
 */
export async function confirmAddress(token: string, deps: Pick<Deps, "config" | "db">): Promise<{ confirmed: true }> {
  const userId = await requireLink("verify", token, deps);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await spendLink("verify", token, trx))) throw linkRefusal("verify");
    await accountOf(userId, trx).confirmAddress();
  });
  return { confirmed: true };
}

/** Sends the link that confirms the address of the signed-in person once more; nothing when it is confirmed. */
export async function resendConfirmation(
  session: Session,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ sent: boolean }> {
  return deps.db.transaction().execute(async (trx) => {
    const own = accountOf(session.userId, trx);
    await own.lock();
    const person = await own.user();
    if (!person) throw notSignedIn();
    if (person.email_verified) return { sent: false };
    await sendLink("verify", languageOf(person), trx, deps);
    return { sent: true };
  });
}

/** Ids of a person's sessions that are alive now. */
export const liveSessions = async (userId: string, db: Db): Promise<Set<string>> =>
  new Set((await accountOf(userId, db).liveSessions()).map(({ id }) => id));

declare module "#src/platform/deps.ts" {
  interface Deps {
    auth: Auth;
    readSession: ReadSession;
    /** Gives a new person what everybody starts with; called inside the transaction that creates the person. */
    welcome: (person: NewPerson, trx: Db) => Promise<void>;
  }
}
