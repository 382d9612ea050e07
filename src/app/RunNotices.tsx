import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { projectTitle } from "#src/features/projects/web/store.ts";
import type { Run } from "#src/features/runs/contract.ts";
import { selectActivity } from "#src/features/runs/web/activity.ts";
import { areNoticesWanted, noticePermission } from "#src/features/runs/web/noticeChoice.ts";
import { api } from "#src/ui/client/api.ts";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { showTabNotice } from "./tabTitle.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";

const isHidden = (): boolean => document.visibilityState !== "visible";

/** While runs are on: tells somebody who looks elsewhere that a run has ended: by the title of the tab, and as they wished. */
export function RunNotices() {
  // Texts of runs come when there is something to tell: waiting for them would take the page away.
  const { t } = useTranslation();
  const navigate = useNavigate();
  const titleOf = useWorkflowTitle();
  const { openRuns } = useSelector(selectActivity);

  const notify = useCallback(
    (run: Run, title: string, body: string): void => {
      if (!areNoticesWanted(localStorage) || noticePermission() !== "granted") return;
      try {
        // Several tabs that tell of one run are one notification.
        const told = new Notification(title, { body, tag: `run:${run.id}`, icon: "/icons/icon-192.png" });
        told.addEventListener("click", () => {
          window.focus();
          told.close();
          void navigate({ to: paths.project(run.projectId) });
        });
      } catch {
        // Browsers of phones have the name and refuse to use it: the title of the tab is left.
      }
    },
    [navigate],
  );
  const tell = useCallback(
    async (runId: string): Promise<void> => {
      const { run } = await api.runs.getRun({ runId });
      if (run.finishedAt === null || run.status === "cancelled") return;
      const { project } = await api.projects.getProject({ id: run.projectId });
      await preloadTexts("run");
      if (!isHidden()) return;
      const name = projectTitle(project, titleOf(project.workflow));
      const isReady = run.status === "succeeded";
      const title = t(isReady ? "run:notice.ready" : "run:notice.failed", { name });
      showTabNotice(title);
      notify(run, title, isReady ? titleOf(project.workflow) : t("run:end.coinsBack", { count: run.coins }));
    },
    [notify, t, titleOf],
  );

  const tellAll = useRef((_ended: readonly string[]): void => undefined);
  tellAll.current = (ended) => {
    // What cannot be asked now is seen on the page itself.
    if (isHidden()) for (const id of ended) void tell(id).catch(() => undefined);
  };
  const before = useRef(openRuns);
  useEffect(() => {
    tellAll.current(before.current.filter((id) => !openRuns.includes(id)));
    before.current = openRuns;
  }, [openRuns]);
  // With the last run this goes too: what was open then has ended.
  useEffect(() => () => tellAll.current(before.current), []);
  return null;
}
