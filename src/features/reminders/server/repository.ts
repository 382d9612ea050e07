import { sql } from "kysely";
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
}

const columns = sql.raw(
  ["id", "user_id", "title", "starts_at", "ends_at", "all_day", "time_zone", "rrule", "exdates", "location", "link"]
    .concat("reminders", "outcome_id", "updated_at")
    .map((name) => `e.${name}`)
    .join(", "),
);

/** Mails go to addresses alone that are proven. */
const isReachable = (userId: string) =>
  sql<boolean>`exists (select 1 from "user" u where u.id = ${sql.raw(userId)} and u.email_verified)`;

/**
 * Entries of everybody that happen once and of which a reminder became due since an instant and was not noted.
 * @param without people who are left out
 */
export async function dueEntries(
  { since, now, without, limit }: { since: Date; now: Date; without: readonly string[]; limit: number },
  db: Db,
): Promise<RemindingEntry[]> {
  // Reminders are at most four weeks before the start (`entryFields` of the calendar).
  const { rows } = await sql<RemindingEntry>`
    select ${columns} from calendar_entry e
     where e.deleted_at is null and e.rrule is null and e.reminders <> '[]'
       and e.starts_at > ${since} and e.starts_at <= ${now}::timestamptz + interval '28 days'
       and e.user_id <> all(${[...without]}::uuid[]) and ${isReachable("e.user_id")}
       and exists (
         select 1 from jsonb_array_elements_text(e.reminders) as r (minutes)
          where e.starts_at - make_interval(mins => r.minutes::int) > ${since}
            and e.starts_at - make_interval(mins => r.minutes::int) <= ${now}
            and e.starts_at - make_interval(mins => r.minutes::int) >= e.updated_at
            and not exists (
              select 1 from reminder done where done.kind = 'entry' and done.record_id = e.id
                and done.starts_at = e.starts_at and done.minutes = r.minutes::int))
     order by e.starts_at, e.id limit ${limit}`.execute(db);
  return rows;
}

/** Recurring entries that are to be looked at: new or changed ones, and those whose next reminder is due. */
export async function dueSeries(
  { now, without, limit }: { now: Date; without: readonly string[]; limit: number },
  db: Db,
): Promise<RemindingEntry[]> {
  const { rows } = await sql<RemindingEntry>`
    select ${columns} from calendar_entry e left join reminder_plan p on p.entry_id = e.id
     where e.deleted_at is null and e.rrule is not null and e.reminders <> '[]'
       and (p.entry_id is null or p.entry_updated_at <> e.updated_at or p.next_at <= ${now})
       and e.user_id <> all(${[...without]}::uuid[]) and ${isReachable("e.user_id")}
     order by p.next_at nulls first, e.id limit ${limit}`.execute(db);
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

/** Content items of everybody whose planned time passed since an instant and that are neither out nor given up. */
export async function dueItems(
  { since, now, without, limit }: { since: Date; now: Date; without: readonly string[]; limit: number },
  db: Db,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select o.id, o.user_id, o.title, o.platform, o.planned_at from outcome o
     where o.deleted_at is null and o.planned_at > ${since} and o.planned_at <= ${now}
       and o.status in ('planned', 'drafted', 'approved') and o.updated_at <= o.planned_at
       and o.user_id <> all(${[...without]}::uuid[]) and ${isReachable("o.user_id")}
       and not exists (select 1 from reminder done where done.kind = 'item' and done.record_id = o.id)
     order by o.planned_at, o.id limit ${limit}`.execute(db);
  return rows;
}

/** Notes a reminder. @returns false when somebody did before */
export async function noteReminder(
  row: { userId: string; kind: "entry" | "item"; recordId: string; startsAt: Date; minutes: number; now: Date },
  trx: Db,
): Promise<boolean> {
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
