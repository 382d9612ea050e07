import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { api } from "#src/shell/api.ts";
import type { ListedRun, RunFilter, RunSummary } from "../contract.ts";
import { selectActivity } from "./activity.ts";
import { selectOpenRuns } from "./openRuns.ts";
import { withBeginning, withOpen, withPage } from "./runPages.ts";

/** Runs read at once. */
const pageSize = 50;
/** Most of what the call answers at once: so much of a list that is shown is read again. */
const mostAtOnce = 200;

interface Pages {
  /** The filters these runs fit, as one word. */
  key: string;
  items: ListedRun[] | undefined;
  nextCursor: string | undefined;
  summary: RunSummary | undefined;
  isLoading: boolean;
  hasFailed: boolean;
}

const noPages = { items: undefined, nextCursor: undefined, summary: undefined, isLoading: true, hasFailed: false };

/** The runs of a filter, page by page; while one is on the list follows it. Answers to older questions are dropped. */
export function useRunPages(filter: RunFilter) {
  const key = JSON.stringify(filter);
  const [pages, setPages] = useState<Pages>({ key, ...noPages });
  const shown = useRef(pages);
  shown.current = pages;
  const control = useRef<AbortController>(undefined);

  /** Reads a page; without a cursor the beginning, in which case what is shown stays until the answer is here. */
  const read = useCallback(
    async (cursor?: string): Promise<void> => {
      control.current?.abort();
      const own = (control.current = new AbortController());
      const before = shown.current.key === key ? shown.current.items : undefined;
      setPages((now) => ({ ...(now.key === key ? now : noPages), key, isLoading: true, hasFailed: false }));
      const wanted: RunFilter = JSON.parse(key);
      const limit = cursor ? pageSize : Math.min(mostAtOnce, Math.max(pageSize, before?.length ?? 0));
      try {
        const { runs, nextCursor, summary } = await api.runs.listRuns(
          { ...wanted, limit, ...(cursor ? { cursor } : { summary: "true" as const }) },
          { signal: own.signal },
        );
        if (own.signal.aborted) return;
        setPages((now) => {
          const items = now.items ?? [];
          const isWhole = nextCursor === undefined;
          const next = cursor ? withPage(items, runs) : withBeginning(items, runs, isWhole);
          // Behind what was read again the older pages go on as before.
          const goesOn = !cursor && !isWhole && next.length > runs.length;
          return {
            key,
            items: next,
            nextCursor: goesOn ? now.nextCursor : nextCursor,
            summary: summary ?? now.summary,
            isLoading: false,
            hasFailed: false,
          };
        });
      } catch {
        if (!own.signal.aborted) setPages((now) => ({ ...now, isLoading: false, hasFailed: true }));
      }
    },
    [key],
  );

  // A run that begins or ends, here or elsewhere, changes the list and its sums.
  const open = useSelector(selectActivity).openRuns.join(" ");
  useEffect(() => {
    void read();
    return () => control.current?.abort();
  }, [read, open]);

  const known = useSelector(selectOpenRuns).value;
  const isCurrent = pages.key === key;
  const { items, nextCursor } = pages;
  const fresh = useMemo(() => (items && known ? withOpen(items, known) : items), [items, known]);
  return {
    items: isCurrent ? fresh : undefined,
    summary: isCurrent ? pages.summary : undefined,
    isLoading: !isCurrent || pages.isLoading,
    hasFailed: isCurrent && pages.hasFailed,
    hasMore: isCurrent && nextCursor !== undefined,
    reload: useCallback(() => void read(), [read]),
    more: useCallback(() => void read(nextCursor), [read, nextCursor]),
  };
}
