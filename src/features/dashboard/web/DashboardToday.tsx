import { Link } from "@tanstack/react-router";
import type { TodaysEntry } from "../contract.ts";
import { entryNote } from "#src/features/calendar/web/calendarLook.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatTime } from "#src/ui/format.ts";
import styles from "./DashboardPlanned.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import dashboardPageStyles from "./DashboardPage.module.css";

const cx = joinClasses(styles, dashboardPageStyles);

/** Rows of the list; the calendar has them all. */
const shown = 8;

interface DashboardTodayProps {
  entries: TodaysEntry[];
  /** How many there are, with those not shown. */
  count: number;
  zone: string;
}

/** Entries of today. */
export function DashboardToday({ entries, count, zone }: DashboardTodayProps) {
  const { t } = useTranslation("dashboard");
  const language = useLanguage();
  return (
    <section aria-labelledby="dash-today">
      <div className="h2">
        <h2 id="dash-today">{t("today.title")}</h2>
        <Link to={paths.calendar} className="h2-note link">
          {count > shown ? t("today.all", { count }) : t("planned.calendar")}
        </Link>
      </div>
      {entries.length === 0 ? (
        <p className={cx("hint dash-hint")}>
          {t("today.none")}{" "}
          <Link to={paths.calendar} className="link">
            {t("today.add")}
          </Link>
        </p>
      ) : null}
      <ul className={cx("today num")}>
        {entries.slice(0, shown).map((entry) => (
          <li key={`${entry.id}${entry.start}`}>
            <time dateTime={entry.start}>{entry.allDay ? t("today.allDay") : formatTime(entry.start, zone)}</time>
            <span
              className={cx("family-bar print-colours")}
              // A type begins with the digit of its family; the list of types would be too much for the first page.
              style={{ background: `var(--cal-${entry.type.charAt(0)}000-edge)` }}
              aria-hidden="true"
            />
            <div className={cx("today-words")}>
              <b className={cx("two-lines")}>{entry.title}</b>
              <small>{entryNote(entry, language)}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
