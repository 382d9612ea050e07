import { queryOptions } from "@tanstack/react-query";
import type { AsyncThunkAction } from "@reduxjs/toolkit";
import type { Dispatch } from "./dispatch.ts";
import type { Failure } from "./listStore.ts";
import type { Tag } from "./queryClient.ts";

interface StoreQueryOptions {
  /** Changes after which the store is read again. */
  tags?: readonly Tag[];
  isLive?: boolean;
}

/**
 * A query that fetches a store: the store holds what was read and its states, the query when it is read again.
 * @param key which store, and what it is asked for
 * @returns options of a query whose data is the id of the request that was answered
 */
export function storeQuery<Result, Input>(
  dispatch: Dispatch,
  key: readonly unknown[],
  fetch: () => AsyncThunkAction<Result, Input, { serializedErrorType: Failure }>,
  { tags = [], isLive = false }: StoreQueryOptions = {},
) {
  return queryOptions<string, Failure>({
    queryKey: ["store", ...key],
    meta: { tags, isLive },
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const call = dispatch(fetch());
      signal.addEventListener("abort", () => call.abort());
      await call.unwrap();
      return call.requestId;
    },
  });
}
