import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import type { Tag } from "./queryClient.ts";

/** One page as a call answers it. */
export interface CursorPage<Item, Extra = undefined> {
  items: readonly Item[];
  /** Undefined behind the last page. */
  nextCursor: string | undefined;
  /** What the call tells about the whole list, with its first page. */
  extra?: Extra;
}

export interface CursorPages<Item, Extra = undefined> {
  /** Undefined until the first answer. */
  items: readonly Item[] | undefined;
  extra: Extra | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  hasMore: boolean;
  /** Reads the loaded pages again; what is shown stays until the answer is there. */
  reload: () => void;
  more: () => void;
  /** Changes what is shown without asking. */
  change: (next: (items: readonly Item[]) => readonly Item[]) => void;
}

interface CursorPagesOptions {
  /** Items of one page, at most 200. */
  pageSize: number;
  /** False while the list is not needed. */
  enabled?: boolean;
  /** Tags beside the first part of the key. */
  tags?: readonly Tag[];
  /** Shows the list of the key before until the new one is there. */
  keepsPrevious?: boolean;
}

/** All items of the pages, nothing twice: a list that moved between two pages repeats some. */
export function itemsOf<Item extends { readonly id: string }>(pages: readonly CursorPage<Item, unknown>[]): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()];
}

/**
 * A list of the server, page by page, read again when the window gets the focus or the network back.
 * @param queryKey what the list is asked for
 * @param read asks for one page; without a cursor for the beginning
 */
export function useCursorPages<Item extends { readonly id: string }, Extra = undefined>(
  queryKey: QueryKey,
  read: (
    page: { limit: number; cursor?: string },
    options: { signal: AbortSignal },
  ) => Promise<CursorPage<Item, Extra>>,
  { pageSize, enabled = true, tags = [], keepsPrevious = false }: CursorPagesOptions,
): CursorPages<Item, Extra> {
  const client = useQueryClient();
  const key = useRef(queryKey);
  key.current = queryKey;
  const { data, isFetching, isError, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ limit: pageSize, ...(pageParam === "" ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    meta: { tags, isLive: true },
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const items = useMemo(() => data && itemsOf(data.pages), [data]);
  return {
    items,
    extra: data?.pages[0]?.extra,
    isLoading: isFetching,
    hasFailed: isError,
    hasMore: hasNextPage,
    reload: useCallback(() => void refetch(), [refetch]),
    more: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    change: useCallback(
      (next) =>
        client.setQueryData<InfiniteData<CursorPage<Item, Extra>>>(
          key.current,
          (before) => before && { ...before, pages: withItems(before.pages, next(itemsOf(before.pages))) },
        ),
      [client],
    ),
  };
}

/** The same pages with these items, all of them in the first. */
const withItems = <Item, Extra>(
  pages: readonly CursorPage<Item, Extra>[],
  items: readonly Item[],
): CursorPage<Item, Extra>[] => pages.map((page, at) => ({ ...page, items: at === 0 ? items : [] }));
