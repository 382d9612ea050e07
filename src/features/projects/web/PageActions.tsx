import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

/** The place in the top bar for what a page can do, where there is one. */
const placeId = "page-actions";

/** Buttons of a page: in the top bar where that has a place for them, else where they stand. */
export function PageActions({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(placeId)), []);
  return place ? createPortal(children, place) : children;
}
