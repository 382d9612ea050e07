import { useCallback, useEffect, useRef, useState } from "react";
import { withBeginning, withPage } from "./cursorPages.ts";

/** The most that one request for a list may ask for: so much of a list that is shown is read again. */
const mostAtOnce = 200;

/** One page as a call answers it. */
export interface CursorPage<Item, Extra = undefined> {
  items: readonly Item[];
  /** Undefined behind the last page. */
  nextCursor: string | undefined;
  /** What the call tells about the whole list; kept while a page says nothing of it. */
  extra?: Extra;
}

interface Pages<Item, Extra> {
  key: string;
  items: readonly Item[] | undefined;
  nextCursor: string | undefined;
  extra: Extra | undefined;
  isLoading: boolean;
  hasFailed: boolean;
}

export interface CursorPages<Item, Extra = undefined> extends Pick<Pages<Item, Extra>, "isLoading" | "hasFailed"> {
  /** Undefined until the first answer. */
  items: readonly Item[] | undefined;
  extra: Extra | undefined;
  hasMore: boolean;
  /** Reads the beginning again; what is shown stays until the answer is there. */
  reload: () => void;
  more: () => void;
  /** Changes what is shown without asking. */
  change: (next: (items: readonly Item[]) => readonly Item[]) => void;
}

const noPages = { items: undefined, nextCursor: undefined, extra: undefined, isLoading: true, hasFailed: false };

/**
 * A list of the server, page by page, read again when the window gets the focus or the network back, since another tab
 * or device may have changed it. Answers to older questions are dropped.
 * @param key what the list is asked for, as one word; empty while the list is not needed
 * @param pageSize items of one page, at most 200
 * @param read asks for one page; without a cursor for the beginning
 * @param turn a change of it reads the beginning again
 */
export function useCursorPages<Item extends { readonly id: string }, Extra = undefined>(
  key: string,
  pageSize: number,
  read: (
    page: { limit: number; cursor?: string },
    options: { signal: AbortSignal },
  ) => Promise<CursorPage<Item, Extra>>,
  turn = "",
): CursorPages<Item, Extra> {
  const [pages, setPages] = useState<Pages<Item, Extra>>({ key, ...noPages });
  const control = useRef<AbortController>(undefined);
  const latest = useRef({ read, pages });
  latest.current = { read, pages };

  const ask = useCallback(
    async (cursor?: string): Promise<void> => {
      control.current?.abort();
      const own = (control.current = new AbortController());
      const { read: call, pages: shown } = latest.current;
      const count = shown.key === key ? (shown.items?.length ?? 0) : 0;
      setPages((now) => ({ ...(now.key === key ? now : noPages), key, isLoading: true, hasFailed: false }));
      try {
        const limit = cursor ? pageSize : Math.min(mostAtOnce, Math.max(pageSize, count));
        const page = await call({ limit, ...(cursor ? { cursor } : {}) }, { signal: own.signal });
        if (own.signal.aborted) return;
        setPages((now) => {
          const before = now.items ?? [];
          const isWhole = page.nextCursor === undefined;
          const items = cursor ? withPage(before, page.items) : withBeginning(before, page.items, isWhole);
          // Behind what was read again the older pages go on as before.
          const goesOn = !cursor && items.length > page.items.length;
          return {
            key,
            items,
            nextCursor: goesOn ? now.nextCursor : page.nextCursor,
            extra: page.extra ?? now.extra,
            isLoading: false,
            hasFailed: false,
          };
        });
      } catch {
        if (!own.signal.aborted) setPages((now) => ({ ...now, isLoading: false, hasFailed: true }));
      }
    },
    [key, pageSize],
  );
  useEffect(() => {
    if (key === "") return undefined;
    void ask();
    return () => control.current?.abort();
  }, [ask, key, turn]);
  useEffect(() => {
    if (key === "") return undefined;
    const onFront = (): void => {
      if (document.visibilityState === "visible") void ask();
    };
    addEventListener("focus", onFront);
    addEventListener("online", onFront);
    return () => {
      removeEventListener("focus", onFront);
      removeEventListener("online", onFront);
    };
  }, [ask, key]);

  const isCurrent = pages.key === key;
  const { nextCursor } = pages;
  return {
    items: isCurrent ? pages.items : undefined,
    extra: isCurrent ? pages.extra : undefined,
    isLoading: key !== "" && (!isCurrent || pages.isLoading),
    hasFailed: isCurrent && pages.hasFailed,
    hasMore: isCurrent && nextCursor !== undefined,
    reload: useCallback(() => void ask(), [ask]),
    more: useCallback(() => void ask(nextCursor), [ask, nextCursor]),
    change: useCallback((next) => setPages((now) => (now.items ? { ...now, items: next(now.items) } : now)), []),
  };
}
