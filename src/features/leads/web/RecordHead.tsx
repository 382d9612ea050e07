import { Link } from "@tanstack/react-router";
import { CalendarPlus, Mail, Phone } from "lucide-react";
import { useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { dayOf, formatListDate } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { LeadRow } from "../contract.ts";
import { leadStages } from "../rules.ts";
import { mailHref, phoneHref } from "./reach.ts";
import type { LeadActions } from "./useLeadActions.ts";
import styles from "./RecordHead.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import leadRecordStyles from "./LeadRecord.module.css";

const cx = joinClasses(styles, leadRecordStyles);

/** Steps of a sale that lead to its end; a lost one is none of them. */
const steps = leadStages.filter((stage) => stage !== "lost");

/** The stages as bars, each a button. */
export function StageSteps({ lead, actions }: { lead: LeadRow; actions: LeadActions }) {
  const { t } = useTranslation("leads");
  const reached = steps.findIndex((stage) => stage === lead.stage);
  return (
    <div className={cx("record-steps")} role="group" aria-label={t("field.stage")}>
      {steps.map((stage, at) => (
        <button
          key={stage}
          type="button"
          aria-pressed={stage === lead.stage}
          data-done={at < reached || undefined}
          onClick={() => void actions.move(lead, stage)}
        >
          {t(`stage.${stage}`)}
        </button>
      ))}
    </div>
  );
}

/** Call and mail, as links that the system opens, and a new entry of the calendar. */
export function ReachLinks({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation("leads");
  const [phone] = lead.phone;
  const [mail] = lead.email;
  if (lead.doNotContact) return <p className={cx("record-barred")}>{t("warning.doNotContact")}</p>;
  const guest = lead.contact === "" || mail === undefined ? mail : `${lead.contact} <${mail}>`;
  const newEntry = {
    title: t("record.meetingWith", { name: lead.name }),
    attendees: guest === undefined ? [] : [guest],
  };
  const look = buttonClass({ size: "small" });
  return (
    <div className={cx("record-reachable")}>
      {phone === undefined ? null : (
        <a className={look} href={phoneHref(phone)} title={phone}>
          <Icon of={Phone} size={14} />
          {t("record.call")}
        </a>
      )}
      {mail === undefined ? null : (
        <a className={look} href={mailHref(mail)} title={mail}>
          <Icon of={Mail} size={14} />
          {t("record.mail")}
        </a>
      )}
      <Link className={look} to={paths.calendar} search={{ entry: "new" }} state={{ newEntry }}>
        <Icon of={CalendarPlus} size={14} />
        {t("record.meeting")}
      </Link>
    </div>
  );
}

/** What to do next, and the way to be done with it. */
export function NextStepBox({ lead, actions, zone }: { lead: LeadRow; actions: LeadActions; zone: string }) {
  const { t } = useTranslation("leads");
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  if (lead.nextStep === "" && lead.nextStepOn === null) return null;
  const isLate = lead.nextStepOn !== null && lead.nextStepOn < dayOf(new Date().toISOString(), zone);
  const done = async (): Promise<void> => {
    setBusy(true);
    const { nextStep, nextStepOn } = lead;
    await actions.editCell(lead, { nextStep: "", nextStepOn: null }, { nextStep, nextStepOn });
    setBusy(false);
  };
  return (
    <section className={cx("record-next")} aria-label={t("field.nextStep")}>
      <span>{t("field.nextStep")}</span>
      <b>{lead.nextStep || t("record.noWords")}</b>
      <div>
        {lead.nextStepOn === null ? null : (
          <time dateTime={lead.nextStepOn} data-late={isLate || undefined}>
            {isLate
              ? t("record.due", { date: formatListDate(lead.nextStepOn, language, { zone }) })
              : formatListDate(lead.nextStepOn, language, { zone })}
          </time>
        )}
        <button type="button" className="link" disabled={isBusy} onClick={() => void done()}>
          {t("record.done")}
        </button>
      </div>
    </section>
  );
}
