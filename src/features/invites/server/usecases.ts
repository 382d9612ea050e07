import { createHmac, randomBytes } from "node:crypto";
import { lockAccount, requireAccount } from "#src/features/account/server/usecases.ts";
import { inviteLetter } from "#src/features/mail/server/templates/invite.ts";
import { queueMail } from "#src/features/mail/server/usecases.ts";
import { badRequest, conflict, notFound, ProductError } from "#src/kit/errors.ts";
import { withLocale } from "#src/kit/locale.ts";
import { mailboxOf, mailboxStem } from "#src/kit/mailbox.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { pagedByTime, type PageQuery } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { NewPerson } from "#src/platform/feature.ts";
import type { Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Limit } from "#src/platform/throttle.ts";
import type { Invite, InviteOffer, InviteOverview, InviteReward, NewInvite } from "../contract.ts";
import { codeOf, countedDays, inviteDays, maxPerMailbox, readCode, shownName } from "../rules.ts";
import { allInvites, invitesOf, type InviteRow } from "./repository.ts";

/** Addresses that a person may try to invite, refused ones included. */
const triesPerPerson: Limit = { name: "invites.person", points: 20, seconds: 86_400, isShared: true };
/**
 * That an address has an account is told, as the specification asks, and costs as much as so many tries: whoever asks
 * for it learns it of a handful of addresses a day, and then of none, known or not.
 */
const triesForAccount = 5;
/** Messages that a person may cause who has not shown that the own address is theirs. */
const unconfirmedTries: Limit = { name: "invites.unconfirmed", points: 3, seconds: 86_400, isShared: true };
/** Rewards told at once. */
const maxTold = 50;
/** Days that an invite is kept after it ran out. */
const keptDays = 60;

type InviteDeps = Pick<Deps, "config" | "db" | "newId" | "now">;

const newCode = (): string => codeOf(randomBytes(32));

/** What is kept of a mailbox to know it again: nobody finds the address in it without the secret. */
export const hashMailbox = (email: string, secret: string): string =>
  createHmac("sha256", secret)
    .update(`invite/mailbox/1:${mailboxOf(email)}`)
    .digest("base64url");

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/** Address of the sign-up with a code. */
const addressOf = (appUrl: string, code: string, language: AppLanguage): string =>
  `${new URL(appUrl).origin}${withLocale(signUpPath(code), language)}`;
const signUpPath = (code: string): string =>
  `/pioneers/signin?${new URLSearchParams({ mode: "register", invite: code })}`;

/** Where the short address of a code leads; the sign-in page for a text that is no code. */
export const signUpPathOf = (written: string): string => {
  const code = readCode(written);
  return code === null ? "/pioneers/signin" : signUpPath(code);
};

/** A person's invites and what they brought. */
export async function listInvites(
  userId: string,
  query: PageQuery,
  deps: Pick<Deps, "config" | "db" | "now">,
): Promise<{ invites: Invite[]; overview: InviteOverview; nextCursor?: string }> {
  const { config, db } = deps;
  const now = deps.now();
  const own = invitesOf(userId, db);
  const [{ rows: invites, ...more }, code, used, earned] = await Promise.all([
    pagedByTime(
      query,
      (after, take) => own.page(take, after, now),
      (last) => [last.invitedAt, last.id],
    ),
    own.code(),
    own.countSince(daysBefore(now, countedDays)),
    own.earned(),
  ]);
  const overview = {
    link: code === null ? null : `${new URL(config.appUrl).origin}/i/${code}`,
    used,
    limit: config.invitesPerMonth,
    rewardCoins: config.inviteRewardCoins,
    rewardOn: config.inviteRewardOn,
    welcomeCoins: config.welcomeCoins,
    earned,
  };
  return { invites, overview, ...more };
}

const isAccountOf = async (email: string, db: Db): Promise<boolean> => {
  const mailbox = mailboxOf(email);
  const candidates = await allInvites(db).addressesOf(mailboxStem(email));
  return candidates.some((one) => mailboxOf(one.email) === mailbox);
};

/**
 * Counts a try to invite somebody.
 * @throws ProductError 429 for one too many, 403 `invites.unconfirmed` for one too many without a confirmed address
 */
async function countTry(session: Session, { throttle }: Pick<Deps, "throttle">): Promise<void> {
  await throttle.take(triesPerPerson, session.userId);
  if (session.emailVerified) return;
  await throttle.take(unconfirmedTries, session.userId).catch((cause: unknown) => {
    if (!(cause instanceof ProductError) || cause.status !== 429) throw cause;
    throw new ProductError("invites.unconfirmed", { status: 403, message: "Confirm your email address first" });
  });
}

const asSent = (row: Omit<InviteRow, "user_id" | "withdrawn_at">): Invite => ({
  id: row.id,
  state: "sent",
  email: row.email,
  name: null,
  invitedAt: row.created_at.toISOString(),
  at: row.expires_at.toISOString(),
  coins: 0,
});

/**
 * Invites somebody by email: the row and the message in one transaction.
 * @throws ProductError 400 for the person's own mailbox, 409 `resellerInvites.duplicateRegisteredUser`,
 *   `resellerInvites.duplicateInvite` or `invites.limit`, 429 for too many tries
 */
export async function createInvite(
  session: Session,
  input: NewInvite,
  deps: InviteDeps & Pick<Deps, "throttle">,
): Promise<Invite> {
  const { config, db } = deps;
  const email = input.email.toLowerCase();
  await countTry(session, deps);
  if (mailboxOf(email) === mailboxOf(session.email))
    throw badRequest("This is your own address", [
      { path: "email", message: "is your own address", messageKey: "validation.ownAddress" },
    ]);
  if (await isAccountOf(email, db)) {
    for (let more = 1; more < triesForAccount; more += 1)
      await deps.throttle.take(triesPerPerson, session.userId).catch(() => undefined);
    throw conflict("resellerInvites.duplicateRegisteredUser", "This person has an account");
  }
  const now = deps.now();
  const row = {
    id: deps.newId(),
    email,
    mailbox_hash: hashMailbox(email, config.authSecret),
    code: newCode(),
    created_at: now,
    expires_at: new Date(now.getTime() + inviteDays * dayMs),
  };
  const language = input.language ?? "en";
  const letter = await inviteLetter(
    {
      // Until the address is confirmed, the name may be a stranger's.
      invitedBy: session.emailVerified ? shownName(session.name) : null,
      coins: config.inviteRewardCoins,
      on: config.inviteRewardOn,
      welcomeCoins: config.welcomeCoins,
      days: inviteDays,
      address: addressOf(config.appUrl, row.code, language),
    },
    language,
  );
  return db.transaction().execute(async (trx) => {
    await requireAccount(session.userId, trx);
    const own = invitesOf(session.userId, trx);
    if (!(await own.lockLink())) await own.addLink(newCode());
    const duplicate = conflict("resellerInvites.duplicateInvite", "This person is invited already");
    if (await own.hasOpen(row.mailbox_hash, now)) throw duplicate;
    if ((await allInvites(trx).countTo(row.mailbox_hash, daysBefore(now, countedDays))) >= maxPerMailbox)
      throw duplicate;
    if ((await own.countSince(daysBefore(now, countedDays))) >= config.invitesPerMonth)
      throw conflict("invites.limit", `At most ${config.invitesPerMonth} invites in ${countedDays} days`);
    await own.add(row);
    await queueMail(
      {
        ...letter,
        kind: "reseller-invite",
        language,
        userId: session.userId,
        to: { name: "", address: email },
        ...(session.emailVerified ? { replyTo: { name: "", address: session.email } } : {}),
      },
      trx,
      deps,
    );
    return asSent(row);
  });
}

/**
 * Takes an invite back: its link leads nowhere any more. A message that is out stays where it is.
 * @throws ProductError 404 for another person's invite and for one that was used
 */
export async function withdrawInvite(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<Invite> {
  const row = await invitesOf(userId, deps.db).withdraw(id, deps.now());
  if (!row?.withdrawn_at) throw notFound("Invite not found");
  return { ...asSent(row), state: "withdrawn", at: row.withdrawn_at.toISOString() };
}

/** Whether whoever came with a code now would be counted as invited; the link of a person has a limit. */
async function hasRoom(
  found: { userId: string; inviteId: string | null },
  trx: Db,
  deps: InviteDeps,
): Promise<boolean> {
  if (found.inviteId !== null) return true;
  const used = await invitesOf(found.userId, trx).countSince(daysBefore(deps.now(), countedDays));
  return used < deps.config.invitesPerMonth;
}

/**
 * What somebody with a link is shown before signing up.
 * @throws ProductError 404 for a code that does not work, or no longer
 */
export async function offerOf(written: string, deps: InviteDeps): Promise<InviteOffer> {
  const code = readCode(written);
  const found = code === null ? null : await allInvites(deps.db).findCode(code, deps.now());
  const inviter =
    found &&
    (await deps.db
      .selectFrom("user")
      .select(["name", "email_verified"])
      .where("id", "=", found.userId)
      .executeTakeFirst());
  if (!found || !inviter || !(await hasRoom(found, deps.db, deps))) throw notFound("Invite not found");
  return {
    invitedBy: inviter.email_verified ? shownName(inviter.name) : null,
    coins: deps.config.inviteRewardCoins,
    on: deps.config.inviteRewardOn,
  };
}

/**
 * Gives a new person a link, and notes who invited them, in the transaction that creates the person. A code that does
 * not work, or that leads back to the own mailbox or to one that came before, changes nothing: signing up goes on.
 */
export async function welcomeInvited(person: NewPerson, trx: Db, deps: InviteDeps): Promise<void> {
  await invitesOf(person.id, trx).addLink(newCode());
  const code = readCode(person.inviteCode ?? "");
  if (code === null) return;
  const now = deps.now();
  const all = allInvites(trx);
  const found = await all.findCode(code, now);
  // The account first, then what belongs to it: everybody's order.
  if (!found || !(await lockAccount(found.userId, trx)) || !(await invitesOf(found.userId, trx).lockLink())) return;
  if (!(await hasRoom(found, trx, deps))) return;
  const { email } = await trx.selectFrom("user").select("email").where("id", "=", person.id).executeTakeFirstOrThrow();
  // Another account of the same mailbox, such as that of the one who invites, was here before: nobody new.
  const others = (await all.addressesOf(mailboxStem(email))).filter(({ id }) => id !== person.id);
  if (others.some((one) => mailboxOf(one.email) === mailboxOf(email))) return;
  if (found.inviteId !== null && !(await all.spend(found.inviteId, now))) return;
  await all.addReferral({
    id: deps.newId(),
    user_id: found.userId,
    invited_id: person.id,
    mailbox_hash: hashMailbox(email, deps.config.authSecret),
    coins: deps.config.inviteRewardCoins,
    invited_at: found.invitedAt ?? now,
    registered_at: now,
  });
}

/** Rewards to tell the person of, and whether one may come. */
export async function untoldRewards(userId: string, db: Db): Promise<{ rewards: InviteReward[]; isPending: boolean }> {
  const own = invitesOf(userId, db);
  const [rewards, isPending] = await Promise.all([own.untold(maxTold), own.isPending()]);
  return { rewards, isPending };
}

/** The person was told of rewards; those of others stay as they are. @returns how many */
export const acknowledgeRewards = (userId: string, ids: readonly string[], db: Db): Promise<number> =>
  invitesOf(userId, db).markTold(ids);

/** Erases invites that ran out long ago, and referrals of which nobody is left. */
export async function purgeInvites(now: Date, limit: number, db: Db): Promise<number> {
  const all = allInvites(db);
  return (await all.purgeExpired(daysBefore(now, keptDays), limit)) + (await all.purgeOrphans(limit));
}
