import { useEffect, useState } from "react";
import { api } from "#src/ui/client/api.ts";

/** Between two looks at the queue; the first comes after this time too, for a run seldom waits at all. Milliseconds. */
const lookMs = 2_000;

/** How many runs begin before this one; null until known, and as soon as it has begun. */
export function useQueuePlace(runId: string, isQueued: boolean): number | null {
  const [ahead, setAhead] = useState<number | null>(null);
  useEffect(() => {
    if (!isQueued) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      // Without an answer the next look tells.
      const told = await api.runs.getRun({ runId }, { signal: control.signal }).catch(() => null);
      if (control.signal.aborted) return;
      if (told) setAhead(told.ahead);
      timer = setTimeout(() => void look(), lookMs);
    };
    timer = setTimeout(() => void look(), lookMs);
    return () => {
      control.abort();
      clearTimeout(timer);
      setAhead(null);
    };
  }, [runId, isQueued]);
  return isQueued ? ahead : null;
}
