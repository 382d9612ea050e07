import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import { selectEntries } from "#src/features/calendar/web/store.ts";
import type { LeadRow } from "#src/features/leads/contract.ts";
import { selectLeads } from "#src/features/leads/web/store.ts";
import type { Project } from "#src/features/projects/contract.ts";
import { newestFirst, selectProjects } from "#src/features/projects/web/store.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { api } from "#src/ui/client/api.ts";
import { withOwnId } from "#src/features/calendar/web/occurrences.ts";

/** The server is asked once nothing was typed for this long; milliseconds. */
const pause = 150;
/** Fewer letters find too much to be of use. */
const shortest = 2;
/** Leads and projects asked for. */
const asked = 6;
/** Entries are looked for so many days back and on. */
const rangeDays = { back: 31, on: 92 } as const;

function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

function rangeAround(now: number): { from: string; to: string } {
  return {
    from: new Date(now - rangeDays.back * dayMs).toISOString(),
    to: new Date(now + rangeDays.on * dayMs).toISOString(),
  };
}

export interface SearchResults {
  /** Known here, and so found at once. */
  projects: readonly Project[];
  leads: readonly LeadRow[];
  entries: readonly EntryPreview[];
  /** Found by the server. */
  foundProjects: readonly Project[];
  foundLeads: readonly LeadRow[];
  isSearching: boolean;
  hasFailed: boolean;
}

/** What is known here, and what the server finds for the words typed; questions that are overtaken are aborted. */
export function useSearchResults(typed: string): SearchResults {
  const projects = useSelector(selectProjects).items ?? [];
  const leads = useSelector(selectLeads).items ?? [];
  const known = useSelector(selectEntries).items ?? [];
  const later = useLater(typed.trim());
  const query = later.length < shortest ? "" : later;
  const isAsked = query !== "";
  const foundLeads = useQuery({
    queryKey: ["leads", "search", query],
    queryFn: async ({ signal }) =>
      (await api.leads.listLeads({ q: query, limit: asked, fields: "table" }, { signal })).leads,
    enabled: isAsked,
  });
  const foundProjects = useQuery({
    queryKey: ["projects", "search", query],
    queryFn: async ({ signal }) => (await api.projects.listProjects({ q: query, limit: asked }, { signal })).projects,
    enabled: isAsked,
  });
  // One range for all words: it is read once.
  const around = useQuery({
    queryKey: ["calendar", "around"],
    queryFn: async ({ signal }) =>
      (await api.calendar.listEntryPreviews(rangeAround(Date.now()), { signal })).entries.map(withOwnId),
    enabled: isAsked,
  });
  const calls = [foundLeads, foundProjects, around];
  return {
    projects: newestFirst(projects),
    leads,
    entries: around.data ?? known,
    foundProjects: foundProjects.data ?? [],
    foundLeads: foundLeads.data ?? [],
    isSearching:
      typed.trim().length >= shortest && (later !== typed.trim() || calls.some(({ isFetching }) => isFetching)),
    hasFailed: isAsked && calls.some(({ isError }) => isError),
  };
}
