import type { OutcomeStatus } from "#src/features/outcomes/rules.ts";
import { wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayMs } from "#src/kit/time/dates.ts";

/** Calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayIn = (instant: Date, zone: string): string => wallClockAt(instant.getTime(), zone).day;

/** Whether what lasts from `start` to `end` touches a day; what ends at midnight does not touch the next one. */
export function touchesDay(times: { start: string; end: string }, day: string, zone: string): boolean {
  const start = new Date(times.start);
  const end = new Date(times.end);
  const last = end > start ? new Date(end.getTime() - 1) : end;
  return dayIn(start, zone) <= day && day <= dayIn(last, zone);
}

/** Days of "planned for the next 7 days", today among them. */
const plannedDays = 7;

/** Whether an instant lies on `today` or one of the six days after it. */
export function isPlannedSoon(instant: string, today: string, zone: string): boolean {
  const day = dayIn(new Date(instant), zone);
  return day >= today && day <= addDays(today, plannedDays - 1);
}

/** How long an item that was not published is called late. */
export const lateDays = 30;

/** Statuses of an item that the person means to publish. */
export const dueStatuses: readonly string[] = ["planned", "drafted", "approved"] satisfies OutcomeStatus[];

/** Whether a content item should have gone out on a day before `today`. */
export const isLate = (item: { plannedAt: string; status: string }, today: string, zone: string): boolean =>
  dueStatuses.includes(item.status) && dayIn(new Date(item.plannedAt), zone) < today;

/** Furthest that a zone's midnight is from that of UTC: zones go from -12 to +14 hours, and clocks change. */
const zoneMs = 15 * 3_600_000;

/** Rows of the leads to contact; the list of leads has them all. */
export const dueLeadsShown = 5;

/** Days that today may be, whatever the zone is, ascending. */
export function candidateDays({ today, now }: { today: string | undefined; now: Date }): string[] {
  if (today !== undefined) return [today];
  const inUtc = dayIn(now, "UTC");
  return [addDays(inUtc, -1), inUtc, addDays(inUtc, 1)];
}

export interface Span {
  from: Date;
  to: Date;
}

/**
 * Spans that hold a day, and the days of the plan, whatever the zone is: the database reads these before anybody knows
 * the zone, which it answers in the same trip.
 */
export function spansAround(wanted: { today: string | undefined; now: Date }): { day: Span; plan: Span } {
  const first = wanted.today === undefined ? wanted.now.getTime() - dayMs : Date.parse(`${wanted.today}T00:00:00Z`);
  const last = wanted.today === undefined ? wanted.now.getTime() + dayMs : first + dayMs;
  const from = new Date(first - zoneMs);
  return {
    day: { from, to: new Date(last + zoneMs) },
    plan: { from, to: new Date(last + (plannedDays - 1) * dayMs + zoneMs) },
  };
}
