import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { useListQuery } from "#src/ui/data/useListQuery.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { Select } from "#src/ui/Select.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { InsightItem } from "./InsightItem.tsx";
import { insightStatuses, statusIn } from "../rules.ts";
import { leadsOutreachInsights, selectInsights } from "./store.ts";
import cx from "./Insights.module.css";

/** Value of the choice that narrows nothing. */
const every = "all";

/** All messages to leads, newest first. */
export function OutreachList() {
  const { t } = useTranslation(["leads", "common"]);
  const navigate = useNavigate();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const zone = useSelector(selectSettings).value?.calendarSettings.timeZone ?? "Europe/Berlin";
  const status = statusIn(raw["status"]);
  const { items, failed, loading, nextCursor, reload, more } = useListQuery(
    "leadsOutreachInsights",
    leadsOutreachInsights,
    useSelector(selectInsights),
    status ? { status } : {},
  );
  const go = (change: Record<string, string | undefined>): void => {
    const search = Object.fromEntries(Object.entries({ ...raw, ...change }).filter(([, value]) => value !== undefined));
    void navigate({ to: paths.leads, search, resetScroll: false });
  };
  return (
    <section aria-label={t("insights.title")}>
      <div className={cx("insight-bar")}>
        <Select
          label={t("insights.field.status")}
          value={status ?? every}
          onChange={(next) => go({ status: next === every ? undefined : next })}
          choices={[
            { value: every, label: t("insights.showAll") },
            ...insightStatuses.map((value) => ({ value, label: t(`insights.status.${value}`) })),
          ]}
        />
      </div>
      {failed ? (
        <RetryAlert
          title={t(failed === "list" ? "insights.failed" : "insights.failedMore")}
          onRetry={failed === "list" ? reload : more}
        />
      ) : null}
      {!items && !failed ? <SkeletonRows rows={6} height={45} columns="100px 1fr 160px" /> : null}
      {items?.length === 0 ? (
        <EmptyState title={t(status ? "insights.emptyStatus" : "insights.empty")}>{t("insights.emptyText")}</EmptyState>
      ) : null}
      {items && items.length > 0 ? (
        <ul className={cx("insights")}>
          {items.map((insight) => (
            <InsightItem key={insight.id} insight={insight} zone={zone} onLead={(lead) => go({ lead })} />
          ))}
        </ul>
      ) : null}
      {items && nextCursor ? (
        <p className={cx("insights-more")}>
          <Button size="small" busy={loading} busyLabel={t("common:word.loading")} onClick={more}>
            {t("insights.more")}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
