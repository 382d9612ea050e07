import { useQuery } from "@tanstack/react-query";
import { api } from "#src/ui/client/api.ts";

/** Between two looks at the queue; the first comes after this time too, for a run seldom waits at all. Milliseconds. */
const pollMs = 2_000;

/** How many runs begin before this one; null until known, and as soon as it has begun. */
export function useQueuePosition(runId: string, isQueued: boolean): number | null {
  const { data } = useQuery({
    queryKey: ["queuePosition", runId],
    queryFn: async ({ signal }) => (await api.runs.getRun({ runId }, { signal })).ahead,
    enabled: isQueued,
    refetchOnMount: false,
    initialData: null,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  return isQueued ? data : null;
}
