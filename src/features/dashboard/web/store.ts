import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { createRecordStore, type RecordState } from "#src/ui/data/recordStore.ts";
import { api } from "#src/ui/client/api.ts";
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

let isWarm = false;

/** Fetches ahead of the page, which then takes what is there: it is painted once, and asked for once. */
export function prefetchDashboard(dispatch: Dispatch): Promise<unknown> {
  isWarm = true;
  return dispatch(dashboard.fetch());
}

/** True for the page that was fetched ahead, once. */
export function takePrefetchedDashboard(): boolean {
  const was = isWarm;
  isWarm = false;
  return was;
}

export interface DashboardRoot {
  dashboard: RecordState<Dashboard>;
}
export const selectDashboard = (state: DashboardRoot): RecordState<Dashboard> => state.dashboard;
