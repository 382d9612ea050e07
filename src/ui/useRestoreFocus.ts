import { useLayoutEffect, useRef } from "react";

/** What had the focus; for an item of a menu, which is gone by then, the button of that menu. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
  return button instanceof HTMLElement ? button : null;
}

/**
 * For dialogs that are opened by state and not by a button of their own: remembers where the focus was.
 * @returns a handler for `onCloseAutoFocus` that brings it back there
 */
export function useRestoreFocus(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = focused();
  }, [open]);
  return (event) => {
    if (!opener.current?.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}
