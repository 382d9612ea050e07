/** How far writing is, measured on this run alone. */
export interface Pace {
  /** ISO instant at which writing began, null before. */
  startedAt: string | null;
  /** Rows and passages that are written, and how many there are. */
  done: number;
  of: number;
}

/** Fewer finished rows, or a shorter time, say nothing of the rest. */
const leastDone = 3;
const leastMs = 10_000;

/**
 * Minutes until everything is written at the pace so far, rounded up.
 * @param now ms
 * @returns null as long as nothing is measured, and when nothing is left
 */
export function minutesLeft({ startedAt, done, of }: Pace, now: number): number | null {
  if (startedAt === null || done < leastDone || done >= of) return null;
  const elapsed = now - Date.parse(startedAt);
  if (!(elapsed >= leastMs)) return null;
  return Math.ceil(((elapsed / done) * (of - done)) / 60_000);
}
