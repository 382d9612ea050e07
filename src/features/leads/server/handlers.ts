import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { leadsContract } from "../contract.ts";
import { changeLeads, createLeads, deleteLeads, leadOf, listLeads, restoreLeads } from "./usecases.ts";

const api = implement(leadsContract).$context<ApiContext>();

export const leadsHandlers = api.router({
  listLeads: api.listLeads.handler(({ context, input }) => listLeads(context.session.userId, input, context.deps)),
  getLead: api.getLead.handler(async ({ context, input }) => ({
    lead: await leadOf(context.session.userId, input.id, context.deps.db),
  })),
  createLeads: api.createLeads.handler(async ({ context, input }) => ({
    leads: await createLeads(context.session.userId, input.enData.leads, context.deps),
  })),
  updateLeads: api.updateLeads.handler(async ({ context, input }) => {
    if ("updates" in input)
      return { updatedLeads: await changeLeads(context.session.userId, input.updates, context.deps) };
    const [updatedLead] = await changeLeads(context.session.userId, [input], context.deps);
    if (!updatedLead) throw new Error("a changed lead is answered");
    return { updatedLead };
  }),
  deleteLeads: api.deleteLeads.handler(async ({ context, input }) => {
    const { enData } = input;
    const ids = "ids" in enData ? enData.ids : [enData.id];
    return { deleted: await deleteLeads(context.session.userId, ids, context.deps) };
  }),
  restoreLeads: api.restoreLeads.handler(async ({ context, input }) => ({
    leads: await restoreLeads(context.session.userId, input.ids, context.deps),
  })),
});
