import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";

/** The place in the top bar; on phones a line of its own below it. */
export const pageActionsId = "page-actions";

/** Puts a page's own buttons into the top bar, as long as the page is there. */
export function PageActions({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setPlace(document.getElementById(pageActionsId)), []);
  return place ? createPortal(children, place) : null;
}
