import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { api } from "#src/ui/client/api.ts";
import type { ListedRun, RunFilter, RunSummary, UsedEngine } from "../contract.ts";
import { openRunsQuery } from "./openRuns.ts";

/** Runs read at once. */
const pageSize = 50;

/** Open runs as they are known to stand by now; one that has ended does not open again. */
export function withOpen(items: readonly ListedRun[], open: readonly ListedRun[]): readonly ListedRun[] {
  const byId = new Map(open.map((run) => [run.id, run]));
  return items.map((item) => (item.finishedAt === null ? (byId.get(item.id) ?? item) : item));
}

/** The runs of a filter with their sums, page by page; while one is on the list follows it. */
export function useRunPages(filter: RunFilter) {
  const { items, extra, ...pages } = useCursorPages<ListedRun, { summary: RunSummary; engines: readonly UsedEngine[] }>(
    ["runs", "list", filter],
    async (page, options) => {
      const isBeginning = page.cursor === undefined;
      const {
        runs,
        nextCursor,
        summary,
        engines = [],
      } = await api.runs.listRuns(
        { ...filter, ...page, ...(isBeginning ? { summary: "true" as const } : {}) },
        options,
      );
      return { items: runs, nextCursor, ...(summary ? { extra: { summary, engines } } : {}) };
    },
    { pageSize },
  );
  const { data: known } = useQuery(openRunsQuery(useThunkDispatch()));
  const fresh = useMemo(() => (items && known ? withOpen(items, known) : items), [items, known]);
  return { ...pages, items: fresh, summary: extra?.summary, engines: extra?.engines };
}
