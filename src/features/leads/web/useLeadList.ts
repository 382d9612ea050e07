import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSelector } from "react-redux";
import { type ListQuery, useListQuery } from "#src/ui/data/useListQuery.ts";
import { api } from "#src/ui/client/api.ts";
import type { LeadRow } from "../contract.ts";
import { type LeadSearch, queryOf } from "./leadSearch.ts";
import { leads, selectLeads } from "./store.ts";

export type LeadList = ListQuery<LeadRow>;

/** The leads that the address asks for. */
export const useLeadList = (search: LeadSearch): LeadList =>
  useListQuery("leads", leads, useSelector(selectLeads), queryOf(search));

/** The person's views and how many leads each finds; what was known stays until there is something new. */
export type LeadViewList = Awaited<ReturnType<typeof api.leads.listViews>>;

export const viewsKey = ["leads", "views"] as const;

export const useViews = (): LeadViewList | undefined =>
  useQuery({
    queryKey: viewsKey,
    meta: { tags: ["leadCounts"] },
    queryFn: ({ signal }) => api.leads.listViews({}, { signal }),
    placeholderData: keepPreviousData,
  }).data;
