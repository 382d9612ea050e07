import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import type { Project } from "#src/features/projects/contract.ts";
import { newestFirst, projectTitle, selectProjects } from "#src/features/projects/web/store.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { dayOf, formatListDate, formatPercent, formatTime, formatWeekday } from "#src/ui/format.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { SidebarLink } from "./SidebarLink.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { progressOf, stateNameOf } from "#src/features/projects/rules.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import styles from "./SidebarProjects.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import sidebarLinkStyles from "./SidebarLink.module.css";

const cx = joinClasses(styles, sidebarLinkStyles);

const ScrollArea = lazyOptional(() => import("#src/ui/ScrollArea.tsx").then((part) => part.ScrollArea));

/** From this many projects on the list has a fixed height, specification section 2. */
const scrollsFrom = 5;

/** Dots in the narrow sidebar. */
const shownNarrow = 8;

function ProjectScroll({ children }: { children: ReactNode }) {
  return (
    <ScrollArea
      className={cx("side-projects")}
      instead={<div className={cx("side-projects side-projects-still")}>{children}</div>}
    >
      {children}
    </ScrollArea>
  );
}

function NarrowProjects({ projects }: { projects: readonly Project[] }) {
  const { t } = useTranslation("common");
  const titleOf = useWorkflowTitle();
  if (projects.length === 0) return null;
  return (
    <>
      <div className={cx("side-rule")} />
      <ul>
        {projects.slice(0, shownNarrow).map((project) => (
          <SidebarLink
            key={project.id}
            narrow
            to={paths.project(project.id)}
            icon={<StateDot silent state={stateNameOf(project)} />}
            label={`${projectTitle(project, titleOf(project.workflow))}, ${t(`state.${stateNameOf(project)}`)}`}
          />
        ))}
      </ul>
    </>
  );
}

interface SidebarProjectsProps {
  narrow: boolean;
  /** How many there are, in words; undefined while unknown. */
  total: string | undefined;
}

/** "Your Projects": newest updated first, with their count; a tip while there are none. */
export function SidebarProjects({ narrow, total }: SidebarProjectsProps) {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const zone = useZone();
  const { items, loading, error, nextCursor } = useSelector(selectProjects);
  const titleOf = useWorkflowTitle();
  const projects = newestFirst(items ?? []);
  if (narrow) return <NarrowProjects projects={projects} />;
  /** How far a run is, else when the project changed: the time of today, the day of this week, or the date. */
  const endOf = ({ state, dateUpdated }: Project): string => {
    const progress = progressOf(state);
    if (progress !== null) return formatPercent(Math.round(progress * 100), language);
    const [day, today] = [dayOf(dateUpdated, zone), dayOf(new Date().toISOString(), zone)];
    if (day === today) return formatTime(dateUpdated, zone);
    return addDays(day, 6) >= today
      ? formatWeekday(dateUpdated, language, zone)
      : formatListDate(dateUpdated, language, { zone });
  };
  const list = (
    <ul>
      {projects.map((project) => (
        <SidebarLink
          key={project.id}
          to={paths.project(project.id)}
          icon={<StateDot state={stateNameOf(project)} />}
          label={projectTitle(project, titleOf(project.workflow))}
          count={endOf(project)}
        />
      ))}
      {nextCursor ? (
        <li>
          <Link to={paths.projects} className="side-link link-text">
            {t("sidebar.allProjects")}
          </Link>
        </li>
      ) : null}
    </ul>
  );
  // A list that is there as a whole counts itself, and so follows what was just deleted.
  const count = nextCursor ? (total ?? `${projects.length}+`) : projects.length;
  return (
    <section aria-labelledby="side-projects">
      <h2 className={cx("side-head-row")} id="side-projects">
        {t("sidebar.projects")}
        {items ? <span className={cx("side-count num")}>{count}</span> : null}
      </h2>
      {projects.length >= scrollsFrom ? <ProjectScroll>{list}</ProjectScroll> : projects.length > 0 ? list : null}
      {items?.length === 0 ? <p className={cx("side-tip")}>{t("sidebar.noProjects")}</p> : null}
      {!items && loading ? <SkeletonRows rows={3} height={32} columns="10px 1fr" /> : null}
      {!items && error ? <p className={cx("side-tip")}>{t("sidebar.projectsFailed")}</p> : null}
    </section>
  );
}
