import { contentDueLetter, reminderLetter, type ReminderFacts } from "#src/features/mail/server/templates/reminder.ts";
import type { MailRow } from "#src/features/mail/server/repository.ts";
import { countMails, queueMail } from "#src/features/mail/server/usecases.ts";
import { changeSettings, settingsOf } from "#src/features/settings/server/usecases.ts";
import { whenText } from "#src/features/sharing/rules.ts";
import { withLocale } from "#src/kit/locale.ts";
import { movedTo } from "#src/kit/time/appointments.ts";
import { dayMs, minuteMs } from "#src/kit/time/dates.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { StopSignals } from "#src/platform/jobs.ts";
import type { Db } from "#src/platform/tables.ts";
import { dueReminders, isTimely, latestMs, maxRemindersPerDay, nextReminder } from "../rules.ts";
import { startsBetween } from "#src/features/workflows/domain/recurringStarts.ts";
import {
  type DueItem,
  dueEntries,
  dueItems,
  dueSeries,
  deleteReminder,
  isItemDueAt,
  noteMail,
  noteReminder,
  planSeries,
  type RemindingEntry,
  type ReminderKey,
  remindersOfMail,
} from "./repository.ts";
import { type Switchable, unsubscribeAddress } from "./unsubscribe.ts";

type ReminderDeps = Pick<Deps, "config" | "db" | "newId" | "now">;

/** Rows that are looked at together; a turn goes on until none is left. */
const pageSize = 200;
/** How far ahead the next reminder of a series is looked for; milliseconds. */
const horizonMs = 60 * dayMs;

/**
 * Whom a mail goes to and how they want it; null for who gets none: gone, not proven, kept out by an operator, switched
 * off, or too many.
 */
async function recipientOf(userId: string, kind: Switchable, trx: Db, deps: ReminderDeps) {
  // Two processes that remind the same person count one after the other.
  const person = await trx
    .selectFrom("user")
    .select(["email", "email_verified", "disabled_at"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person?.email_verified || person.disabled_at) return null;
  const { application, calendarSettings, mailSettings } = await settingsOf(userId, trx);
  if (!mailSettings[kind]) return null;
  const since = new Date(deps.now().getTime() - dayMs);
  if ((await countMails(userId, "reminder-", since, trx)) >= maxRemindersPerDay) return null;
  return { email: person.email, language: application.appLanguage, timeZone: calendarSettings.timeZone };
}

type Recipient = NonNullable<Awaited<ReturnType<typeof recipientOf>>>;

const pageOf = (path: string, { language }: Recipient, { config }: ReminderDeps): string =>
  `${new URL(config.appUrl).origin}${withLocale(path, language)}`;

async function mailReminder(
  entry: RemindingEntry,
  start: number,
  to: Recipient,
  trx: Db,
  deps: ReminderDeps,
): Promise<string> {
  const first = {
    start: entry.starts_at.toISOString(),
    end: entry.ends_at.toISOString(),
    allDay: entry.all_day,
    timeZone: entry.time_zone,
  };
  // Whole days stay whole days where clocks change in between.
  const when = { ...first, ...movedTo(first, new Date(start).toISOString()) };
  const unsubscribe = unsubscribeAddress(entry.user_id, "reminders", deps);
  const facts: ReminderFacts = {
    title: entry.title,
    when: whenText(when, to.language, to.timeZone),
    location: entry.location,
    link: entry.link,
    page: pageOf("/calendar", to, deps),
    unsubscribe,
  };
  const mail = { kind: "reminder-entry", language: to.language, userId: entry.user_id, unsubscribe };
  const letter = await reminderLetter(facts, to.language);
  return queueMail({ ...mail, ...letter, to: { name: "", address: to.email } }, trx, deps);
}

/**
 * Notes what of an entry is due and puts its mail into the outbox, in one transaction: a process that dies leaves both
 * or none.
 */
async function remindOfEntry(entry: RemindingEntry, deps: ReminderDeps): Promise<void> {
  const now = deps.now();
  const ms = now.getTime();
  const { rrule, reminders } = entry;
  const most = Math.max(0, ...reminders) * minuteMs;
  const series = rrule === null ? null : { ...timesOf(entry), rrule };
  const starts = startsOf(entry, ms - latestMs, ms + most);
  const changed = Math.max(entry.updated_at.getTime(), entry.enabled_at?.getTime() ?? 0);
  const due = dueReminders({ starts, reminders, changed }, ms);
  await deps.db.transaction().execute(async (trx) => {
    const to = due.length > 0 ? await recipientOf(entry.user_id, "reminders", trx, deps) : null;
    for (const { start, minutes, isTold } of due) {
      const row = { kind: "entry", recordId: entry.id, startsAt: new Date(start), minutes } as const;
      const isNew = await noteReminder({ ...row, userId: entry.user_id, now }, trx);
      const isItem = minutes === 0 && (await isToldAsItem(entry, row.startsAt, trx, deps));
      if (isNew && isTold && to && !isItem) await noteMail(row, await mailReminder(entry, start, to, trx, deps), trx);
    }
    if (series) await planSeries(entry, new Date(nextReminder(series, reminders, ms, horizonMs)), trx);
  });
}

/** Whether the content item of an entry is due at its start and is told as such, by a mail of its own. */
async function isToldAsItem(entry: RemindingEntry, start: Date, trx: Db, deps: ReminderDeps): Promise<boolean> {
  if (entry.outcome_id === null || !(await isItemDueAt(entry.outcome_id, start, trx))) return false;
  return (await recipientOf(entry.user_id, "contentDue", trx, deps)) !== null;
}

/** Starts of a recurring entry in a span, the only one of another; milliseconds. */
const startsOf = (entry: RemindingEntry, from: number, to: number): number[] =>
  entry.rrule === null
    ? [entry.starts_at.getTime()]
    : startsBetween({ ...timesOf(entry), rrule: entry.rrule }, from, to);

const timesOf = (entry: RemindingEntry) => ({
  start: entry.starts_at.toISOString(),
  allDay: entry.all_day,
  timeZone: entry.time_zone,
  exdates: entry.exdates,
});

/** One mail for all items of a person that became due together. */
async function remindOfItems(userId: string, items: readonly DueItem[], deps: ReminderDeps): Promise<void> {
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const to = await recipientOf(userId, "contentDue", trx, deps);
    const told: DueItem[] = [];
    for (const item of items) if (await noteReminder({ ...keyOf(item), userId, now }, trx)) told.push(item);
    if (!to || told.length === 0) return;
    const unsubscribe = unsubscribeAddress(userId, "contentDue", deps);
    const letter = await contentDueLetter(
      {
        items: told.map(({ title, platform, planned_at: at }) => {
          const time = at.toISOString();
          const when = { start: time, end: time, allDay: false, timeZone: to.timeZone };
          return { title, platform, when: whenText(when, to.language) };
        }),
        page: pageOf("/content", to, deps),
        unsubscribe,
      },
      to.language,
    );
    const mail = { kind: "reminder-item", language: to.language, userId, unsubscribe };
    const mailId = await queueMail({ ...mail, ...letter, to: { name: "", address: to.email } }, trx, deps);
    for (const item of told) await noteMail(keyOf(item), mailId, trx);
  });
}

const keyOf = (item: DueItem) =>
  ({ kind: "item", recordId: item.id, startsAt: item.planned_at, minutes: 0 }) satisfies ReminderKey;

/**
 * Whether a mail that is about to go out is still wanted: reminders are looked at once more, since a mail server may
 * have kept them waiting. The person still gets them at this address, and what they tell is still so and not too late.
 * A mail of which a part no longer holds is not wanted either; what is left of it is told by another one.
 */
export async function isStillWanted(
  mail: Pick<MailRow, "id" | "kind" | "user_id" | "recipient">,
  deps: Pick<Deps, "db" | "now">,
): Promise<boolean> {
  if (!mail.kind.startsWith("reminder-") || mail.user_id === null) return true;
  const person = await deps.db
    .selectFrom("user")
    .select(["email", "email_verified", "disabled_at", "enabled_at"])
    .where("id", "=", mail.user_id)
    .executeTakeFirst();
  if (!person?.email_verified || person.disabled_at || person.email !== mail.recipient) return false;
  const { mailSettings } = await settingsOf(mail.user_id, deps.db);
  if (!mailSettings[mail.kind === "reminder-item" ? "contentDue" : "reminders"]) return false;
  const now = deps.now().getTime();
  const isDue = ({
    startsAt,
    minutes,
    entry,
    itemAt,
  }: Awaited<ReturnType<typeof remindersOfMail>>[number]): boolean => {
    const start = startsAt.getTime();
    const isKept = entry
      ? entry.reminders.includes(minutes) && startsOf(entry, start - 1, start).includes(start)
      : itemAt?.getTime() === start;
    const at = start - minutes * minuteMs;
    return isKept && at >= (person.enabled_at?.getTime() ?? 0) && isTimely({ start, minutes }, now, entry === null);
  };
  return deps.db.transaction().execute(async (trx) => {
    const told = await remindersOfMail(mail.id, trx);
    if (told.length > 0 && told.every(isDue)) return true;
    for (const one of told.filter(isDue)) await deleteReminder(one, trx);
    return false;
  });
}

/**
 * Reminds everybody of appointments and content items whose time has come, by mail. It follows from the tables alone:
 * several processes may do it at once, and what a process left is done by the next. What became due more than an hour
 * ago is left out, so that nobody is flooded after a stop.
 */
export async function sendReminders(
  deps: ReminderDeps & Pick<Deps, "log">,
  stop?: Pick<StopSignals, "stopping">,
): Promise<void> {
  const now = deps.now();
  const since = new Date(now.getTime() - latestMs);
  /** People whose reminders failed: they hold up nobody else in this turn. */
  const without = new Set<string>();
  const attempt = async (userId: string, work: () => Promise<void>): Promise<void> => {
    if (without.has(userId)) return;
    try {
      await work();
    } catch (error) {
      without.add(userId);
      deps.log.warn({ err: error, userId }, "a reminder was not sent and is tried again");
    }
  };
  const range = (after: string | null) => ({ since, now, without: [...without], limit: pageSize, after });
  for (const find of [dueEntries, dueSeries])
    for (let after: string | null = null, isMore = true; isMore;) {
      const page: RemindingEntry[] = await find(range(after), deps.db);
      for (const entry of page) {
        if (stop?.stopping.aborted) return;
        await attempt(entry.user_id, () => remindOfEntry(entry, deps));
      }
      after = page.at(-1)?.id ?? null;
      isMore = page.length === pageSize;
    }
  for (let after: string | null = null, isMore = true; isMore;) {
    const page: DueItem[] = await dueItems(range(after), deps.db);
    isMore = page.length === pageSize;
    const people = [...Map.groupBy(page, (item) => item.user_id)];
    // The last person of a full page may have more: that one begins the next, unless nobody else is on this one.
    const whole = isMore && people.length > 1 ? people.slice(0, -1) : people;
    for (const [userId, some] of whole) {
      if (stop?.stopping.aborted) return;
      await attempt(userId, () => remindOfItems(userId, some, deps));
      after = userId;
    }
  }
}

/** Switches a kind of mails off for a person, who may be gone. Once more changes nothing. */
export async function switchOff(
  { userId, kind }: { userId: string; kind: Switchable },
  deps: Pick<Deps, "db" | "now">,
): Promise<void> {
  const person = await deps.db.selectFrom("user").select("id").where("id", "=", userId).executeTakeFirst();
  if (person) await changeSettings(userId, { mailSettings: { [kind]: false } }, deps);
}
