import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { useCallback } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { type ContentSearch, contentSearch } from "./contentSearch.ts";

/** What the panel is opened with in place of an id, for an item that does not exist yet. */
export const newItem = "new";

export interface ContentAddress {
  search: ContentSearch;
  /** Which item the panel shows: an id, `new`, or none. */
  open: string | undefined;
  change: (next: Partial<ContentSearch>) => void;
  openItem: (id: string) => void;
  /** Closes that item; another one that was opened since stays. */
  closeItem: (id: string) => void;
  /** Search part of the address that opens an item beside what is shown. */
  searchFor: (id: string) => Record<string, string>;
}

/** What the address of the page says, and how to change it. */
export function useContentAddress(): ContentAddress {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const search = useSearchParams(contentSearch);
  const item = raw["item"];
  const open = typeof item === "string" && item !== "" ? item : undefined;
  const go = useCallback(
    (next: Record<string, unknown>): void => void navigate({ to: paths.content, search: next, resetScroll: false }),
    [navigate],
  );
  const searchFor = useCallback((id: string) => ({ ...contentSearch.write(search), item: id }), [search]);
  return {
    search,
    open,
    change: useCallback(
      (next) => go({ ...contentSearch.write({ ...search, ...next }), ...(open === undefined ? {} : { item: open }) }),
      [go, search, open],
    ),
    openItem: useCallback((id) => go(searchFor(id)), [go, searchFor]),
    closeItem: useCallback(
      (id) => {
        const { item: shown, ...rest }: Record<string, unknown> = router.latestLocation.search;
        if (shown === id) go(rest);
      },
      [go, router],
    ),
    searchFor,
  };
}
