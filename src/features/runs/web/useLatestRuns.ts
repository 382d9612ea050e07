import { useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import type { LatestRun } from "../contract.ts";
import { selectActivity } from "./activity.ts";
import { useQuery } from "#src/ui/data/useQuery.ts";
import { api } from "#src/ui/client/api.ts";

const none: readonly LatestRun[] = [];

/**
 * The newest run of each workflow, newest first, followed while runs begin and end; undefined until it is known.
 * Without an answer there is none: the page can do without.
 */
export function useLatestRuns(): readonly LatestRun[] | undefined {
  const { data, error, reload } = useQuery("latest runs", (signal) => api.runs.listLatestRuns(undefined, { signal }));
  const turn = useSelector(selectActivity).openRuns.join(" ");
  const before = useRef(turn);
  useEffect(() => {
    if (before.current === turn) return;
    before.current = turn;
    reload();
  }, [turn, reload]);
  return data?.runs ?? (error ? none : undefined);
}
