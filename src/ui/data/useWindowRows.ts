import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef } from "react";
import { useTopOf } from "./useTopOf.ts";

export interface WindowRowsOptions {
  /** What holds the rows. */
  place: RefObject<HTMLElement | null>;
  /** Rows there are, and how many of them are loaded. */
  count: number;
  loaded: number;
  /** Height of a row, px; an estimate where rows measure themselves. */
  sizeOf: (at: number) => number;
  keyOf?: (at: number) => string | number;
  /** A change of it measures all rows anew. */
  look: unknown;
  /** Height of what sticks above and below the rows, px. */
  covered: { above: number; below?: number };
  /** Rows drawn beyond what is in sight. */
  overscan?: number;
  /** Rows before the end of what is loaded at which the next page is read. */
  ahead: number;
  /** Reads the next page; undefined while there is none, it is being read, or the last try failed. */
  onMore: (() => void) | undefined;
  /** Draws the first so many rows whatever is in sight: a page on paper. */
  whole?: number | undefined;
}

/** Rows of a list in the window: only those in sight are drawn, and the next page is read before its end comes. */
export function useWindowRows(options: WindowRowsOptions) {
  const { place, count, loaded, sizeOf, keyOf, look, covered, overscan = 12, ahead, onMore, whole } = options;
  const top = useTopOf(place);
  // The row with the focus stays drawn wherever the list is scrolled to: the focus must not get lost.
  const focusedAt = useRef(-1);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: sizeOf,
    ...(keyOf ? { getItemKey: keyOf } : {}),
    overscan,
    scrollMargin: top,
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below ?? 0,
    rangeExtractor: (range) => {
      if (whole !== undefined) return Array.from({ length: Math.min(whole, loaded) }, (_, at) => at);
      const rows = defaultRangeExtractor(range);
      const at = focusedAt.current;
      if (at < 0 || at >= count || rows.includes(at)) return rows;
      return at < range.startIndex ? [at, ...rows] : [...rows, at];
    },
  });
  const { measure } = virtual;
  useEffect(measure, [measure, look]);
  const lastInSight = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (onMore && lastInSight >= loaded - ahead) onMore();
  }, [onMore, lastInSight, loaded, ahead]);
  return { virtual, top, focusedAt };
}
