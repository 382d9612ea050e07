import { useMemo, useRef } from "react";
import { useWindowRows } from "#src/ui/data/useWindowRows.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { useIsPrinting } from "#src/ui/data/useIsPrinting.ts";
import { dayOf } from "#src/ui/format.ts";
import type { LeadRow as Row, LeadSort } from "../contract.ts";
import { LeadRow, type RowActions } from "./LeadRow.tsx";
import { columnCount, LeadTableHead } from "./LeadTableHead.tsx";
import type { Selection } from "./selection.ts";
import type { LeadActions } from "./useLeadActions.ts";
import { useRowKeys } from "./useRowKeys.ts";
import cx from "./LeadTable.module.css";

/** Height of a row, px: one line, and two on phones. */
const rowHeight = { wide: 34, narrow: 60 };
/** Rows before the end of what is loaded at which the next page is read. */
const ahead = 60;
/** Height of what sticks above the rows (top bar and head of the table) and below them, px. */
const covered = { above: 84, below: 76 };

export interface LeadTableProps {
  items: Row[];
  /** How many the filters find; rows that are not loaded yet keep their room. */
  found: number;
  selection: Selection<Row>;
  onTick: (at: number, from: number | undefined) => void;
  onTickAll: () => void;
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  openId: string | undefined;
  onOpen: (id: string) => void;
  hrefOf: (id: string) => string;
  actions: LeadActions;
  zone: string;
  isLoading: boolean;
  /** Reads the next page; undefined when there is none, or the last try failed. */
  onMore: (() => void) | undefined;
}

/** On paper all rows stand that have been read, up to this many; some forty sheets. */
const mostOnPaper = 1_000;

/** The leads as a table that draws only the rows in sight. */
export function LeadTable(props: LeadTableProps) {
  const { items, selection, onTick, openId, onOpen, hrefOf, zone, onMore } = props;
  const { t } = useTranslation("leads");
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useIsMobile() ? rowHeight.narrow : rowHeight.wide;
  const count = onMore || props.isLoading ? Math.max(items.length, props.found) : items.length;
  const isPrinting = useIsPrinting();
  const { virtual, top, focusedAt } = useWindowRows({
    place: body,
    count,
    loaded: items.length,
    sizeOf: () => height,
    look: height,
    covered,
    overscan: 8,
    ahead,
    onMore,
    whole: isPrinting ? mostOnPaper : undefined,
  });

  // The lead, not its row: the order may be another one by the time the range ends.
  const anchor = useRef<string | undefined>(undefined);
  const tick = (at: number, isRange: boolean): void => {
    const from = isRange ? items.findIndex(({ id }) => id === anchor.current) : -1;
    onTick(at, from < 0 ? undefined : from);
    anchor.current = items[at]?.id;
  };
  const open = (at: number): void => {
    const lead = items[at];
    if (lead) onOpen(lead.id);
  };
  const keys = useRowKeys(body, items.length, (at) => virtual.scrollToIndex(at, { align: "auto" }), { tick, open });
  focusedAt.current = keys.currentAt;

  const latest = useRef({ tick, onOpen, hrefOf, lead: props.actions });
  latest.current = { tick, onOpen, hrefOf, lead: props.actions };
  const { setCurrent } = keys;
  const actions = useMemo(
    (): RowActions => ({
      tick: (at, isRange) => latest.current.tick(at, isRange),
      open: (id) => latest.current.onOpen(id),
      hrefOf: (id) => latest.current.hrefOf(id),
      focus: setCurrent,
      move: (lead, stage) => void latest.current.lead.move(lead, stage),
      edit: (lead, fields, was) => latest.current.lead.editCell(lead, fields, was),
    }),
    [setCurrent],
  );

  const rows = virtual.getVirtualItems();

  const today = dayOf(new Date().toISOString(), zone);
  const tickedHere = items.reduce((sum, { id }) => sum + (selection.has(id) ? 1 : 0), 0);
  const ticked = tickedHere === 0 ? false : tickedHere === items.length ? true : "mixed";
  return (
    <table
      className={cx("lead-table print-open num")}
      role="grid"
      aria-label={t("title")}
      aria-rowcount={count + 1}
      aria-colcount={columnCount}
      aria-multiselectable="true"
      aria-busy={props.isLoading || undefined}
      onKeyDown={keys.onKeyDown}
    >
      <LeadTableHead sort={props.sort} onSort={props.onSort} ticked={ticked} onTickAll={props.onTickAll} />
      <tbody role="rowgroup" ref={body} style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const lead = items[index];
          const rowTop = start - top;
          return lead ? (
            <LeadRow
              key={lead.id}
              lead={lead}
              at={index}
              top={rowTop}
              height={height}
              isTicked={selection.has(lead.id)}
              isCurrent={index === keys.currentAt}
              isOpen={lead.id === openId}
              zone={zone}
              today={today}
              actions={actions}
            />
          ) : (
            <tr
              key={index}
              role="row"
              aria-hidden="true"
              className={cx("lead-row lead-coming")}
              style={{ transform: `translateY(${rowTop}px)`, height }}
            >
              <td role="gridcell">
                <i />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
