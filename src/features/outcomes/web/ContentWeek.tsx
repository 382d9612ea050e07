import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useMemo } from "react";
import { addDays, isoWeekOf, mondayOf } from "#src/kit/time/dates.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { dayOf } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Outcome } from "../contract.ts";
import { formatDayOfWeek } from "#src/ui/dayNames.ts";
import { formatLongDay, formatWeek, onDay, startOf } from "./contentDates.ts";
import { fitting } from "./ContentList.tsx";
import { CardGhost } from "./CardGhost.tsx";
import type { ViewProps } from "./ContentPage.tsx";
import { filtersOf, contentSearch } from "./contentSearch.ts";
import { ItemCard, type MoveTarget } from "./ItemCard.tsx";
import { shownItems } from "./shownItems.ts";
import { useCardDrag } from "#src/ui/useCardDrag.ts";
import { useItemPages } from "./useItemPages.ts";
import itemCardStyles from "./ItemCard.module.css";
import contentListStyles from "./ContentList.module.css";
import styles from "./ContentWeek.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import contentPageStyles from "./ContentPage.module.css";

const cx = joinClasses(styles, itemCardStyles, contentListStyles, contentPageStyles);

/** The most that one request may ask for; a week with more says so. */
const weekSize = 200;

/** The seven days of a week with their items. */
export function ContentWeek({ address, actions, zone, today, onShown }: ViewProps) {
  const { t } = useTranslation(["content", "common"]);
  const language = useLanguage();
  const { search, open, searchFor } = address;
  const { touched, move } = actions;
  const monday = mondayOf(search.week || today);
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
  const [from, to] = [startOf(monday, zone), startOf(addDays(monday, 7), zone)];
  const pages = useItemPages({ ...filtersOf(search), from, to }, weekSize);
  const items = useMemo(() => {
    const fits = fitting(search);
    const [start, end] = [Date.parse(from), Date.parse(to)];
    const isIn = ({ plannedAt }: Outcome): boolean => Date.parse(plannedAt) >= start && Date.parse(plannedAt) < end;
    return (
      pages.items &&
      shownItems(pages.items, touched, {
        order: "asc",
        fits: (item) => fits(item) && isIn(item),
        hasMore: pages.hasMore,
      })
    );
  }, [pages.items, pages.hasMore, touched, search, from, to]);
  useEffect(() => onShown(items ?? []), [onShown, items]);
  const moveTo = (item: Outcome, day: string): void => {
    if (day !== dayOf(item.plannedAt, zone)) void move(item, { plannedAt: onDay(item.plannedAt, day, zone) });
  };
  const drag = useCardDrag((id, day) => {
    const item = items?.find((one) => one.id === id);
    if (item) moveTo(item, day);
  });
  const movesOf = (item: Outcome): MoveTarget[] => {
    const own = dayOf(item.plannedAt, zone);
    const others = days.filter((day) => day !== own);
    return [
      ...others.map((day) => ({ key: day, label: t("move.toDay", { day: formatLongDay(day, language) }) })),
      { key: addDays(own, -7), label: t("move.weekBefore") },
      { key: addDays(own, 7), label: t("move.weekAfter") },
    ].map(({ key, label }) => ({ key, label, onMove: () => moveTo(item, key) }));
  };
  const step = (by: number) => contentSearch.write({ ...search, week: addDays(monday, by) });
  return (
    <>
      <div className={cx("content-week-nav num")}>
        <h2 aria-live="polite">
          {formatWeek(monday, today, language)} <span>{t("week.other", { week: isoWeekOf(monday) })}</span>
        </h2>
        <nav aria-label={t("weeks")}>
          <Link to={paths.content} search={step(-7)} className="icon-btn" aria-label={t("weekBefore")}>
            <Icon of={ChevronLeft} />
          </Link>
          <Link
            to={paths.content}
            search={contentSearch.write({ ...search, week: "" })}
            className={buttonClass({ size: "small" })}
          >
            {t("thisWeek")}
          </Link>
          <Link to={paths.content} search={step(7)} className="icon-btn" aria-label={t("weekAfter")}>
            <Icon of={ChevronRight} />
          </Link>
        </nav>
      </div>
      {pages.hasFailed ? <RetryAlert title={t("failed.fetch")} onRetry={pages.reload} /> : null}
      {!items && !pages.hasFailed ? <SkeletonRows rows={4} height={72} columns="repeat(7, 1fr)" /> : null}
      {items ? (
        <div
          className={cx("content-days num")}
          onPointerDown={drag.onPointerDown}
          data-dragging={drag.id ? true : undefined}
        >
          {days.map((day) => {
            const ofDay = items.filter(({ plannedAt }) => dayOf(plannedAt, zone) === day);
            return (
              <section
                key={day}
                className={cx("content-day")}
                aria-label={formatLongDay(day, language)}
                aria-current={day === today ? "date" : undefined}
                data-target={day}
                data-over={drag.over === day || undefined}
              >
                <h3 aria-hidden="true">{formatDayOfWeek(day, language)}</h3>
                <ul>
                  {ofDay.map((item) => (
                    <ItemCard
                      key={item.id}
                      item={item}
                      zone={zone}
                      top="time"
                      search={searchFor(item.id)}
                      isOpen={item.id === open}
                      isLifted={item.id === drag.id}
                      moves={movesOf(item)}
                    />
                  ))}
                  {drag.over === day ? <li className={cx("item-drop")} aria-hidden="true" /> : null}
                </ul>
              </section>
            );
          })}
        </div>
      ) : null}
      {items?.length === 0 ? <p className={cx("hint content-hint")}>{t("weekEmpty")}</p> : null}
      {pages.hasMore ? (
        <Button size="small" className={cx("content-more")} busy={pages.isLoading} onClick={pages.more}>
          {t("more")}
        </Button>
      ) : null}
      <CardGhost drag={drag} items={items ?? []} zone={zone} top="time" />
    </>
  );
}
