import { contentDueLetter, reminderLetter, type ReminderFacts } from "#src/features/mail/server/templates/reminder.ts";
import { countMails, queueMail } from "#src/features/mail/server/usecases.ts";
import { changeSettings, settingsOf } from "#src/features/settings/server/usecases.ts";
import { whenText } from "#src/features/sharing/rules.ts";
import { withLocale } from "#src/kit/locale.ts";
import { dayMs, minuteMs } from "#src/kit/time/dates.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { dueReminders, latestMs, maxRemindersPerDay, nextReminder, startsBetween } from "../rules.ts";
import {
  type DueItem,
  dueEntries,
  dueItems,
  dueSeries,
  noteReminder,
  planSeries,
  type RemindingEntry,
} from "./repository.ts";
import { type Switchable, unsubscribeAddress } from "./unsubscribe.ts";

type ReminderDeps = Pick<Deps, "config" | "db" | "newId" | "now">;

/** Rows that one turn looks at, of each kind. */
const mostInTurn = 200;
/** How far ahead the next reminder of a series is looked for; milliseconds. */
const horizonMs = 60 * dayMs;

/** Whom a mail goes to and how they want it; null for who gets none: gone, not proven, switched off, or too many. */
async function recipientOf(userId: string, kind: Switchable, trx: Db, deps: ReminderDeps) {
  // Two processes that remind the same person count one after the other.
  const person = await trx
    .selectFrom("user")
    .select(["email", "email_verified"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person?.email_verified) return null;
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
): Promise<void> {
  const end = start + entry.ends_at.getTime() - entry.starts_at.getTime();
  const when = {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    allDay: entry.all_day,
    timeZone: entry.time_zone,
  };
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
  await queueMail({ ...mail, ...letter, to: { name: "", address: to.email } }, trx, deps);
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
  const starts = series ? startsBetween(series, ms - latestMs, ms + most) : [entry.starts_at.getTime()];
  const due = dueReminders({ starts, reminders, changed: entry.updated_at.getTime() }, ms);
  await deps.db.transaction().execute(async (trx) => {
    const to = due.length > 0 ? await recipientOf(entry.user_id, "reminders", trx, deps) : null;
    for (const { start, minutes, isTold } of due) {
      const row = { userId: entry.user_id, kind: "entry", recordId: entry.id, minutes, now } as const;
      const isNew = await noteReminder({ ...row, startsAt: new Date(start) }, trx);
      // A content item that is due is told as such.
      const isItem = minutes === 0 && entry.outcome_id !== null;
      if (isNew && isTold && to && !isItem) await mailReminder(entry, start, to, trx, deps);
    }
    if (series) await planSeries(entry, new Date(nextReminder(series, reminders, ms, horizonMs)), trx);
  });
}

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
    for (const item of items) {
      const row = { userId, kind: "item", recordId: item.id, startsAt: item.planned_at, minutes: 0, now } as const;
      if (await noteReminder(row, trx)) told.push(item);
    }
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
    await queueMail({ ...mail, ...letter, to: { name: "", address: to.email } }, trx, deps);
  });
}

/**
 * Reminds everybody of appointments and content items whose time has come, by mail. It follows from the tables alone:
 * several processes may do it at once, and what a process left is done by the next. What became due more than an hour
 * ago is left out, so that nobody is flooded after a stop.
 */
export async function sendReminders(deps: ReminderDeps & Pick<Deps, "log">): Promise<void> {
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
  const range = () => ({ since, now, without: [...without], limit: mostInTurn });
  for (const entry of await dueEntries(range(), deps.db))
    await attempt(entry.user_id, () => remindOfEntry(entry, deps));
  for (const entry of await dueSeries(range(), deps.db)) await attempt(entry.user_id, () => remindOfEntry(entry, deps));
  const items = Map.groupBy(await dueItems(range(), deps.db), (item) => item.user_id);
  for (const [userId, some] of items) await attempt(userId, () => remindOfItems(userId, some, deps));
}

/** Switches a kind of mails off for a person, who may be gone. Once more changes nothing. */
export async function switchOff(
  { userId, kind }: { userId: string; kind: Switchable },
  deps: Pick<Deps, "db" | "now">,
): Promise<void> {
  const person = await deps.db.selectFrom("user").select("id").where("id", "=", userId).executeTakeFirst();
  if (person) await changeSettings(userId, { mailSettings: { [kind]: false } }, deps);
}
