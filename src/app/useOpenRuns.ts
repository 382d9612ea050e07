import { useQuery } from "@tanstack/react-query";
import { useSelector } from "react-redux";
import { selectActivity } from "#src/features/runs/web/activity.ts";
import { openRunsQuery } from "#src/features/runs/web/openRuns.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";

/** While a run is on, ask this often what is still on; milliseconds. */
const pollMs = 3_000;

/** Keeps the list of open runs true while one is on, also for runs that another tab or device started. */
export function useOpenRuns(): void {
  const { isRunning } = useSelector(selectActivity);
  useQuery({
    ...openRunsQuery(useThunkDispatch()),
    staleTime: 0,
    refetchInterval: isRunning && pollMs,
    // Also on a hidden page, which tells when a run has ended; browsers slow its clock down by themselves.
    refetchIntervalInBackground: true,
  });
}
