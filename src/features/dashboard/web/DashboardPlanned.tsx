import { Link } from "@tanstack/react-router";
import type { PlannedOutcome } from "../contract.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { dayOf, formatListDate, formatTime, formatWeekday } from "#src/ui/format.ts";
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
  zone: string;
  /** Coins that are free; what they do not pay for is not proposed. */
  credits: number;
}

/** Scheduled outcomes of the coming days. */
export function DashboardPlanned({ outcomes, zone, credits }: DashboardPlannedProps) {
  const { t } = useTranslation(["dashboard", "shell", "workflows"]);
  const language = useLanguage();
  return (
    <section aria-labelledby="dash-planned">
      <div className="h2">
        <h2 id="dash-planned">{t("planned.title")}</h2>
        <Link to={paths.content} className="h2-note link">
          {t("shell:nav.content")}
        </Link>
      </div>
      {outcomes.length === 0 ? (
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
              <th scope="col">{t("planned.platform")}</th>
              <th scope="col">{t("planned.what")}</th>
              <th scope="col">{t("planned.status")}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.slice(0, shown).map((outcome) => (
              <tr key={outcome.id}>
                <td className={cx("planned-day")}>
                  {outcome.isLate
                    ? formatListDate(outcome.plannedAt, language, { zone })
                    : `${formatWeekday(outcome.plannedAt, language, zone)} ${Number(dayOf(outcome.plannedAt, zone).slice(8))}`}
                </td>
                <td className={cx("muted planned-time")}>{formatTime(outcome.plannedAt, zone)}</td>
                <td className={cx("planned-platform")}>{outcome.platform}</td>
                <td>
                  <Link to={paths.content} search={{ item: outcome.id }} className={cx("two-lines link-quiet")}>
                    {outcome.title}
                  </Link>
                </td>
                <td className="r muted">
                  {outcome.isLate ? (
                    <b className={cx("planned-late")}>{t("planned.late")}</b>
                  ) : (
                    t(`workflows:outcomeStatuses.${outcome.status}`)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
