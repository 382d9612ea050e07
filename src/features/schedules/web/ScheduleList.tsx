import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { formatDateAtTime } from "#src/ui/formatShortDate.ts";
import type { Schedule } from "../contract.ts";
import { ScheduleDialog } from "./ScheduleDialog.tsx";
import { useRhythmText } from "./scheduleTexts.ts";
import cx from "./ScheduleList.module.css";

/** Projects that run again by themselves, the next one first; nothing while there are none. */
export function ScheduleList() {
  const { t } = useTranslation(["schedules", "workflows"]);
  const [open, setOpen] = useState<Schedule>();
  const { data, refetch } = useQuery({
    queryKey: ["schedules", "list"],
    queryFn: ({ signal }) => api.schedules.listSchedules({ limit: 200 }, { signal }),
  });
  if (!data || data.schedules.length === 0) return null;
  const nameOf = ({ projectName, workflow }: Schedule): string => {
    const card = cards.find(({ workflowName }) => workflowName === workflow);
    return projectName ?? (card ? t(card.localeKey) : workflow);
  };
  return (
    <section className={cx("schedules num")} aria-labelledby="schedules-title">
      <h2 id="schedules-title">{t("list.title")}</h2>
      <ul>
        {data.schedules.map((schedule) => (
          <Row key={schedule.projectId} schedule={schedule} name={nameOf(schedule)} onOpen={() => setOpen(schedule)} />
        ))}
      </ul>
      {open ? (
        <ScheduleDialog
          projectId={open.projectId}
          name={nameOf(open)}
          price={open.coins}
          isReading={open.isReading}
          onClose={() => setOpen(undefined)}
          onChange={() => void refetch()}
        />
      ) : null}
    </section>
  );
}

function Row({ schedule, name, onOpen }: { schedule: Schedule; name: string; onOpen: () => void }) {
  const { t } = useTranslation(["schedules", "levels"]);
  const language = useLanguage();
  const rhythmText = useRhythmText();
  const { nextAt, skipped, spent, monthlyLimit, timeZone } = schedule;
  return (
    <li className={cx("schedule")}>
      <span className={cx("schedule-name")}>
        <Link to={paths.project(schedule.projectId)} className="link-text" title={name}>
          {name}
        </Link>
        <small>{rhythmText(schedule)}</small>
        {schedule.isReading ? null : <small className={cx("schedule-skip")}>{t("list.notReading")}</small>}
        {schedule.isOverLevel ? (
          <small className={cx("schedule-skip")}>{t("levels:resting")}</small>
        ) : skipped ? (
          <small className={cx("schedule-skip")}>
            {t("list.skipped", { reason: t(`skip.${skipped.code}.title`) })}
          </small>
        ) : null}
      </span>
      <span className={cx("schedule-next")}>
        {nextAt === null ? t("paused") : t("dialog.next", { at: formatDateAtTime(nextAt, language, timeZone) })}
      </span>
      <span className={cx("schedule-spent")}>
        {t("spent", { spent: formatNumber(spent, language), limit: formatNumber(monthlyLimit, language) })}
      </span>
      <Button size="small" aria-label={t("list.changeNamed", { name })} onClick={onOpen}>
        {t("list.change")}
      </Button>
    </li>
  );
}
