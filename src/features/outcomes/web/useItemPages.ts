import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "#src/shell/api.ts";
import type { Outcome } from "../contract.ts";

type Query = Omit<Parameters<typeof api.outcomes.listOutcomes>[0], "limit" | "cursor">;

/** The most that one request may ask for. */
const mostAtOnce = 200;

interface Pages {
  key: string;
  items: readonly Outcome[] | undefined;
  nextCursor: string | undefined;
  isLoading: boolean;
  hasFailed: boolean;
}

export interface ItemPages {
  /** Undefined until the first answer. */
  items: readonly Outcome[] | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  hasMore: boolean;
  reload: () => void;
  more: () => void;
}

/**
 * One list of content items, page by page, read again when the window gets the focus or the network back, since another
 * tab or device may have changed it. Answers to older questions are dropped.
 * @param query undefined while the list is not needed
 */
export function useItemPages(query: Query | undefined, pageSize: number): ItemPages {
  const key = query ? JSON.stringify(query) : "";
  const [pages, setPages] = useState<Pages>({
    key,
    items: undefined,
    nextCursor: undefined,
    isLoading: true,
    hasFailed: false,
  });
  const control = useRef<AbortController>(undefined);
  const latest = useRef({ query, count: 0 });
  latest.current = { query, count: pages.key === key ? (pages.items?.length ?? 0) : 0 };

  const read = useCallback(
    async (cursor?: string): Promise<void> => {
      const { query: asked, count } = latest.current;
      if (!asked) return;
      control.current?.abort();
      const own = (control.current = new AbortController());
      const askedKey = JSON.stringify(asked);
      setPages((before) => ({
        ...(before.key === askedKey ? before : { items: undefined, nextCursor: undefined }),
        key: askedKey,
        isLoading: true,
        hasFailed: false,
      }));
      try {
        const limit = cursor ? pageSize : Math.min(mostAtOnce, Math.max(pageSize, count));
        const page = { ...asked, limit, ...(cursor ? { cursor } : {}) };
        const { outcomes, nextCursor } = await api.outcomes.listOutcomes(page, { signal: own.signal });
        if (own.signal.aborted) return;
        setPages((before) => {
          const known = new Set(cursor ? before.items?.map(({ id }) => id) : []);
          const fresh = outcomes.filter(({ id }) => !known.has(id));
          const items = cursor ? [...(before.items ?? []), ...fresh] : outcomes;
          return { key: askedKey, items, nextCursor, isLoading: false, hasFailed: false };
        });
      } catch {
        if (!own.signal.aborted) setPages((before) => ({ ...before, isLoading: false, hasFailed: true }));
      }
    },
    [pageSize],
  );
  useEffect(() => {
    if (key === "") return undefined;
    void read();
    const onFront = (): void => {
      if (document.visibilityState === "visible") void read();
    };
    addEventListener("focus", onFront);
    addEventListener("online", onFront);
    return () => {
      control.current?.abort();
      removeEventListener("focus", onFront);
      removeEventListener("online", onFront);
    };
  }, [read, key]);
  const isCurrent = pages.key === key;
  const { nextCursor } = pages;
  return {
    items: isCurrent ? pages.items : undefined,
    isLoading: key !== "" && (!isCurrent || pages.isLoading),
    hasFailed: isCurrent && pages.hasFailed,
    hasMore: isCurrent && nextCursor !== undefined,
    reload: useCallback(() => void read(), [read]),
    more: useCallback(() => void read(nextCursor), [read, nextCursor]),
  };
}
