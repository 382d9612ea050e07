import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatListDate, formatNumber } from "#src/ui/format.ts";
import type { LeadRow as Row } from "../contract.ts";
import { leadStages } from "../rules.ts";
import type { LeadWarning } from "./leadWarning.ts";
import cx from "./LeadCells.module.css";

/** Ticks of the stage: how far a sale has come in four steps. */
const steps = 4;

/** A stage as four ticks and its word; a sale that was won has all, one that was lost has none. */
export function StageTicks({ stage }: { stage: Row["stage"] }) {
  const { t } = useTranslation("leads");
  const filled = stage === "lost" ? 0 : Math.min(steps, leadStages.indexOf(stage) + 1);
  return (
    <span className={cx(`lead-stage lead-stage-${stage}`)}>
      <span aria-hidden="true">
        {Array.from({ length: steps }, (_, at) => (
          <i key={at} data-on={at < filled || undefined} />
        ))}
      </span>
      {t(`stage.${stage}`)}
    </span>
  );
}

/** A score as a figure and a hairline bar. */
export function ScoreBar({ score }: { score: number | null }) {
  const { t } = useTranslation("leads");
  const language = useLanguage();
  if (score === null) return <span className="muted">{t("noScore")}</span>;
  return (
    <span className={cx("lead-score")}>
      <b>{formatNumber(score, language)}</b>
      <i aria-hidden="true">
        <u style={{ width: `${score}%` }} />
      </i>
    </span>
  );
}

/** What comes next, or the one thing to be warned of. */
export function NextStep({ lead, warning }: { lead: Row; warning: LeadWarning | undefined }) {
  const { t } = useTranslation("leads");
  const language = useLanguage();
  if (!warning) {
    const day = lead.nextStepOn === null ? "" : formatListDate(lead.nextStepOn, language);
    // Words may be cut off, the day may not.
    return (
      <span className={cx("lead-step")} title={lead.nextStep || undefined}>
        {lead.nextStep ? <span>{lead.nextStep}</span> : null}
        {day ? <time dateTime={lead.nextStepOn ?? undefined}>{day}</time> : null}
      </span>
    );
  }
  const words =
    warning.kind === "noReply"
      ? t("warning.noReply", { count: warning.days })
      : warning.kind === "doNotContact"
        ? t("warning.doNotContact")
        : t("warning.overdue", { date: formatListDate(warning.day, language) });
  return (
    <span className={cx("lead-warning")} title={lead.nextStep || undefined}>
      {words}
    </span>
  );
}
