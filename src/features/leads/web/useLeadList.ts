import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSelector } from "react-redux";
import { type ListQuery, useListQuery } from "#src/ui/data/useListQuery.ts";
import { api } from "#src/ui/client/api.ts";
import type { Lead } from "../contract.ts";
import { firstSort, type LeadSearch, queryOf, leadSearch, searchOfView } from "./leadSearch.ts";
import { leads, selectLeads } from "./store.ts";

export type LeadList = ListQuery<Lead>;

/** The leads that the address asks for. */
export const useLeadList = (search: LeadSearch): LeadList =>
  useListQuery("leads", leads, useSelector(selectLeads), queryOf(search));

const counted = ["quiet", "untouched"] as const;

/** How many leads stand in the views that the list in hand does not count. */
export function useViewCounts(): Partial<Record<(typeof counted)[number], number>> {
  const { data = {} } = useQuery({
    queryKey: ["leads", "counts"],
    meta: { tags: ["leadCounts"] },
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        counted.map((view) =>
          api.leads.listLeads(
            { ...queryOf(searchOfView(view, { ...leadSearch.read({}), sort: firstSort })), limit: 1 },
            { signal },
          ),
        ),
      );
      return Object.fromEntries(counted.map((view, at) => [view, found[at]?.found]));
    },
    placeholderData: keepPreviousData,
  });
  return data;
}
