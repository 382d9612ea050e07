import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { formatMoney, formatNumber } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Overview as Figures } from "../contract.ts";
import cx from "./OperatorPage.module.css";

const periods = ["1", "14", "90"] as const;

/** Figures of a period, and what needs somebody. */
export function Overview() {
  const { t } = useTranslation("operator");
  const [days, setDays] = useState<(typeof periods)[number]>("14");
  const { data, error, refetch } = useQuery({
    queryKey: ["operator", "overview", days],
    queryFn: ({ signal }) => api.operator.getOverview({ days }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <Segment
        size="small"
        label={t("period.label")}
        value={days}
        onChange={setDays}
        choices={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      {error && !data ? <RetryAlert title={t("failed")} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={4} height={60} columns="1fr 1fr 1fr 1fr" /> : null}
      {data ? <FiguresOf data={data} /> : null}
    </>
  );
}

function FiguresOf({ data }: { data: Figures }) {
  const { t } = useTranslation("operator");
  const language = useLanguage();
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
  ];
  const most = Math.max(1, ...data.days.map(({ runs }) => runs));
  return (
    <>
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
      <div className={cx("halves")}>
        <section aria-labelledby="operator-days">
          <div className={cx("part-head")}>
            <h2 className="h2" id="operator-days">
              {t("days.title")}
            </h2>
            <span className="hint">{t("days.failed")}</span>
          </div>
          <ul className={cx("days")}>
            {data.days.map(({ day, runs, failed }) => (
              <li key={day} className={cx("day")}>
                <span className="sr-only">{t("days.day", { day, runs, failed })}</span>
                <span aria-hidden="true" style={{ height: `${((runs - failed) / most) * 100}%` }} />
                <span aria-hidden="true" className={cx("day-failed")} style={{ height: `${(failed / most) * 100}%` }} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="operator-look">
          <div className={cx("part-head")}>
            <h2 className="h2" id="operator-look">
              {t("look.title")}
            </h2>
          </div>
          {data.needsLook.length === 0 ? <p className={cx("look-line")}>{t("look.none")}</p> : null}
          {data.needsLook.map(({ kind, count }) => (
            <p key={kind} className={cx("look-line")}>
              {t(`look.${kind}`, { count })}
            </p>
          ))}
        </section>
      </div>
    </>
  );
}
