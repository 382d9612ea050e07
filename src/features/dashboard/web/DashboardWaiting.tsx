import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { NewsLinkProps } from "#src/features/projects/web/NewsLink.tsx";
import type { WaitingProject } from "../contract.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { dayOf, formatListDate, formatNumber, formatTime } from "#src/ui/format.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import { GapsLink } from "./GapsLink.tsx";
import { actionOf } from "./knownDashboard.ts";
import styles from "./DashboardWaiting.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import dashboardPageStyles from "./DashboardPage.module.css";

const cx = joinClasses(styles, dashboardPageStyles);

/** Few dashboards have news: their link is no part of the first page. */
const NewsLink = lazyOptional<NewsLinkProps>(() =>
  import("#src/features/projects/web/NewsLink.tsx").then((part) => part.NewsLink),
);

interface DashboardWaitingProps {
  /** Newest first. */
  projects: WaitingProject[];
  /** How many there are, with those not shown. */
  count: number;
  /** `YYYY-MM-DD` in `zone`. */
  today: string;
  zone: string;
}

/** Finished runs whose proposals have not been dealt with. */
export function DashboardWaiting({ projects, count, today, zone }: DashboardWaitingProps) {
  const { t } = useTranslation("dashboard");
  const language = useLanguage();
  const titleOf = useWorkflowTitle();
  useEffect(loadSerif, []);
  const finished = (at: string): string => {
    const time = formatTime(at, zone);
    const day = dayOf(at, zone);
    if (day === today) return t("finishedToday", { time });
    if (day === addDays(today, -1)) return t("finishedYesterday", { time });
    return t("finished", { date: formatListDate(at, language, { zone }), time });
  };
  return (
    <section aria-labelledby="dash-waiting">
      <div className="h2 key">
        <h2 id="dash-waiting">{t("waitingTitle")}</h2>
        {count > projects.length ? (
          <Link to={paths.projects} className="h2-note link num">
            {t("waitingAll", { count })}
          </Link>
        ) : (
          <span className="h2-note num">{formatNumber(count, language)}</span>
        )}
      </div>
      <ul>
        {projects.map((project, at) => {
          const action = actionOf(project.proposals);
          const title = project.title ?? titleOf(project.workflow);
          const words = t(action.key, { count: action.count });
          const button = `${buttonClass({ variant: at === 0 ? "primary" : "outline", size: "small" })} num`;
          // Reading is no step while something is to be filled in.
          const isFilling = project.gaps > 0 && action.count === 0;
          const gaps = { projectId: project.id, title, gaps: project.gaps };
          return (
            <li className={cx("waiting")} key={project.id}>
              <div>
                <h3 className={cx("waiting-title two-lines")}>{title}</h3>
                <div className={cx("waiting-note num")}>
                  <span>{titleOf(project.workflow)}</span>
                  <span>
                    <time dateTime={project.finishedAt}>{finished(project.finishedAt)}</time>
                  </span>
                  {project.news ? (
                    <span>
                      <NewsLink projectId={project.id} name={title} news={project.news} zone={zone} />
                    </span>
                  ) : null}
                  {project.gaps > 0 && !isFilling ? (
                    <span>
                      <GapsLink {...gaps} className={cx("link waiting-gaps")} />
                    </span>
                  ) : null}
                </div>
              </div>
              {isFilling ? (
                <GapsLink {...gaps} className={button} />
              ) : (
                <Link
                  to={paths.project(project.id)}
                  className={button}
                  aria-label={t("actionFor", { action: words, title })}
                >
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
