import { useEffect, useRef } from "react";
import { areSingleKeysOn } from "#src/shell/ui/singleKeys.ts";

/** Whether a key belongs to the calendar: it was pressed there or nowhere in particular, and nobody types or chooses. */
function isOurs({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu], [role=listbox]"))
    return false;
  return target === document.body || target.id === "content" || target.closest(".cal") !== null;
}

/** The key n makes a new entry while the calendar, and nothing else on the page, has the focus. */
export function useNewKey(onNew: () => void): void {
  const latest = useRef(onNew);
  useEffect(() => {
    latest.current = onNew;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isOurs(event)) return;
      if (!areSingleKeysOn(localStorage)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
