import { queryOptions } from "@tanstack/react-query";
import { api } from "#src/ui/client/api.ts";

/** Between two looks for a reward while one may come; milliseconds. */
const pollMs = 60_000;

/** Rewards that the person has not been told of; read again while one may come, and around each run. */
export const rewardsQuery = queryOptions({
  queryKey: ["invites", "rewards"],
  queryFn: ({ signal }) => api.invites.listRewards(undefined, { signal }),
  meta: { tags: ["runs"], isLive: true },
  refetchInterval: ({ state }) => (state.data?.isPending === true ? pollMs : false),
});
