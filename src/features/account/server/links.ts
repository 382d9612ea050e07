import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { dayMs } from "#src/kit/time/dates.ts";
import { withLocale } from "#src/kit/locale.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { type AccountLetter, accountLetter } from "#src/features/mail/server/templates/account.ts";
import { countMailsTo, queueMail } from "#src/features/mail/server/usecases.ts";
import { hashToken, isSame, sign } from "./tokens.ts";

/** What a link from a mail is for. */
export type LinkKind = RequestedLink | "verify" | "email";
/** Links that somebody asks for by an address, without being signed in. */
export type RequestedLink = "reset" | "signIn";

/** Minutes a link works. What opens the account works for half an hour; a confirmation may wait until tomorrow. */
const minutes: Readonly<Record<LinkKind, number>> = { reset: 30, signIn: 30, email: 24 * 60, verify: 24 * 60 };

/** Mails that only say what happened. */
export type AccountNotice = Exclude<AccountLetter, LinkKind>;

/** What sending a link or a notice takes. */
export type LinkDeps = Pick<Deps, "config" | "db" | "newId" | "now">;

/** Whom a mail about an account goes to. */
interface Recipient {
  id: string;
  email: string;
  language: AppLanguage;
}

const signatureOf = (secret: string, kind: LinkKind, body: string): string => sign(secret, `link/${kind}/1`, body);

/**
 * The person whose link a token belongs to; null when it was not made here for this purpose. Whether the link still
 * works is a question for the database.
 */
export function ownerOfToken(kind: LinkKind, token: string, secret: string): string | null {
  const [userId, random, signature, ...more] = token.split(".");
  if (!userId || !random || !signature || more.length > 0) return null;
  return isSame(signature, signatureOf(secret, kind, `${userId}.${random}`)) ? userId : null;
}

/** Address of the page that a link opens. The token stands behind `#`: no server, log or referrer sees it there. */
const addressOf = (appUrl: string, language: AppLanguage, mode: string, token?: string): string =>
  `${new URL(appUrl).origin}${withLocale(`/pioneers/signin?mode=${mode}`, language)}${token ? `#token=${token}` : ""}`;

/**
 * Makes a link, ends the older ones of its kind, and puts its mail into the outbox, in the caller's transaction.
 * @param to `email` is where the mail goes; for the kind `email` also the address that the link makes the person's
 */
export async function sendLink(kind: LinkKind, to: Recipient, trx: Db, deps: LinkDeps): Promise<void> {
  const body = `${to.id}.${randomBytes(24).toString("base64url")}`;
  const token = `${body}.${signatureOf(deps.config.authSecret, kind, body)}`;
  await trx.deleteFrom("account_link").where("user_id", "=", to.id).where("kind", "=", kind).execute();
  await trx
    .insertInto("account_link")
    .values({
      id: deps.newId(),
      user_id: to.id,
      kind,
      token_hash: hashToken(token),
      email: kind === "email" ? to.email : null,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes[kind]})`,
    })
    .execute();
  await sendNotice(kind, to, addressOf(deps.config.appUrl, to.language, kind, token), trx, deps);
}

/** Notices of one kind that a mailbox gets within 24 hours: changing back and forth floods nobody. */
const maxNotices = 5;

/**
 * Puts word of a change into the outbox; its button leads to the sign-in page. None goes to an address that nobody has
 * proven, which may be a stranger's.
 */
export async function sendAccountNotice(
  kind: AccountNotice,
  to: Recipient & { isVerified: boolean },
  trx: Db,
  deps: LinkDeps,
): Promise<void> {
  if (!to.isVerified) return;
  const since = new Date(deps.now().getTime() - dayMs);
  const had = await countMailsTo([to.email], `account-${kind}`, since, trx);
  if (had(to.email) >= maxNotices) return;
  await sendNotice(kind, to, addressOf(deps.config.appUrl, to.language, "signin"), trx, deps);
}

async function sendNotice(kind: AccountLetter, to: Recipient, address: string, trx: Db, deps: LinkDeps): Promise<void> {
  const letter = await accountLetter(kind, address, to.language);
  await queueMail(
    { ...letter, kind: `account-${kind}`, language: to.language, userId: to.id, to: { name: "", address: to.email } },
    trx,
    deps,
  );
}

/**
 * Uses a link up: of several attempts at once, one succeeds.
 * @returns what it was made for; null when it has expired, was used, or a newer one was sent
 */
export async function spendLink(kind: LinkKind, token: string, trx: Db): Promise<{ email: string | null } | null> {
  const spent = await trx
    .deleteFrom("account_link")
    .where("kind", "=", kind)
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("email")
    .executeTakeFirst();
  return spent ?? null;
}

/** Whether a link would work now; for a check before the costly part. */
export async function isLinkOpen(kind: LinkKind, token: string, db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("account_link")
    .select("id")
    .where("kind", "=", kind)
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Notes that somebody asked for a link by an address. The same work and answer for every address: whether it has an
 * account is looked up later, by `sendRequestedLinks`.
 */
export async function requestLink(
  request: { kind: RequestedLink; email: string; language: AppLanguage },
  deps: Pick<Deps, "db" | "newId">,
): Promise<void> {
  await deps.db
    .insertInto("link_request")
    .values({ id: deps.newId(), ...request })
    .execute();
}

/** Seconds in which a link is not replaced because somebody without a session asks for another. */
const freshSeconds = 60;

async function isFresh(userId: string, kind: LinkKind, trx: Db): Promise<boolean> {
  const found = await trx
    .selectFrom("account_link")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("created_at", ">", sql<Date>`now() - make_interval(secs => ${freshSeconds})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sends the links that were asked for, each once; several processes may do this at the same time. */
export async function sendRequestedLinks(deps: LinkDeps): Promise<void> {
  const sendNext = (): Promise<boolean> =>
    deps.db.transaction().execute(async (trx) => {
      const request = await trx
        .deleteFrom("link_request")
        .where("id", "=", (from) =>
          from.selectFrom("link_request").select("id").orderBy("created_at").limit(1).forUpdate().skipLocked(),
        )
        .returning(["kind", "email", "language"])
        .executeTakeFirst();
      if (!request) return false;
      const person = await trx
        .selectFrom("user")
        .select(["id", "email", "language"])
        .where("email", "=", request.email)
        .forNoKeyUpdate()
        .executeTakeFirst();
      // A link that is on its way is not ended by whoever asks once more.
      if (person && !(await isFresh(person.id, request.kind, trx)))
        await sendLink(request.kind, { ...person, language: person.language ?? request.language }, trx, deps);
      return true;
    });
  while (await sendNext());
}
