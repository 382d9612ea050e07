import { useCallback, useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { ListState } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
import { useQuery } from "#src/ui/data/useQuery.ts";
import type { Lead } from "../contract.ts";
import { firstSort, filterKey, type LeadSearch, queryOf, readSearch, searchOfView } from "./leadSearch.ts";
import { leads, selectLeads } from "./store.ts";

export interface LeadList extends Pick<ListState<Lead>, "found" | "total" | "nextCursor" | "loading"> {
  /** Undefined until this page has an answer of its own. */
  items: Lead[] | undefined;
  /** What did not load: the list that was asked for, or only its next page. */
  failed: "list" | "more" | undefined;
  reload: () => void;
  /** Reads the next page, unless one is on its way. @returns whether there may be more */
  more: () => Promise<boolean>;
}

/** The leads that the address asks for. */
export function useLeadList(search: LeadSearch): LeadList {
  const dispatch = useThunkDispatch();
  const { items, error, found, total, nextCursor, loading } = useSelector(selectLeads);
  const key = `${filterKey(search)}${search.sort}`;
  const latest = useRef({ search, nextCursor, loading });
  latest.current = { search, nextCursor, loading };
  // The list may still be that of an earlier visit.
  const [hasAnswer, setAnswer] = useState(false);
  const asked = useRef<"list" | "more">("list");
  const reload = useCallback((): void => {
    asked.current = "list";
    void dispatch(leads.fetch(queryOf(latest.current.search))).then(() => setAnswer(true));
  }, [dispatch]);
  useEffect(reload, [reload, key]);
  const more = useCallback(async (): Promise<boolean> => {
    const now = latest.current;
    if (now.loading || now.nextCursor === undefined) return now.nextCursor !== undefined;
    asked.current = "more";
    const page = await dispatch(leads.fetchMore({ ...queryOf(now.search), cursor: now.nextCursor })).unwrap();
    return page.nextCursor !== undefined;
  }, [dispatch]);
  const failed = error ? asked.current : undefined;
  // Rows of other filters must not pass for those that were asked for.
  const own = hasAnswer && failed !== "list" ? items : undefined;
  return { items: own, failed, found, total, nextCursor, loading, reload, more };
}

const counted = ["quiet", "untouched"] as const;

/**
 * How many leads stand in the views that the list in hand does not count.
 * @param version changes whenever the counts may have
 */
export function useViewCounts(version: string): Partial<Record<(typeof counted)[number], number>> {
  const { data } = useQuery(`views ${version}`, async (signal) => {
    const found = await Promise.all(
      counted.map((view) =>
        api.leads.listLeads(
          { ...queryOf(searchOfView(view, { ...readSearch({}), sort: firstSort })), limit: 1 },
          { signal },
        ),
      ),
    );
    return Object.fromEntries(counted.map((view, at) => [view, found[at]?.found]));
  });
  // While they are counted anew, the old ones stay: tabs must not jump.
  const last = useRef(data);
  last.current = data ?? last.current;
  return last.current ?? {};
}
