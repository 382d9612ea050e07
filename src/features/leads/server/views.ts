import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { bringBack, markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { LeadView, LeadViewFilters } from "../contract.ts";
import { maxViews } from "../rules.ts";

const ceiling: Ceiling = { table: "lead_view", most: maxViews, code: "leads.viewLimit", name: "saved views" };

/** The saved views of one person: every query is bound to the owner, and what is deleted is not there. */
export const viewsOf = (userId: string, db: Db) => {
  const present = () =>
    db
      .selectFrom("lead_view")
      .select(["id", "name", "filters"])
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null);
  return {
    /** Oldest first. */
    list: (): Promise<LeadView[]> => present().orderBy("created_at").orderBy("id").execute(),

    find: async (id: string): Promise<LeadView | undefined> => present().where("id", "=", id).executeTakeFirst(),

    insert: ({ id, name, filters }: LeadView, now: Date): Promise<void> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        await trx
          .insertInto("lead_view")
          .values({ id, user_id: userId, name, filters: JSON.stringify(filters), created_at: now, deleted_at: null })
          .execute();
        return { added: 1, answer: undefined };
      }),

    async update(
      id: string,
      { name, filters }: { name?: string | undefined; filters?: LeadViewFilters | undefined },
    ): Promise<LeadView | undefined> {
      return db
        .updateTable("lead_view")
        .set({
          // Without a change the row is written as it is.
          id,
          ...(name === undefined ? {} : { name }),
          ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
        })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .returning(["id", "name", "filters"])
        .executeTakeFirst();
    },

    /** @returns whether it was there */
    delete: async (id: string, now: Date): Promise<boolean> =>
      (await markDeleted(db, "lead_view", userId, [id], now)) > 0,

    /** Brings back a view deleted after `since`. */
    restore: (id: string, since: Date): Promise<void> =>
      belowCeiling(ceiling, userId, db, async (trx) => ({
        added: await bringBack(trx, "lead_view", userId, [id], since),
        answer: undefined,
      })),
  };
};
