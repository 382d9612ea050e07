import type { AsyncThunkAction } from "@reduxjs/toolkit";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useThunkDispatch } from "./dispatch.ts";
import type { Failure, ListState, Page } from "./listStore.ts";
import { storeQuery } from "./storeQuery.ts";

export interface ListQuery<T> extends Pick<ListState<T>, "found" | "total" | "nextCursor" | "loading"> {
  /** Undefined until the page has an answer of its own; the rows before stay while others are on their way. */
  items: T[] | undefined;
  /** What did not load: the list that was asked for, or only its next page. */
  failed: "list" | "more" | undefined;
  reload: () => void;
  /** Reads the next page, unless one is on its way. @returns whether there may be more */
  more: () => Promise<boolean>;
}

type PageAction<T, Query> = AsyncThunkAction<Page<T>, Query, { serializedErrorType: Failure }>;

interface Cursor {
  cursor: string;
}

/** The list of a store as a page asks for it. Rows of another query do not stay when those that were asked for failed. */
export function useListQuery<T, Query extends object>(
  name: string,
  store: { fetch: (query: Query) => PageAction<T, Query>; fetchMore: (query: Query & Cursor) => PageAction<T, Query> },
  list: ListState<T>,
  query: Query,
): ListQuery<T> {
  const dispatch = useThunkDispatch();
  const { items, error, found, total, nextCursor, loading } = list;
  const { isSuccess, isError, refetch } = useQuery({
    ...storeQuery(dispatch, [name, query], () => store.fetch(query)),
    placeholderData: keepPreviousData,
  });
  const latest = useRef({ store, query, nextCursor, loading });
  latest.current = { store, query, nextCursor, loading };
  const more = useCallback(async (): Promise<boolean> => {
    const now = latest.current;
    if (now.loading || now.nextCursor === undefined) return now.nextCursor !== undefined;
    const page = await dispatch(now.store.fetchMore({ ...now.query, cursor: now.nextCursor })).unwrap();
    return page.nextCursor !== undefined;
  }, [dispatch]);
  return {
    items: isSuccess ? items : undefined,
    failed: isError ? "list" : isSuccess && error ? "more" : undefined,
    found,
    total,
    nextCursor,
    loading,
    reload: useCallback(() => void refetch(), [refetch]),
    more,
  };
}
