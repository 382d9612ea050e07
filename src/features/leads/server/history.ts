import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Pool } from "pg";
import { newId } from "#src/kit/ids.ts";
import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { instantsAsText } from "#src/platform/database/instants.ts";
import type { TimePosition } from "#src/platform/database/paged.ts";
import { bringBack, markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { LeadNote, NewLead, TimelineItem } from "../contract.ts";
import { maxTimelineChanges, maxNotes } from "../rules.ts";
import { leadFields } from "./table.ts";

const ceiling: Ceiling = { table: "lead_note", most: maxNotes, code: "leads.noteLimit", name: "notes" };

/** Code points of a value that a change shows. */
const shownLength = 200;

/** A field in words or codes; null for what has no short form, as own fields. */
function inWords(value: unknown): string | null {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return inWords(value.join(", "));
  if (typeof value === "object") return null;
  const letters = Array.from(String(value));
  return letters.length > shownLength ? `${letters.slice(0, shownLength - 1).join("")}…` : letters.join("");
}

/** Where a lead is, in one line. */
const addressLine = ({ street, zip, city, country }: NewLead["address"]): string =>
  [street, [zip, city].filter(Boolean).join(" "), country].filter(Boolean).join(", ");

/** Fields whose changes say nothing to a person. */
const silent: ReadonlySet<string> = new Set(["lat", "lon", "osmTags", "source"]);

/** What became of a lead, field by field. */
export function changesBetween(
  before: NewLead,
  after: NewLead,
): { field: keyof NewLead; before: string | null; after: string | null }[] {
  return leadFields.names.flatMap((field) => {
    if (silent.has(field) || isDeepStrictEqual(before[field], after[field])) return [];
    // The last contact is an instant that may be written in several ways.
    if (field === "lastContactAt" && Date.parse(before[field] ?? "") === Date.parse(after[field] ?? "")) return [];
    const [old, now] =
      field === "address"
        ? [addressLine(before.address), addressLine(after.address)]
        : [inWords(before[field]), inWords(after[field])];
    return [{ field, before: old, after: now }];
  });
}

/** Notes and changes of one person's leads. */
export const historyOf = (userId: string, db: Db) => ({
  /** Records changes of leads that this transaction has locked; of each lead only the newest ones are kept. */
  async record(pairs: readonly { before: NewLead & { id: string }; after: NewLead }[], now: Date): Promise<void> {
    const rows = pairs.flatMap(({ before, after }) =>
      changesBetween(before, after).map((change) => ({
        id: newId(),
        user_id: userId,
        lead_id: before.id,
        ...change,
        created_at: now,
      })),
    );
    if (rows.length === 0) return;
    await db.insertInto("lead_change").values(rows).execute();
    const ids = [...new Set(rows.map((row) => row.lead_id))];
    await sql`delete from lead_change where id in (
      select older.id from unnest(${ids}::uuid[]) as named (lead_id)
      cross join lateral (select c.id from lead_change c where c.lead_id = named.lead_id
        order by c.created_at desc, c.id desc offset ${maxTimelineChanges}) older)`.execute(db);
  },

  addNote: (note: LeadNote, now: Date): Promise<void> =>
    belowCeiling(ceiling, userId, db, async (trx) => {
      const { id, leadId, text } = note;
      await trx
        .insertInto("lead_note")
        .values({ id, user_id: userId, lead_id: leadId, text, created_at: now, deleted_at: null })
        .execute();
      return { added: 1, answer: undefined };
    }),

  /** One that is not deleted, of a lead that is not deleted. */
  async note(id: string): Promise<LeadNote | null> {
    const row = await db
      .selectFrom("lead_note")
      .innerJoin("lead", "lead.id", "lead_note.lead_id")
      .select(["lead_note.id", "lead_id", "text", "lead_note.created_at"])
      .where("lead_note.user_id", "=", userId)
      .where("lead_note.id", "=", id)
      .where("lead_note.deleted_at", "is", null)
      .where("lead.deleted_at", "is", null)
      .executeTakeFirst();
    return row ? { id: row.id, leadId: row.lead_id, text: row.text, dateCreated: row.created_at.toISOString() } : null;
  },

  /** @returns whether it was there */
  deleteNote: async (id: string, now: Date): Promise<boolean> =>
    (await markDeleted(db, "lead_note", userId, [id], now)) > 0,

  /** Brings back a note deleted after `since`. */
  restoreNote: (id: string, since: Date): Promise<void> =>
    belowCeiling(ceiling, userId, db, async (trx) => ({
      added: await bringBack(trx, "lead_note", userId, [id], since),
      answer: undefined,
    })),
});

/** $1 person, $2 lead, $3 instant and $4 id of the last one shown, $5 how many. */
const part = (columns: string, from: string, at: string, id: string): string =>
  `(select ${columns} from ${from} and (${at}, ${id}) < ($3::timestamptz, $4::uuid) order by ${at} desc, ${id} desc limit $5)`;

/** Columns of a kind under the names of an answer; what a kind has not is null. */
function columnsOf(kind: TimelineItem["kind"], id: string, at: string, more: Partial<Record<string, string>>): string {
  const rest = ["text", "field", "before", "after", "channel", "status"].map(
    (name) => `${more[name] ?? "null::text"} as "${name}"`,
  );
  return [
    `'${kind}' as kind`,
    `${id} as id`,
    `${at} as at`,
    ...rest,
    `${more["projectId"] ?? "null::uuid"} as "projectId"`,
  ].join(", ");
}

const timeline = {
  name: "leads.timeline",
  text: `select * from (
    ${part(
      columnsOf("note", "n.id", "n.created_at", { text: "n.text" }),
      "lead_note n where n.user_id = $1 and n.lead_id = $2 and n.deleted_at is null",
      "n.created_at",
      "n.id",
    )}
    union all ${part(
      columnsOf("change", "c.id", "c.created_at", { field: "c.field", before: "c.before", after: "c.after" }),
      "lead_change c where c.user_id = $1 and c.lead_id = $2",
      "c.created_at",
      "c.id",
    )}
    union all ${part(
      columnsOf("message", "i.id", "i.created_at", { text: "i.subject", channel: "i.channel", status: "i.status" }),
      "insight i where i.user_id = $1 and i.lead_id = $2 and i.deleted_at is null",
      "i.created_at",
      "i.id",
    )}
    union all ${part(
      columnsOf("run", "r.id", "r.created_at", {
        text: "r.workflow",
        status: "r.status",
        projectId: "(select p.id from project p where p.id = r.project_id and p.deleted_at is null)",
      }),
      `run r where r.user_id = $1 and r.id in (
        select l.run_id from lead l where l.user_id = $1 and l.id = $2
        union select i.run_id from insight i where i.user_id = $1 and i.lead_id = $2 and i.deleted_at is null)`,
      "r.created_at",
      "r.id",
    )}
    union all ${part(
      columnsOf("created", "l.id", "l.created_at", { text: "l.source ->> 'adapter'" }),
      "lead l where l.user_id = $1 and l.id = $2",
      "l.created_at",
      "l.id",
    )}
  ) items order by at desc, id desc limit $5`,
};

/** What happened to a lead, newest first, at most `limit`. Whose lead it is has been looked at. */
export async function timelineOf(
  userId: string,
  query: { leadId: string; limit: number; after: TimePosition | undefined },
  pool: Pool,
): Promise<TimelineItem[]> {
  const [at, id] = query.after ?? ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
  const values = [userId, query.leadId, at, id, query.limit];
  return (await pool.query<TimelineItem>({ ...timeline, values, types: instantsAsText })).rows;
}
