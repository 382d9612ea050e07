import { useMemo, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { LeadRow as Row } from "../contract.ts";
import { LeadBulkBar } from "./LeadBulkBar.tsx";
import { LeadFilterBar } from "./LeadFilterBar.tsx";
import { filterKey, isFiltered, noFilter } from "./leadSearch.ts";
import { LeadTable } from "./LeadTable.tsx";
import { current, type Selection, ticked, tickedAll } from "./selection.ts";
import type { LeadActions } from "./useLeadActions.ts";
import type { LeadList } from "./useLeadList.ts";
import { hrefOf, type LeadAddress } from "./useLeadSearch.ts";
import cx from "./LeadsPage.module.css";

export interface LeadBrowserProps {
  address: LeadAddress;
  list: LeadList;
  actions: LeadActions;
  zone: string;
  onNew: () => void;
}

const nobody: Selection<Row> = new Map();

/** Ticks belong to the filters under which they were set: nothing unseen is changed with others. */
function useTicks(key: string) {
  const [ticks, setTicks] = useState({ key, selection: nobody });
  const selection = ticks.key === key ? ticks.selection : nobody;
  return { selection, setSelection: (next: Selection<Row>) => setTicks({ key, selection: next }) };
}

/** Filters, table and what can be done to ticked rows. */
export function LeadBrowser({ address, list, actions, zone, onNew }: LeadBrowserProps) {
  const { t } = useTranslation(["leads", "common"]);
  const { search, narrow, open, openLead } = address;
  const isMobile = useIsMobile();
  const { selection, setSelection } = useTicks(filterKey(search));
  const [isLoadingAll, setLoadingAll] = useState(false);
  const { items, isKept, failed, more } = list;
  const chosen = useMemo(() => (isKept ? [] : current(selection, items ?? [])), [selection, items, isKept]);
  const isEmpty = items?.length === 0 && list.nextCursor === undefined;
  const isNarrowed = isFiltered(search);

  const selectAll = async (): Promise<void> => {
    if (isLoadingAll) return;
    setLoadingAll(true);
    try {
      while (await more());
      setWantsAll(true);
    } catch {
      // The place under the list says so and offers to try again.
    } finally {
      setLoadingAll(false);
    }
  };
  // The rows that were read last are in the store, but not yet in this rendering.
  const [wantsAll, setWantsAll] = useState(false);
  if (wantsAll && items) {
    setWantsAll(false);
    setSelection(new Map(items.map((item) => [item.id, item])));
  }

  const found = list.found ?? items?.length ?? 0;
  // The tick in the head of the table stands for what is loaded; phones show no head.
  const canTickMore =
    !isKept && selection.size < found && (isMobile || items?.every(({ id }) => selection.has(id)) === true);
  return (
    <>
      <LeadFilterBar search={search} onSearch={narrow} found={list.found} total={list.total} />
      {failed === "list" ? <RetryAlert title={t("failed.fetch")} onRetry={list.reload} /> : null}
      {!items && !failed ? <Coming /> : null}
      {items && isEmpty ? (
        <div className={cx("leads-empty")}>
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
        </div>
      ) : null}
      {items && !isEmpty ? (
        <LeadTable
          items={items}
          found={found}
          selection={selection}
          onTick={(at, from) => (isKept ? undefined : setSelection(ticked(selection, items, { at, from })))}
          onTickAll={() => (isKept ? undefined : setSelection(tickedAll(selection, items)))}
          sort={search.sort}
          onSort={(sort) => narrow({ ...search, sort })}
          openId={open}
          onOpen={openLead}
          hrefOf={(lead) => hrefOf(search, { lead })}
          actions={actions}
          zone={zone}
          isLoading={list.loading}
          onMore={list.nextCursor !== undefined && !failed ? () => void more().catch(() => undefined) : undefined}
        />
      ) : null}
      {failed === "more" ? (
        <RetryAlert title={t("failed.more")} onRetry={() => void more().catch(() => undefined)} />
      ) : null}
      {chosen.length > 0 ? (
        <LeadBulkBar
          chosen={chosen}
          actions={actions}
          zone={zone}
          onEnd={() => setSelection(nobody)}
          all={canTickMore ? { count: found, isLoading: isLoadingAll, onAll: () => void selectAll() } : undefined}
        />
      ) : null}
    </>
  );
}

function Coming() {
  const isMobile = useIsMobile();
  return (
    <div className={cx("leads-coming")}>
      <SkeletonRows
        rows={isMobile ? 8 : 14}
        height={isMobile ? 60 : 34}
        columns={isMobile ? "20px 1fr 64px" : "20px 1.89fr 1.55fr 0.82fr 99px 75px 88px 1.47fr"}
      />
    </div>
  );
}
