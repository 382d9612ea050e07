import { sql, type Selectable } from "kysely";
import type { Pool } from "pg";
import { instantsAsText } from "#src/platform/database/instants.ts";
import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { bringBack, markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Entry, EntryTimes, EntryChanges, EntryPreview, NewEntry } from "../contract.ts";
import { maxEntries } from "../rules.ts";
import { spanClass, spanLimits } from "./schema.ts";
import { type CalendarTables, entryFields } from "./table.ts";

const ceiling: Ceiling = {
  table: "calendar_entry",
  most: maxEntries,
  code: "calendar.limit",
  name: "calendar entries",
};

/** A link to a project or an outcome, while that is not deleted. */
const liveLink = (table: "project" | "outcome"): string =>
  `(select l.id from ${table} l where l.id = calendar_entry.${table}_id and l.deleted_at is null)`;
const links = [
  sql<string | null>`${sql.raw(liveLink("project"))}`.as("live_project"),
  sql<string | null>`${sql.raw(liveLink("outcome"))}`.as("live_outcome"),
] as const;

type Row = Selectable<CalendarTables["calendar_entry"]> & { live_project: string | null; live_outcome: string | null };

/** Columns of a preview under the names of an answer, so that rows of a range need no second look. */
const previewColumns = `id, type, title, starts_at as "start", ends_at as "end", all_day as "allDay",
  time_zone as "timeZone", rrule, location, link, priority, ${liveLink("project")} as "projectId",
  ${liveLink("outcome")} as "outcomeId", updated_at as "dateUpdated"`;

/** Entries of a range are bounded: no view needs more. */
export const rangeLimit = 5000;

/**
 * Entries of one class of length that are on between $2 and $3. A day more than the class's length is looked at: the
 * days of intervals are counted in the session's zone, and clocks change. The class is written as in its index, which
 * the planner would not know otherwise.
 */
const ofSpan = (span: number): string => {
  const limit = spanLimits[span];
  const begins = limit === undefined ? "" : `and starts_at >= $2::timestamptz - interval '${limit}' - interval '1 day'`;
  return `(select ${previewColumns} from calendar_entry
    where user_id = $1 and deleted_at is null and ${spanClass} = ${span} and starts_at < $3::timestamptz ${begins}
      and (ends_at > $2::timestamptz or starts_at >= $2::timestamptz))`;
};

const rangeStatement = {
  name: "calendar.range",
  text: `${[...spanLimits.keys(), spanLimits.length].map(ofSpan).join(" union all ")}
    order by "start", id limit ${rangeLimit}`,
};

/**
 * What a person has on between two instants, by start: it starts before `to`, and ends after `from` or has no length
 * and stands on it.
 */
export async function entriesInRange(
  userId: string,
  range: { from: string; to: string },
  pool: Pool,
): Promise<EntryPreview[]> {
  const values = [userId, range.from, range.to];
  return (await pool.query<EntryPreview>({ ...rangeStatement, values, types: instantsAsText })).rows;
}

/** Entries that recur are bounded, too: each is expanded for every range. */
const recurringLimit = 1000;

const recurringStatement = {
  name: "calendar.recurring",
  text: `select ${previewColumns}, exdates from calendar_entry
    where user_id = $1 and deleted_at is null and rrule is not null and starts_at < $2::timestamptz
    order by starts_at desc, id limit ${recurringLimit}`,
};

/** What of an entry that recurs says when it does so. */
export type RecurringPreview = EntryPreview & Pick<Entry, "exdates"> & { rrule: string };

/** Entries that recur and begin before an instant, those that begin last first. */
export async function recurringBefore(userId: string, to: string, pool: Pool): Promise<RecurringPreview[]> {
  const values = [userId, to];
  return (await pool.query<RecurringPreview>({ ...recurringStatement, values, types: instantsAsText })).rows;
}

const toEntry = (row: Row): Entry => ({
  id: row.id,
  ...entryFields.read(row),
  start: row.starts_at.toISOString(),
  end: row.ends_at.toISOString(),
  projectId: row.live_project,
  outcomeId: row.live_outcome,
  uid: row.uid,
  sequence: row.sequence,
  dateUpdated: row.updated_at.toISOString(),
});

/** Conditions of which each holds when a change says something else than a row of what guests were told. */
const differences = ({ start, end, allDay, timeZone, title, location }: Omit<EntryChanges, "id">) => [
  ...(start === undefined ? [] : [sql`starts_at <> ${new Date(start)}`]),
  ...(end === undefined ? [] : [sql`ends_at <> ${new Date(end)}`]),
  ...(allDay === undefined ? [] : [sql`all_day <> ${allDay}`]),
  ...(timeZone === undefined ? [] : [sql`time_zone <> ${timeZone}`]),
  ...(title === undefined ? [] : [sql`title <> ${title}`]),
  ...(location === undefined ? [] : [sql`location is distinct from ${location}`]),
];

/** The calendar of one person: every query is bound to the owner, and deleted entries are seen by `restore` alone. */
export const entriesOf = (userId: string, db: Db) => {
  const named = (id: string) =>
    db
      .selectFrom("calendar_entry")
      .selectAll()
      .select(links)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("deleted_at", "is", null);
  const find = async (id: string): Promise<Entry | null> => {
    const row = await named(id).executeTakeFirst();
    return row ? toEntry(row) : null;
  };
  return {
    find,

    /** As `find`; nobody else changes it until the transaction ends. */
    async lock(id: string): Promise<Entry | null> {
      const row = await named(id).forUpdate().executeTakeFirst();
      return row ? toEntry(row) : null;
    },

    /**
     * Times of what may be on between two instants, by start: entries that overlap the range, and every one that recurs
     * and began before its end. Nothing else of them is read.
     */
    async timesIn(range: { from: string; to: string }, most: number): Promise<EntryTimes[]> {
      const rows = await db
        .selectFrom("calendar_entry")
        .select(["type", "starts_at as start", "ends_at as end", "all_day as allDay", "time_zone as timeZone"])
        .select(["rrule", "exdates"])
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .where("starts_at", "<", new Date(range.to))
        .where((where) => where.or([where("ends_at", ">", new Date(range.from)), where("rrule", "is not", null)]))
        .orderBy("starts_at")
        .orderBy("id")
        .limit(most)
        .execute();
      return rows.map((row) => ({ ...row, start: row.start.toISOString(), end: row.end.toISOString() }));
    },

    /** One entry, deleted or not. */
    async findKept(id: string): Promise<(Entry & { isDeleted: boolean }) | null> {
      const row = await db
        .selectFrom("calendar_entry")
        .selectAll()
        .select(links)
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? { ...toEntry(row), isDeleted: row.deleted_at !== null } : null;
    },

    /**
     * Entries of a period by start, and every recurring one that began before its end.
     * @param family first code of the only family that is wanted; null for all
     */
    async published(range: { from: Date; to: Date }, family: number | null, most: number): Promise<Entry[]> {
      let found = db
        .selectFrom("calendar_entry")
        .selectAll()
        .select(links)
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .where("starts_at", "<", range.to)
        .where((where) => where.or([where("ends_at", ">", range.from), where("rrule", "is not", null)]));
      if (family !== null) found = found.where(sql<boolean>`starts_with(type, ${String(family / 1000)})`);
      return (await found.orderBy("starts_at").orderBy("id").limit(most).execute()).map(toEntry);
    },

    /** Everything that is not deleted, by start. */
    async all(): Promise<Entry[]> {
      const found = db
        .selectFrom("calendar_entry")
        .selectAll()
        .select(links)
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null);
      return (await found.orderBy("starts_at").orderBy("id").execute()).map(toEntry);
    },

    insert: (entry: NewEntry & { id: string; now: Date }): Promise<Entry> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const { rrule = null, location = null, link = null } = entry;
        const row = await trx
          .insertInto("calendar_entry")
          .values({
            id: entry.id,
            user_id: userId,
            starts_at: new Date(entry.start),
            ends_at: new Date(entry.end),
            ...entryFields.insert({ ...entry, rrule, location, link }),
            project_id: entry.projectId ?? null,
            outcome_id: entry.outcomeId ?? null,
            uid: `${entry.id}@pioneer`,
            created_at: entry.now,
            updated_at: entry.now,
          })
          .returningAll()
          .returning(links)
          .executeTakeFirstOrThrow();
        return { added: 1, answer: toEntry(row) };
      }),

    /** Changes the named fields; another time, title or place raises the iCalendar sequence (RFC 5546, 2.1.4). */
    async update(id: string, { id: _id, ...change }: EntryChanges, now: Date): Promise<Entry | null> {
      const differing = differences(change);
      const row = await db
        .updateTable("calendar_entry")
        .set({
          updated_at: now,
          ...(differing.length > 0
            ? { sequence: sql<number>`sequence + case when ${sql.join(differing, sql` or `)} then 1 else 0 end` }
            : {}),
          ...entryFields.update(change),
          ...(change.start === undefined ? {} : { starts_at: new Date(change.start) }),
          ...(change.end === undefined ? {} : { ends_at: new Date(change.end) }),
        })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .returningAll()
        .returning(links)
        .executeTakeFirst();
      return row ? toEntry(row) : null;
    },

    /** Takes it away so that it can be brought back. @returns whether it was there */
    async delete(id: string, now: Date): Promise<boolean> {
      return (await markDeleted(db, "calendar_entry", userId, [id], now)) > 0;
    },

    /** The outcome that an entry belongs to, whether either is deleted or not. */
    async outcomeIdOf(id: string): Promise<string | null> {
      const row = await db
        .selectFrom("calendar_entry")
        .select("outcome_id")
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.outcome_id ?? null;
    },

    /** Brings an entry back if it was deleted at exactly that instant. @returns whether it was */
    restoreDeletedAt: (id: string, deletedAt: Date): Promise<boolean> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("calendar_entry")
          .set({ deleted_at: null })
          .where("user_id", "=", userId)
          .where("id", "=", id)
          .where("deleted_at", "=", deletedAt)
          .executeTakeFirst();
        return { added: Number(numUpdatedRows), answer: numUpdatedRows > 0n };
      }),

    /** Brings back what was deleted after `since`; one that is there stays as it is. */
    restore: (id: string, since: Date): Promise<Entry | null> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const added = await bringBack(trx, "calendar_entry", userId, [id], since);
        return { added, answer: await entriesOf(userId, trx).find(id) };
      }),
  };
};
