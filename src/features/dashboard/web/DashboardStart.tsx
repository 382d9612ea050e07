import { Link } from "@tanstack/react-router";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatNumber } from "#src/ui/format.ts";
import { PriceRow } from "#src/ui/Ledger.tsx";
import cx from "./DashboardPage.module.css";

/** Rows of the list; the page of the workflows has them all. */
const shown = 3;

/** What was run last, with the price of running it again. @param used names of workflows, the newest first */
export function DashboardStart({ used }: { used: readonly string[] }) {
  const { t } = useTranslation(["dashboard", "workflows"]);
  const language = useLanguage();
  const again = [...new Set(used)].flatMap((name) =>
    cards.filter((card) => card.workflowName === name && card.isProductionReady && card.path !== ""),
  );
  if (again.length === 0) return null;
  return (
    <section aria-labelledby="dash-start">
      <div className="h2">
        <h2 id="dash-start">{t("start.title")}</h2>
        <Link to={paths.workflows} className="h2-note link">
          {t("start.all", { count: cards.length })}
        </Link>
      </div>
      <ul className={cx("price-list")}>
        {again.slice(0, shown).map((card) => (
          <li key={card.workflowName}>
            <Link to={card.path}>
              <PriceRow name={t(`workflows:${card.key}.name`)} figure={formatNumber(card.coins, language)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
