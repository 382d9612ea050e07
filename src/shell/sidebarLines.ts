import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";

/**
 * The line of the open page stands in sight: the list may be longer than the window. Without movement, and only as far
 * as needed.
 * @param known changes when lines have come that push others down
 */
export function useLineInSight(side: RefObject<HTMLElement | null>, known: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    side.current?.querySelector('ul:not([hidden]) > li > [aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [side, pathname, known]);
}

/**
 * A line that is drawn anew, as when the sidebar changes its width, keeps the focus. The focus of a line that is gone
 * goes to the button that brings it back.
 */
export function useKeptFocus(side: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = side.current;
    if (!place) return undefined;
    let held: EventTarget | null = null;
    const hold = ({ target }: FocusEvent): void => {
      held = target;
    };
    // Whoever left by himself is not called back; what was taken away is no longer connected.
    const leave = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        if (held === target && held instanceof Element && held.isConnected) held = null;
      });
    const observer = new MutationObserver(() => {
      if (!(held instanceof Element) || held.isConnected || document.activeElement !== document.body) return;
      const href = held.getAttribute("href");
      const same = href ? `a[href="${CSS.escape(href)}"]` : held.matches(".who") ? ".who" : ".side-head > button";
      for (const one of [same, ".side-head > button"]) {
        place.querySelector<HTMLElement>(one)?.focus();
        if (document.activeElement !== document.body) return;
      }
    });
    place.addEventListener("focusin", hold);
    place.addEventListener("focusout", leave);
    observer.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener("focusin", hold);
      place.removeEventListener("focusout", leave);
      observer.disconnect();
    };
  }, [side]);
}
