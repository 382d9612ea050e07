import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";

/** The place in the top bar; on phones a line of its own below it. */
export const pageActionsId = "page-actions";

/** The place before the way to the page; on phones there is none. */
export const pageMarkId = "page-mark";

/** Puts a page's own buttons into the top bar, as long as the page is there. @param at id of their place */
export function PageActions({ children, at = pageActionsId }: { children: ReactNode; at?: string }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(at)), [at]);
  return place ? createPortal(children, place) : null;
}
