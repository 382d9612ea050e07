import { queryOptions } from "@tanstack/react-query";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import type { Invite, InviteOverview } from "../contract.ts";

/** Rows read at once. */
const pageSize = 50;

/** Whom the person has invited, page by page, with the link and what it brought. */
export const useInvites = () =>
  useCursorPages<Invite, InviteOverview>(
    ["invites", "list"],
    async (page, options) => {
      const { invites, overview, nextCursor } = await api.invites.listInvites(page, options);
      return { items: invites, extra: overview, nextCursor };
    },
    { pageSize },
  );

/** Between two looks for a reward while one may come; milliseconds. */
const pollMs = 60_000;

/** Rewards that the person has not been told of; read again while one may come, and around each run. */
export const rewardsQuery = queryOptions({
  queryKey: ["invites", "rewards"],
  queryFn: ({ signal }) => api.invites.listRewards(undefined, { signal }),
  meta: { tags: ["runs"], isLive: true },
  refetchInterval: ({ state }) => (state.data?.isPending === true ? pollMs : false),
});
