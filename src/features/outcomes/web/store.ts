import { createListStore, type ListState } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { Outcome } from "../contract.ts";

type Query = Parameters<typeof api.outcomes.listOutcomes>[0];
type NewOutcome = Parameters<typeof api.outcomes.createOutcome>[0]["enData"];
type OutcomeUpdate = Parameters<typeof api.outcomes.updateOutcome>[0];

/** `scheduledOutcomes`: a created one goes to the front. */
export const scheduledOutcomes = createListStore<Outcome, Query, NewOutcome, OutcomeUpdate, { id: string }>(
  "scheduledOutcomes",
  {
    fetch: {
      raised: "Failed to fetch scheduled outcomes",
      call: async (query, signal) => {
        const { outcomes, nextCursor } = await api.outcomes.listOutcomes(query, { signal });
        return { items: outcomes, nextCursor };
      },
    },
    create: {
      raised: "Failed to create scheduled outcome",
      to: "front",
      tags: ["outcomes"],
      call: async (enData) => (await api.outcomes.createOutcome({ enData, withEntry: true })).outcome,
    },
    update: {
      raised: "Failed to update scheduled outcome",
      tags: ["outcomeCounts"],
      call: async (input) => (await api.outcomes.updateOutcome(input)).outcome,
      id: (input) => input.id,
      patch: ({ updates }) => definedOnly(updates),
    },
    remove: {
      raised: "Failed to delete outcome",
      tags: ["outcomes"],
      call: ({ id }) => api.outcomes.deleteOutcome({ enData: { id } }),
      id: ({ id }) => id,
    },
  },
);

/** Outcomes read at once: the most that one request may ask for. */
const pageSize = 200;

/** A person's scheduled outcomes by planned date. */
export const ownOutcomes = { limit: pageSize };

/** Updates without the fields that are left as they are. */
export function definedOnly(updates: OutcomeUpdate["updates"]): Partial<Outcome> {
  return Object.fromEntries(Object.entries(updates).filter(([, value]) => value !== undefined));
}

export interface OutcomesRoot {
  scheduledOutcomes: ListState<Outcome>;
}
export const selectOutcomes = (state: OutcomesRoot): ListState<Outcome> => state.scheduledOutcomes;
