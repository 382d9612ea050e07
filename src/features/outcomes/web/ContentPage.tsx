import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { mondayOf } from "#src/kit/time/dates.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { dayOf } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { lazyWithRetry, usePreloaded } from "#src/ui/lazyWithRetry.tsx";
import { Num } from "#src/ui/Num.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { useCreateShortcut } from "#src/ui/useCreateShortcut.ts";
import type { Outcome, OutcomeCounts } from "../contract.ts";
import { ContentBoard } from "./ContentBoard.tsx";
import { ContentBulk } from "./ContentBulk.tsx";
import { startOf } from "./contentDates.ts";
import { ContentFilters, ContentTabs } from "./ContentFilters.tsx";
import { ContentList } from "./ContentList.tsx";
import { contentViews, filtersOf } from "./contentSearch.ts";
import { ContentWeek } from "./ContentWeek.tsx";
import type { ItemPanelProps } from "./ItemPanel.tsx";
import { type ContentAddress, newItem, useContentAddress } from "./useContentAddress.ts";
import { type ItemActions, useItemActions } from "./useItemActions.ts";
import cx from "./ContentPage.module.css";

const loadPanel = () => import("./ItemPanel.tsx").then((part) => part.ItemPanel);
const ItemPanel = lazyWithRetry<ItemPanelProps>(loadPanel);

/** What each of the views gets. */
export interface ViewProps {
  address: ContentAddress;
  actions: ItemActions;
  counts: OutcomeCounts | undefined;
  zone: string;
  today: string;
  /** Told what is shown, in its order: the panel steps through it. */
  onShown: (items: readonly Outcome[]) => void;
  onNew: () => void;
  ticked: ReadonlySet<string>;
  onTick: (id: string, isOn: boolean) => void;
}

/** How many items there are, by status; the counts before stay until the new ones are here. */
function useCounts({ search }: ContentAddress, before: string): OutcomeCounts | undefined {
  const query = { ...filtersOf(search), before };
  return useQuery({
    queryKey: ["outcomes", "counts", query],
    meta: { tags: ["outcomeCounts"] },
    queryFn: ({ signal }) => api.outcomes.countOutcomes(query, { signal }),
    placeholderData: keepPreviousData,
  }).data;
}

/** Which items are ticked. */
function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const onTick = useCallback((id: string, isOn: boolean): void => {
    setTicked((before) => {
      const after = new Set(before);
      if (isOn) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  return { ticked, onTick, setTicked };
}

/** Content items: a list by week, a board by status, one week; an item opens in a panel beside them. */
export function ContentPage() {
  const { t } = useTranslation(["content", "workflows", "common"]);
  const zone = useSelector(selectSettings).value?.calendarSettings.timeZone ?? "Europe/Berlin";
  const today = dayOf(new Date().toISOString(), zone);
  const address = useContentAddress();
  const actions = useItemActions(zone);
  const counts = useCounts(address, startOf(mondayOf(today), zone));
  const [shown, setShown] = useState<readonly Outcome[]>([]);
  const { search, open, openItem, closeItem, change } = address;
  const onNew = useCallback(() => openItem(newItem), [openItem]);
  useCreateShortcut(`.${cx("content-page")}`, onNew);
  const Panel = usePreloaded(loadPanel) ?? ItemPanel;
  const { ticked, onTick, setTicked } = useTicks();
  // What is filtered out, deleted or on another page is not changed unseen.
  const chosen = useMemo(() => shown.filter(({ id }) => ticked.has(id)), [shown, ticked]);
  const view = useMemo(
    (): ViewProps => ({ address, actions, counts, zone, today, onShown: setShown, onNew, ticked, onTick }),
    [address, actions, counts, zone, today, onNew, ticked, onTick],
  );
  return (
    <div className={cx("content-page")} data-view={search.view} data-panel={open !== undefined || undefined}>
      <div className={cx("content-head")}>
        <h1 className="h1 work num">
          {t("title")} {counts ? <Num value={counts.total} /> : null}
        </h1>
        <Segment
          size="small"
          label={t("viewLabel")}
          value={search.view}
          onChange={(next) => change({ view: next })}
          choices={contentViews.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        <Button
          size="small"
          className={cx("content-new")}
          icon={<Icon of={Plus} size={14} />}
          aria-keyshortcuts="n"
          onClick={onNew}
        >
          {t("new")}
        </Button>
      </div>
      <ContentTabs search={search} counts={counts} />
      <ContentFilters search={search} counts={counts} onChange={change} />
      {search.view === "list" ? <ContentList {...view} /> : null}
      {search.view === "board" ? <ContentBoard {...view} /> : null}
      {search.view === "week" ? <ContentWeek {...view} /> : null}
      {chosen.length > 0 && search.view !== "week" ? (
        <ContentBulk chosen={chosen} shown={shown} actions={actions} zone={zone} onChoose={setTicked} />
      ) : null}
      {open === undefined ? null : (
        <Panel
          key={open}
          itemId={open === newItem ? undefined : open}
          shown={shown}
          found={counts}
          actions={actions}
          zone={zone}
          today={today}
          onOpen={openItem}
          onClose={() => closeItem(open)}
        />
      )}
    </div>
  );
}
