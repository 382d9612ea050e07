import { ArrowDown } from "lucide-react";
import { useRef } from "react";
import { useWindowRows } from "#src/ui/data/useWindowRows.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { ListedRun } from "../contract.ts";
import { reasonKeyOf, RunCells, type WorkflowOfRun } from "./RunCells.tsx";

/** Height of a row, px, until it is measured: two lines, and four on phones; a reason is one more there. */
const rowHeight = { wide: 48, narrow: 107, reason: 18 };
/** Rows before the end of what is loaded at which the next page is read. */
const ahead = 20;
/** Height of what sticks above the rows, px. */
const coveredAbove = 88;

export interface RunsTableProps {
  items: readonly ListedRun[];
  workflowOf: (workflow: string) => WorkflowOfRun;
  zone: string;
  isLoading: boolean;
  hasMore: boolean;
  /** Reads the next page; undefined while the last try failed. */
  onMore: (() => void) | undefined;
}

const columns = ["started", "workflow", "project", "engine", "duration", "status", "coins"] as const;

/** The runs as a table that draws only the rows in sight; on phones each row is a card. */
export function RunsTable({ items, workflowOf, zone, isLoading, hasMore, onMore }: RunsTableProps) {
  const { t } = useTranslation("runs");
  const isMobile = useIsMobile();
  const place = useRef<HTMLDivElement>(null);
  const { virtual, top, focusedAt } = useWindowRows({
    place,
    count: items.length,
    loaded: items.length,
    keyOf: (at) => items[at]?.id ?? at,
    sizeOf: (at) => (isMobile ? rowHeight.narrow + (reasonKeyOf(items[at]) ? rowHeight.reason : 0) : rowHeight.wide),
    look: isMobile,
    covered: { above: coveredAbove },
    ahead,
    onMore: hasMore && !isLoading ? onMore : undefined,
  });
  return (
    <div
      className="runs-table num"
      role="table"
      aria-label={t("title")}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      aria-busy={isLoading || undefined}
    >
      <div role="rowgroup" className="runs-head">
        <div role="row" className="runs-row" aria-rowindex={1}>
          {columns.map((column) => (
            <span
              key={column}
              role="columnheader"
              className={`runs-${column}`}
              {...(column === "started" ? { "aria-sort": "descending" as const } : {})}
            >
              {t(`column.${column}`)}
              {column === "started" ? <Icon of={ArrowDown} size={14} /> : null}
            </span>
          ))}
          <span role="columnheader" className="runs-action">
            <span className="sr-only">{t("column.action")}</span>
          </span>
        </div>
      </div>
      <div
        role="rowgroup"
        ref={place}
        className="runs-body"
        style={{ height: virtual.getTotalSize() }}
        onBlur={() => {
          focusedAt.current = -1;
        }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const run = items[index];
          return run ? (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="row"
              className="runs-row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start - top}px)` }}
              onFocus={() => {
                focusedAt.current = index;
              }}
            >
              <RunCells run={run} workflow={workflowOf(run.workflow)} zone={zone} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}
