import { email as emailSchema } from "#src/kit/schemas.ts";
import { createHash, randomBytes } from "node:crypto";
import type { Entry } from "#src/features/calendar/contract.ts";
import { changeProvenAccount } from "#src/features/account/server/usecases.ts";
import { entriesOf } from "#src/features/calendar/server/usecases.ts";
import { badRequest, conflict, notFound, notSignedIn, ProductError } from "#src/kit/errors.ts";
import { movedTo } from "#src/kit/time/appointments.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { InvitationLetter } from "#src/features/mail/server/templates/invitation.ts";
import { lockMailboxes } from "#src/features/mail/server/usecases.ts";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import type { AnswerInvitation, Feed, GuestView, Invitation } from "../contract.ts";
import { maxFeeds, maxGuests, maxMailsPerDay } from "../rules.ts";
import { allZoneComponents } from "#src/features/calendar/server/appointment.ts";
import { eventComponent } from "./scheduling.ts";
import { feedTitle } from "./feedTitle.ts";
import { calendarText } from "#src/features/calendar/server/icalendar.ts";
import {
  entryAsNotified,
  fullMailboxes,
  isOver,
  mailGuest,
  type MailingDeps,
  mailsLeft,
  markNotified,
  notifiedFields,
  tokenOf,
} from "./mailing.ts";
import {
  dueInvitations,
  feedByToken,
  feedsOf,
  invitationByToken,
  type InvitationRow,
  invitationsOf,
  lockSharer,
} from "./repository.ts";

type SharingDeps = MailingDeps & Pick<Deps, "db" | "throttle">;
type Organizer = Pick<Session, "userId" | "email" | "emailVerified">;

/** What the database keeps of a token: it is long and random, so one SHA-256 is enough. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Mails that one guest gets from one invitation at the organiser's wish. */
const resendsPerGuest = { name: "invitation.again", points: 5, seconds: dayMs / 1000, isShared: true };

const toInvitation = (row: InvitationRow, entry: Entry): Invitation => ({
  id: row.id,
  name: row.name,
  email: row.email,
  state: row.state,
  isCancelled: row.is_cancelled,
  comment: row.comment,
  suggestion: row.suggested_start ? movedTo(entry, row.suggested_start.toISOString()) : null,
  dateInvited: row.invited_at.toISOString(),
  dateAnswered: row.answered_at?.toISOString() ?? null,
});

interface InvitationList {
  invitations: Invitation[];
  isMailing: boolean;
}

async function listOf(entry: Entry, userId: string, db: Db, { config }: Pick<Deps, "config">): Promise<InvitationList> {
  const rows = await invitationsOf(userId, db).ofEntry(entry.id);
  return { invitations: rows.map((row) => toInvitation(row, entry)), isMailing: config.smtpUrl !== undefined };
}

/** @throws ProductError 404 for what is not there, also for others' */
async function requireEntry(userId: string, id: string, db: Db): Promise<Entry & { isDeleted: boolean }> {
  const entry = await entriesOf(userId, db).findKept(id);
  if (!entry || entry.isDeleted) throw notFound("Entry not found");
  return entry;
}

/** Who is invited to an entry. @throws ProductError 404 */
export async function listInvitations(
  userId: string,
  entryId: string,
  deps: Pick<Deps, "config" | "db">,
): Promise<InvitationList> {
  return listOf(await requireEntry(userId, entryId, deps.db), userId, deps.db, deps);
}

/** @throws ProductError 401 when the person is gone */
async function requireSharer(userId: string, trx: Db): Promise<void> {
  if (!(await lockSharer(userId, trx))) throw notSignedIn();
}

/**
 * Mails go to strangers in the person's name, and answers to the person's address: both need an address that is proven.
 * @throws ProductError 403 `shareAppointment.unverified`
 */
function requireVerified({ emailVerified }: Organizer): void {
  if (!emailVerified)
    throw new ProductError("shareAppointment.unverified", {
      status: 403,
      message: "Confirm your email address before you invite people",
    });
}

/**
 * @throws ProductError 429 `shareAppointment.tooMany` when the mails of a day do not suffice, 429
 * `shareAppointment.guestTooMany` when a guest got so many today
 */
async function requireMails(
  userId: string,
  kind: Exclude<InvitationLetter, "cancel">,
  emails: readonly string[],
  trx: Db,
  deps: Pick<Deps, "now">,
): Promise<void> {
  await lockMailboxes(emails, trx);
  const [full] = await fullMailboxes(userId, emails, kind, trx, deps);
  if (full !== undefined)
    throw new ProductError("shareAppointment.guestTooMany", {
      status: 429,
      message: `${full} has had many emails about appointments today`,
      retryAfter: 3600,
    });
  if (emails.length <= (await mailsLeft(userId, trx, deps))) return;
  throw new ProductError("shareAppointment.tooMany", {
    status: 429,
    message: `At most ${maxMailsPerDay} invitation emails a day`,
    retryAfter: 3600,
  });
}

const keyOf = (email: string): string => email.trim().toLowerCase();

/** Whether a guest is still among the attendees of the entry. */
const isAttendee = (row: InvitationRow, entry: Entry): boolean =>
  entry.attendees.some(({ email }) => keyOf(email) === row.email);

/** Attendees that are to be invited, each address once. @throws ProductError 400 for somebody who is no attendee */
function guestsToInvite(entry: Entry, emails: readonly string[] | undefined, standing: readonly InvitationRow[]) {
  // Attendees of older entries may have any text in place of an address.
  const reachable = entry.attendees.filter(({ email }) => emailSchema.safeParse(email.trim()).success);
  const attendees = new Map(reachable.map(({ name, email }) => [keyOf(email), name]));
  const known = new Map(standing.map((row) => [row.email, row]));
  const wanted = emails ? [...new Set(emails.map(keyOf))] : [...attendees.keys()].filter((email) => !known.has(email));
  const strangers = wanted.filter((email) => !attendees.has(email));
  if (strangers.length > 0)
    throw badRequest("Only attendees of the entry can be invited", [
      { path: "emails", message: "must be attendees of the entry" },
    ]);
  return wanted
    .filter((email) => known.get(email)?.is_cancelled !== false)
    .map((email) => ({ email, name: attendees.get(email) ?? "", row: known.get(email) }));
}

/** The next version that a guest is told: never one that was told before. */
const nextSequence = (row: InvitationRow, entry: Entry): number => Math.max(row.sequence + 1, entry.sequence);

/**
 * Invites attendees of an entry by mail, all of them or none: without `emails` those who were never invited. Whoever
 * is invited already gets nothing.
 * @throws ProductError 404, 403 `shareAppointment.unverified`, 400 `shareAppointment.self` for the own address, 409
 * `shareAppointment.noGuests` when nobody is left to invite, `shareAppointment.over` for what has ended and
 * `shareAppointment.limit` for too many guests, 429 `shareAppointment.tooMany` or `shareAppointment.guestTooMany`
 */
export async function shareEntry(
  organizer: Organizer,
  input: { id: string; emails?: string[] | undefined },
  deps: SharingDeps,
): Promise<InvitationList> {
  const { userId } = organizer;
  return deps.db.transaction().execute(async (trx) => {
    await requireSharer(userId, trx);
    const entry = await requireEntry(userId, input.id, trx);
    requireVerified(organizer);
    const invitations = invitationsOf(userId, trx);
    const standing = await invitations.ofEntry(entry.id);
    const wanted = guestsToInvite(entry, input.emails, standing);
    if (wanted.some(({ email }) => email === keyOf(organizer.email)))
      throw new ProductError("shareAppointment.self", {
        status: 400,
        message: "You can't invite yourself. Remove your own address from the attendees.",
      });
    if (wanted.length === 0 && standing.every(({ is_cancelled }) => is_cancelled))
      throw conflict("shareAppointment.noGuests", "Nobody is left to invite");
    if (isOver(entry, deps.now())) throw conflict("shareAppointment.over", "The appointment is over");
    if (standing.filter(({ is_cancelled }) => !is_cancelled).length + wanted.length > maxGuests)
      throw conflict("shareAppointment.limit", `At most ${maxGuests} guests`);
    await requireMails(
      userId,
      "invite",
      wanted.map(({ email }) => email),
      trx,
      deps,
    );
    for (const guest of wanted) {
      const row = guest.row
        ? await invitations.update(guest.row.id, {
            name: guest.name,
            is_cancelled: false,
            state: "pending",
            comment: "",
            suggested_start: null,
            answered_at: null,
            answered_sequence: null,
            sequence: nextSequence(guest.row, entry),
          })
        : await insertInvitation(guest, entry, userId, trx, deps);
      await mailGuest("invite", row, entry, trx, deps);
    }
    return listOf(entry, userId, trx, deps);
  });
}

function insertInvitation(
  { email, name }: { email: string; name: string },
  entry: Entry,
  userId: string,
  trx: Db,
  { config, newId, now }: MailingDeps,
): Promise<InvitationRow> {
  const id = newId();
  const at = now();
  return invitationsOf(userId, trx).insert({
    id,
    entry_id: entry.id,
    name,
    email,
    token_hash: hashOf(tokenOf(id, config.authSecret)),
    sequence: entry.sequence,
    entry_sequence: entry.sequence,
    ...notifiedFields(entry),
    invited_at: at,
    created_at: at,
  });
}

/** An invitation and its entry, behind the locks that a change of it takes. @throws ProductError 404 */
async function requireInvitation(userId: string, id: string, trx: Db) {
  await requireSharer(userId, trx);
  const invitations = invitationsOf(userId, trx);
  const entryId = (await invitations.find(id))?.entry_id;
  const row = entryId === undefined ? undefined : await invitations.lock(id);
  if (!row) throw notFound("Invitation not found");
  return { row, entry: await requireEntry(userId, row.entry_id, trx) };
}

/**
 * Sends an invitation once more, as the entry is now.
 * @throws ProductError 404, 403 `shareAppointment.unverified`, 409 `shareAppointment.over` or
 * `shareAppointment.cancelled`, 429 for the sixth time in a day or too many mails
 */
export async function resendInvitation(organizer: Organizer, id: string, deps: SharingDeps): Promise<Invitation> {
  // Before the transaction: it needs a connection of its own.
  await deps.throttle.take(resendsPerGuest, id);
  return deps.db.transaction().execute(async (trx) => {
    const { row, entry } = await requireInvitation(organizer.userId, id, trx);
    requireVerified(organizer);
    if (row.is_cancelled) throw conflict("shareAppointment.cancelled", "The invitation was taken back");
    if (isOver(entry, deps.now())) throw conflict("shareAppointment.over", "The appointment is over");
    const isNews = entry.sequence > row.entry_sequence;
    await requireMails(organizer.userId, isNews ? "update" : "invite", [row.email], trx, deps);
    const next = isNews ? { ...row, sequence: nextSequence(row, entry) } : row;
    return toInvitation(await mailGuest(isNews ? "update" : "invite", next, entry, trx, deps), entry);
  });
}

/**
 * Takes an invitation back and tells the guest, whatever was sent today. Once more it changes nothing.
 * @throws ProductError 404
 */
export async function cancelInvitation(userId: string, id: string, deps: SharingDeps): Promise<Invitation> {
  return deps.db.transaction().execute(async (trx) => {
    const { row, entry } = await requireInvitation(userId, id, trx);
    if (row.is_cancelled) return toInvitation(row, entry);
    if (!isOver(entry, deps.now()))
      await mailGuest("cancel", { ...row, sequence: nextSequence(row, entry) }, entry, trx, deps);
    return toInvitation(await invitationsOf(userId, trx).update(row.id, { is_cancelled: true }), entry);
  });
}

/**
 * A change of an entry waits this long for the next one, or for its undoing, before guests are told; milliseconds.
 * Longer than the toast offers to undo.
 */
const quietMs = 20_000;
/** Guests who are looked up at once, and how often in one turn. */
const [mostInRound, mostRounds] = [200, 20];

/** Tells one guest what became of the entry. @returns false when the person has no mails left today */
async function notifyGuest(due: { id: string; user_id: string }, deps: SharingDeps): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    if (!(await lockSharer(due.user_id, trx))) return true;
    const row = await invitationsOf(due.user_id, trx).lock(due.id);
    const entry = row && (await entriesOf(due.user_id, trx).findKept(row.entry_id));
    if (!row || !entry || row.is_cancelled) return true;
    const change = (what: Parameters<ReturnType<typeof invitationsOf>["update"]>[1]) =>
      invitationsOf(due.user_id, trx).update(row.id, what);
    const goes = entry.isDeleted ? !row.is_called_off : !isAttendee(row, entry);
    const isNews = entry.sequence > row.entry_sequence || row.is_called_off;
    if (!goes && (entry.isDeleted || !isNews)) return true;
    const isNotified =
      !isOver(entry, deps.now()) && !(goes && row.is_called_off) && !(isNews && !goes && isIndifferent(row, entry));
    if (isNotified && !goes) {
      await lockMailboxes([row.email], trx);
      // Told when the mailbox has room again: an entry that is moved on and on floods nobody.
      if ((await fullMailboxes(due.user_id, [row.email], "update", trx, deps)).length > 0) return true;
      if ((await mailsLeft(due.user_id, trx, deps)) < 1) return false;
    }
    const next = { ...row, sequence: nextSequence(row, entry) };
    if (isNotified) await mailGuest(goes ? "cancel" : "update", next, entry, trx, deps);
    else await markNotified(row, entry, trx);
    if (entry.isDeleted) await change({ is_called_off: true });
    else if (goes) await change({ is_cancelled: true });
    else if (!isNotified) await change({ is_called_off: false });
    return true;
  });
}

/** Who has declined need not hear of another title or place. */
const isIndifferent = (row: InvitationRow, entry: Entry): boolean =>
  row.state === "declined" &&
  !row.is_called_off &&
  row.notified_start.toISOString() === entry.start &&
  row.notified_end.toISOString() === entry.end;

/**
 * Tells guests what became of the entries that they are invited to: another time, title or place, a deletion, the
 * guest's own place among the attendees. It follows from the tables alone, so no feature that changes entries knows of
 * it, several processes may do it at the same time, and what a crash or the limit of a day held back is told later.
 * @param options.quietMs how long an entry must have been left alone
 */
export async function notifyGuests(
  deps: SharingDeps & Pick<Deps, "log">,
  options: { quietMs?: number } = {},
): Promise<void> {
  const before = new Date(deps.now().getTime() - (options.quietMs ?? quietMs));
  // People whose guests could not be told: they hold up nobody else.
  const without = new Set<string>();
  // People who have no mails left today: their guests learn of cancellations alone.
  const spent = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await dueInvitations({ before, without: [...without], spent: [...spent], limit: mostInRound }, deps.db);
    for (const one of due) {
      if (without.has(one.user_id) || (spent.has(one.user_id) && !one.goes)) continue;
      try {
        if (!(await notifyGuest(one, deps))) spent.add(one.user_id);
      } catch (error) {
        without.add(one.user_id);
        deps.log.warn({ err: error, invitationId: one.id }, "a guest was not told of a change and is told later");
      }
    }
    if (due.length < mostInRound) return;
  }
}

/* The page of a guest. */

const unknownInvitation = (): ProductError =>
  new ProductError("invitation.unknown", { status: 404, message: "Invitation not found" });

async function viewOf(row: InvitationRow, db: Db, now: Date): Promise<GuestView> {
  const entry = await entriesOf(row.user_id, db).findKept(row.entry_id);
  const organizer = await db
    .selectFrom("user")
    .select(["name", "email"])
    .where("id", "=", row.user_id)
    .executeTakeFirst();
  if (!entry || !organizer) throw unknownInvitation();
  const isCancelled = row.is_cancelled || entry.isDeleted || !isAttendee(row, entry);
  const known = isCancelled ? { ...entryAsNotified(row, entry), location: null, link: null } : entry;
  const { title, start, end, allDay, timeZone, location, link, sequence } = known;
  return {
    title,
    start,
    end,
    allDay,
    timeZone,
    isRecurring: known.rrule !== null,
    location,
    link,
    organizer,
    guest: { name: row.name, email: row.email },
    state: row.state,
    comment: row.comment,
    suggestedStart: row.suggested_start?.toISOString() ?? null,
    sequence,
    isCancelled,
    isOver: isOver(known, now),
  };
}

/** What the holder of a token is invited to. @throws ProductError 404 `invitation.unknown` */
export async function openInvitation(token: string, deps: Pick<Deps, "db" | "now">): Promise<GuestView> {
  const row = await invitationByToken(hashOf(token), deps.db).find();
  if (!row) throw unknownInvitation();
  return viewOf(row, deps.db, deps.now());
}

/** Answers of one guest; more than anybody needs, fewer than a program would give. */
const answersPerGuest = { name: "invitation.answer", points: 30, seconds: 3600, isShared: true };

/**
 * Takes the answer of a guest; the last one counts.
 * @throws ProductError 404 `invitation.unknown`, 410 `invitation.cancelled` or `invitation.over`, 409
 * `invitation.changed` when the guest has seen another version, 400 for a suggestion of a recurring appointment
 */
export async function answerInvitation(
  input: AnswerInvitation,
  deps: Pick<Deps, "db" | "now" | "throttle">,
): Promise<GuestView> {
  const hash = hashOf(input.token);
  const known = await invitationByToken(hash, deps.db).find();
  if (!known) throw unknownInvitation();
  await deps.throttle.take(answersPerGuest, known.id);
  return deps.db.transaction().execute(async (trx) => {
    const row = await invitationByToken(hash, trx).lock();
    if (!row) throw unknownInvitation();
    const now = deps.now();
    const view = await viewOf(row, trx, now);
    const gone = (code: string, message: string) => new ProductError(code, { status: 410, message });
    if (view.isCancelled) throw gone("invitation.cancelled", "The invitation was taken back");
    if (view.isOver) throw gone("invitation.over", "The appointment is over");
    if (view.sequence !== input.sequence) throw conflict("invitation.changed", "The appointment has changed meanwhile");
    if (input.start !== undefined && view.isRecurring)
      throw badRequest("A recurring appointment takes no suggestions", [
        { path: "start", message: "must not be given for a recurring appointment" },
      ]);
    const answered = await invitationsOf(row.user_id, trx).update(row.id, {
      state: input.answer,
      comment: input.comment.trim(),
      suggested_start: input.start === undefined ? null : new Date(input.start),
      answered_sequence: input.sequence,
      answered_at: now,
    });
    return viewOf(answered, trx, now);
  });
}

/* Subscriptions. */

export const listFeeds = (userId: string, db: Db): Promise<Feed[]> => feedsOf(userId, db).list();

/**
 * Makes a secret address of the calendar or one of its families. It is told here and never again, and
 * shows the calendar to whoever has it: making one asks for a recent proof of identity.
 * @throws ProductError 403 `session.notRecent`, 409 `feeds.limit`
 */
export async function createFeed(
  session: Session,
  family: number | null,
  deps: Pick<Deps, "config" | "db" | "newId" | "now">,
): Promise<{ feed: Feed; url: string }> {
  const { userId } = session;
  const token = randomBytes(32).toString("base64url");
  const feed = await changeProvenAccount(session, deps, async (_person, trx) => {
    await requireSharer(userId, trx);
    const feeds = feedsOf(userId, trx);
    if ((await feeds.list()).length >= maxFeeds) throw conflict("feeds.limit", `At most ${maxFeeds} subscriptions`);
    return feeds.insert({ id: deps.newId(), family, tokenHash: hashOf(token), now: deps.now() });
  });
  return { feed, url: `${new URL(deps.config.appUrl).origin}/feeds/${token}.ics` };
}

/** Ends a subscription at once. @throws ProductError 404 */
export async function deleteFeed(userId: string, id: string, db: Db): Promise<void> {
  if (!(await feedsOf(userId, db).delete(id))) throw notFound("Subscription not found");
}

/** Ends all subscriptions of a person who takes the account back: somebody else may have made one. */
export const revokeFeeds = (userId: string, trx: Db): Promise<void> => feedsOf(userId, trx).deleteAll();

/** Days before and after now that a subscription shows, and its most entries. */
const published = { before: 90, after: 400, most: 5000 };

/** The calendar behind a secret address as text; null when there is none. */
export async function feedText(token: string, deps: Pick<Deps, "db" | "now">): Promise<string | null> {
  const feed = await feedByToken(hashOf(token), deps.db);
  if (!feed) return null;
  const now = deps.now().getTime();
  const range = { from: new Date(now - published.before * dayMs), to: new Date(now + published.after * dayMs) };
  const [entries, settings] = await Promise.all([
    entriesOf(feed.user_id, deps.db).published(range, feed.family, published.most),
    settingsOf(feed.user_id, deps.db),
  ]);
  return calendarText({ method: null, name: feedTitle(feed.family, settings.application.appLanguage) }, [
    ...(await allZoneComponents(entries)),
    ...entries.map((entry) => eventComponent(entry)),
  ]);
}
