import { type ReactNode, useRef } from "react";
import type { CursorPages } from "./data/useCursorPages.ts";
import { useWindowRows } from "./data/useWindowRows.ts";
import { RetryAlert } from "./RetryAlert.tsx";
import cx from "./PagedTable.module.css";

/** Height of what sticks above the rows, px. */
const coveredAbove = 88;

export interface PagedTableProps<Item> {
  pages: Omit<CursorPages<Item, unknown>, "change" | "extra">;
  label: string;
  /** Of the table and its parts, beside those that all such tables have. */
  classes: Record<"table" | "head" | "body" | "row", string>;
  /** Cells of the head. */
  head: ReactNode;
  renderCells: (item: Item) => ReactNode;
  /** Height of a row until it is measured, px. */
  sizeOf: (item: Item) => number;
  /** A change of it measures all rows anew. */
  look: unknown;
  /** Rows before the end of what is loaded at which the next page is read. */
  ahead: number;
  /** In place of the rows until they are known, and where there are none. */
  coming: ReactNode;
  empty: ReactNode;
  /** What did not load: the list, or its next page. */
  failed: { list: string; more: string };
  /** Below the rows. */
  children?: ReactNode;
}

/** A list of the server as a table that draws only the rows in sight, and reads the next page before its end comes. */
export function PagedTable<Item extends { readonly id: string }>(props: PagedTableProps<Item>) {
  const { items, isLoading, hasMore, hasFailed, more, reload } = props.pages;
  return (
    <>
      {items === undefined && isLoading ? props.coming : null}
      {items?.length === 0 ? props.empty : null}
      {items && items.length > 0 ? (
        <>
          <Rows {...props} items={items} />
          {props.children}
        </>
      ) : null}
      {hasFailed ? (
        <RetryAlert title={items ? props.failed.more : props.failed.list} onRetry={items && hasMore ? more : reload} />
      ) : null}
    </>
  );
}

function Rows<Item extends { readonly id: string }>(props: PagedTableProps<Item> & { items: readonly Item[] }) {
  const { items, pages, classes, sizeOf, look, ahead } = props;
  const { isLoading, hasMore, hasFailed, more } = pages;
  const place = useRef<HTMLDivElement>(null);
  const { virtual, top, focusedAt } = useWindowRows({
    place,
    count: items.length,
    loaded: items.length,
    keyOf: (at) => items[at]?.id ?? at,
    sizeOf: (at) => (items[at] ? sizeOf(items[at]) : 0),
    look,
    covered: { above: coveredAbove },
    ahead,
    onMore: hasMore && !isLoading && !hasFailed ? more : undefined,
  });
  return (
    <div
      className={cx(`paged num ${classes.table}`)}
      role="table"
      aria-label={props.label}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      aria-busy={isLoading || undefined}
    >
      <div role="rowgroup" className={cx(`paged-head ${classes.head}`)}>
        <div role="row" className={cx(`paged-row ${classes.row}`)} aria-rowindex={1}>
          {props.head}
        </div>
      </div>
      <div
        role="rowgroup"
        ref={place}
        className={cx(`paged-body ${classes.body}`)}
        style={{ height: virtual.getTotalSize() }}
        onBlur={() => {
          focusedAt.current = -1;
        }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return item ? (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="row"
              className={cx(`paged-row ${classes.row}`)}
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start - top}px)` }}
              onFocus={() => {
                focusedAt.current = index;
              }}
            >
              {props.renderCells(item)}
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}
