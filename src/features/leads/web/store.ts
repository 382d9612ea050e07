import { createBulkListStore } from "#src/ui/data/bulkListStore.ts";
import type { ListState } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { LeadChanges, LeadRow, LeadUpdate as Update, NewLead } from "../contract.ts";

type Query = Parameters<typeof api.leads.listLeads>[0];

/** A lead as the form has it; what is absent takes the default of the contract. */
export type LeadDraft = Partial<NewLead> & { name: string };

/** A change of one lead, with what the person saw before it where that matters. */
export type LeadUpdate = Pick<Update, "id" | "fields" | "was">;

/** Leads read at once: the most that one request may ask for. */
export const pageSize = 200;

/** What a change shows before the server answers. */
function patchOf(fields: LeadChanges): Partial<LeadRow> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** `leads`, specification section 4. Changes of several leads are all or none. */
export const leads = createBulkListStore<
  LeadRow,
  Query,
  LeadDraft,
  LeadUpdate,
  { id: string },
  LeadDraft[],
  LeadUpdate[]
>("leads", {
  fetch: {
    raised: "Failed to fetch leads",
    call: async (query, signal) => {
      // A record has the rest of its fields; counts come with the first page and stay.
      const asked = { limit: pageSize, fields: "table", counts: "true", ...query } as const;
      const { leads: items, ...page } = await api.leads.listLeads(asked, { signal });
      return { items, ...page };
    },
  },
  create: {
    raised: "Failed to create leads list",
    to: "front",
    tags: ["leads"],
    call: async (draft) => {
      const [created] = (await api.leads.createLeads({ enData: { leads: [draft] } })).leads;
      if (!created) throw new Error("no lead was answered");
      return created;
    },
  },
  update: {
    raised: "Failed to update leads",
    tags: ["leadCounts"],
    call: async (update) => {
      const answer = await api.leads.updateLeads(update);
      if (!("updatedLead" in answer)) throw new Error("no lead was answered");
      return answer.updatedLead;
    },
    id: ({ id }) => id,
    patch: ({ fields }) => patchOf(fields),
  },
  remove: {
    raised: "Failed to delete lead",
    tags: ["leads"],
    call: ({ id }) => api.leads.deleteLeads({ enData: { id } }),
    id: ({ id }) => id,
  },
  bulk: {
    create: {
      raised: "Failed to create leads list",
      call: async (drafts) => (await api.leads.createLeads({ enData: { leads: drafts } })).leads,
    },
    update: {
      raised: "Failed to update leads",
      call: async (updates) => {
        const answer = await api.leads.updateLeads({ updates });
        return "updatedLeads" in answer ? answer.updatedLeads : [];
      },
      patches: (updates) => updates.map(({ id, fields }) => ({ id, patch: patchOf(fields) })),
    },
    remove: { raised: "Failed to delete lead", call: (ids) => api.leads.deleteLeads({ enData: { ids } }) },
    restore: {
      raised: "Failed to create leads list",
      call: async (ids) => (await api.leads.restoreLeads({ ids })).leads,
    },
  },
});

export interface LeadsRoot {
  leads: ListState<LeadRow>;
}
export const selectLeads = (state: LeadsRoot): ListState<LeadRow> => state.leads;
