import { Ellipsis } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { dayOf, formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem } from "#src/ui/Menu.tsx";
import { Num } from "#src/ui/Num.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { type CardDrag, useCardDrag } from "#src/ui/useCardDrag.ts";
import { useCardLift } from "#src/ui/useCardLift.ts";
import type { LeadRow, LeadStage } from "../contract.ts";
import { leadStages } from "../rules.ts";
import { columnRows } from "./boardRows.ts";
import { NextStep, StageTicks } from "./LeadCells.tsx";
import { LeadFilterBar } from "./LeadFilterBar.tsx";
import { filterKey, isFiltered, noFilter, queryOf } from "./leadSearch.ts";
import { warningOf } from "./leadWarning.ts";
import type { LeadActions } from "./useLeadActions.ts";
import type { LeadList } from "./useLeadList.ts";
import { hrefOf, type LeadAddress } from "./useLeadSearch.ts";
import cx from "./LeadBoard.module.css";

/** Cards that a column reads at once. */
const columnSize = 20;

/** Id of the words that say how a card is moved by keyboard. */
const liftHint = "lead-lift-hint";

const noIds: ReadonlySet<string> = new Set();

type Lists = Partial<Record<LeadStage, readonly LeadRow[]>>;

export interface LeadBoardProps {
  address: LeadAddress;
  /** For the counts of the filters. */
  list: LeadList;
  actions: LeadActions;
  zone: string;
  /** Told what is shown, in its order: the record steps through it. */
  onShown: (rows: readonly LeadRow[]) => void;
  onNew: () => void;
}

/** A column for each stage. A card goes to another one by pointer, by keyboard or by its menu. */
export function LeadBoard({ address, list, actions, zone, onShown, onNew }: LeadBoardProps) {
  const { t } = useTranslation("leads");
  const { search, narrow } = address;
  const [lists, setLists] = useState<Lists>({});
  const columns = leadStages.filter((stage) => search.stage.length === 0 || search.stage.includes(stage));
  const all = useMemo(() => leadStages.flatMap((stage) => lists[stage] ?? []), [lists]);
  useEffect(() => onShown(all), [onShown, all]);
  const [moved, setMoved] = useState<{ key: string; ids: ReadonlySet<string> }>({ key: "", ids: noIds });
  const key = filterKey(search);
  const movedHere = moved.key === key ? moved.ids : noIds;
  const move = async (id: string, target: string): Promise<boolean> => {
    const row = all.find((one) => one.id === id);
    const stage = leadStages.find((one) => one === target);
    if (!row || !stage) return false;
    setMoved({ key, ids: new Set([...movedHere, id]) });
    return actions.move(row, stage);
  };
  const drag = useCardDrag((id, target) => void move(id, target));
  const lift = useCardLift(
    all.map(({ id, name, stage }) => ({ id, name, column: stage })),
    columns,
    (stage) => t(`stage.${stage}`),
    {
      lifted: (name, stage) => t("board.lifted", { name, stage }),
      over: (stage) => t("board.over", { stage }),
      dropped: (name, stage) => t("board.dropped", { name, stage }),
      returned: (name, stage) => t("board.returned", { name, stage }),
    },
    move,
  );
  // A card is moved by pointer or by keyboard, never by both.
  const held = lift.id === undefined ? drag : lift;
  const isEmpty = list.found === 0 && all.length === 0;
  const isNarrowed = isFiltered(search);
  return (
    <>
      <LeadFilterBar search={search} onSearch={narrow} found={list.found} total={list.total} />
      {isEmpty ? (
        <EmptyState
          title={t(isNarrowed ? "noMatch" : "empty")}
          actions={
            <Button size="small" onClick={isNarrowed ? () => narrow({ ...search, ...noFilter }) : onNew}>
              {t(isNarrowed ? "clearFilters" : "new")}
            </Button>
          }
        >
          {isNarrowed ? t("noMatchText", { count: list.total ?? 0 }) : t("emptyText")}
        </EmptyState>
      ) : (
        <>
          <p id={liftHint} hidden>
            {t("board.hint")}
          </p>
          <p className="sr-only" aria-live="assertive">
            {lift.message}
          </p>
          <div
            role="group"
            aria-label={t("layout.board")}
            className={cx("lead-board num")}
            onPointerDown={drag.onPointerDown}
            onKeyDown={lift.onKeyDown}
            onBlur={lift.onBlur}
            data-dragging={drag.id ? true : undefined}
          >
            {columns.map((stage) => (
              <Column
                key={stage}
                stage={stage}
                address={address}
                touched={actions.touched}
                moved={movedHere}
                onMove={move}
                zone={zone}
                held={held}
                onList={setLists}
              />
            ))}
          </div>
          <Ghost drag={drag} rows={all} zone={zone} />
        </>
      )}
    </>
  );
}

interface ColumnProps {
  stage: LeadStage;
  address: LeadAddress;
  touched: LeadActions["touched"];
  moved: ReadonlySet<string>;
  onMove: (id: string, stage: LeadStage) => Promise<boolean>;
  zone: string;
  held: Pick<CardDrag, "id" | "over">;
  onList: (change: (before: Lists) => Lists) => void;
}

function Column({ stage, address, touched, moved, onMove, zone, held, onList }: ColumnProps) {
  const { t } = useTranslation("leads");
  const { search } = address;
  const query = { ...queryOf({ ...search, stage: [stage] }), fields: "table", counts: "true" } as const;
  const pages = useCursorPages<LeadRow, number>(
    ["leads", "board", query],
    async (page, options) => {
      const { leads, nextCursor, found = 0 } = await api.leads.listLeads({ ...query, ...page }, options);
      return { items: leads, nextCursor, extra: found };
    },
    { pageSize: columnSize, tags: ["leadCounts"], keepsPrevious: true },
  );
  const rows = useMemo(
    () => pages.items && columnRows(pages.items, touched, moved, stage),
    [pages.items, touched, moved, stage],
  );
  useEffect(() => {
    onList((before) => ({ ...before, [stage]: rows ?? [] }));
    return () => onList((before) => ({ ...before, [stage]: [] }));
  }, [onList, stage, rows]);
  const count = pages.extra ?? 0;
  const id = `lead-column-${stage}`;
  return (
    <section
      className={cx("lead-column")}
      aria-labelledby={id}
      data-target={stage}
      data-over={held.over === stage || undefined}
    >
      <header>
        <h2 id={id}>
          <StageTicks stage={stage} />
        </h2>
        <span className="muted">{rows ? <Num value={pages.hasMore ? count : rows.length} /> : null}</span>
      </header>
      {!rows && pages.hasFailed ? <RetryAlert title={t("failed.fetch")} onRetry={pages.reload} /> : null}
      {!rows && !pages.hasFailed ? <SkeletonRows rows={3} height={84} columns="1fr" /> : null}
      <ul>
        {held.over === stage ? <li className={cx("card-drop")} aria-hidden="true" /> : null}
        {rows?.map((row) => (
          <li
            key={row.id}
            className={cx("lead-card")}
            data-item={row.id}
            data-open={row.id === address.open || undefined}
            data-lifted={row.id === held.id || undefined}
          >
            <CardText row={row} zone={zone}>
              <a
                href={hrefOf(search, { lead: row.id })}
                draggable={false}
                aria-describedby={liftHint}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                  event.preventDefault();
                  address.openLead(row.id);
                }}
              >
                {row.name}
              </a>
            </CardText>
            <Menu
              align="end"
              label={t("board.move", { name: row.name })}
              trigger={
                <IconButton label={t("board.move", { name: row.name })} className={cx("card-move")}>
                  <Icon of={Ellipsis} />
                </IconButton>
              }
            >
              {leadStages
                .filter((one) => one !== stage)
                .map((one) => (
                  <MenuItem key={one} onSelect={() => void onMove(row.id, one)}>
                    {t("board.moveTo", { stage: t(`stage.${one}`) })}
                  </MenuItem>
                ))}
            </Menu>
          </li>
        ))}
        {rows?.length === 0 && held.over !== stage ? <li className={cx("card-none")}>{t("board.none")}</li> : null}
      </ul>
      {rows && pages.hasFailed ? <RetryAlert title={t("failed.more")} onRetry={pages.more} /> : null}
      {pages.hasMore && !pages.hasFailed ? (
        <Button size="small" variant="link" busy={pages.isLoading} onClick={pages.more}>
          {t("board.more", { count: Math.max(1, Math.min(columnSize, count - (pages.items?.length ?? 0))) })}
        </Button>
      ) : null}
    </section>
  );
}

/** What a card says; under the pointer without the link. */
function CardText({ row, zone, children }: { row: LeadRow; zone: string; children: ReactNode }) {
  const language = useLanguage();
  const lastDay = dayOf(row.lastContactAt ?? row.dateUpdated, zone);
  const warning = warningOf(row, lastDay, dayOf(new Date().toISOString(), zone));
  const isQuiet = row.nextStep === "" && row.nextStepOn === null && !warning;
  return (
    <div className={cx("card-text")}>
      <b>{children}</b>
      <span>{[row.contact, row.address.city].filter(Boolean).join(", ")}</span>
      {isQuiet && row.score === null ? null : (
        <div>
          <NextStep lead={row} warning={warning} />
          {row.score === null ? null : <b>{formatNumber(row.score, language)}</b>}
        </div>
      )}
    </div>
  );
}

/** The dragged card under the pointer. */
function Ghost({ drag, rows, zone }: { drag: CardDrag; rows: readonly LeadRow[]; zone: string }) {
  const row = drag.ghost && rows.find(({ id }) => id === drag.id);
  if (!drag.ghost || !row) return null;
  const { left, top, width } = drag.ghost;
  return createPortal(
    <div className={cx("card-ghost num")} aria-hidden="true" style={{ left, top, width }}>
      <CardText row={row} zone={zone}>
        {row.name}
      </CardText>
    </div>,
    document.body,
  );
}
