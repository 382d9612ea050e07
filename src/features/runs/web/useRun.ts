import { useEffect, useRef, useState } from "react";
import { runEnded, runStarted } from "./activity.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { applyRunEvent, emptyRunDocument, parseRunEvents, type RunDocument } from "./runDocument.ts";
import { follow } from "./runStream.ts";

export interface FollowedRun {
  document: RunDocument;
  /** False while the connection is lost and being made anew. */
  isConnected: boolean;
  /** HTTP status of an answer that ended the following: the events are gone or belong to somebody else. */
  refused: number | null;
}

/**
 * Follows a run from its first event. Events are taken in as they come and drawn at most once per frame; a hidden
 * page draws when it is looked at again.
 * @param isOpen whether the run is still on, for the busy frame
 */
export function useRun(runId: string, isOpen: boolean): FollowedRun {
  const dispatch = useThunkDispatch();
  const [shown, setShown] = useState<FollowedRun>({ document: emptyRunDocument, isConnected: true, refused: null });
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const control = new AbortController();
    let current: FollowedRun = { document: emptyRunDocument, isConnected: true, refused: null };
    let frame = 0;
    const draw = (next: FollowedRun): void => {
      current = next;
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          setShown(current);
        });
      }
    };
    setShown(current);
    if (wasOpen.current) dispatch(runStarted(runId));
    const followed = follow({
      url: `/api/workflows/runs/${encodeURIComponent(runId)}/events`,
      lastEventId: "",
      signal: control.signal,
      onConnection: (isConnected) => draw({ ...current, isConnected }),
      onEvent: ({ id, data }) => {
        const document = parseRunEvents(data).reduce(
          (state, event) => applyRunEvent(state, event, id),
          current.document,
        );
        if (document !== current.document) draw({ ...current, document });
        if (document.run === null) return false;
        dispatch(runEnded(runId));
        return true;
      },
    });
    void followed.then((end) => (typeof end === "number" ? draw({ ...current, refused: end }) : undefined));
    return () => {
      control.abort();
      cancelAnimationFrame(frame);
    };
  }, [runId, dispatch]);
  return shown;
}
