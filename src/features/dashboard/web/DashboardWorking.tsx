import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { WorkingRun } from "../contract.ts";
import { dashboardQuery } from "./store.ts";
import { runEnded } from "#src/features/runs/web/activity.ts";
import { progressOf, projectState } from "#src/features/projects/rules.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import { toast } from "#src/ui/toastStore.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import dashboardWaitingStyles from "./DashboardWaiting.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import dashboardPageStyles from "./DashboardPage.module.css";

const cx = joinClasses(dashboardWaitingStyles, dashboardPageStyles);

/** How often the progress of open runs is read; milliseconds. */
const every = 3_000;

/** Share of the work done, 0 to 100; what is not on counts as its nearest end. */
const percentOf = (state: number): number => {
  const { running, runningLast } = projectState;
  return Math.round((progressOf(Math.min(runningLast, Math.max(running, state))) ?? 0) * 100);
};

function WorkingRow({ run }: { run: WorkingRun }) {
  const dispatch = useThunkDispatch();
  const { t } = useTranslation("dashboard");
  const titleOf = useWorkflowTitle();
  const [isCancelling, setCancelling] = useState(false);
  const title = run.title ?? titleOf(run.workflow);
  const progress = percentOf(run.state);
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    try {
      await api.runs.cancelRun({ runId: run.id });
      dispatch(runEnded(run.id));
      toast({ title: t("cancelled"), text: t("cancelledText", { count: run.coins }) });
    } catch (cause) {
      setCancelling(false);
      toastFailure("pioneer.error")(cause);
    }
  };
  return (
    <li className={cx("waiting")}>
      <div>
        <h3 className={cx("waiting-title two-lines")}>{title}</h3>
        <div className={cx("waiting-note num")}>
          <span className={cx("at-work")}>
            {run.status === "queued" ? t("runStatus.queued") : t("runStatus.running", { percent: progress })}
          </span>
          <span>{t("heldNote", { count: run.coins })}</span>
        </div>
      </div>
      <div className={cx("waiting-actions")}>
        <Button
          size="small"
          variant="quiet"
          busy={isCancelling}
          busyLabel={t("cancelling")}
          onClick={() => void cancel()}
        >
          {t("cancel")}
        </Button>
        <Link to={paths.project(run.projectId)} className={buttonClass({ size: "small" })}>
          {t("watch")}
        </Link>
      </div>
      <div
        className={cx("progress")}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <i style={{ width: `${progress}%` }} />
      </div>
    </li>
  );
}

/** Runs that are on. */
export function DashboardWorking({ runs }: { runs: WorkingRun[] }) {
  const { t } = useTranslation("dashboard");
  useEffect(loadSerif, []);
  useQuery({ ...dashboardQuery, refetchInterval: every });
  return (
    <section aria-labelledby="dash-working">
      <div className="h2">
        <h2 id="dash-working">{t("workingTitle")}</h2>
      </div>
      <ul>
        {runs.map((run) => (
          <WorkingRow key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}
