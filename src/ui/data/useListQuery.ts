import type { AsyncThunkAction } from "@reduxjs/toolkit";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useThunkDispatch } from "./dispatch.ts";
import type { Failure, ListState, Page } from "./listStore.ts";
import { storeQuery } from "./storeQuery.ts";

export interface ListQuery<T> extends Pick<ListState<T>, "found" | "total" | "nextCursor" | "loading"> {
  /** Undefined until the page has an answer, and after a failure; rows stay while others are on their way. */
  items: T[] | undefined;
  /** True while the items are those of the query before: to be seen, not to be worked with. */
  isKept: boolean;
  /** What did not load: the list that was asked for, or only its next page. */
  failed: "list" | "more" | undefined;
  reload: () => void;
  /** Reads the next page, or waits while one is on its way. @returns whether there may be more */
  more: () => Promise<boolean>;
}

type PageAction<T, Query> = AsyncThunkAction<Page<T>, Query, { serializedErrorType: Failure }>;

interface Cursor {
  cursor: string;
}

/** Between two looks whether a page has come; milliseconds. */
const waitMs = 50;

/** The list of a store as a page asks for it. Rows of another query do not stay when those that were asked for failed. */
export function useListQuery<T, Query extends object>(
  name: string,
  store: { fetch: (query: Query) => PageAction<T, Query>; fetchMore: (query: Query & Cursor) => PageAction<T, Query> },
  list: ListState<T>,
  query: Query,
): ListQuery<T> {
  const dispatch = useThunkDispatch();
  const { items, error, found, total, nextCursor, loading } = list;
  const { isSuccess, isError, isPlaceholderData, refetch } = useQuery({
    ...storeQuery(dispatch, [name, query], () => store.fetch(query)),
    placeholderData: keepPreviousData,
  });
  // Behind an error that was shown, the rows of another query would come as a surprise.
  const hasFailed = useRef(false);
  if (isError) hasFailed.current = true;
  else if (isSuccess && !isPlaceholderData) hasFailed.current = false;
  const isKept = isPlaceholderData && !hasFailed.current && items !== undefined && items.length > 0;
  const latest = useRef({ store, query, nextCursor, loading, isError });
  latest.current = { store, query, nextCursor, loading, isError };
  const more = useCallback(async (): Promise<boolean> => {
    const now = latest.current;
    if (now.loading) {
      // Whoever reads page after page asks again: the answer needs its turn.
      await new Promise((done) => setTimeout(done, waitMs));
      return true;
    }
    if (now.nextCursor === undefined || now.isError) return false;
    const page = await dispatch(now.store.fetchMore({ ...now.query, cursor: now.nextCursor })).unwrap();
    return page.nextCursor !== undefined;
  }, [dispatch]);
  return {
    items: isKept || (isSuccess && !isPlaceholderData) ? items : undefined,
    isKept,
    failed: isError ? "list" : isSuccess && !isPlaceholderData && error ? "more" : undefined,
    found,
    total,
    nextCursor,
    loading,
    reload: useCallback(() => void refetch(), [refetch]),
    more,
  };
}
