import { useEffect, useState } from "react";
import { useIsMobile } from "#src/ui/deviceClass.ts";

/** Specification section 9: name and life of the cookie, 7 days in seconds. */
export const sidebarCookie = { name: "sidebar:state", maxAge: 604_800 } as const;

/** Reads `true` (expanded) or `false` from the cookies of the page; expanded when nothing is kept. */
export const isExpandedIn = (cookies: string): boolean =>
  !cookies.split(/;\s*/).includes(`${sidebarCookie.name}=false`);

export interface SidebarState {
  isMobile: boolean;
  expanded: boolean;
  /** The overlay on phones. */
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

/** The sidebar's state: kept for 7 days, switched by Ctrl or Cmd and b. */
export function useSidebarState(): SidebarState {
  const isMobile = useIsMobile();
  const [expanded, setExpanded] = useState(() => isExpandedIn(document.cookie));
  const [isOpen, setOpen] = useState(false);
  const toggle = (): void => {
    if (isMobile) {
      setOpen(!isOpen);
      return;
    }
    // document.cookie, as the cookie store does not exist everywhere.
    document.cookie = `${sidebarCookie.name}=${!expanded}; path=/; max-age=${sidebarCookie.maxAge}; samesite=lax`;
    setExpanded(!expanded);
    // Its lines are drawn anew, and with them goes the focus.
    const line = document.activeElement;
    const side = line?.closest(".side");
    if (side && line)
      void import("#src/ui/client/preserveFocus.ts")
        .then((part) => part.preserveFocus(side, line))
        .catch(() => undefined);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // In a text editor the keys mean bold.
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  useEffect(() => setOpen(false), [isMobile]);
  return { isMobile, expanded, isOpen, toggle, close: () => setOpen(false) };
}
