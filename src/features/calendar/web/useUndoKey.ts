import { useEffect, useRef } from "react";
import { takesKeys } from "#src/ui/singleKeys.ts";

/** Ctrl Z, on a Mac Cmd Z, outside of fields and dialogs: what is typed there has its own. */
export function useUndoKey(onUndo: () => void): void {
  const latest = useRef(onUndo);
  useEffect(() => {
    latest.current = onUndo;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (takesKeys(event.target)) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
