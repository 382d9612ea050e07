import { useQuery } from "@tanstack/react-query";
import type { LatestRun } from "../contract.ts";
import { api } from "#src/ui/client/api.ts";

const none: readonly never[] = [];

/**
 * The newest run of each workflow, newest first, followed while runs begin and end, and the long names of workflows that
 * are switched off; `runs` is undefined until that is known. Without an answer there is none: the page can do without.
 */
export function useLatestRuns(): { runs: readonly LatestRun[] | undefined; off: readonly string[] } {
  const { data, isError } = useQuery({
    queryKey: ["runs", "latest"],
    queryFn: ({ signal }) => api.runs.listLatestRuns(undefined, { signal }),
  });
  return { runs: data?.runs ?? (isError ? none : undefined), off: data?.off ?? none };
}
