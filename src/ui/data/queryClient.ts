import { notifyManager, QueryClient } from "@tanstack/react-query";
import type { ApiContract } from "../client/api.ts";

/**
 * What a change touches and a query shows: the records of a feature, the suggestions that became records, or counts
 * within a feature, which another status changes where how many records there are stays the same.
 */
export type Tag = keyof ApiContract | "suggestions" | "leadCounts" | "outcomeCounts" | "recurrences";

interface QueryMeta extends Record<string, unknown> {
  /** Tags beside the first part of the query's key. */
  tags?: readonly Tag[];
  /** Read again when the window gets the focus or the network back: another tab or device may have changed it. */
  isLive?: boolean;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/**
 * The one cache for everything that is read from the server, but for the lists and records whose states the
 * specification names (listStore.ts, recordStore.ts), which are only fetched through it (storeQuery.ts).
 * A query's key begins with the tag of what it shows: `["leads", "counts"]`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one, and what got no answer is read again when the connection is back.
      retry: false,
      networkMode: "always",
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// What is put into the cache is shown with what is set beside it, not a task later: an answer must not close an editor
// above the text of before.
notifyManager.setScheduler(queueMicrotask);

/** Reads again what is shown of these tags; what is cached of them but not shown is read again when it is. */
export function invalidate(...tags: readonly Tag[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => tags.some((tag) => queryKey[0] === tag || meta?.tags?.includes(tag)),
  });
}

/** Reads again what another tab or device may have changed, and what failed. */
export function refetchLive(): void {
  if (globalThis.document?.visibilityState === "hidden") return;
  void queryClient.refetchQueries(
    { type: "active", predicate: ({ meta, state }) => meta?.isLive === true || state.status === "error" },
    { cancelRefetch: false },
  );
}

// connection.ts sends the same event when the server answers again.
globalThis.addEventListener?.("online", refetchLive);
globalThis.addEventListener?.("focus", refetchLive);
globalThis.document?.addEventListener("visibilitychange", refetchLive);
