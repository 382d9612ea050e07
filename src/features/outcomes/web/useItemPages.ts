import { type CursorPages, useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { api } from "#src/ui/client/api.ts";
import type { Outcome } from "../contract.ts";

type Query = Omit<Parameters<typeof api.outcomes.listOutcomes>[0], "limit" | "cursor">;

/**
 * One list of content items, page by page.
 * @param query undefined while the list is not needed
 */
export function useItemPages(query: Query | undefined, pageSize: number): CursorPages<Outcome> {
  return useCursorPages(
    ["itemPages", query],
    async (page, options) => {
      const { outcomes, nextCursor } = await api.outcomes.listOutcomes({ ...query, ...page }, options);
      return { items: outcomes, nextCursor };
    },
    { pageSize, enabled: query !== undefined },
  );
}
