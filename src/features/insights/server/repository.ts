import type { Selectable } from "kysely";
import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { olderThan, type TimePosition } from "#src/platform/database/paged.ts";
import { markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Insight, InsightChanges, InsightStatus, NewInsight } from "../contract.ts";
import { maxInsights } from "../rules.ts";
import { insightFields, type InsightTables } from "./table.ts";

const ceiling: Ceiling = { table: "insight", most: maxInsights, code: "insights.limit", name: "insights" };

type Row = Selectable<InsightTables["insight"]> & { lead_name: string };

const toInsight = (row: Row): Insight => ({
  id: row.id,
  ...insightFields.read(row),
  leadName: row.lead_name,
  runId: row.run_id,
  dateCreated: row.created_at.toISOString(),
  dateUpdated: row.updated_at.toISOString(),
});

export interface InsightPage {
  limit: number;
  after?: TimePosition | undefined;
  leadId?: string | undefined;
  status?: InsightStatus | undefined;
}

/** The outreach insights of one person. One whose lead is deleted is not there, until the lead is. */
export const insightsOf = (userId: string, db: Db) => {
  const present = () =>
    db
      .selectFrom("insight")
      .innerJoin("lead", "lead.id", "insight.lead_id")
      .selectAll("insight")
      .select("lead.name as lead_name")
      .where("insight.user_id", "=", userId)
      .where("insight.deleted_at", "is", null)
      .where("lead.deleted_at", "is", null);

  return {
    async page(query: InsightPage): Promise<Insight[]> {
      let rows = present();
      if (query.after) rows = rows.where(olderThan("insight.created_at", "insight.id", query.after));
      if (query.leadId) rows = rows.where("insight.lead_id", "=", query.leadId);
      if (query.status) rows = rows.where("insight.status", "=", query.status);
      return (
        await rows.orderBy("insight.created_at", "desc").orderBy("insight.id", "desc").limit(query.limit).execute()
      ).map(toInsight);
    },

    async named(ids: string[]): Promise<Insight[]> {
      return (await present().where("insight.id", "in", ids).execute()).map(toInsight);
    },

    insert: (insights: (NewInsight & { id: string; runId: string | null })[], now: Date): Promise<void> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        await trx
          .insertInto("insight")
          .values(
            insights.map((insight) => ({
              id: insight.id,
              user_id: userId,
              ...insightFields.insert(insight),
              run_id: insight.runId,
              created_at: now,
              updated_at: now,
              deleted_at: null,
            })),
          )
          .execute();
        return { added: insights.length, answer: undefined };
      }),

    /** @returns whether it was there */
    async update(id: string, change: InsightChanges, now: Date): Promise<boolean> {
      const result = await db
        .updateTable("insight")
        .set({ ...insightFields.update(change), updated_at: now })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .where("lead_id", "in", (eb) => eb.selectFrom("lead").select("lead.id").where("lead.deleted_at", "is", null))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** @returns whether it was there */
    async delete(id: string, now: Date): Promise<boolean> {
      return (await markDeleted(db, "insight", userId, [id], now)) > 0;
    },
  };
};
