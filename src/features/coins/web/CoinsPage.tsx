import { type ReactNode, useState } from "react";
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
import { DoubleRule, KeyValue, PriceRow, Sum } from "#src/ui/Ledger.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { saveFile, textFile } from "#src/ui/saveFile.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import type { CoinBalance, StatementRow } from "../contract.ts";
import { statementCsv } from "./statementCsv.ts";
import { coinsQuery } from "./store.ts";
import { StatementLine, useStatementName } from "./StatementLine.tsx";
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

/** Workflows that the balance is counted in: one of each price, the dearest that is affordable first. */
const mostKinds = 5;

function Balance({ balance, children }: { balance: CoinBalance; children?: ReactNode }) {
  const { t } = useTranslation(["coins", "common", "workflows"]);
  const language = useLanguage();
  const live = cards.filter((card) => card.isProductionReady).toSorted((a, b) => b.coins - a.coins);
  const cheapest = live.at(-1);
  const affordable = live
    .filter((card, at) => card.coins <= balance.credits && live.findIndex(({ coins }) => coins === card.coins) === at)
    .slice(0, mostKinds);
  return (
    <aside aria-labelledby="coins-balance">
      <div>
        <h2 className="h2 key" id="coins-balance">
          {t("balance")}
        </h2>
        <p className={cx("coins-big")}>
          {formatNumber(balance.balance, language)} <small>{t("unit")}</small>
        </p>
        <Sum name={t("common:balance.free")} value={formatNumber(balance.credits, language)}>
          <KeyValue name={t("common:balance.held")} value={formatNumber(balance.held, language)} />
        </Sum>
        {affordable.length > 0 ? (
          <>
            <h2 className={cx("h2 coins-kinds")}>{t("enoughFor")}</h2>
            {affordable.map(({ key, coins }) => (
              <PriceRow
                key={key}
                dense
                name={t(`workflows:${key}.name`)}
                figure={t("runsCount", { count: Math.floor(balance.credits / coins) })}
              />
            ))}
          </>
        ) : cheapest ? (
          <p className={cx("num coins-enough")}>{t("enoughNone", { cost: cheapest.coins })}</p>
        ) : null}
      </div>
      <div>{children}</div>
    </aside>
  );
}

/** The whole statement as a file, read to its end first. */
function Download({ zone }: { zone: string }) {
  const { t } = useTranslation(["coins", "payments"]);
  const nameOf = useStatementName();
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const all: StatementRow[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.coins.getStatement({ limit: 200, ...(cursor === undefined ? {} : { cursor }) });
        all.push(...page.rows);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      const head = (["date", "what", "project", "in", "out", "balance"] as const).map((name) => t(`column.${name}`));
      saveFile(`${t("payments:csv.file")}.csv`, textFile(statementCsv(all, { head, zone, nameOf }), "text/csv"));
    } catch (cause) {
      toastFailure("unknown")(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="link"
      size="small"
      busy={isBusy}
      busyLabel={t("payments:csv.busy")}
      onClick={() => void download()}
    >
      {t("payments:csv.download")}
    </Button>
  );
}

/** What others add: what is sold, and word of a purchase. */
export interface CoinsPageProps {
  notice?: ReactNode;
  sale?: ReactNode;
  saleAside?: ReactNode;
}

/** What is there, what is held, and every movement that led to it. */
export function CoinsPage({ notice, sale, saleAside }: CoinsPageProps) {
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
      {value ? <Balance balance={value}>{saleAside}</Balance> : null}
      <div className={cx("coins-sale")}>
        {notice}
        {sale}
      </div>
      <section aria-labelledby="coins-statement">
        <div className={cx("coins-statement-head")}>
          <h2 className="h2" id="coins-statement">
            {t("statement")}
          </h2>
          {rows && rows.length > 0 ? <Download zone={zone} /> : null}
        </div>
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
