import { Link } from "@tanstack/react-router";
import { StatementLine } from "#src/features/coins/web/StatementLine.tsx";
import type { Dashboard } from "../contract.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatListDate, formatNumber } from "#src/ui/format.ts";
import { DoubleRule } from "#src/ui/Ledger.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";

interface DashboardLedgerProps {
  zone: string;
  /** Newest first; undefined while they are not known. */
  rows: Dashboard["movements"] | undefined;
  /** What can be spent; undefined while nobody knows. */
  credits: number | undefined;
  /** They are on their way. */
  loading: boolean;
}

/** Last movements of coins, what they begin with, and what is left, closed by the double rule. */
export function DashboardLedger({ zone, rows, credits, loading }: DashboardLedgerProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  const language = useLanguage();
  const oldest = rows?.at(-1);
  const carried = oldest ? oldest.balance - oldest.amount : 0;
  // Of a dashboard that did not load nothing is known: a heading alone would say that there are none.
  if (credits === undefined && !loading) return null;
  return (
    <section aria-labelledby="dash-coins">
      <div className="h2">
        <h2 id="dash-coins">{t("ledger.title")}</h2>
        <Link to={paths.coins} className="h2-note link">
          {t("ledger.statement")}
        </Link>
      </div>
      {credits === undefined || (!rows && loading) ? (
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
              {oldest && carried > 0 ? (
                <tr>
                  <td>
                    <time dateTime={oldest.date}>{formatListDate(oldest.date, language, { zone })}</time>
                  </td>
                  <td>{t("ledger.carried")}</td>
                  <td className="amount">{formatNumber(carried, language)}</td>
                </tr>
              ) : null}
              {rows?.toReversed().map((row) => (
                // The short line names no project.
                <StatementLine key={row.id} row={{ ...row, projectId: null, projectName: null }} zone={zone} short />
              ))}
              <tr className="sum">
                <th scope="row" colSpan={2}>
                  {t("common:balance.free")}
                </th>
                <td>{formatNumber(credits, language)}</td>
              </tr>
            </tbody>
          </table>
          <DoubleRule />
        </>
      )}
    </section>
  );
}
