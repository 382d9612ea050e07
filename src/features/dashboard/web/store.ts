import { queryOptions } from "@tanstack/react-query";
import { api } from "#src/ui/client/api.ts";

/**
 * What the first page shows today in the person's zone, and the counts beside the sidebar's links: read again whenever
 * a run starts or ends, and when records that it counts come, go or move to another day.
 */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => api.dashboard.getDashboard({}, { signal }),
  meta: { tags: ["runs", "projects", "leads", "calendar", "outcomes"] },
  staleTime: Infinity,
});
