import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { leadsContract } from "../contract.ts";
import {
  changeLeads,
  changeView,
  createLeads,
  createNote,
  createView,
  deleteLeads,
  deleteNote,
  deleteView,
  leadOf,
  leadTimeline,
  listLeads,
  listViews,
  restoreLeads,
  restoreNote,
  restoreView,
} from "./usecases.ts";

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
  getTimeline: api.getTimeline.handler(({ context: { session, deps }, input }) =>
    leadTimeline(session.userId, input, deps),
  ),
  createNote: api.createNote.handler(async ({ context: { session, deps }, input }) => ({
    note: await createNote(session.userId, input.enData, deps),
  })),
  deleteNote: api.deleteNote.handler(async ({ context: { session, deps }, input }) => {
    await deleteNote(session.userId, input.enData.id, deps);
    return { deleted: true as const };
  }),
  restoreNote: api.restoreNote.handler(async ({ context: { session, deps }, input }) => ({
    note: await restoreNote(session.userId, input.id, deps),
  })),
  listViews: api.listViews.handler(({ context: { session, deps } }) => listViews(session.userId, deps)),
  createView: api.createView.handler(async ({ context: { session, deps }, input }) => ({
    view: await createView(session.userId, input.enData, deps),
  })),
  updateView: api.updateView.handler(async ({ context: { session, deps }, input }) => ({
    view: await changeView(session.userId, input, deps.db),
  })),
  deleteView: api.deleteView.handler(async ({ context: { session, deps }, input }) => {
    await deleteView(session.userId, input.enData.id, deps);
    return { deleted: true as const };
  }),
  restoreView: api.restoreView.handler(async ({ context: { session, deps }, input }) => ({
    view: await restoreView(session.userId, input.id, deps),
  })),
});
