import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { calendarContract } from "../contract.ts";
import { changeEntry, createEntry, deleteEntry, entryOf, listEntries, restoreEntry, titled } from "./usecases.ts";

const api = implement(calendarContract).$context<ApiContext>();

export const calendarHandlers = api.router({
  listEntryPreviews: api.listEntryPreviews.handler(async ({ context, input }) => ({
    entries: await listEntries(context.session.userId, input, context.deps),
  })),
  getEntry: api.getEntry.handler(async ({ context, input }) => ({
    entry: await entryOf(context.session.userId, input.id, context.deps.db),
  })),
  createEntry: api.createEntry.handler(async ({ context, input }) => ({
    entry: await createEntry(context.session.userId, await titled(input.enData, input.activeLanguage), context.deps),
  })),
  updateEntry: api.updateEntry.handler(async ({ context, input }) => ({
    entry: await changeEntry(context.session.userId, input, context.deps),
  })),
  deleteEntry: api.deleteEntry.handler(async ({ context, input }) => {
    await deleteEntry(context.session.userId, input.enData.entryId, context.deps);
    return { deleted: true as const };
  }),
  restoreEntry: api.restoreEntry.handler(async ({ context, input }) => ({
    entry: await restoreEntry(context.session.userId, input.id, context.deps),
  })),
});
