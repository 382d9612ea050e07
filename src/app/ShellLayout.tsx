import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { onSettingsElsewhere, selectSettings, settings } from "#src/features/settings/web/store.ts";
import { selectActivity } from "#src/features/runs/web/activity.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { AfterPaint, Support } from "./AfterPaint.tsx";
import { setLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { ShellFoot } from "./ShellFoot.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { useSidebarState } from "./sidebarState.ts";
import { TopBar } from "./TopBar.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { useOpenRuns } from "./useOpenRuns.ts";

/** Its code comes with the first run. */
const WhileRunning = lazyOptional(() => import("./WhileRunning.tsx").then((part) => part.WhileRunning));

/** Tells of coins that came for an invite; its code comes once the page is painted. */
const RewardPart = lazyOptional(() =>
  import("#src/features/invites/web/RewardNotice.tsx").then((part) => part.RewardNotice),
);

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
      <AfterPaint>
        <RewardPart openRuns={openRuns} />
      </AfterPaint>
    </>
  );
}
