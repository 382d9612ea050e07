import { createRecordStore, type RecordState } from "#src/kit/recordStore.ts";
import { api } from "#src/shell/api.ts";
import type { Run } from "../contract.ts";

/** Runs of this person that have not ended, as the server has them. */
export const openRuns = createRecordStore<Run[]>("openRuns", {
  fetch: {
    raised: "Failed to fetch runs",
    call: async (signal) => (await api.runs.listRuns({ status: "open", limit: 20 }, { signal })).runs,
  },
});

export interface OpenRunsRoot {
  openRuns: RecordState<Run[]>;
}
export const selectOpenRuns = (state: OpenRunsRoot): RecordState<Run[]> => state.openRuns;
