import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useSelector } from "react-redux";
import type { Failure } from "#src/ui/data/listStore.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { storeQuery } from "#src/ui/data/storeQuery.ts";
import { useLastError } from "#src/ui/data/useLastError.ts";
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

export interface RangeEntries {
  /** What is on the page: the sight that was asked for, or the one before until the answer is there. */
  shown: CalendarRange | undefined;
  entries: readonly EntryPreview[];
  /** The newest answer, when it was a refusal. */
  failure: Failure | undefined;
  reload: () => void;
}

const none: readonly EntryPreview[] = [];

/** While nothing is wanted yet. */
const noRange = { from: "", to: "" };

/**
 * The entries of a view, read again when the page comes back to the front or the network does: another tab or device
 * may have changed them.
 * @param wanted undefined until it is known what the person wants to see
 */
export function useEntries(wanted: CalendarRange | undefined): RangeEntries {
  const dispatch = useThunkDispatch();
  const { items, error, loading, fetchId } = useSelector(selectEntries);
  const days = wanted && daysShown(wanted.view, wanted.day);
  const range = days ? rangeOf(days.first, days.last, wanted.zone) : noRange;
  const query = useQuery({
    ...storeQuery(dispatch, ["calendarEntries", wanted?.view, range], () => calendarEntries.fetch(range), {
      isLive: true,
      tags: ["suggestions", "recurrences"],
    }),
    enabled: wanted !== undefined,
  });
  const { data: answer, refetch } = query;
  const [answered, setAnswered] = useState<{ sight: CalendarRange; fetchId: string }>();
  if (wanted && answer !== undefined && answer !== answered?.fetchId) setAnswered({ sight: wanted, fetchId: answer });
  // A new answer is in the store a moment before it is known here: until then the page keeps the entries of what it
  // shows, and draws the new ones once and in their own view.
  const isOwn = items === undefined || loading || error !== undefined || fetchId === answered?.fetchId;
  const [kept, setKept] = useState(items);
  if (isOwn && kept !== items) setKept(items);
  return {
    shown: answered?.sight,
    entries: (answered && (isOwn ? items : kept)) ?? none,
    failure: useLastError(query) ?? undefined,
    reload: useCallback(() => void refetch(), [refetch]),
  };
}
