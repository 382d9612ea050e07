import { settings } from "#src/features/settings/contract.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Dashboard } from "../contract.ts";
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

/** All that the first page shows, in one trip to the database. */
export async function dashboardOf(
  userId: string,
  query: { today?: string | undefined },
  deps: Pick<Deps, "pool" | "now">,
): Promise<Dashboard> {
  const now = deps.now();
  const asked = { today: query.today, now };
  const found = await readDashboard(userId, { ...spansAround(asked), days: candidateDays(asked) }, deps.pool);
  const timeZone = found.timeZone ?? defaultZone;
  const today = query.today ?? dayIn(now, timeZone);
  const entries = found.entries.filter((entry) => touchesDay(entry, today, timeZone));
  const planned = found.outcomes.map((outcome) => ({ ...outcome, isLate: isLate(outcome, today, timeZone) }));
  const balance = found.coins.credits + found.coins.held;
  return {
    ...found,
    today,
    timeZone,
    outcomes: [
      ...planned.filter((outcome) => outcome.isLate).slice(-lateShown),
      ...planned.filter(({ plannedAt }) => isPlannedSoon(plannedAt, today, timeZone)),
    ].slice(0, outcomesShown),
    entries: entries.slice(0, entriesShown),
    upcoming: found.upcoming
      .filter(({ start }) => dayIn(new Date(start), timeZone) > today && isPlannedSoon(start, today, timeZone))
      .slice(0, upcomingShown),
    dueLeads: found.dueLeads.filter(({ nextStepOn }) => nextStepOn <= today).slice(0, dueLeadsShown),
    movements: withBalances(found.movements, balance),
    coins: { ...found.coins, balance },
    counts: { ...found.counts, entriesToday: entries.length },
  };
}
