/* Stretches of time on one line, milliseconds since 1970; the end is not part of them. */

export interface Interval {
  start: number;
  end: number;
}

/** The same stretches in order, without overlaps and empty ones. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const done: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    if (end <= start) continue;
    const last = done.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else done.push({ start, end });
  }
  return done;
}

/** What lies in both lists. Both are merged. */
export function common(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const done: Interval[] = [];
  let [at, other] = [0, 0];
  for (;;) {
    const [first, second] = [a[at], b[other]];
    if (!first || !second) return done;
    const start = Math.max(first.start, second.start);
    const end = Math.min(first.end, second.end);
    if (start < end) done.push({ start, end });
    if (first.end < second.end) at += 1;
    else other += 1;
  }
}

/** What of the first list lies outside of the second. Both are merged. */
export function without(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const done: Interval[] = [];
  let other = 0;
  for (const { start, end } of a) {
    let from = start;
    while ((b[other]?.end ?? Infinity) <= start) other += 1;
    for (let at = other; from < end; at += 1) {
      const cut = b[at];
      if (!cut || cut.start >= end) {
        done.push({ start: from, end });
        break;
      }
      if (cut.start > from) done.push({ start: from, end: cut.start });
      from = cut.end;
    }
  }
  return done;
}

/** How many stretches of a merged list begin at or before an instant. */
function countBefore(intervals: readonly Interval[], at: number): number {
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.start ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
const lastBefore = (intervals: readonly Interval[], at: number): Interval | undefined =>
  intervals[countBefore(intervals, at) - 1];

/** Those stretches of a merged list that begin last before and first after an instant. */
export function beside(intervals: readonly Interval[], at: number): Interval[] {
  const count = countBefore(intervals, at);
  return intervals.slice(Math.max(0, count - 1), count + 1);
}

/** Whether one stretch of a merged list holds all of another one. */
export const holds = (intervals: readonly Interval[], { start, end }: Interval): boolean =>
  (lastBefore(intervals, start)?.end ?? -Infinity) >= end;

/** Whether a merged list and a stretch share any time. */
export const touches = (intervals: readonly Interval[], { start, end }: Interval): boolean =>
  (lastBefore(intervals, end - 1)?.end ?? -Infinity) > start;
