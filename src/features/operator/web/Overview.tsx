import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { formatDuration, formatListDate, formatMoney, formatNumber, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Overview as OverviewData } from "../contract.ts";
import { Figures } from "./Figures.tsx";
import { OperatorPart } from "./OperatorPart.tsx";
import { PeopleList } from "./PeopleList.tsx";
import { search, searchOf } from "./search.ts";
import cx from "./OperatorPage.module.css";

/** Figures of a period, what needs somebody, and who came last. */
export function Overview() {
  const { t } = useTranslation("operator");
  const { days } = useSearchParams(search);
  const { data, error, refetch } = useQuery({
    queryKey: ["operator", "overview", days],
    queryFn: ({ signal }) => api.operator.getOverview({ days }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <>
      {error && !data ? <RetryAlert title={t("failed")} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={4} height={60} columns="1fr 1fr 1fr 1fr" /> : null}
      {data ? (
        <>
          <FiguresRow data={data} />
          <div className={cx("halves")}>
            <Bars data={data} isHours={days === "1"} />
            <Look data={data} />
          </div>
        </>
      ) : null}
      <OperatorPart
        title={t("newest")}
        more={
          <Link to={paths.operator} search={searchOf({ tab: "people" })} className="link">
            {t("allPeople")}
          </Link>
        }
      >
        <PeopleList isShort />
      </OperatorPart>
    </>
  );
}

function FiguresRow({ data }: { data: OverviewData }) {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const { firstTextSeconds } = data;
  const figures: [name: string, value: string, note: string][] = [
    [t("figure.people"), formatNumber(data.people, language), t("figure.newPeople", { count: data.newPeople })],
    [t("figure.runs"), formatNumber(data.runs, language), t("figure.withoutResult", { count: data.runsWithoutResult })],
    [
      t("figure.charged"),
      formatNumber(data.coinsCharged, language),
      t("figure.returned", { count: data.coinsReturned }),
    ],
    [
      t("figure.revenue"),
      formatMoney(data.revenueCents, data.currency, language),
      t("figure.payments", { count: data.payments }),
    ],
    [
      t("figure.firstText"),
      firstTextSeconds ? formatDuration(firstTextSeconds.median * 1000, language) : "–",
      firstTextSeconds ? `p95 ${formatDuration(firstTextSeconds.p95 * 1000, language)}` : t("figure.noText"),
    ],
  ];
  return <Figures figures={figures} />;
}

/** Most names below the bars: more would run into each other. */
const mostNames = 14;

function Bars({ data: { bars }, isHours }: { data: OverviewData; isHours: boolean }) {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const zone = useZone();
  const most = Math.max(1, ...bars.map(({ runs }) => runs));
  const every = Math.ceil(bars.length / mostNames);
  // Days are those of UTC.
  const nameOf = (from: string): string => (isHours ? formatTime(from, zone).slice(0, 2) : from.slice(8, 10));
  const wordOf = (from: string): string =>
    isHours ? formatTime(from, zone) : formatListDate(from.slice(0, 10), language);
  return (
    <OperatorPart
      title={t(isHours ? "bars.hours" : "bars.days")}
      more={<span className="hint">{t("bars.failed")}</span>}
    >
      <ul className={cx("bars num")}>
        {bars.map(({ from, runs, failed }, at) => (
          <li key={from} className={cx("bar")} data-newest={at === bars.length - 1 ? "" : undefined}>
            <span className="sr-only">{t("bars.bar", { when: wordOf(from), runs, failed })}</span>
            <span className={cx("bar-sum")} aria-hidden="true">
              <span style={{ height: `${((runs - failed) / most) * 100}%` }} />
              <span className={cx("bar-failed")} style={{ height: `${(failed / most) * 100}%` }} />
            </span>
            <span className={cx("bar-name")} aria-hidden="true">
              {(bars.length - 1 - at) % every === 0 ? nameOf(from) : ""}
            </span>
          </li>
        ))}
      </ul>
    </OperatorPart>
  );
}

/** What shows more of each thing that needs a look. */
const placeOf: Record<OverviewData["needsLook"][number]["kind"], Parameters<typeof searchOf>[0]> = {
  mailsFailed: { tab: "mail", state: "failed" },
  runsWaiting: { tab: "runs", status: "queued" },
  paymentProblems: { tab: "coins" },
  refundsOwed: { tab: "coins" },
  backupOld: { tab: "system" },
};

function Look({ data: { needsLook } }: { data: OverviewData }) {
  const { t } = useTranslation(["operator", "engine"]);
  const zone = useZone();
  const { data: sources = [] } = useQuery({
    queryKey: ["sources"],
    queryFn: async ({ signal }) => (await api.workflows.getSources(undefined, { signal })).sources,
  });
  const silent = sources.filter(
    ({ isConfigured, outcome }) =>
      isConfigured && outcome !== null && ["failed", "timeout", "unreachable", "refused"].includes(outcome),
  );
  const count = silent.length + needsLook.length;
  return (
    <OperatorPart title={t("look.title")} more={count > 0 ? <span className="hint num">{count}</span> : null}>
      {count === 0 ? <p className={cx("look-line")}>{t("look.none")}</p> : null}
      <ul>
        {silent.map(({ name, lastUsedAt }) => (
          <li key={name} className={cx("look-line")}>
            <Icon of={CircleAlert} className={cx("look-bad")} />
            <span>
              {t("look.source", {
                name: t(`engine:sourceName.${name}`),
                time: lastUsedAt ? formatTime(lastUsedAt, zone) : "–",
              })}
            </span>
            <Link to={paths.operator} search={searchOf({ tab: "system" })} className="link">
              {t("look.check")}
            </Link>
          </li>
        ))}
        {needsLook.map(({ kind, count: found }) => (
          <li key={kind} className={cx("look-line")}>
            <Icon of={TriangleAlert} className={cx("look-warn")} />
            <span>{t(`look.${kind}`, { count: found })}</span>
            <Link to={paths.operator} search={searchOf(placeOf[kind])} className="link">
              {t("look.show")}
            </Link>
          </li>
        ))}
      </ul>
    </OperatorPart>
  );
}
