import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Project } from "#src/features/projects/contract.ts";
import { projectTitle } from "#src/features/projects/web/store.ts";
import { useCall } from "#src/kit/useCall.ts";
import { api } from "../api.ts";
import { useLanguage, useTranslation } from "../i18n/index.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/Button.tsx";
import { dayOf, formatListDate, formatTime } from "../ui/format.ts";
import { loadSerif } from "../ui/loadSerif.ts";
import { useWorkflowTitle } from "../WorkflowIcon.tsx";

/** Rows of the list; older ones stand in the sidebar. */
const shown = 5;

/** Open proposals per project, counted where a run has some. */
async function countOpenProposals(projects: Project[], signal: AbortSignal): Promise<Map<string, number>> {
  const counted = await Promise.all(
    projects.map(async ({ id, latestRunId }): Promise<[string, number]> => {
      if (!latestRunId) return [id, 0];
      const { proposals } = await api.workflows.listProposals({ runId: latestRunId }, { signal });
      return [id, proposals.filter(({ state }) => state === "proposed").length];
    }),
  );
  return new Map(counted);
}

/** Finished runs whose proposals have not been dealt with. */
export function DashboardWaiting({ projects, zone }: { projects: Project[]; zone: string }) {
  const { t } = useTranslation(["dashboard", "common"]);
  const language = useLanguage();
  const titleOf = useWorkflowTitle();
  const rows = projects.slice(0, shown);
  const key = rows.map(({ id, dateUpdated }) => `${id}@${dateUpdated}`).join();
  const { data: counts } = useCall(key, (signal) => countOpenProposals(rows, signal));
  useEffect(loadSerif, []);
  const finished = (at: string): string => {
    const time = formatTime(at, zone);
    const isToday = dayOf(at, zone) === dayOf(new Date().toISOString(), zone);
    return isToday
      ? t("finishedToday", { time })
      : t("finished", { date: formatListDate(at, language, { zone }), time });
  };
  return (
    <section aria-labelledby="dash-waiting">
      <div className="h2 key">
        <h2 id="dash-waiting">{t("waitingTitle")}</h2>
        <span className="h2-note num">{projects.length}</span>
      </div>
      <ul>
        {rows.map((project, at) => {
          const open = counts?.get(project.id) ?? 0;
          return (
            <li className="waiting" key={project.id}>
              <div>
                <h3 className="waiting-title">{projectTitle(project, titleOf(project.workflow))}</h3>
                <div className="waiting-note num">
                  <span>{titleOf(project.workflow)}</span>
                  <span>{finished(project.dateUpdated)}</span>
                </div>
              </div>
              <Link
                to={paths.project(project.id)}
                className={`${buttonClass({ variant: at === 0 ? "primary" : "outline", size: "small" })} num`}
              >
                {open > 0 ? t("review", { count: open }) : t("read")}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
