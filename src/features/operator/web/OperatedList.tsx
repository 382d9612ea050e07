import type { ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import type { CursorPages } from "#src/ui/data/useCursorPages.ts";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { type OperatedColumn, OperatedTable } from "./OperatedTable.tsx";

/** Rows at once. */
export const pageSize = 50;

export interface OperatedListProps<Item> {
  caption: string;
  pages: Pick<CursorPages<Item, unknown>, "items" | "isLoading" | "hasFailed" | "hasMore" | "more" | "reload">;
  columns: readonly OperatedColumn[];
  renderRow: (item: Item) => ReactNode;
}

/** A list of everybody's records as a table, page by page. */
export function OperatedList<Item>({ caption, pages, columns, renderRow }: OperatedListProps<Item>) {
  const { t } = useTranslation(["operator", "common"]);
  const { items, isLoading, hasFailed, hasMore, more, reload } = pages;
  return (
    <>
      {hasFailed ? <RetryAlert title={t("failed")} onRetry={reload} /> : null}
      {!items && !hasFailed ? <SkeletonRows rows={8} height={36} columns="1fr 2fr 1fr 60px" /> : null}
      {items?.length === 0 ? <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState> : null}
      {items && items.length > 0 ? (
        <OperatedTable caption={caption} columns={columns}>
          {items.map(renderRow)}
        </OperatedTable>
      ) : null}
      {hasMore ? (
        <p>
          <Button size="small" busy={isLoading} busyLabel={t("common:word.loading")} onClick={more}>
            {t("more")}
          </Button>
        </p>
      ) : null}
    </>
  );
}
