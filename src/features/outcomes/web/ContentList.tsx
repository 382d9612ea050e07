import { Link } from "@tanstack/react-router";
import { memo, useEffect, useMemo, useState } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { addDays, isoWeekOf, mondayOf } from "#src/kit/time/dates.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { dayOf, formatTime } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { CursorPages } from "#src/ui/data/useCursorPages.ts";
import type { Outcome } from "../contract.ts";
import { formatDayOfWeek } from "#src/ui/dayNames.ts";
import { byWeek, formatLongDay, formatWeek, startOf } from "./contentDates.ts";
import type { ViewProps } from "./ContentPage.tsx";
import type { ContentAddress } from "./useContentAddress.ts";
import { type ContentSearch, filtersOf, isFiltered, isPast, noFilter, statusesOf } from "./contentSearch.ts";
import { kindOf, PlatformMark, StatusMark } from "./ItemMarks.tsx";
import { type Touched, shownItems } from "./shownItems.ts";
import { useItemPages } from "./useItemPages.ts";
import cx from "./ContentList.module.css";

/** Items read at once. */
const pageSize = 100;
const earlierPageSize = 50;

/** What fills an empty list. */
const planner = cards.find((card) => card.key === "contentPlanner" && card.isProductionReady);

/** Whether an item passes the filters of the address. */
export const fitting =
  ({ status, platform, project }: ContentSearch) =>
  (item: Outcome): boolean =>
    (statusesOf(status)?.includes(item.status) ?? true) &&
    (platform === "" || item.platform === platform) &&
    (project === "" || item.projectId === project);

/** The list in two halves: from this week on, and on demand what was before. Items that are over come newest first. */
function useList(search: ContentSearch, touched: ReadonlyMap<string, Touched>, from: string) {
  const [isEarlierWanted, setEarlierWanted] = useState(false);
  const isBackwards = isPast(search.status);
  const query = filtersOf(search);
  const main = useItemPages(isBackwards ? { ...query, order: "desc" as const } : { ...query, from }, pageSize);
  const hasEarlier = isEarlierWanted && !isBackwards;
  const earlier = useItemPages(
    hasEarlier ? { ...query, to: from, order: "desc" as const } : undefined,
    earlierPageSize,
  );
  const items = useMemo(() => {
    if (!main.items) return undefined;
    const fits = fitting(search);
    const start = Date.parse(from);
    if (isBackwards) return shownItems(main.items, touched, { order: "desc", fits, hasMore: main.hasMore });
    const next = shownItems(main.items, touched, {
      order: "asc",
      fits: (item) => fits(item) && Date.parse(item.plannedAt) >= start,
      hasMore: main.hasMore,
    });
    if (!earlier.items) return next;
    const before = shownItems(earlier.items, touched, {
      order: "desc",
      fits: (item) => fits(item) && Date.parse(item.plannedAt) < start,
      hasMore: earlier.hasMore,
    });
    return [...before.toReversed(), ...next];
  }, [main.items, main.hasMore, earlier.items, earlier.hasMore, search, touched, from, isBackwards]);
  return { items, main, earlier, isBackwards, wantEarlier: () => setEarlierWanted(true), hasEarlier };
}

/** Items by week, from this week on. */
export function ContentList({ address, actions, counts, zone, today, onShown, onNew, ticked, onTick }: ViewProps) {
  const { t } = useTranslation(["content", "common"]);
  const { search, open, searchFor, change } = address;
  const from = startOf(mondayOf(today), zone);
  const { items, main, earlier, isBackwards, wantEarlier, hasEarlier } = useList(search, actions.touched, from);
  useEffect(() => onShown(items ?? []), [onShown, items]);
  const weeks = useMemo(() => byWeek(items ?? [], zone), [items, zone]);
  const isMobile = useIsMobile();
  if (!items) {
    return main.hasFailed ? (
      <RetryAlert title={t("failed.fetch")} onRetry={main.reload} />
    ) : (
      <div className={cx("content-coming")}>
        <SkeletonRows
          rows={isMobile ? 8 : 12}
          height={isMobile ? 74 : 36}
          columns={isMobile ? "60px 24px 1fr 72px" : "64px 52px 28px 1fr 92px"}
        />
      </div>
    );
  }
  const known = isBackwards ? 0 : (counts?.earlier ?? 0);
  return (
    <div className={cx("content-list num")}>
      {known > 0 && (!hasEarlier || earlier.hasMore || earlier.isLoading) ? (
        <Button
          size="small"
          variant="quiet"
          className={cx("content-earlier")}
          busy={hasEarlier && earlier.isLoading}
          onClick={hasEarlier ? earlier.more : wantEarlier}
        >
          {t("earlier")}
        </Button>
      ) : null}
      {earlier.hasFailed ? <RetryAlert title={t("failed.more")} onRetry={earlier.reload} /> : null}
      {items.length === 0 ? (
        <NoItems search={search} total={counts?.total ?? 0} onClear={() => change(noFilter)} onNew={onNew} />
      ) : null}
      {weeks.map(({ monday, items: ofWeek }) => (
        <Week key={monday} {...{ monday, today, zone, open, searchFor, ticked, onTick }} items={ofWeek} />
      ))}
      <More pages={main} />
    </div>
  );
}

function More({ pages }: { pages: CursorPages<Outcome> }) {
  const { t } = useTranslation("content");
  if (pages.hasFailed) return <RetryAlert title={t("failed.more")} onRetry={pages.more} />;
  if (!pages.hasMore) return null;
  return (
    <Button size="small" className={cx("content-more")} busy={pages.isLoading} onClick={pages.more}>
      {t("more")}
    </Button>
  );
}

interface WeekProps
  extends Pick<ViewProps, "today" | "zone" | "ticked" | "onTick">, Pick<ContentAddress, "open" | "searchFor"> {
  monday: string;
  items: readonly Outcome[];
}

function weekKey(monday: string, today: string): "this" | "next" | "last" | "other" {
  const here = mondayOf(today);
  if (monday === here) return "this";
  if (monday === addDays(here, 7)) return "next";
  return monday === addDays(here, -7) ? "last" : "other";
}

const Week = memo(function Week({ monday, items, today, zone, open, searchFor, ticked, onTick }: WeekProps) {
  const { t } = useTranslation("content");
  const language = useLanguage();
  const id = `week-${monday}`;
  return (
    <section className={cx("content-week")} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {t(`week.${weekKey(monday, today)}`, { week: isoWeekOf(monday) })}
          <span>{formatWeek(monday, today, language)}</span>
        </h2>
        <span className="muted">{t("items", { count: items.length })}</span>
      </header>
      <ul>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            zone={zone}
            isOpen={item.id === open}
            search={searchFor(item.id)}
            isTicked={ticked.has(item.id)}
            onTick={onTick}
          />
        ))}
      </ul>
    </section>
  );
});

interface RowProps extends Pick<ViewProps, "zone" | "onTick"> {
  item: Outcome;
  isOpen: boolean;
  search: Record<string, string>;
  isTicked: boolean;
}

function Row({ item, zone, isOpen, search, isTicked, onTick }: RowProps) {
  const { t } = useTranslation(["content", "workflows"]);
  const language = useLanguage();
  const day = dayOf(item.plannedAt, zone);
  return (
    <li className="content-row" data-open={isOpen || undefined} data-item={item.id}>
      <Checkbox
        checked={isTicked}
        onChange={(isOn) => onTick(item.id, isOn)}
        label={t("bulk.tick", { name: item.title })}
      />
      <time dateTime={item.plannedAt}>
        <span aria-hidden="true">{formatDayOfWeek(day, language)}</span>
        <span className="sr-only">{formatLongDay(day, language)}</span>{" "}
        <small>{formatTime(item.plannedAt, zone)}</small>
      </time>
      <PlatformMark platform={item.platform} />
      <span className={cx("content-row-title")}>
        <Link to={paths.content} search={search} resetScroll={false}>
          {item.title}
        </Link>
        <small>{kindOf(item, t)}</small>
      </span>
      <StatusMark status={item.status} />
    </li>
  );
}

interface NoItemsProps {
  search: ContentSearch;
  total: number;
  onClear: () => void;
  onNew: () => void;
}

/** Why nothing is shown, and what to do about it. */
export function NoItems({ search, total, onClear, onNew }: NoItemsProps) {
  const { t } = useTranslation(["content", "workflows"]);
  if (isFiltered(search) && total > 0) {
    return (
      <EmptyState
        title={t("noMatch")}
        actions={
          <Button size="small" onClick={onClear}>
            {t("clearFilters")}
          </Button>
        }
      >
        {t("noMatchText", { count: total })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t(total > 0 ? "nothingAhead" : "empty")}
      actions={
        <>
          {planner ? (
            <Link to={planner.path} className={buttonClass({ variant: "primary", size: "small" })}>
              {t("planFor", { count: planner.coins })}
            </Link>
          ) : null}
          <Button size="small" onClick={onNew}>
            {t("new")}
          </Button>
        </>
      }
    >
      {t("emptyText")}
    </EmptyState>
  );
}
