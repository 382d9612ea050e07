import { Check } from "lucide-react";
import { type CSSProperties, memo, type MouseEvent } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf } from "#src/ui/format.ts";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { LeadRow as Row, LeadStage } from "../contract.ts";
import { NextStep, ScoreBar } from "./LeadCells.tsx";
import { StageCell, TextCell } from "./LeadCellEditors.tsx";
import type { LeadActions } from "./useLeadActions.ts";
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
  move: (lead: Row, stage: LeadStage) => void;
  edit: LeadActions["editCell"];
}

export interface LeadRowProps {
  lead: Row;
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
  const language = useLanguage();
  const lastDay = lead.lastContactAt === null ? undefined : dayOf(lead.lastContactAt, zone);
  const lastContact =
    lastDay === undefined
      ? t("never")
      : lastDay === today
        ? t("common:date.today")
        : formatShortDate(lastDay, language);
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
      <td role="gridcell" className={cx("lead-contact lead-extra")} data-edits>
        <TextCell
          lead={lead}
          label={t("column.contact")}
          value={lead.contact}
          maxLength={200}
          onSave={(contact) => actions.edit(lead, { contact }, { contact: lead.contact })}
        >
          {lead.contact}
        </TextCell>
      </td>
      <td role="gridcell" className={cx("lead-city lead-extra")}>
        {lead.address.city}
      </td>
      <td role="gridcell" className={cx("lead-stage-cell")} data-edits>
        <StageCell lead={lead} onStage={(stage) => actions.move(lead, stage)} />
      </td>
      <td role="gridcell" className={cx("lead-score-cell")} data-edits>
        <TextCell
          lead={lead}
          label={t("column.score")}
          value={lead.score === null ? "" : String(lead.score)}
          maxLength={3}
          isFigure
          onSave={(typed) => {
            const score = typed.trim() === "" ? null : Number(typed);
            return actions.edit(lead, { score }, { score: lead.score });
          }}
        >
          <ScoreBar score={lead.score} />
        </TextCell>
      </td>
      <td role="gridcell" className={cx("lead-last lead-extra")}>
        {lastContact}
      </td>
      <td role="gridcell" className={cx("lead-next")} data-edits>
        <TextCell
          lead={lead}
          label={t("column.nextStep")}
          value={lead.nextStep}
          maxLength={200}
          onSave={(nextStep) => actions.edit(lead, { nextStep }, { nextStep: lead.nextStep })}
        >
          <NextStep lead={lead} warning={warningOf(lead, lastDay ?? dayOf(lead.dateUpdated, zone), today)} />
        </TextCell>
      </td>
    </tr>
  );
});
