import { createRecordStore, type RecordState } from "#src/kit/recordStore.ts";
import { api } from "#src/shell/api.ts";
import type { Dashboard } from "../contract.ts";

/**
 * What the first page shows today in the person's zone, and the counts beside the sidebar's links. The store fetches it
 * again whenever a run starts or ends.
 */
export const dashboard = createRecordStore<Dashboard>("dashboard", {
  fetch: {
    raised: "Failed to fetch dashboard",
    call: (signal) => api.dashboard.getDashboard({}, { signal }),
  },
});

export interface DashboardRoot {
  dashboard: RecordState<Dashboard>;
}
export const selectDashboard = (state: DashboardRoot): RecordState<Dashboard> => state.dashboard;
