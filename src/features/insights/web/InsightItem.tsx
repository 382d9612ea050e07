import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { useHasDraft } from "#src/ui/forms/useDraft.ts";
import { Chip } from "#src/ui/Chip.tsx";
import { formatListDate, formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { Insight } from "../contract.ts";
import { draftKey, InsightEditor } from "./InsightEditor.tsx";
import { leadsOutreachInsights } from "./store.ts";
import cx from "./Insights.module.css";

const tones = {
  draft: "plain",
  approved: "info",
  sent: "info",
  replied: "ok",
  bounced: "danger",
  unsubscribed: "warn",
} as const;

export interface InsightItemProps {
  insight: Insight;
  zone: string;
  /** The name of the lead and the way to it; absent in the lead's own panel. */
  onLead?: (leadId: string) => void;
}

/** One message of a list: its line, and opened its texts to be changed. */
export function InsightItem({ insight, zone, onLead }: InsightItemProps) {
  const { t } = useTranslation(["leads", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const draft = draftKey(insight.id);
  const [isOpen, setOpen] = useState(useHasDraft(draft));
  const subject =
    insight.subject || t(insight.channel === "phone" ? "insights.field.callScript" : "insights.noSubject");
  return (
    <li className={cx("insight")}>
      <div className={cx("insight-line num")}>
        <Chip tone={tones[insight.status]}>{t(`insights.status.${insight.status}`)}</Chip>
        <button
          type="button"
          className={cx("insight-subject")}
          aria-expanded={isOpen}
          aria-label={t("insights.open", { subject })}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{subject}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
        {onLead ? (
          <button type="button" className={cx("insight-lead")} onClick={() => onLead(insight.leadId)}>
            {insight.leadName}
          </button>
        ) : null}
        <span className={cx("insight-note")}>
          {t(`insights.channel.${insight.channel}`)}
          {insight.fitScore === null ? "" : `, ${t("insights.column.fit")} ${formatNumber(insight.fitScore, language)}`}
          {`, ${formatListDate(insight.dateUpdated, language, { zone })}`}
        </span>
      </div>
      {isOpen ? (
        <InsightEditor
          insight={insight}
          draft={draft}
          onCancel={() => setOpen(false)}
          onSave={async (fields) => {
            if (Object.keys(fields).length > 0)
              await dispatch(leadsOutreachInsights.update({ id: insight.id, fields })).unwrap();
            setOpen(false);
            toast({ title: t("insights.saved") });
          }}
        />
      ) : null}
    </li>
  );
}
