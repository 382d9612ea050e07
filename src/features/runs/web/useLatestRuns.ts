import { useQuery } from "@tanstack/react-query";
import type { LatestRun } from "../contract.ts";
import { api } from "#src/ui/client/api.ts";

const none: readonly LatestRun[] = [];

/**
 * The newest run of each workflow, newest first, followed while runs begin and end; undefined until it is known.
 * Without an answer there is none: the page can do without.
 */
export function useLatestRuns(): readonly LatestRun[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ["runs", "latest"],
    queryFn: ({ signal }) => api.runs.listLatestRuns(undefined, { signal }),
  });
  return data?.runs ?? (isError ? none : undefined);
}
