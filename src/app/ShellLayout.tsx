import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { onSettingsElsewhere, selectSettings, settings } from "#src/features/settings/web/store.ts";
import { selectActivity } from "#src/features/runs/web/activity.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { Support } from "./AfterPaint.tsx";
import { setLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { ShellFoot } from "./ShellFoot.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { useSidebarState } from "./sidebarState.ts";
import { TopBar } from "./TopBar.tsx";
import { paths } from "#src/ui/client/paths.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { useOpenRuns } from "./useOpenRuns.ts";

/** Its code comes with the first run. */
const WhileRunning = lazyOptional(() => import("./WhileRunning.tsx").then((part) => part.WhileRunning));

/** Tells of coins that came for an invite. */
const RewardPart = lazyOptional(() =>
  import("#src/features/invites/web/RewardNotice.tsx").then((part) => part.RewardNotice),
);

/** Pages where a person learns of rewards; the others have more to ask for. */
const rewardPages: readonly string[] = [paths.dashboard, paths.coins, paths.invites];
/** A page that opens has more urgent questions; milliseconds. */
const afterOpeningMs = 3_000;

/** True from a while after the first page that tells of rewards, or from the first run, which may bring one. */
function useRewardsDue(pathname: string, isRunning: boolean): boolean {
  const [isDue, setDue] = useState(false);
  const isWaiting = !isDue && rewardPages.includes(pathname);
  if (isRunning && !isDue) setDue(true);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setDue(true), afterOpeningMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isDue;
}

/** A new page begins at its beginning, also for those who hear it or go by keys. */
function useFocusOnNewPage(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Sidebar, top bar and the page between them. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const sidebar = useSidebarState();
  const { isRunning, openRuns } = useSelector(selectActivity);
  const language = useSelector(selectSettings).value?.application.appLanguage;
  useEffect(() => {
    if (language) void setLanguage(language);
  }, [language]);
  const dispatch = useThunkDispatch();
  useEffect(() => onSettingsElsewhere(() => void dispatch(settings.fetch())), [dispatch]);
  useOpenRuns();
  const { pathname } = useLocation();
  useFocusOnNewPage(pathname);
  const isRewardDue = useRewardsDue(pathname, isRunning);
  return (
    <>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      <div className="shell" data-collapsed={(!sidebar.isMobile && !sidebar.expanded) || undefined}>
        <Sidebar state={sidebar} />
        <div className="main">
          <TopBar sidebar={sidebar} />
          <main className="content" id="content" tabIndex={-1}>
            {children}
          </main>
          <ShellFoot />
        </div>
      </div>
      <Support pathname={pathname} isVisitor={false} />
      {isRunning ? <WhileRunning /> : null}
      {isRewardDue ? <RewardPart openRuns={openRuns} /> : null}
    </>
  );
}
