import { settings } from "#src/features/settings/contract.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import { laterOccurrencesIn } from "#src/features/calendar/server/usecases.ts";
import type { Dashboard, TodaysEntry } from "../contract.ts";
import { candidateDays, dayIn, dueLeadsShown, isLate, isPlannedSoon, spansAround, touchesDay } from "../rules.ts";
import { readDashboard, type DashboardRows } from "./statement.ts";

const defaultZone = settings.parse({}).calendarSettings.timeZone;

/** Most of what should have gone out before. */
const lateShown = 3;
/** Rows of the answer; the calendar has them all. */
const entriesShown = 50;
const outcomesShown = 10;
const upcomingShown = 10;

/** The balance after each movement, counted back from today's. */
function withBalances(movements: DashboardRows["movements"], balance: number): Dashboard["movements"] {
  let after = balance;
  return movements.map((movement) => {
    const row = { ...movement, balance: after };
    after -= movement.amount;
    return row;
  });
}

/** Entries and occurrences of others, by start. */
const withOccurrences = (entries: TodaysEntry[], again: readonly EntryPreview[]): TodaysEntry[] =>
  again.length === 0
    ? entries
    : [
        ...entries,
        ...again.map(({ id, type, title, start, end, allDay, location }) => ({
          id,
          type,
          title,
          start,
          end,
          allDay,
          location,
          isOccurrence: true as const,
        })),
      ].toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start));

/** All that the first page shows: what is stored in one trip to the database, what recurs in another beside it. */
export async function dashboardOf(
  userId: string,
  query: { today?: string | undefined },
  deps: Pick<Deps, "pool" | "now">,
): Promise<Dashboard> {
  const now = deps.now();
  const asked = { today: query.today, now };
  const spans = spansAround(asked);
  const planned = { from: spans.plan.from.toISOString(), to: spans.plan.to.toISOString() };
  const [found, again] = await Promise.all([
    readDashboard(userId, { ...spans, days: candidateDays(asked) }, deps.pool),
    laterOccurrencesIn(userId, planned, deps.pool),
  ]);
  const timeZone = found.timeZone ?? defaultZone;
  const today = query.today ?? dayIn(now, timeZone);
  const entries = withOccurrences(found.entries, again).filter((entry) => touchesDay(entry, today, timeZone));
  const upcoming = withOccurrences(
    found.upcoming,
    again.filter(({ outcomeId }) => outcomeId === null),
  );
  const outcomes = found.outcomes.map((outcome) => ({ ...outcome, isLate: isLate(outcome, today, timeZone) }));
  const balance = found.coins.credits + found.coins.held;
  return {
    ...found,
    today,
    timeZone,
    outcomes: [
      ...outcomes.filter((outcome) => outcome.isLate).slice(-lateShown),
      ...outcomes.filter(({ plannedAt }) => isPlannedSoon(plannedAt, today, timeZone)),
    ].slice(0, outcomesShown),
    entries: entries.slice(0, entriesShown),
    upcoming: upcoming
      .filter(({ start }) => dayIn(new Date(start), timeZone) > today && isPlannedSoon(start, today, timeZone))
      .slice(0, upcomingShown),
    dueLeads: found.dueLeads.filter(({ nextStepOn }) => nextStepOn <= today).slice(0, dueLeadsShown),
    movements: withBalances(found.movements, balance),
    coins: { ...found.coins, balance },
    counts: { ...found.counts, entriesToday: entries.length },
  };
}
