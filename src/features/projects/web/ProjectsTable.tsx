import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { PagedTable, type PagedTableProps } from "#src/ui/PagedTable.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { stateNameOf } from "../rules.ts";
import type { Project } from "../contract.ts";
import { NewsLink } from "./NewsLink.tsx";
import { ProjectNext } from "./ProjectNext.tsx";
import { ProjectRowMenu, type RowMenuActions } from "./ProjectRowMenu.tsx";
import styles from "./ProjectsTable.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import projectsPageStyles from "./ProjectsPage.module.css";

const cx = joinClasses(styles, projectsPageStyles);

/** Height of a row, px: two lines, and on phones three, or four where a title takes two; those are measured. */
const rowHeight = { wide: 56, narrow: 88 };

export interface RowActions extends RowMenuActions {
  tick: (id: string, isOn: boolean) => void;
  star: (project: Project) => void;
}

export interface ProjectsTableProps extends Pick<PagedTableProps<Project>, "pages" | "empty"> {
  ticked: ReadonlySet<string>;
  onTickAll: (isOn: boolean) => void;
  actions: RowActions;
  nameOf: (project: Project) => string;
  workflowOf: (project: Project) => string;
  zone: string;
}

const columns = ["name", "state", "next", "updated"] as const;

/** The projects as a table with what can be done from each row. */
export function ProjectsTable(props: ProjectsTableProps) {
  const { pages, empty, ticked, onTickAll, actions, nameOf, workflowOf, zone } = props;
  const { t } = useTranslation(["projects", "common"]);
  const isMobile = useIsMobile();
  const height = isMobile ? rowHeight.narrow : rowHeight.wide;
  const here = pages.items?.filter(({ id }) => ticked.has(id)).length ?? 0;
  return (
    <PagedTable
      pages={pages}
      empty={empty}
      label={t("list.title")}
      classes={{
        table: "projects-table",
        head: cx("projects-head"),
        body: cx("projects-body"),
        row: cx("projects-row"),
      }}
      sizeOf={() => height}
      look={height}
      ahead={40}
      coming={
        <div className={cx("projects-coming")}>
          <SkeletonRows
            rows={isMobile ? 8 : 10}
            height={isMobile ? 87 : 56}
            columns={isMobile ? "24px 1fr 24px" : "24px 24px 1fr 112px 160px 140px 24px"}
          />
        </div>
      }
      failed={{ list: t("list.failed"), more: t("list.moreFailed") }}
      head={
        <>
          <span role="columnheader" className={cx("projects-star")}>
            <span className="sr-only">{t("list.favorite")}</span>
          </span>
          <span role="columnheader" className={cx("projects-tick print-hidden")}>
            <Checkbox
              checked={here === 0 ? false : here === pages.items?.length ? true : "mixed"}
              onChange={onTickAll}
              label={t("list.tickAll")}
            />
          </span>
          {columns.map((column) => (
            <span
              key={column}
              role="columnheader"
              className={cx(`projects-${column}`)}
              {...(column === "updated" ? { "aria-sort": "descending" as const } : {})}
            >
              {t(`list.column.${column}`)}
            </span>
          ))}
          <span role="columnheader" className={cx("projects-menu")}>
            <span className="sr-only">{t("list.column.menu")}</span>
          </span>
        </>
      }
      renderCells={(project) => (
        <Cells
          project={project}
          isTicked={ticked.has(project.id)}
          name={nameOf(project)}
          workflow={workflowOf(project)}
          zone={zone}
          actions={actions}
        />
      )}
    />
  );
}

interface CellsProps {
  project: Project;
  isTicked: boolean;
  name: string;
  workflow: string;
  zone: string;
  actions: RowActions;
}

const Cells = memo(function Cells({ project, isTicked, name, workflow, zone, actions }: CellsProps) {
  const { t } = useTranslation(["projects", "common"]);
  const { currentRevision } = project;
  return (
    <>
      <span role="cell" className={cx("projects-star")}>
        <IconButton
          label={t("list.star", { name })}
          aria-pressed={project.favorite}
          className={project.favorite ? "star-on" : ""}
          onClick={() => actions.star(project)}
        >
          <Icon of={Star} />
        </IconButton>
      </span>
      <span role="cell" className={cx("projects-tick print-hidden")}>
        <Checkbox
          checked={isTicked}
          onChange={(isOn) => actions.tick(project.id, isOn)}
          label={t("list.tick", { name })}
        />
      </span>
      <span role="cell" className={cx("projects-name")}>
        <Link to={paths.project(project.id)} title={name}>
          {name}
        </Link>
        <small>
          <span>
            {currentRevision === null ? workflow : t("list.workflowOf", { workflow, number: currentRevision })}
          </span>
          <NewsLink projectId={project.id} name={name} news={project.news} zone={zone} />
        </small>
      </span>
      <span role="cell" className={cx("projects-state")}>
        <StateDot state={stateNameOf(project)} named />
      </span>
      <span role="cell" className={cx("projects-next")}>
        <ProjectNext project={project} name={name} />
      </span>
      <span role="cell" className={cx("projects-updated")}>
        <time dateTime={project.dateUpdated}>{formatDateTime(project.dateUpdated, zone)}</time>
      </span>
      <span role="cell" className={cx("projects-menu")}>
        <ProjectRowMenu project={project} name={name} actions={actions} />
      </span>
    </>
  );
});
