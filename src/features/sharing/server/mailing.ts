import { createHmac } from "node:crypto";
import type { entriesOf } from "#src/features/calendar/server/usecases.ts";
import {
  invitationLetter,
  type InvitationLetter,
  invitationNote,
} from "#src/features/mail/server/templates/invitation.ts";
import { countMails, countMailsTo, queueMail } from "#src/features/mail/server/usecases.ts";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { withLocale } from "#src/kit/locale.ts";
import { mailboxOf } from "#src/kit/mailbox.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { mailboxLimits, maxMailsPerDay, whenText } from "../rules.ts";
import { type Appointment, zoneComponents } from "#src/features/calendar/server/appointment.ts";
import { eventComponent, type Scheduling } from "./scheduling.ts";
import { calendarText } from "#src/features/calendar/server/icalendar.ts";
import { invitationsOf, type InvitationRow } from "./repository.ts";
import type { NotifiedEntry } from "./table.ts";

export type MailingDeps = Pick<Deps, "config" | "newId" | "now">;

type KeptEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof entriesOf>["findKept"]>>>;

/**
 * The token in a guest's link: the same in each mail about the invitation, and made from the installation's secret, so
 * that the database alone opens none.
 */
export const tokenOf = (invitationId: string, secret: string): string =>
  createHmac("sha256", secret).update(`invitation/1:${invitationId}`).digest("base64url");

/** Mails about appointments that a person may still cause now. Call it behind `lockSharer`. */
export async function mailsLeft(userId: string, trx: Db, { now }: Pick<Deps, "now">): Promise<number> {
  const since = new Date(now().getTime() - dayMs);
  return maxMailsPerDay - (await countMails(userId, "invitation-", since, trx));
}

/**
 * Guests whose mailboxes have no room now for the invitation, or word of a change, of a person: they had enough from this
 * person, or from everybody together. Call it behind `lockMailboxes`.
 * @param emails who is to get one mail each; several may be one mailbox
 */
export async function fullMailboxes(
  userId: string,
  emails: readonly string[],
  kind: Exclude<InvitationLetter, "cancel">,
  trx: Db,
  { now }: Pick<Deps, "now">,
): Promise<string[]> {
  if (emails.length === 0) return [];
  const since = new Date(now().getTime() - dayMs);
  const wanted = Map.groupBy(emails, mailboxOf);
  const full = new Set<string>();
  for (const { limits, by } of [
    { limits: mailboxLimits.ofSender, by: userId },
    { limits: mailboxLimits.ofAll, by: undefined },
  ]) {
    const all = await countMailsTo(emails, "invitation-", since, trx, by);
    const invites = kind === "invite" ? await countMailsTo(emails, "invitation-invite", since, trx, by) : null;
    for (const email of emails) {
      const more = wanted.get(mailboxOf(email))?.length ?? 1;
      if (all(email) + more > limits.mails || (invites && invites(email) + more > limits.invites)) full.add(email);
    }
  }
  return [...full];
}

/** Nothing can come of a mail about what has ended. */
export const isOver = (entry: Pick<Appointment, "rrule" | "end">, now: Date): boolean =>
  entry.rrule === null && Date.parse(entry.end) < now.getTime();

/** What an invitation keeps of an entry that its guest is told. */
export function notifiedFields({ start, end, title, location, link, allDay, timeZone, rrule, exdates }: Appointment) {
  const told: NotifiedEntry = { title, location, link, allDay, timeZone, rrule, exdates };
  return { notified_start: new Date(start), notified_end: new Date(end), told: JSON.stringify(told) };
}

/** An entry as its guest knows it: whoever is invited no longer learns no more of it. */
export const entryAsNotified = (row: InvitationRow, entry: KeptEntry): KeptEntry => ({
  ...entry,
  ...row.told,
  start: row.notified_start.toISOString(),
  end: row.notified_end.toISOString(),
});

/** Name and address of the person whose entry it is. */
const organizerOf = (userId: string, trx: Db) =>
  trx.selectFrom("user").select(["name", "email"]).where("id", "=", userId).executeTakeFirstOrThrow();

/** The whole calendar object of a mail, RFC 5546. */
export const appointmentText = (entry: Appointment, scheduling: Scheduling): string =>
  calendarText({ method: scheduling.method }, [...zoneComponents([entry]), eventComponent(entry, scheduling)]);

const methods = { invite: "REQUEST", update: "REQUEST", cancel: "CANCEL" } as const;

/**
 * Puts a mail to a guest into the outbox, in the caller's transaction, and notes what it tells.
 * @param kind of the mail; an `update` to another time asks the guest anew, a `cancel` tells nothing new of the entry
 */
export async function mailGuest(
  kind: InvitationLetter,
  row: InvitationRow,
  entry: KeptEntry,
  trx: Db,
  deps: MailingDeps,
): Promise<InvitationRow> {
  const now = deps.now();
  const { user_id: userId } = row;
  const language = (await settingsOf(userId, trx)).application.appLanguage;
  const organizer = await organizerOf(userId, trx);
  const isMoved = row.notified_start.toISOString() !== entry.start || row.notified_end.toISOString() !== entry.end;
  const isAskedAnew =
    (kind === "update" && isMoved && (row.answered_sequence ?? -1) < entry.sequence) || row.is_called_off;
  const state = isAskedAnew ? "pending" : row.state;
  const page = `${new URL(deps.config.appUrl).origin}${withLocale("/invitation", language)}#token=${tokenOf(row.id, deps.config.authSecret)}`;
  const method = methods[kind];
  const told = kind === "cancel" ? entryAsNotified(row, entry) : entry;
  const letter = await invitationLetter(
    kind,
    {
      organizer,
      title: told.title,
      when: whenText(told, language),
      isRecurring: told.rrule !== null,
      location: told.location,
      link: told.link,
      page,
    },
    language,
  );
  const text = appointmentText(told, {
    method,
    sequence: row.sequence,
    organizer,
    guest: { name: row.name, email: row.email, state },
    description: kind === "cancel" ? "" : invitationNote(page, language),
    now,
  });
  const mail = { kind: `invitation-${kind}`, language, userId, to: { name: row.name, address: row.email } };
  const replyTo = { name: organizer.name, address: organizer.email };
  await queueMail({ ...mail, ...letter, replyTo, calendar: { method, text } }, trx, deps);
  return invitationsOf(userId, trx).update(row.id, {
    sequence: row.sequence,
    entry_sequence: entry.sequence,
    ...notifiedFields(told),
    invited_at: now,
    is_called_off: kind === "cancel" ? row.is_called_off : false,
    ...(isAskedAnew ? { state, suggested_start: null, comment: "" } : {}),
  });
}

/** Notes that a guest needs no mail about what an entry is now. */
export const markNotified = (row: InvitationRow, entry: KeptEntry, trx: Db): Promise<InvitationRow> =>
  invitationsOf(row.user_id, trx).update(row.id, { entry_sequence: entry.sequence });
