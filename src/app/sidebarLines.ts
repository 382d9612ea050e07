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
