import { z } from "zod";
import { conflict, notFound } from "#src/kit/errors.ts";
import { id } from "#src/kit/schemas.ts";
import { requireAccount } from "#src/features/account/server/usecases.ts";
import type { Lead } from "#src/features/leads/contract.ts";
import { leadsOf, noteContacts } from "#src/features/leads/server/usecases.ts";
import { type PageQuery, pagedByTime } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import { invalidProposal, type Effect } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import {
  insightChanges,
  newInsight,
  type Insight,
  type InsightChanges,
  type InsightStatus,
  type NewInsight,
} from "../contract.ts";
import { insightsOf } from "./repository.ts";

export async function listInsights(
  userId: string,
  query: PageQuery & { leadId?: string | undefined; status?: InsightStatus | undefined },
  db: Db,
): Promise<{ insights: Insight[]; nextCursor?: string }> {
  const { rows: insights, ...more } = await pagedByTime(
    query,
    (after, limit) => insightsOf(userId, db).page({ ...query, limit, after }),
    (last) => [last.dateCreated, last.id],
  );
  return { insights, ...more };
}

/** States in which a message goes out or has gone out by the person's own doing. */
const released: ReadonlySet<InsightStatus> = new Set(["approved", "sent"]);

/** Refuses to release a message that must not be sent, whatever the page that asks shows. */
function requireMaySend(lead: Lead, channel: Insight["channel"]): void {
  if (lead.doNotContact) throw conflict("insights.doNotContact", "The lead wants no contact");
  // A letter to a company needs no basis of its own, see domain/coldContact.ts of the workflows.
  if (lead.legalBasis === "none" && channel !== "letter")
    throw conflict("insights.noBasis", "The lead has no legal basis");
}

/**
 * Creates insights inside a transaction, all or none: a lead that is not the person's own refuses the whole list.
 * @returns them in the given order
 * @throws ProductError 404 for such a lead, 409 for a released message to one that wants none or has no legal basis
 */
export async function addInsights(
  userId: string,
  insights: NewInsight[],
  deps: Pick<Deps, "now" | "newId"> & { db: Db },
  runId: string | null = null,
): Promise<Insight[]> {
  const ids = [...new Set(insights.map(({ leadId }) => leadId))];
  const leads = new Map((await leadsOf(userId, deps.db).lock(ids)).map((lead) => [lead.id, lead]));
  if (leads.size < ids.length) throw notFound("Lead not found");
  const sent = new Set<Lead>();
  for (const { leadId, status, channel } of insights) {
    const lead = leads.get(leadId);
    if (!lead || !released.has(status)) continue;
    requireMaySend(lead, channel);
    if (status === "sent") sent.add(lead);
  }
  if (sent.size > 0) await noteContacts(userId, [...sent], deps);
  // The newest stands first in the list: ids are given from the end, so that the list keeps the given order.
  const made = insights
    .toReversed()
    .map((insight) => ({ ...insight, id: deps.newId(), runId }))
    .toReversed();
  const all = insightsOf(userId, deps.db);
  await all.insert(made, deps.now());
  const byId = new Map((await all.named(made.map((insight) => insight.id))).map((insight) => [insight.id, insight]));
  return made.flatMap((insight) => byId.get(insight.id) ?? []);
}

/**
 * `addInsights` in a transaction of its own.
 * @throws ProductError 404 for a lead that is not the person's, 401 when the person was deleted meanwhile
 */
export const createInsights = (
  userId: string,
  insights: NewInsight[],
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<Insight[]> =>
  deps.db.transaction().execute(async (trx) => {
    // The person before the leads, in the order in which both are deleted.
    await requireAccount(userId, trx);
    return addInsights(userId, insights, { ...deps, db: trx });
  });

/**
 * Changes an insight. One that becomes sent is the last contact of its lead.
 * @returns the changed insight
 * @throws ProductError 409 for releasing a message to a lead that wants none or has no legal basis
 */
export async function changeInsight(
  userId: string,
  change: { id: string; fields: InsightChanges },
  deps: Pick<Deps, "db" | "now">,
): Promise<Insight> {
  return deps.db.transaction().execute(async (trx) => {
    const insights = insightsOf(userId, trx);
    const [before] = await insights.named([change.id]);
    if (!before) throw notFound("Insight not found");
    const { status = before.status, channel = before.channel } = change.fields;
    if (released.has(status) && (status !== before.status || channel !== before.channel)) {
      const [lead] = await leadsOf(userId, trx).lock([before.leadId]);
      if (!lead) throw notFound("Insight not found");
      requireMaySend(lead, channel);
      if (status === "sent" && before.status !== "sent") await noteContacts(userId, [lead], { db: trx, now: deps.now });
    }
    if (!(await insights.update(change.id, change.fields, deps.now()))) throw notFound("Insight not found");
    const [insight] = await insights.named([change.id]);
    if (!insight) throw notFound("Insight not found");
    return insight;
  });
}

/** About a lead that is there (`leadId`), or about one that the same run proposes (`leadKey`). */
const proposedInsight = newInsight
  .extend({ leadId: id.optional(), leadKey: z.string().optional() })
  .refine(({ leadId, leadKey }) => leadId !== undefined || leadKey !== undefined, "must name a lead");

/** Fields in which a message follows an edited document. */
const revised = insightChanges.keyof().exclude(["status"]).options;

/** A proposed insight becomes one about its lead. */
export const insightEffect: Effect<z.infer<typeof proposedInsight>> = {
  kind: "insight",
  schema: proposedInsight,
  dependsOn: "leadKey",
  async create({ leadId: known, leadKey, ...insight }, { userId, runId, dependency, ...deps }) {
    const leadId = leadKey === undefined ? known : dependency;
    if (!leadId) throw invalidProposal();
    const [made] = await addInsights(userId, [{ ...insight, leadId }], deps, runId);
    if (!made) throw new Error("a created insight is answered");
    return made.id;
  },
  async remove(userId, insightId, { db, now }) {
    await insightsOf(userId, db).delete(insightId, now());
    return true;
  },
  revision: {
    fields: () => revised,
    async read(userId, insightId, db) {
      const [insight] = await insightsOf(userId, db).named([insightId]);
      return insight ? { fields: insight, isFinal: insight.status !== "draft" && insight.status !== "approved" } : null;
    },
    async write(userId, insightId, fields, { db, now }) {
      // What was approved was approved in other words.
      const change = { ...insightChanges.parse(fields), status: "draft" } as const;
      await insightsOf(userId, db).update(insightId, change, now());
    },
  },
};

declare module "#src/platform/effect.ts" {
  interface EffectKinds {
    insight: true;
  }
}
