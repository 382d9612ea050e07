import { useEffect, useRef } from "react";
import { areSingleKeysOn } from "./singleKeys.ts";

/** Whether a key belongs to a page: it was pressed there or nowhere in particular, and nobody types or chooses. */
function isOurs({ target }: KeyboardEvent, page: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu], [role=listbox]"))
    return false;
  return target === document.body || target.id === "content" || target.closest(page) !== null;
}

let pagesWithKey = 0;

/** Whether the open page has an n of its own. */
export const isCreateKeyTaken = (): boolean => pagesWithKey > 0;

/**
 * The key n begins a new record while its page, and nothing else, has the focus.
 * @param page selector of the page
 */
export function useCreateShortcut(page: string, onNew: () => void): void {
  const latest = useRef(onNew);
  useEffect(() => {
    latest.current = onNew;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isOurs(event, page))
        return;
      if (!areSingleKeysOn(localStorage)) return;
      event.preventDefault();
      latest.current();
    };
    pagesWithKey += 1;
    addEventListener("keydown", onKey);
    return () => {
      pagesWithKey -= 1;
      removeEventListener("keydown", onKey);
    };
  }, [page]);
}
