import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatLongDate, formatNumber } from "#src/ui/format.ts";
import { DoubleRule, KeyValue, Sum } from "#src/ui/Ledger.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { CoinBalance, StatementRow } from "../contract.ts";
import { coins, selectCoins } from "./store.ts";
import { StatementLine } from "./StatementLine.tsx";
import "./CoinsPage.css";

/** Rows read at once. */
const pageSize = 50;

interface Statement {
  rows: StatementRow[];
  nextCursor: string | undefined;
}

/** The statement page by page; it begins anew whenever the balance moves. */
function useStatement(version: string) {
  const [statement, setStatement] = useState<Statement>();
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const read = async (cursor: string | undefined, before: StatementRow[], signal?: AbortSignal): Promise<void> => {
    setLoading(true);
    setFailed(false);
    try {
      const page = await api.coins.getStatement(
        { limit: pageSize, ...(cursor ? { cursor } : {}) },
        signal ? { signal } : {},
      );
      setStatement({ rows: [...before, ...page.rows], nextCursor: page.nextCursor });
    } catch {
      if (!signal?.aborted) setFailed(true);
    } finally {
      if (!signal?.aborted) setLoading(false);
    }
  };
  useEffect(() => {
    const stop = new AbortController();
    void read(undefined, [], stop.signal);
    return () => stop.abort();
  }, [version, turn]);
  return {
    statement,
    isLoading,
    hasFailed,
    older: () => (statement?.nextCursor ? void read(statement.nextCursor, statement.rows) : undefined),
    retry: () => setTurn(turn + 1),
  };
}

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
      <p className="coins-big">
        {formatNumber(balance.balance, language)} <small>{t("unit")}</small>
      </p>
      <Sum name={t("common:balance.free")} value={formatNumber(balance.credits, language)}>
        <KeyValue name={t("common:balance.held")} value={formatNumber(balance.held, language)} />
      </Sum>
      <p className="num coins-enough">{enough}</p>
    </aside>
  );
}

/** What is there, what is held, and every movement that led to it. */
export function CoinsPage() {
  const { t } = useTranslation(["coins", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const zone = useSelector(selectSettings).value?.calendarSettings.timeZone ?? "Europe/Berlin";
  const { value } = useSelector(selectCoins);
  const { statement, isLoading, hasFailed, older, retry } = useStatement(`${value?.balance}/${value?.held}`);
  useEffect(() => {
    void dispatch(coins.fetch());
  }, [dispatch]);
  return (
    <div className="page coins-page">
      <div>
        <h1 className="h1">{t("title")}</h1>
        <p className="coins-lede">
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
        {hasFailed ? <RetryAlert title={t("failed")} onRetry={retry} /> : null}
        {!statement && !hasFailed ? <SkeletonRows rows={6} height={33} columns="52px 1fr 60px 60px" /> : null}
        {statement?.rows.length === 0 ? <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState> : null}
        {statement && statement.rows.length > 0 ? (
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
                {statement.rows.map((row) => (
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
            {statement.nextCursor ? (
              <p className="coins-older">
                <Button size="small" busy={isLoading} busyLabel={t("common:word.loading")} onClick={older}>
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
