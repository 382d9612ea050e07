import { lazy, Suspense, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { calendarEntries, selectEntries } from "#src/features/calendar/web/store.ts";
import { scheduledOutcomes, selectOutcomes } from "#src/features/outcomes/web/store.ts";
import { newestFirst, selectProjects } from "#src/features/projects/web/store.ts";
import { selectOpenRuns } from "#src/features/workflows/web/openRuns.ts";
import { addDays, dayMs } from "#src/kit/days.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { isOnDay } from "./calendarLook.ts";
import { DashboardEmpty } from "./dashboard/DashboardEmpty.tsx";
import { DashboardLedger, useNewestMovements } from "./dashboard/DashboardLedger.tsx";
import { DashboardPlanned, DashboardToday } from "./dashboard/DashboardPlanned.tsx";
import { DashboardRecent } from "./dashboard/DashboardRecent.tsx";
import { DashboardStart } from "./dashboard/DashboardStart.tsx";
import { DashboardWaiting } from "./dashboard/DashboardWaiting.tsx";
import { isFirstVisit } from "./dashboard/firstRun.ts";
import { formatDayTitle } from "./dayTitle.ts";
import { useLanguage, useTranslation } from "./i18n/index.ts";
import { dayOf, formatTime } from "./ui/format.ts";
import { SkeletonRows } from "./ui/Skeleton.tsx";
import { useTimeZone } from "./useTimeZone.ts";

// Most visits find no run at work.
const DashboardWorking = lazy(() =>
  import("./DashboardWorking.tsx").then((part) => ({ default: part.DashboardWorking })),
);

/** Results that are there and not yet put to use: specification section 4, state 50 to 74. */
const isWaiting = (state: number): boolean => state >= 50 && state < 75;

/** The time of day in which this page is read, moved on each minute. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What waits, what works, what can be started, what comes, and what it cost. */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const language = useLanguage();
  const zone = useTimeZone();
  const dispatch = useThunkDispatch();
  const now = useNow();
  const today = dayOf(now, zone);
  const projects = useSelector(selectProjects);
  const runs = useSelector(selectOpenRuns).value ?? [];
  const entries = useSelector(selectEntries).items ?? [];
  const outcomes = useSelector(selectOutcomes).items ?? [];

  useEffect(() => {
    // A day on either side: which instants belong to a day depends on the zone.
    const from = new Date(Date.parse(`${today}T00:00:00Z`) - dayMs).toISOString();
    const to = new Date(Date.parse(`${today}T00:00:00Z`) + 9 * dayMs).toISOString();
    void dispatch(calendarEntries.fetch({ from, to }));
    void dispatch(scheduledOutcomes.fetch({ from, to, limit: 50 }));
  }, [dispatch, today]);

  const movements = useNewestMovements();
  const newest = newestFirst(projects.items ?? []);
  const waiting = newest.filter(({ state }) => isWaiting(state));
  const recent = newest.filter(({ id, state }) => !isWaiting(state) && !runs.some((run) => run.projectId === id));
  const todays = entries
    .filter((entry) => isOnDay(entry, today, zone))
    .toSorted((a, b) => a.start.localeCompare(b.start));
  const next = todays.find((entry) => !entry.allDay && entry.start > now);
  const lastDay = addDays(today, 6);
  const planned = outcomes
    .filter(({ plannedAt }) => dayOf(plannedAt, zone) >= today && dayOf(plannedAt, zone) <= lastDay)
    .toSorted((a, b) => a.plannedAt.localeCompare(b.plannedAt));
  const sentences = [
    runs.length > 0 ? t("working", { count: runs.length }) : "",
    waiting.length > 0 ? t("waiting", { count: waiting.length }) : "",
    next ? t("next", { title: next.title, time: formatTime(next.start, zone) }) : "",
  ].filter(Boolean);
  // Without its ledger the page cannot know a first visit, and greets as on any other day.
  const isNew = runs.length === 0 && (movements.error ? false : isFirstVisit(projects.items, movements.data));
  const greeting = isNew === undefined ? "\u00a0" : t(isNew ? "welcome" : "quiet");

  return (
    <div className="dash">
      <div className="dash-head">
        <h1 className="h1">{formatDayTitle(today, language)}</h1>
        <p className="num">{sentences.length > 0 ? sentences.join(" ") : greeting}</p>
      </div>
      <div className="dash-col">
        {!projects.items && projects.loading ? <SkeletonRows rows={2} height={74} columns="1fr 150px" /> : null}
        {runs.length > 0 ? (
          <Suspense>
            <DashboardWorking runs={runs} projects={projects.items ?? []} />
          </Suspense>
        ) : null}
        {waiting.length > 0 ? <DashboardWaiting projects={waiting} zone={zone} /> : null}
        {recent.length > 0 ? <DashboardRecent projects={recent} zone={zone} /> : null}
        {isNew ? <DashboardEmpty /> : null}
        <DashboardStart />
        {planned.length > 0 ? <DashboardPlanned outcomes={planned} zone={zone} /> : null}
      </div>
      <div className="dash-col">
        <DashboardToday entries={todays} zone={zone} />
        <DashboardLedger zone={zone} rows={movements.data?.rows} />
      </div>
    </div>
  );
}
