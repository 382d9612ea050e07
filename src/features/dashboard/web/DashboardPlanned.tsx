import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PlannedOutcome, TodaysEntry } from "../contract.ts";
import { familyOf } from "#src/features/calendar/rules.ts";
import { withOwnId } from "#src/features/calendar/web/occurrences.ts";
import { FamilyMark } from "#src/features/calendar/web/FamilyMark.tsx";
import { PlatformMark, StatusMark } from "#src/features/outcomes/web/ItemMarks.tsx";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatDayOfWeek } from "#src/ui/dayNames.ts";
import { dayOf, formatListDate, formatTime } from "#src/ui/format.ts";
import styles from "./DashboardPlanned.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import dashboardPageStyles from "./DashboardPage.module.css";

const cx = joinClasses(styles, dashboardPageStyles);

/** Rows of a list; the calendar has them all. */
const shown = 8;

/** What fills an empty week. */
const planner = cards.find((card) => card.key === "contentPlanner" && card.isProductionReady);

interface DashboardPlannedProps {
  outcomes: PlannedOutcome[];
  /** Entries of the days after today. */
  entries: TodaysEntry[];
  zone: string;
  /** Coins that are free; what they do not pay for is not proposed. */
  credits: number;
}

interface Row {
  id: string;
  /** Instant, by which rows follow each other; `day` is how it is written. */
  at: string;
  day: string;
  time: string;
  mark: ReactNode;
  title: string;
  to: string;
  search: Record<string, string>;
  status: ReactNode;
}

/** Content items and entries of the coming days, in their order; what is late comes first. */
export function DashboardPlanned({ outcomes, entries, zone, credits }: DashboardPlannedProps) {
  const { t } = useTranslation(["dashboard", "shell", "workflows"]);
  const language = useLanguage();
  const dayOn = (at: string): string => formatDayOfWeek(dayOf(at, zone), language);
  const rows: Row[] = [
    ...outcomes.map(({ id, plannedAt: at, platform, title, status, isLate }) => ({
      id,
      at,
      day: isLate ? formatListDate(at, language, { zone }) : dayOn(at),
      time: formatTime(at, zone),
      mark: platform ? <PlatformMark platform={platform} /> : null,
      title,
      to: paths.content,
      search: { item: id },
      status: isLate ? <b className={cx("planned-late")}>{t("planned.late")}</b> : <StatusMark status={status} />,
    })),
    ...entries.map(withOwnId).map(({ id, start: at, type, title, allDay }) => ({
      id,
      at,
      day: dayOn(at),
      time: allDay ? t("today.allDay") : formatTime(at, zone),
      mark: <FamilyMark family={familyOf(type)} />,
      title,
      to: paths.calendar,
      search: { date: dayOf(at, zone), entry: id },
      status: null,
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <section aria-labelledby="dash-planned">
      <div className="h2">
        <h2 id="dash-planned">{t("planned.title")}</h2>
        <Link to={paths.content} className="h2-note link">
          {t("shell:nav.content")}
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className={cx("hint num dash-hint")}>
          {t("planned.none")}{" "}
          {planner && planner.coins <= credits ? (
            <Link to={planner.path} className="link">
              {t("planned.fill", { name: t(`workflows:${planner.key}.name`), count: planner.coins })}
            </Link>
          ) : null}
        </p>
      ) : (
        <table className="tb num">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("planned.day")}</th>
              <th scope="col">{t("planned.time")}</th>
              <th scope="col">{t("planned.kind")}</th>
              <th scope="col">{t("planned.what")}</th>
              <th scope="col">{t("planned.status")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={row.id}>
                <td className={cx("planned-day")}>{row.day}</td>
                <td className={cx("muted planned-time")}>{row.time}</td>
                <td className={cx("planned-mark")}>{row.mark}</td>
                <td>
                  <Link to={row.to} search={row.search} className={cx("two-lines link-quiet")}>
                    {row.title}
                  </Link>
                </td>
                <td className={cx("r muted planned-status")}>{row.status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
