import { createRecordStore, type RecordState } from "#src/ui/data/recordStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { ListedRun } from "../contract.ts";

/** Runs of this person that have not ended, as the server has them. */
export const openRuns = createRecordStore<ListedRun[]>("openRuns", {
  fetch: {
    raised: "Failed to fetch runs",
    call: async (signal) => (await api.runs.listRuns({ status: "open" }, { signal })).runs,
  },
});

export interface OpenRunsRoot {
  openRuns: RecordState<ListedRun[]>;
}
export const selectOpenRuns = (state: OpenRunsRoot): RecordState<ListedRun[]> => state.openRuns;
