import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { memo, useRef } from "react";
import { useWindowRows } from "#src/ui/data/useWindowRows.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { stateNameOf } from "../rules.ts";
import type { Project } from "../contract.ts";
import { NewsLink } from "./NewsLink.tsx";
import { ProjectNext } from "./ProjectNext.tsx";
import { ProjectRowMenu, type RowMenuActions } from "./ProjectRowMenu.tsx";
import "./ProjectsTable.css";

/** Height of a row, px: two lines, and three on phones. */
const rowHeight = { wide: 56, narrow: 88 };
/** Rows before the end of what is loaded at which the next page is read. */
const ahead = 40;
/** Height of what sticks above the rows, px. */
const coveredAbove = 88;

export interface RowActions extends RowMenuActions {
  tick: (id: string, isOn: boolean) => void;
  star: (project: Project) => void;
}

export interface ProjectsTableProps {
  items: readonly Project[];
  ticked: ReadonlySet<string>;
  onTickAll: (isOn: boolean) => void;
  actions: RowActions;
  nameOf: (project: Project) => string;
  workflowOf: (project: Project) => string;
  zone: string;
  isLoading: boolean;
  hasMore: boolean;
  /** Reads the next page; undefined while the last try failed. */
  onMore: (() => void) | undefined;
}

/** The projects as a table that draws only the rows in sight. */
export function ProjectsTable(props: ProjectsTableProps) {
  const { items, ticked, actions, hasMore, isLoading, onMore } = props;
  const { t } = useTranslation(["projects", "common"]);
  const height = useIsMobile() ? rowHeight.narrow : rowHeight.wide;
  const place = useRef<HTMLDivElement>(null);
  const { virtual, top, focusedAt } = useWindowRows({
    place,
    count: items.length,
    loaded: items.length,
    sizeOf: () => height,
    look: height,
    covered: { above: coveredAbove },
    ahead,
    onMore: hasMore && !isLoading ? onMore : undefined,
  });
  const here = items.reduce((sum, { id }) => sum + (ticked.has(id) ? 1 : 0), 0);
  const columns = ["name", "state", "next", "updated"] as const;
  return (
    <div
      className="projects-table num"
      role="table"
      aria-label={t("list.title")}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      aria-busy={isLoading || undefined}
    >
      <div role="rowgroup" className="projects-head">
        <div role="row" className="projects-row" aria-rowindex={1}>
          <span role="columnheader" className="projects-star">
            <span className="sr-only">{t("list.favorite")}</span>
          </span>
          <span role="columnheader" className="projects-tick">
            <Checkbox
              checked={here === 0 ? false : here === items.length ? true : "mixed"}
              onChange={props.onTickAll}
              label={t("list.tickAll")}
            />
          </span>
          {columns.map((column) => (
            <span
              key={column}
              role="columnheader"
              className={`projects-${column}`}
              {...(column === "updated" ? { "aria-sort": "descending" as const } : {})}
            >
              {t(`list.column.${column}`)}
            </span>
          ))}
          <span role="columnheader" className="projects-menu">
            <span className="sr-only">{t("list.column.menu")}</span>
          </span>
        </div>
      </div>
      <div
        role="rowgroup"
        ref={place}
        className="projects-body"
        style={{ height: virtual.getTotalSize() }}
        onBlur={() => {
          focusedAt.current = -1;
        }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const project = items[index];
          return project ? (
            <div
              key={project.id}
              role="row"
              className="projects-row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start - top}px)`, height }}
              onFocus={() => {
                focusedAt.current = index;
              }}
            >
              <Cells
                project={project}
                isTicked={ticked.has(project.id)}
                name={props.nameOf(project)}
                workflow={props.workflowOf(project)}
                zone={props.zone}
                actions={actions}
              />
            </div>
          ) : null;
        })}
      </div>
    </div>
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
      <span role="cell" className="projects-star">
        <IconButton
          label={t("list.star", { name })}
          aria-pressed={project.favorite}
          className={project.favorite ? "star-on" : ""}
          onClick={() => actions.star(project)}
        >
          <Icon of={Star} />
        </IconButton>
      </span>
      <span role="cell" className="projects-tick">
        <Checkbox
          checked={isTicked}
          onChange={(isOn) => actions.tick(project.id, isOn)}
          label={t("list.tick", { name })}
        />
      </span>
      <span role="cell" className="projects-name">
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
      <span role="cell" className="projects-state">
        <StateDot state={stateNameOf(project)} named />
      </span>
      <span role="cell" className="projects-next">
        <ProjectNext project={project} name={name} />
      </span>
      <span role="cell" className="projects-updated">
        <time dateTime={project.dateUpdated}>{formatDateTime(project.dateUpdated, zone)}</time>
      </span>
      <span role="cell" className="projects-menu">
        <ProjectRowMenu project={project} name={name} actions={actions} />
      </span>
    </>
  );
});
