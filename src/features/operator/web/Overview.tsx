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
import type { Overview as Figures } from "../contract.ts";
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
      <section aria-labelledby="operator-newest">
        <div className={cx("part-head")}>
          <h2 className="h2" id="operator-newest">
            {t("newest")}
          </h2>
          <Link to={paths.operator} search={searchOf({ tab: "people" })} className="link">
            {t("allPeople")}
          </Link>
        </div>
        <PeopleList isShort />
      </section>
    </>
  );
}

function FiguresRow({ data }: { data: Figures }) {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const { resultSeconds } = data;
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
      t("figure.result"),
      resultSeconds ? formatDuration(resultSeconds.median * 1000, language) : "–",
      resultSeconds ? `p95 ${formatDuration(resultSeconds.p95 * 1000, language)}` : t("figure.noResult"),
    ],
  ];
  return (
    <dl className={cx("figures num")}>
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b> <span className="hint">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Most names below the bars: more would run into each other. */
const mostNames = 14;

function Bars({ data: { bars }, isHours }: { data: Figures; isHours: boolean }) {
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
    <section aria-labelledby="operator-bars">
      <div className={cx("part-head")}>
        <h2 className="h2" id="operator-bars">
          {t(isHours ? "bars.hours" : "bars.days")}
        </h2>
        <span className="hint">{t("bars.failed")}</span>
      </div>
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
    </section>
  );
}

/** What shows more of each thing that needs a look. */
const placeOf: Record<Figures["needsLook"][number]["kind"], Parameters<typeof searchOf>[0]> = {
  mailsFailed: { tab: "mail", state: "failed" },
  runsWaiting: { tab: "runs", status: "queued" },
  paymentProblems: { tab: "coins" },
  refundsOwed: { tab: "coins" },
};

function Look({ data: { needsLook } }: { data: Figures }) {
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
    <section aria-labelledby="operator-look">
      <div className={cx("part-head")}>
        <h2 className="h2" id="operator-look">
          {t("look.title")}
        </h2>
        {count > 0 ? <span className="hint num">{count}</span> : null}
      </div>
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
    </section>
  );
}
