import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { PagedTable, type PagedTableProps } from "#src/ui/PagedTable.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { ListedRun } from "../contract.ts";
import { reasonKeyOf, RunCells, type WorkflowOfRun } from "./RunCells.tsx";
import { joinClasses } from "#src/ui/classNames.ts";
import runsPageStyles from "./RunsPage.module.css";
import runCellsStyles from "./RunCells.module.css";
import runsFiltersStyles from "./RunsFilters.module.css";

const cx = joinClasses(runsPageStyles, runCellsStyles, runsFiltersStyles);

/** Height of a row, px, until it is measured: two lines, and four on phones; a reason is one more there. */
const rowHeight = { wide: 48, narrow: 107, reason: 18 };

export interface RunsTableProps extends Pick<PagedTableProps<ListedRun>, "pages" | "empty"> {
  workflowOf: (workflow: string) => WorkflowOfRun;
  zone: string;
  /** Below the rows. */
  children: ReactNode;
}

const columns = ["started", "workflow", "project", "engine", "duration", "status", "coins"] as const;

/** The runs as a table; on phones each row is a card. */
export function RunsTable({ workflowOf, zone, ...rest }: RunsTableProps) {
  const { t } = useTranslation("runs");
  const isMobile = useIsMobile();
  const height = isMobile ? rowHeight.narrow : rowHeight.wide;
  return (
    <PagedTable
      {...rest}
      label={t("title")}
      classes={{ table: cx("runs-table"), head: "runs-head", body: "runs-body", row: "runs-row" }}
      sizeOf={(run) => height + (isMobile && reasonKeyOf(run) ? rowHeight.reason : 0)}
      look={isMobile}
      ahead={20}
      coming={
        <SkeletonRows
          rows={isMobile ? 8 : 10}
          height={height}
          columns={isMobile ? "1fr 80px" : "104px 1fr 184px 76px 124px 68px 116px"}
        />
      }
      failed={{ list: t("failed"), more: t("moreFailed") }}
      head={
        <>
          {columns.map((column) => (
            <span
              key={column}
              role="columnheader"
              className={cx(`runs-${column}`)}
              {...(column === "started" ? { "aria-sort": "descending" as const } : {})}
            >
              {t(`column.${column}`)}
              {column === "started" ? <Icon of={ArrowDown} size={14} /> : null}
            </span>
          ))}
          <span role="columnheader" className={cx("runs-action")}>
            <span className="sr-only">{t("column.action")}</span>
          </span>
        </>
      }
      renderCells={(run) => <RunCells run={run} workflow={workflowOf(run.workflow)} zone={zone} />}
    />
  );
}
