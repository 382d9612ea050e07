import { type RawBuilder, sql } from "kysely";
import type { Db } from "#src/platform/tables.ts";

/** An entry that may have a reminder due. */
export interface RemindingEntry {
  id: string;
  user_id: string;
  title: string;
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
  time_zone: string;
  rrule: string | null;
  exdates: string[];
  location: string | null;
  link: string | null;
  reminders: number[];
  outcome_id: string | null;
  updated_at: Date;
  /** When the person was let in again after having been disabled. */
  enabled_at: Date | null;
}

const columns = sql.raw(
  ["id", "user_id", "title", "starts_at", "ends_at", "all_day", "time_zone", "rrule", "exdates", "location", "link"]
    .concat("reminders", "outcome_id", "updated_at")
    .map((name) => `e.${name}`)
    .concat("u.enabled_at")
    .join(", "),
);

/** Mails go to addresses alone that are proven, of people whom no operator keeps out. */
const isReachable = sql<boolean>`u.email_verified and u.disabled_at is null`;
/** What became due before the person was let in again is not caught up with. */
const isAfterEnabling = (at: RawBuilder<unknown>) => sql<boolean>`(u.enabled_at is null or ${at} >= u.enabled_at)`;

const isLater = (column: string, after: string | null) =>
  after === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} > ${after}`;

/** What is looked for: a page after the last row of the one before. */
export interface DuePage<After> {
  now: Date;
  /** People who are left out. */
  without: readonly string[];
  limit: number;
  after: After | null;
}

/**
 * Entries of everybody that happen once and of which a reminder became due since an instant and was not noted, by their
 * ids.
 */
export async function dueEntries(
  { since, now, without, limit, after }: DuePage<string> & { since: Date },
  db: Db,
): Promise<RemindingEntry[]> {
  // Reminders are at most four weeks before the start (`entryFields` of the calendar).
  const { rows } = await sql<RemindingEntry>`
    select ${columns} from calendar_entry e join "user" u on u.id = e.user_id
     where e.deleted_at is null and e.rrule is null and e.reminders <> '[]'
       and e.starts_at > ${since} and e.starts_at <= ${now}::timestamptz + interval '28 days'
       and e.user_id <> all(${[...without]}::uuid[]) and ${isReachable} and ${isLater("e.id", after)}
       and exists (
         select 1 from jsonb_array_elements_text(e.reminders) as r (minutes)
          where e.starts_at - make_interval(mins => r.minutes::int) > ${since}
            and e.starts_at - make_interval(mins => r.minutes::int) <= ${now}
            and e.starts_at - make_interval(mins => r.minutes::int) >= e.updated_at
            and ${isAfterEnabling(sql`e.starts_at - make_interval(mins => r.minutes::int)`)}
            and not exists (
              select 1 from reminder done where done.kind = 'entry' and done.record_id = e.id
                and done.starts_at = e.starts_at and done.minutes = r.minutes::int))
     order by e.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Recurring entries that are to be looked at, by their ids: new or changed ones, and those whose next reminder is due.
 */
export async function dueSeries({ now, without, limit, after }: DuePage<string>, db: Db): Promise<RemindingEntry[]> {
  const { rows } = await sql<RemindingEntry>`
    select ${columns} from calendar_entry e join "user" u on u.id = e.user_id left join reminder_plan p on p.entry_id = e.id
     where e.deleted_at is null and e.rrule is not null and e.reminders <> '[]'
       and (p.entry_id is null or p.entry_updated_at <> e.updated_at or p.next_at <= ${now})
       and e.user_id <> all(${[...without]}::uuid[]) and ${isReachable} and ${isLater("e.id", after)}
     order by e.id limit ${limit}`.execute(db);
  return rows;
}

/** Notes when a recurring entry is to be looked at again. */
export async function planSeries(entry: RemindingEntry, nextAt: Date, trx: Db): Promise<void> {
  await trx
    .insertInto("reminder_plan")
    .values({ entry_id: entry.id, entry_updated_at: entry.updated_at, next_at: nextAt })
    .onConflict((conflict) =>
      conflict.column("entry_id").doUpdateSet({ entry_updated_at: entry.updated_at, next_at: nextAt }),
    )
    .execute();
}

/** A content item whose time has come. */
export interface DueItem {
  id: string;
  user_id: string;
  title: string;
  platform: string | null;
  planned_at: Date;
}

/** What a content item is in that is neither out nor given up. */
const openStatus = sql.raw("('planned', 'drafted', 'approved')");

/**
 * Content items of everybody whose planned time passed since an instant and that are neither out nor given up, person
 * by person.
 */
export async function dueItems(
  { since, now, without, limit, after }: DuePage<string> & { since: Date },
  db: Db,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select o.id, o.user_id, o.title, o.platform, o.planned_at from outcome o join "user" u on u.id = o.user_id
     where o.deleted_at is null and o.planned_at > ${since} and o.planned_at <= ${now}
       and o.status in ${openStatus} and o.updated_at <= o.planned_at and ${isAfterEnabling(sql`o.planned_at`)}
       and o.user_id <> all(${[...without]}::uuid[]) and ${isReachable} and ${isLater("o.user_id", after)}
       and not exists (
         select 1 from reminder done
          where done.kind = 'item' and done.record_id = o.id and done.starts_at = o.planned_at)
     order by o.user_id, o.planned_at, o.id limit ${limit}`.execute(db);
  return rows;
}

/** Whether a content item is due at an instant, as `dueItems` finds it. */
export async function isItemDueAt(id: string, at: Date, db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from outcome
     where id = ${id} and deleted_at is null and status in ${openStatus}
       and planned_at = ${at} and updated_at <= planned_at`.execute(db);
  return rows.length > 0;
}

/** What was told: of which record, for which start, and how long before it. */
export interface ReminderKey {
  kind: "entry" | "item";
  recordId: string;
  startsAt: Date;
  minutes: number;
}

/** Notes a reminder. @returns false when somebody did before */
export async function noteReminder(row: ReminderKey & { userId: string; now: Date }, trx: Db): Promise<boolean> {
  const done = await trx
    .insertInto("reminder")
    .values({
      user_id: row.userId,
      kind: row.kind,
      record_id: row.recordId,
      starts_at: row.startsAt,
      minutes: row.minutes,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.columns(["kind", "record_id", "starts_at", "minutes"]).doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Notes by which mail something is told. */
export const noteMail = ({ kind, recordId, startsAt, minutes }: ReminderKey, mailId: string, trx: Db) =>
  trx
    .updateTable("reminder")
    .set({ mail_id: mailId })
    .where("kind", "=", kind)
    .where("record_id", "=", recordId)
    .where("starts_at", "=", startsAt)
    .where("minutes", "=", minutes)
    .execute();

/** What a mail tells, with the records as they are now; a record that is gone is null. */
export async function remindersOfMail(
  mailId: string,
  db: Db,
): Promise<(ReminderKey & { entry: RemindingEntry | null; itemAt: Date | null })[]> {
  const notes = await db
    .selectFrom("reminder")
    .select(["kind", "record_id as recordId", "starts_at as startsAt", "minutes"])
    .where("mail_id", "=", mailId)
    .execute();
  return Promise.all(
    notes.map(async (note) => {
      const [entries, items] = await Promise.all([
        sql<RemindingEntry>`
          select ${columns} from calendar_entry e join "user" u on u.id = e.user_id
           where ${note.kind} = 'entry' and e.id = ${note.recordId} and e.deleted_at is null`.execute(db),
        sql<{ planned_at: Date | null }>`
          select planned_at from outcome
           where ${note.kind} = 'item' and id = ${note.recordId} and deleted_at is null and status in ${openStatus}`.execute(
          db,
        ),
      ]);
      return { ...note, entry: entries.rows[0] ?? null, itemAt: items.rows[0]?.planned_at ?? null };
    }),
  );
}

/** Forgets that something was told: what is still due is told again. */
export const deleteReminder = ({ kind, recordId, startsAt, minutes }: ReminderKey, db: Db) =>
  db
    .deleteFrom("reminder")
    .where("kind", "=", kind)
    .where("record_id", "=", recordId)
    .where("starts_at", "=", startsAt)
    .where("minutes", "=", minutes)
    .execute();

/** Days after which nobody needs to know any more what was told. */
const keptDays = 60;

/** Erases up to `limit` old notes. @returns how many */
export async function purgeReminders(now: Date, limit: number, db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reminder where ctid in (
      select ctid from reminder where created_at < ${now}::timestamptz - make_interval(days => ${keptDays}) limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
