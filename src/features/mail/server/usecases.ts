import { sql } from "kysely";
import { mailboxOf } from "#src/kit/mailbox.ts";
import type { Session } from "#src/platform/http/session.ts";
import { forbidden } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { SendEmail } from "../contract.ts";
import { type Address, oneLine, supportAddressOf } from "../rules.ts";
import { outbox } from "./repository.ts";
import type { Letter } from "./templates/layout.ts";
import { wishForSupport, wishForWriter } from "./templates/useCaseWish.ts";

/** Specification section 7 names no limit; five wishes an hour is more than a person has. */
const mailsPerPerson = { name: "mail.person", points: 5, seconds: 3600, isShared: true };
/** Days that a finished mail can still be looked at. */
const keptDays = 30;

export interface QueuedMail extends Letter {
  /** What it is about, for the operator's mailbox: `user-use-case-wish`. */
  kind: string;
  language: string;
  userId: string | null;
  to: Address;
  replyTo?: Address;
  /** Where whoever gets it ends mails of its kind by one POST (RFC 8058). */
  unsubscribe?: string;
  /** An appointment in iCalendar, for programs that read it out of mails (RFC 6047). */
  calendar?: { method: "REQUEST" | "CANCEL"; text: string };
}

/**
 * Puts a mail into the outbox, in the caller's transaction: it goes out if and only if the rest of that happens.
 * Without SMTP_URL it stays in the operator's mailbox and will never be sent, not even when SMTP_URL is set later.
 * @returns id of the mail, which also becomes its Message-ID
 */
export async function queueMail(
  mail: QueuedMail,
  trx: Db,
  deps: Pick<Deps, "config" | "newId" | "now">,
): Promise<string> {
  const id = deps.newId();
  await outbox(trx).insert({
    id,
    user_id: mail.userId,
    kind: mail.kind,
    language: mail.language,
    recipient_name: oneLine(mail.to.name),
    recipient: mail.to.address,
    mailbox: mailboxOf(mail.to.address),
    reply_to_name: mail.replyTo ? oneLine(mail.replyTo.name) : null,
    reply_to: mail.replyTo?.address ?? null,
    subject: oneLine(mail.subject),
    text_body: mail.text,
    html_body: mail.html,
    unsubscribe_url: mail.unsubscribe ?? null,
    calendar_method: mail.calendar?.method ?? null,
    calendar_body: mail.calendar?.text ?? null,
    state: deps.config.smtpUrl ? "queued" : "kept",
    created_at: deps.now(),
  });
  return id;
}

/**
 * A wish goes to the support address. Who asks for it at the own address is told that it arrived, once that address is
 * verified: until then it may be a stranger's. Support gets the wish either way.
 * @throws ProductError 403 for any other recipient, 429 `request.tooMany` for the sixth within an hour
 */
export async function sendCase(
  input: SendEmail,
  session: Session,
  deps: Pick<Deps, "config" | "db" | "newId" | "now" | "throttle">,
): Promise<{ accepted: true }> {
  const support = supportAddressOf(deps.config);
  const to = input.to.toLowerCase();
  const isOwn = to === session.email.toLowerCase();
  if (to !== support && !isOwn) throw forbidden("Mail goes to the support address or to your own");
  await deps.throttle.take(mailsPerPerson, session.userId);

  const { placeholders: wish, targetLanguage: language, targetEmailCase: kind } = input;
  const frame = { kind, language, userId: session.userId };
  const [forSupport, copy] = await Promise.all([
    wishForSupport(wish, language),
    isOwn && session.emailVerified ? wishForWriter(language) : undefined,
  ]);
  const replyTo = { name: wish.fullName, address: wish.email };
  await deps.db.transaction().execute(async (trx) => {
    await queueMail({ ...frame, ...forSupport, to: { name: "", address: support }, replyTo }, trx, deps);
    if (copy) await queueMail({ ...frame, ...copy, to: { name: "", address: session.email } }, trx, deps);
  });
  return { accepted: true };
}

/** Mails of a kind that a person caused since an instant. @param start what their kinds begin with */
export const countMails = (userId: string, start: string, since: Date, db: Db): Promise<number> =>
  outbox(db).countSince(userId, start, since);

/**
 * How many mails of a kind went to each of some mailboxes since an instant, however the address was written. What is
 * counted so is checked behind `lockMailboxes`.
 * @param start what the kinds begin with
 * @param userId only those that this person caused
 * @returns the count of an address
 */
export async function countMailsTo(
  emails: readonly string[],
  start: string,
  since: Date,
  db: Db,
  userId?: string,
): Promise<(email: string) => number> {
  const counts = await outbox(db).countTo(emails.map(mailboxOf), { start, since, ...(userId && { userId }) });
  return (email) => counts.get(mailboxOf(email)) ?? 0;
}

/** Waits for everybody who writes to these mailboxes, until the transaction ends: what is counted of them stays true. */
export async function lockMailboxes(emails: readonly string[], trx: Db): Promise<void> {
  // In one order, so that two who write to the same people never wait for each other.
  const keys = [...new Set(emails.map(mailboxOf))].toSorted();
  if (keys.length > 0)
    await sql`select pg_advisory_xact_lock(hashtextextended('mailbox ' || key, 0))
      from unnest(${keys}::text[]) with ordinality as one (key, place) order by place`.execute(trx);
}

/** Erases finished mails when nobody needs them any more. */
export const forgetMails = (db: Db): Promise<number> => outbox(db).forgetOlderThan(keptDays);
