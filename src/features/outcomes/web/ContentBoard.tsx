import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Num } from "#src/ui/Num.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Outcome } from "../contract.ts";
import { type BoardStatus, boardStatuses } from "../rules.ts";
import { fitting, NoItems } from "./ContentList.tsx";
import { CardGhost } from "./CardGhost.tsx";
import type { ViewProps } from "./ContentPage.tsx";
import { columnsOf, filtersOf, isPast, noFilter } from "./contentSearch.ts";
import { ItemCard } from "./ItemCard.tsx";
import { StatusMark } from "./ItemMarks.tsx";
import { shownItems } from "./shownItems.ts";
import { type CardDrag, useCardDrag } from "#src/ui/useCardDrag.ts";
import { useCardLift } from "#src/ui/useCardLift.ts";
import { useItemPages } from "./useItemPages.ts";
import itemCardStyles from "./ItemCard.module.css";
import contentWeekStyles from "./ContentWeek.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import contentPageStyles from "./ContentPage.module.css";

const cx = joinClasses(itemCardStyles, contentWeekStyles, contentPageStyles);

/** Cards that a column reads at once. */
const columnSize = 20;

/** Id of the words that say how a card is moved by keyboard. */
const liftHint = "content-lift-hint";

type Lists = Partial<Record<BoardStatus, readonly Outcome[]>>;

/** A column for each status; published items newest first, the others by date. */
export function ContentBoard(props: ViewProps) {
  const { t } = useTranslation(["content", "workflows"]);
  const { address, actions, counts, zone, onShown, onNew } = props;
  const { search } = address;
  const [lists, setLists] = useState<Lists>({});
  const columns = columnsOf(search.status);
  const all = useMemo(() => boardStatuses.flatMap((status) => lists[status] ?? []), [lists]);
  useEffect(() => onShown(all), [onShown, all]);
  const drag = useCardDrag((id, target) => {
    const item = all.find((one) => one.id === id);
    const status = boardStatuses.find((one) => one === target);
    if (item && status) void actions.move(item, { status });
  });
  const lift = useCardLift(
    // Only what stands on the board is lifted.
    all.flatMap(({ id, title, status }) => {
      const column = boardStatuses.find((one) => one === status);
      return column ? [{ id, name: title, column }] : [];
    }),
    columns,
    (status) => t(`workflows:outcomeStatuses.${status}`),
    {
      lifted: (name, status) => t("lift.lifted", { name, status }),
      over: (status) => t("lift.over", { status }),
      dropped: (name, status) => t("lift.dropped", { name, status }),
      returned: (name, status) => t("lift.returned", { name, status }),
    },
    async (id, status) => {
      const item = all.find((one) => one.id === id);
      return item !== undefined && actions.move(item, { status });
    },
  );
  // A card is moved by pointer or by keyboard, never by both.
  const held = lift.id === undefined ? drag : lift;
  const isChoosing = all.some(({ id }) => props.ticked.has(id));
  const elsewhere = (counts?.statuses.skipped ?? 0) + (counts?.statuses.failed ?? 0);
  const isEmpty = counts !== undefined && columns.every((column) => !counts.statuses[column]) && all.length === 0;
  if (columns.length === 0 || isEmpty) {
    return (
      <NoItems search={search} total={counts?.total ?? 0} onClear={() => address.change(noFilter)} onNew={onNew} />
    );
  }
  return (
    <>
      <p id={liftHint} hidden>
        {t("lift.hint")}
      </p>
      <p className="sr-only" aria-live="assertive">
        {lift.message}
      </p>
      <div
        role="group"
        aria-label={t("view.board")}
        className="content-board num"
        onPointerDown={drag.onPointerDown}
        onKeyDown={lift.onKeyDown}
        onBlur={lift.onBlur}
        data-dragging={drag.id ? true : undefined}
        data-choosing={isChoosing || undefined}
      >
        {columns.map((status) => (
          <Column key={status} {...props} status={status} held={held} onList={setLists} />
        ))}
      </div>
      {elsewhere > 0 && search.status === "" ? (
        <p className={cx("hint content-hint")}>{t("elsewhere", { count: elsewhere })}</p>
      ) : null}
      <CardGhost drag={drag} items={all} zone={zone} top="day" />
    </>
  );
}

interface ColumnProps extends ViewProps {
  status: BoardStatus;
  held: Pick<CardDrag, "id" | "over">;
  onList: (change: (before: Lists) => Lists) => void;
}

function Column({ status, held, onList, address, actions, counts, zone, ticked, onTick }: ColumnProps) {
  const { t } = useTranslation(["content", "workflows"]);
  const { search, open, searchFor } = address;
  const order = isPast(status) ? "desc" : "asc";
  const pages = useItemPages({ ...filtersOf({ ...search, status }), order }, columnSize);
  const { touched, move } = actions;
  const items = useMemo(
    () =>
      pages.items &&
      shownItems(pages.items, touched, {
        order,
        fits: fitting({ ...search, status }),
        hasMore: pages.hasMore,
      }),
    [pages.items, pages.hasMore, touched, order, search, status],
  );
  useEffect(() => {
    onList((before) => ({ ...before, [status]: items ?? [] }));
    return () => onList((before) => ({ ...before, [status]: [] }));
  }, [onList, status, items]);
  const count = counts?.statuses[status] ?? 0;
  const id = `column-${status}`;
  const others = boardStatuses.filter((one) => one !== status);
  return (
    <section
      className={cx("content-column")}
      aria-labelledby={id}
      data-target={status}
      data-over={held.over === status || undefined}
    >
      <header>
        <h2 id={id}>
          <StatusMark status={status} />
        </h2>
        <span className="muted">
          <Num value={items && !pages.hasMore ? items.length : count} />
        </span>
      </header>
      {!items && pages.hasFailed ? <RetryAlert title={t("failed.fetch")} onRetry={pages.reload} /> : null}
      {!items && !pages.hasFailed ? <SkeletonRows rows={3} height={96} columns="1fr" /> : null}
      <ul>
        {held.over === status ? <li className={cx("item-drop")} aria-hidden="true" /> : null}
        {items?.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            zone={zone}
            top="day"
            describedBy={liftHint}
            onTick={onTick}
            isTicked={ticked.has(item.id)}
            search={searchFor(item.id)}
            isOpen={item.id === open}
            isLifted={item.id === held.id}
            moves={others.map((to) => ({
              key: to,
              label: t("move.toStatus", { status: t(`workflows:outcomeStatuses.${to}`) }),
              onMove: () => void move(item, { status: to }),
            }))}
          />
        ))}
        {items?.length === 0 && held.over !== status ? <li className={cx("item-none")}>{t("columnEmpty")}</li> : null}
      </ul>
      {items && pages.hasFailed ? <RetryAlert title={t("failed.more")} onRetry={pages.more} /> : null}
      {pages.hasMore && !pages.hasFailed ? (
        <Button size="small" variant="link" busy={pages.isLoading} onClick={pages.more}>
          {t("moreCount", { count: Math.max(1, Math.min(columnSize, count - (items?.length ?? 0))) })}
        </Button>
      ) : null}
    </section>
  );
}
