import { api } from "#src/ui/client/api.ts";
import { invalidate, type Tag } from "#src/ui/data/queryClient.ts";
import type { DeletedKind } from "../rules.ts";

/** Records of one request; every area takes as many. */
const atOnce = 100;

const calls: Record<DeletedKind, { tag: Tag; restore: (ids: string[]) => Promise<unknown> }> = {
  project: { tag: "projects", restore: oneByOne((id) => api.projects.restoreProject({ id })) },
  calendarEntry: { tag: "calendar", restore: oneByOne((id) => api.calendar.restoreEntry({ id })) },
  outcome: { tag: "outcomes", restore: (ids) => api.outcomes.restoreOutcomes({ ids }) },
  lead: { tag: "leads", restore: (ids) => api.leads.restoreLeads({ ids }) },
  leadNote: { tag: "leads", restore: oneByOne((id) => api.leads.restoreNote({ id })) },
  leadView: { tag: "leads", restore: oneByOne((id) => api.leads.restoreView({ id })) },
};

function oneByOne(restore: (id: string) => Promise<unknown>) {
  return async (ids: string[]): Promise<void> => {
    for (const id of ids) await restore(id);
  };
}

/**
 * Restores deleted records of one kind. What was restored before a request failed stays, and asking again is safe.
 * @throws the refusal of the first request that failed
 */
export async function restoreRecords(kind: DeletedKind, ids: readonly string[]): Promise<void> {
  const { tag, restore } = calls[kind];
  try {
    for (let at = 0; at < ids.length; at += atOnce) await restore(ids.slice(at, at + atOnce));
  } finally {
    // A restored content item brings its calendar entry along.
    invalidate(tag, "calendar", "deletions", "dashboard");
  }
}
