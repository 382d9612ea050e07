import { sql, type Insertable, type Selectable } from "kysely";
import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { bringBack, markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Lead, NewLead } from "../contract.ts";
import { maxLeads, searchText, sortKey } from "../rules.ts";
import { leadFields, type LeadTables } from "./table.ts";

const ceiling: Ceiling = { table: "lead", most: maxLeads, code: "leads.limit", name: "leads" };

type Row = Selectable<LeadTables["lead"]>;

/** A link to a project, while that is not deleted. */
const liveProject = sql<
  string | null
>`(select project.id from project where project.id = lead.project_id and project.deleted_at is null)`.as("project_id");

/** All but what only the list needs. */
const columns = ["id", "run_id", ...leadFields.columns, "created_at", "updated_at"] as const;

type LeadRow = Pick<Row, (typeof columns)[number] | "project_id">;

const toLead = (row: LeadRow): Lead => ({
  id: row.id,
  ...leadFields.read(row),
  projectId: row.project_id,
  runId: row.run_id,
  dateCreated: row.created_at.toISOString(),
  dateUpdated: row.updated_at.toISOString(),
});

/** A lead as it is written: all of it, since what it is found by depends on many of its fields. */
export type WrittenLead = NewLead & { id: string; projectId: string | null; runId: string | null; dateCreated: Date };

const toRow = (userId: string, lead: WrittenLead, now: Date): Insertable<LeadTables["lead"]> => ({
  id: lead.id,
  user_id: userId,
  project_id: lead.projectId,
  run_id: lead.runId,
  ...leadFields.insert(lead),
  name_key: sortKey(lead.name),
  city_key: sortKey(lead.address.city) || null,
  category_key: sortKey(lead.category),
  search: searchText(lead),
  created_at: lead.dateCreated,
  updated_at: now,
  deleted_at: null,
});

/** Columns that an update writes: all that a person may change and what follows from them. */
const changeable = [...leadFields.columns, "name_key", "city_key", "category_key", "search", "updated_at"] as const;

/** The leads of one person: every query is bound to the owner, and what is deleted is not there. */
export const leadsOf = (userId: string, db: Db) => {
  const present = () =>
    db
      .selectFrom("lead")
      .select([...columns, liveProject])
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null);
  return {
    async find(id: string): Promise<Lead | null> {
      const row = await present().where("id", "=", id).executeTakeFirst();
      return row ? toLead(row) : null;
    },

    /** @returns what the leads are recognised by, oldest first, without those that one run created */
    recognised: (exceptRunId: string) =>
      db
        .selectFrom("lead")
        .select(["id", "name", "email", "phone", "website", "source"])
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .where("run_id", "is distinct from", exceptRunId)
        .orderBy("created_at")
        .orderBy("id")
        .execute(),

    /** @returns the newest leads, at most so many */
    async newest(most: number): Promise<Lead[]> {
      const newest = present().orderBy("created_at", "desc").orderBy("id", "desc");
      return (await newest.limit(most).execute()).map(toLead);
    },

    /** @returns those of the named leads that are there, in no order */
    async named(ids: string[]): Promise<Lead[]> {
      return ids.length === 0 ? [] : (await present().where("id", "in", ids).execute()).map(toLead);
    },

    /** Locks the named leads until the transaction ends, in the order of their ids. @returns those that are there */
    async lock(ids: string[]): Promise<Lead[]> {
      const rows = await present().where("id", "in", ids).orderBy("id").forUpdate().execute();
      return rows.map(toLead);
    },

    /** @returns the leads in the given order */
    insert: (leads: WrittenLead[], now: Date): Promise<Lead[]> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const rows = await trx
          .insertInto("lead")
          .values(leads.map((lead) => toRow(userId, lead, now)))
          .returning([...columns, liveProject])
          .execute();
        const ids = leads.map(({ id }) => id);
        return { added: rows.length, answer: inOrder(ids, rows.map(toLead)) };
      }),

    /** Writes leads that this transaction has locked, all in one statement. @returns them in the given order */
    async write(leads: WrittenLead[], now: Date): Promise<Lead[]> {
      const rows = await db
        .insertInto("lead")
        .values(leads.map((lead) => toRow(userId, lead, now)))
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet((eb) =>
            // The columns of the row that could not be inserted.
            Object.fromEntries(changeable.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
        )
        .returning([...columns, liveProject])
        .execute();
      return inOrder(
        leads.map(({ id }) => id),
        rows.map(toLead),
      );
    },

    /** @returns how many were there */
    delete: (ids: string[], now: Date): Promise<number> => markDeleted(db, "lead", userId, ids, now),

    /** Erases the deleted leads of a run. @returns whether none of its leads is left */
    async eraseOfRun(runId: string): Promise<boolean> {
      const ofRun = db.deleteFrom("lead").where("user_id", "=", userId).where("run_id", "=", runId);
      await ofRun.where("deleted_at", "is not", null).execute();
      const left = await db
        .selectFrom("lead")
        .select("id")
        .where("user_id", "=", userId)
        .where("run_id", "=", runId)
        .executeTakeFirst();
      return left === undefined;
    },

    /** Brings back what was deleted after `since`. @returns the named leads that are there now, in the given order */
    restore: (ids: string[], since: Date): Promise<Lead[]> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const added = await bringBack(trx, "lead", userId, ids, since);
        return { added, answer: inOrder(ids, await leadsOf(userId, trx).lock(ids)) };
      }),
  };
};

function inOrder(ids: string[], leads: Lead[]): Lead[] {
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
