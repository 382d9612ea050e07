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
