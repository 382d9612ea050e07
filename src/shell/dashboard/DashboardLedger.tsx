import { Link } from "@tanstack/react-router";
import { useSelector } from "react-redux";
import type { StatementRow } from "#src/features/coins/contract.ts";
import { StatementLine } from "#src/features/coins/web/StatementLine.tsx";
import { selectCoins } from "#src/features/coins/web/store.ts";
import { useCall } from "#src/kit/useCall.ts";
import { api } from "../api.ts";
import { useLanguage, useTranslation } from "../i18n/index.ts";
import { paths } from "../paths.ts";
import { formatNumber } from "../ui/format.ts";
import { DoubleRule } from "../ui/Ledger.tsx";
import { SkeletonRows } from "../ui/Skeleton.tsx";

/** The newest movements of coins; read again whenever the balance moves. */
export function useNewestMovements() {
  const { value } = useSelector(selectCoins);
  return useCall(`${value?.balance}/${value?.held}`, (signal) => api.coins.getStatement({ limit: 5 }, { signal }));
}

interface DashboardLedgerProps {
  zone: string;
  /** Newest first; undefined until they are known. */
  rows: StatementRow[] | undefined;
}

/** Last movements of coins and what is left, closed by the double rule. */
export function DashboardLedger({ zone, rows }: DashboardLedgerProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  const language = useLanguage();
  const { value } = useSelector(selectCoins);
  return (
    <section aria-labelledby="dash-coins">
      <div className="h2">
        <h2 id="dash-coins">{t("ledger.title")}</h2>
        <Link to={paths.coins} className="h2-note link">
          {t("ledger.statement")}
        </Link>
      </div>
      {!rows || !value ? (
        <SkeletonRows rows={4} height={33} columns="44px 1fr 40px" />
      ) : (
        <>
          <table className="ledger num">
            <thead className="sr-only">
              <tr>
                <th scope="col">{t("ledger.date")}</th>
                <th scope="col">{t("ledger.what")}</th>
                <th scope="col">{t("ledger.amount")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.toReversed().map((row) => (
                <StatementLine key={row.id} row={row} zone={zone} short />
              ))}
              <tr className="sum">
                <th scope="row" colSpan={2}>
                  {t("common:balance.free")}
                </th>
                <td>{formatNumber(value.credits, language)}</td>
              </tr>
            </tbody>
          </table>
          <DoubleRule />
        </>
      )}
    </section>
  );
}
