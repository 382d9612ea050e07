import { useCallback, useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { Failure } from "#src/ui/data/listStore.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { EntryPreview } from "../contract.ts";
import { rangeOf } from "./layout.ts";
import { type CalendarView, daysShown } from "./views.ts";
import { calendarEntries, selectEntries } from "./store.ts";

/** A view of some days in a zone. */
export interface CalendarRange {
  view: CalendarView;
  day: string;
  zone: string;
}

const keyOf = (sight: CalendarRange): string => `${sight.view}/${daysShown(sight.view, sight.day).first}/${sight.zone}`;

export interface RangeEntries {
  /** What is on the page: the sight that was asked for, or the one before until the answer is there. */
  shown: CalendarRange | undefined;
  entries: readonly EntryPreview[];
  /** The newest answer, when it was a refusal. */
  failure: Failure | undefined;
  reload: () => void;
}

const none: readonly EntryPreview[] = [];

/**
 * Fetches the entries of a view, and again when the page comes back to the front or the network does: another tab or
 * device may have changed them.
 * @param wanted undefined until it is known what the person wants to see
 */
export function useEntries(wanted: CalendarRange | undefined): RangeEntries {
  const dispatch = useThunkDispatch();
  const { items, error, loading, fetchId } = useSelector(selectEntries);
  const [answered, setAnswered] = useState<{ sight: CalendarRange; fetchId: string }>();
  const [failure, setFailure] = useState<Failure>();
  const newest = useRef<CalendarRange>(undefined);
  const key = wanted && keyOf(wanted);

  const load = useCallback(
    async (sight: CalendarRange): Promise<void> => {
      newest.current = sight;
      const { first, last } = daysShown(sight.view, sight.day);
      const answer = await dispatch(calendarEntries.fetch(rangeOf(first, last, sight.zone)));
      if (newest.current !== sight) return;
      if (calendarEntries.fetch.fulfilled.match(answer)) {
        setFailure(undefined);
        setAnswered({ sight, fetchId: answer.meta.requestId });
      } else if (calendarEntries.fetch.rejected.match(answer)) {
        setFailure(answer.error);
      }
    },
    [dispatch],
  );
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  const reload = useCallback((): void => {
    // A new object each time: only the answer to the newest question counts.
    if (latest.current) void load({ ...latest.current });
  }, [load]);

  useEffect(() => {
    if (key) reload();
  }, [key, reload]);
  useEffect(() => {
    const onFront = (): void => {
      if (document.visibilityState === "visible") reload();
    };
    addEventListener("focus", onFront);
    addEventListener("online", onFront);
    document.addEventListener("visibilitychange", onFront);
    return () => {
      newest.current = undefined;
      removeEventListener("focus", onFront);
      removeEventListener("online", onFront);
      document.removeEventListener("visibilitychange", onFront);
    };
  }, [reload]);
  // A new answer is in the store a moment before it is known here: until then the page keeps the entries of what it
  // shows, and draws the new ones once and in their own view.
  const isOwn = items === undefined || loading || error !== undefined || fetchId === answered?.fetchId;
  const [kept, setKept] = useState(items);
  if (isOwn && kept !== items) setKept(items);
  return { shown: answered?.sight, entries: (answered && (isOwn ? items : kept)) ?? none, failure, reload };
}
