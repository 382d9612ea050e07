import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useZone } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatLongDate, formatNumber } from "#src/ui/format.ts";
import { DoubleRule, KeyValue, Sum } from "#src/ui/Ledger.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { CoinBalance } from "../contract.ts";
import { coinsQuery } from "./store.ts";
import { StatementLine } from "./StatementLine.tsx";
import cx from "./CoinsPage.module.css";

/** Rows read at once. */
const pageSize = 50;

/** The statement page by page; it is read again whenever the balance moves. */
const useStatement = () =>
  useCursorPages(
    ["coins", "statement"],
    async (page, options) => {
      const { rows, nextCursor } = await api.coins.getStatement(page, options);
      return { items: rows, nextCursor };
    },
    { pageSize, tags: ["runs"] },
  );

function Balance({ balance }: { balance: CoinBalance }) {
  const { t } = useTranslation(["coins", "common", "workflows"]);
  const language = useLanguage();
  const live = cards.filter((card) => card.isProductionReady).toSorted((a, b) => b.coins - a.coins);
  const payable = live.find((card) => card.coins <= balance.credits);
  const cheapest = live.at(-1);
  const enough = payable
    ? t("enough", { count: Math.floor(balance.credits / payable.coins), name: t(`workflows:${payable.key}.name`) })
    : cheapest
      ? t("enoughNone", { cost: cheapest.coins })
      : "";
  return (
    <aside aria-labelledby="coins-balance">
      <h2 className="h2 key" id="coins-balance">
        {t("balance")}
      </h2>
      <p className={cx("coins-big")}>
        {formatNumber(balance.balance, language)} <small>{t("unit")}</small>
      </p>
      <Sum name={t("common:balance.free")} value={formatNumber(balance.credits, language)}>
        <KeyValue name={t("common:balance.held")} value={formatNumber(balance.held, language)} />
      </Sum>
      <p className={cx("num coins-enough")}>{enough}</p>
    </aside>
  );
}

/** What is there, what is held, and every movement that led to it. */
export function CoinsPage() {
  const { t } = useTranslation(["coins", "common"]);
  const language = useLanguage();
  const zone = useZone();
  const { data: value } = useQuery({ ...coinsQuery, refetchOnMount: "always" });
  const { items: rows, isLoading, hasFailed, hasMore, more, reload } = useStatement();
  return (
    <div className={cx("page coins-page print-wide")}>
      <div>
        <h1 className="h1">{t("title")}</h1>
        <p className={cx("coins-lede")}>
          {t("lede")}{" "}
          <Link to={paths.runs} className="link-text">
            {t("runs")}
          </Link>
        </p>
      </div>
      {value ? <Balance balance={value} /> : null}
      <section aria-labelledby="coins-statement">
        <h2 className="h2" id="coins-statement">
          {t("statement")}
        </h2>
        {hasFailed ? <RetryAlert title={t("failed")} onRetry={reload} /> : null}
        {!rows && !hasFailed ? <SkeletonRows rows={6} height={33} columns="52px 1fr 60px 60px" /> : null}
        {rows?.length === 0 ? <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState> : null}
        {rows && rows.length > 0 ? (
          <>
            <table className="ledger num">
              <thead className="sr-only">
                <tr>
                  <th scope="col">{t("column.date")}</th>
                  <th scope="col">{t("column.what")}</th>
                  <th scope="col">{t("column.amount")}</th>
                  <th scope="col">{t("column.balance")}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <StatementLine key={row.id} row={row} zone={zone} />
                ))}
                {value ? (
                  <tr className="sum">
                    <th scope="row" colSpan={3}>
                      {t("balanceOn", { date: formatLongDate(new Date().toISOString(), language, zone) })}
                    </th>
                    <td>{formatNumber(value.balance, language)}</td>
                  </tr>
                ) : null}
              </tbody>
            </table>
            {value ? <DoubleRule /> : null}
            {hasMore ? (
              <p className={cx("coins-older")}>
                <Button size="small" busy={isLoading} busyLabel={t("common:word.loading")} onClick={more}>
                  {t("older")}
                </Button>
              </p>
            ) : null}
          </>
        ) : null}
      </section>
    </div>
  );
}
