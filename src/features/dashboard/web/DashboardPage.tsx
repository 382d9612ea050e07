import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useCoins } from "#src/features/coins/web/store.ts";
import { dashboardQuery } from "./store.ts";
import { selectProjects } from "#src/features/projects/web/store.ts";
import { openRunsQuery } from "#src/features/runs/web/openRuns.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useLastError } from "#src/ui/data/useLastError.ts";
import { DashboardLedger } from "./DashboardLedger.tsx";
import { DashboardToday } from "./DashboardToday.tsx";
import { type KnownWork, knownWork } from "./knownDashboard.ts";
import { formatDayTitle } from "#src/ui/dayNames.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import cx from "./DashboardPage.module.css";

// Most visits find no run at work.
const DashboardWorking = lazyWithRetry(() => import("./DashboardWorking.tsx").then((part) => part.DashboardWorking));

// What a new person has none of comes as one part.
const DashboardWaiting = lazyWithRetry(() => import("./DashboardWaiting.tsx").then((part) => part.DashboardWaiting));
const DashboardRecent = lazyWithRetry(() => import("./DashboardRecent.tsx").then((part) => part.DashboardRecent));
const DashboardPlanned = lazyWithRetry(() => import("./DashboardPlanned.tsx").then((part) => part.DashboardPlanned));
const DashboardDueLeads = lazyWithRetry(() => import("./DashboardDueLeads.tsx").then((part) => part.DashboardDueLeads));
const DashboardStart = lazyWithRetry(() => import("./DashboardStart.tsx").then((part) => part.DashboardStart));

// It ends with the first result that is put to use.
const DashboardSteps = lazyWithRetry(() => import("./DashboardSteps.tsx").then((part) => part.DashboardSteps));

/** The time of day in which this page is read, moved on each minute. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Milliseconds for which what was fetched ahead of the page is taken as it is: it is painted once, and asked for once. */
const prefetchedMs = 2_000;

/**
 * The dashboard as it was fetched last, again with each visit and each day. `work` is its part that is known elsewhere
 * too: that while it cannot be fetched, undefined until anything is known.
 */
function useDashboard(today: string) {
  const query = useQuery({ ...dashboardQuery, staleTime: prefetchedMs });
  const { data: value, isFetching, refetch } = query;
  // A new try keeps the message of the failed one, and the focus on its button, until it has succeeded.
  const hasFailed = useLastError(query) !== null;
  const day = useRef(today);
  useEffect(() => {
    if (day.current !== today) void refetch();
    day.current = today;
  }, [refetch, today]);
  const projects = useSelector(selectProjects).items;
  const { data: runs } = useQuery(openRunsQuery(useThunkDispatch()));
  const known = hasFailed && (projects ?? runs) ? knownWork(projects ?? [], runs ?? []) : undefined;
  const work: KnownWork | undefined = value ?? known;
  return { value, work, loading: isFetching, hasFailed, retry: () => void refetch() };
}

function Failed({ loading, retry }: { loading: boolean; retry: () => void }) {
  const { t } = useTranslation(["dashboard", "common"]);
  return (
    <div className={cx("dash-head")}>
      <RetryAlert title={t("failed.title")} busy={loading} onRetry={retry}>
        {t("failed.text")}
      </RetryAlert>
    </div>
  );
}

/** What waits, what works, what can be started, what comes, and what it cost. */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const language = useLanguage();
  const ownZone = useZone();
  const now = useNow();
  const { value, work, loading, hasFailed, retry } = useDashboard(dayOf(now, ownZone));
  const coins = useCoins();
  const zone = value?.timeZone ?? ownZone;
  const today = dayOf(now, zone);
  const next = value?.entries.find((entry) => !entry.allDay && entry.start > now);
  const sentences = [
    work && work.runs.length > 0 ? t("working", { count: work.runs.length }) : "",
    work && work.waitingCount > 0 ? t("waiting", { count: work.waitingCount }) : "",
    next ? t("next", { title: next.title, time: formatTime(next.start, zone) }) : "",
  ].filter(Boolean);
  const greeting = value ? t(value.isNew ? "welcome.lede" : "quiet") : "\u00a0";
  const name = useSelector(selectActiveUser).value?.name;
  const steps =
    value && !value.hasApplied ? (
      <DashboardSteps hasRun={!value.isNew} hasApplied={value.hasApplied} credits={value.coins.credits} />
    ) : null;

  return (
    <div className={cx("dash")}>
      <div className={cx("dash-head")}>
        <h1 className="h1">{value?.isNew && name ? t("welcome.title", { name }) : formatDayTitle(today, language)}</h1>
        <p className="num">{sentences.length > 0 ? sentences.join(" ") : greeting}</p>
      </div>
      {hasFailed ? <Failed loading={loading} retry={retry} /> : null}
      <div className={cx("dash-col")}>
        {!work && !hasFailed ? <SkeletonRows rows={2} height={74} columns="1fr 150px" /> : null}
        {work && work.runs.length > 0 ? <DashboardWorking runs={work.runs} /> : null}
        {work && work.waiting.length > 0 ? (
          <DashboardWaiting projects={work.waiting} count={work.waitingCount} today={today} zone={zone} />
        ) : null}
        {steps}
        {value && (!value.isNew || value.upcoming.length > 0) ? (
          <DashboardPlanned
            outcomes={value.outcomes}
            entries={value.upcoming}
            zone={zone}
            credits={value.coins.credits}
          />
        ) : null}
        {value && value.dueLeads.length > 0 ? <DashboardDueLeads leads={value.dueLeads} today={today} /> : null}
        {work && work.recent.length > 0 ? <DashboardRecent projects={work.recent} zone={zone} /> : null}
      </div>
      <div className={cx("dash-col")}>
        {value ? <DashboardToday entries={value.entries} count={value.counts.entriesToday} zone={zone} /> : null}
        {work && !value?.isNew ? (
          <DashboardStart used={[...work.waiting, ...work.recent].map(({ workflow }) => workflow)} />
        ) : null}
        <DashboardLedger
          zone={zone}
          rows={value?.movements}
          credits={(value?.coins ?? coins)?.credits}
          loading={!value && !hasFailed}
        />
      </div>
    </div>
  );
}
