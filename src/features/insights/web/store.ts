import { createListStore, type ListState } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { Insight, InsightChanges, NewInsight } from "../contract.ts";

type Query = Parameters<typeof api.insights.listInsights>[0];

/** An insight as a person begins it; what is absent takes the default of the contract. */
export type InsightDraft = Partial<NewInsight> & { leadId: string };

export interface InsightUpdate {
  id: string;
  fields: InsightChanges;
}

/** `leadsOutreachInsights`, specification section 4: a created one goes to the front. Nothing deletes one. */
export const leadsOutreachInsights = createListStore<Insight, Query, InsightDraft, InsightUpdate, never>(
  "leadsOutreachInsights",
  {
    fetch: {
      raised: "Failed to fetch insights",
      call: async (query, signal) => {
        const { insights, nextCursor } = await api.insights.listInsights(query, { signal });
        return { items: insights, nextCursor };
      },
    },
    create: {
      raised: "Failed to create insights list",
      to: "front",
      tags: ["insights"],
      call: async (draft) => (await api.insights.createInsights({ enData: { insights: [draft] } })).insight,
    },
    update: {
      raised: "Failed to update insight",
      tags: ["insights"],
      call: async (update) => (await api.insights.updateInsight(update)).insight,
      id: ({ id }) => id,
      patch: ({ fields }) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    },
    remove: {
      raised: "Failed to update insight",
      call: () => Promise.reject(new Error("An insight goes with its lead")),
      id: () => "",
    },
  },
);

export interface InsightsRoot {
  leadsOutreachInsights: ListState<Insight>;
}
export const selectInsights = (state: InsightsRoot): ListState<Insight> => state.leadsOutreachInsights;
