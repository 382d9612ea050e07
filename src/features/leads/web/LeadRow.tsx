import { Check } from "lucide-react";
import { type CSSProperties, memo, type MouseEvent } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf, formatDate } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { Lead } from "../contract.ts";
import { NextStep, ScoreBar, StageTicks } from "./LeadCells.tsx";
import { warningOf } from "./leadWarning.ts";
import leadTableStyles from "./LeadTable.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import leadCellsStyles from "./LeadCells.module.css";

const cx = joinClasses(leadTableStyles, leadCellsStyles);

/** What rows do; the same object for every rendering, so that only changed rows draw themselves anew. */
export interface RowActions {
  tick: (at: number, isRange: boolean) => void;
  open: (id: string) => void;
  focus: (at: number) => void;
  hrefOf: (id: string) => string;
}

export interface LeadRowProps {
  lead: Lead;
  /** Place in the list, from 0. */
  at: number;
  /** Distance from the top of the list, px. */
  top: number;
  height: number;
  isTicked: boolean;
  /** Whether the tab key comes here. */
  isCurrent: boolean;
  /** Whether the panel shows this lead. */
  isOpen: boolean;
  zone: string;
  /** `YYYY-MM-DD` */
  today: string;
  actions: RowActions;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** One lead of the list. Its own keys are those of the list: the row is one stop of the tab key. */
export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, at, isTicked, zone, today, actions } = props;
  const { t } = useTranslation(["leads", "common"]);
  const lastDay = lead.lastContactAt === null ? undefined : dayOf(lead.lastContactAt, zone);
  const lastContact =
    lastDay === undefined ? t("never") : lastDay === today ? t("common:date.today") : formatDate(lastDay);
  const place: CSSProperties = { transform: `translateY(${props.top}px)`, height: props.height };
  return (
    <tr
      role="row"
      className="lead-row"
      style={place}
      aria-rowindex={at + 2}
      aria-selected={isTicked}
      data-open={props.isOpen || undefined}
      data-at={at}
      tabIndex={props.isCurrent ? 0 : -1}
      onFocus={() => actions.focus(at)}
      onClick={() => actions.open(lead.id)}
    >
      <td
        role="gridcell"
        className={cx("lead-tick")}
        onClick={(event) => {
          event.stopPropagation();
          actions.tick(at, event.shiftKey);
        }}
      >
        <button
          type="button"
          role="checkbox"
          className="check"
          tabIndex={-1}
          aria-checked={isTicked}
          aria-label={t("selectRow", { name: lead.name })}
          data-state={isTicked ? "checked" : "unchecked"}
        >
          {isTicked ? <Icon of={Check} /> : null}
        </button>
      </td>
      <td role="gridcell" className={cx("lead-name")}>
        <a
          href={actions.hrefOf(lead.id)}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            if (!isPlain(event)) return;
            event.preventDefault();
            actions.open(lead.id);
          }}
        >
          {lead.name}
        </a>
      </td>
      <td role="gridcell" className={cx("lead-contact")}>
        {lead.contact}
      </td>
      <td role="gridcell" className={cx("lead-city")}>
        {lead.address.city}
      </td>
      <td role="gridcell" className={cx("lead-stage-cell")}>
        <StageTicks stage={lead.stage} />
      </td>
      <td role="gridcell" className={cx("lead-score-cell")}>
        <ScoreBar score={lead.score} />
      </td>
      <td role="gridcell" className={cx("lead-last")}>
        {lastContact}
      </td>
      <td role="gridcell" className={cx("lead-next")}>
        <NextStep lead={lead} warning={warningOf(lead, lastDay ?? dayOf(lead.dateUpdated, zone), today)} />
      </td>
    </tr>
  );
});
