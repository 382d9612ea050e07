/** Milliseconds of a day without a change of clock. */
export const dayMs = 86_400_000;

/** What is deleted can be brought back for 24 hours and is erased afterwards; milliseconds. */
export const restoreMs = 24 * 3_600_000;

/** The calendar day `count` days after a `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Monday of the week of a `YYYY-MM-DD`; weeks start on Monday, specification section 9. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
