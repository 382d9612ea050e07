import { useEffect } from "react";
import { useSelector } from "react-redux";
import { selectActivity } from "#src/features/runs/web/activity.ts";
import { openRuns } from "#src/features/runs/web/openRuns.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";

/** While a run is on, ask this often what is still on; milliseconds. */
const every = 3_000;

/** Keeps the list of open runs true while one is on, also for runs that another tab or device started. */
export function useOpenRuns(): void {
  const dispatch = useThunkDispatch();
  const { isRunning } = useSelector(selectActivity);
  useEffect(() => {
    void dispatch(openRuns.fetch());
    if (!isRunning) return undefined;
    // Also on a hidden page, which tells when a run has ended; browsers slow its clock down by themselves.
    const timer = setInterval(() => void dispatch(openRuns.fetch()), every);
    return () => clearInterval(timer);
  }, [dispatch, isRunning]);
}
