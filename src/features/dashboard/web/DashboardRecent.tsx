import { Link } from "@tanstack/react-router";
import type { DashboardProject } from "../contract.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatListDate } from "#src/ui/format.ts";

import { StateDot } from "#src/ui/StateDot.tsx";
import { stateNameOf } from "#src/features/projects/rules.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import { GapsLink } from "./GapsLink.tsx";
import dashboardPlannedStyles from "./DashboardPlanned.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import dashboardPageStyles from "./DashboardPage.module.css";

const cx = joinClasses(dashboardPlannedStyles, dashboardPageStyles);

/** Rows of the list; older ones stand in the sidebar. */
const shown = 4;

/** Projects that neither wait nor are worked on, with where they stand. @param projects newest updated first */
export function DashboardRecent({ projects, zone }: { projects: DashboardProject[]; zone: string }) {
  const { t } = useTranslation("dashboard");
  const language = useLanguage();
  const titleOf = useWorkflowTitle();
  return (
    <section aria-labelledby="dash-recent">
      <div className="h2">
        <h2 id="dash-recent">{t("recent.title")}</h2>
        <Link to={paths.projects} className="h2-note link">
          {t("recent.all")}
        </Link>
      </div>
      <table className="tb num">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("recent.project")}</th>
            <th scope="col">{t("recent.state")}</th>
            <th scope="col">{t("recent.date")}</th>
          </tr>
        </thead>
        <tbody>
          {projects.slice(0, shown).map((project) => (
            <tr key={project.id}>
              <td>
                <Link to={paths.project(project.id)} className={cx("two-lines link-quiet")}>
                  {project.title ?? titleOf(project.workflow)}
                </Link>
                {project.gaps > 0 ? (
                  <GapsLink
                    projectId={project.id}
                    title={project.title ?? titleOf(project.workflow)}
                    gaps={project.gaps}
                    className={cx("link num recent-gaps")}
                  />
                ) : null}
              </td>
              <td className={cx("recent-state")}>
                <StateDot state={stateNameOf(project)} named />
              </td>
              <td className={cx("r muted recent-date")}>
                <time dateTime={project.dateUpdated}>{formatListDate(project.dateUpdated, language, { zone })}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
