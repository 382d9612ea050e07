import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useState } from "react";
import type { DueLead } from "../contract.ts";
import { mailHref, phoneHref } from "#src/features/leads/web/reach.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { formatDayMonthShort } from "#src/ui/dayNames.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { toast } from "#src/ui/toastStore.ts";
import styles from "./DashboardDueLeads.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import dashboardPageStyles from "./DashboardPage.module.css";

const cx = joinClasses(styles, dashboardPageStyles);

interface DueLeadRowProps {
  lead: DueLead;
  today: string;
}

function DueLeadRow({ lead, today }: DueLeadRowProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const { id, name, contact, phone, email, nextStep, nextStepOn } = lead;
  const step = { nextStep, nextStepOn };
  const none = { nextStep: "", nextStepOn: null };
  const change = async (fields: typeof step | typeof none, was: typeof step | typeof none): Promise<void> => {
    await api.leads.updateLeads({ id, fields, was });
    invalidate("leads");
  };
  const done = async (): Promise<void> => {
    setBusy(true);
    try {
      await change(none, step);
      const run = (): void => void change(step, none).catch(toastFailure("pioneer.error"));
      toast({ title: t("dueLeads.done", { name }), action: { label: t("common:action.undo"), run } });
    } catch (cause) {
      toastFailure("pioneer.error")(cause);
    } finally {
      setBusy(false);
    }
  };
  const notes = [contact, nextStep].filter(Boolean);
  const late = nextStepOn < today ? formatDayMonthShort(nextStepOn, language) : "";
  return (
    <li className={cx("due-lead")}>
      <div className={cx("due-lead-words")}>
        <Link to={paths.leads} search={{ lead: id }} className={cx("two-lines link-quiet")}>
          {name}
        </Link>
        <small>
          {notes.join(", ")}
          {late ? <span className={cx("due-lead-late")}>{t("dueLeads.since", { date: late })}</span> : null}
        </small>
      </div>
      {phone !== null || email !== null ? (
        <a className={cx("link num due-lead-reach")} href={phone === null ? mailHref(email ?? "") : phoneHref(phone)}>
          {phone ?? email}
        </a>
      ) : null}
      <button
        type="button"
        className="icon-btn"
        aria-label={t("dueLeads.done", { name })}
        title={t("dueLeads.done", { name })}
        disabled={isBusy}
        onClick={() => void done()}
      >
        <Icon of={Check} size={16} />
      </button>
    </li>
  );
}

/** Leads whose next step is due, with the way to reach each and to be done with it. */
export function DashboardDueLeads({ leads, today }: { leads: DueLead[]; today: string }) {
  const { t } = useTranslation(["dashboard", "shell"]);
  return (
    <section aria-labelledby="dash-due-leads">
      <div className="h2">
        <h2 id="dash-due-leads">{t("dueLeads.title")}</h2>
        <Link to={paths.leads} className="h2-note link">
          {t("shell:nav.leads")}
        </Link>
      </div>
      <ul>
        {leads.map((lead) => (
          <DueLeadRow key={lead.id} lead={lead} today={today} />
        ))}
      </ul>
    </section>
  );
}
