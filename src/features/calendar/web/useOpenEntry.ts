import { type HistoryState, useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { type CalendarSearch, searchOf } from "./address.ts";
import type { PanelSide } from "./EntryPanel.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry of the address was opened by a press in the calendar, not by a link from elsewhere. */
    openedEntry?: boolean;
    /** Its form is open, not its card. */
    editedEntry?: boolean;
  }
}

/** The panel is as wide as this with its distances, CSS pixels. */
const panelWidth = 404;

/** An entry on the page; its first part, where it is drawn more than once. */
export const drawnEntry = (id: string): HTMLElement | null =>
  document.querySelector(`[data-entry="${CSS.escape(id)}"]`);

/** The edge where the panel leaves the given part of the page in sight. */
function sideBeside(part: Element | null): PanelSide {
  const box = part?.getBoundingClientRect();
  return box && box.left + box.width / 2 > innerWidth - panelWidth ? "left" : "right";
}

/** The same for a day; right where no grid shows it. */
export const sideBesideDay = (day: string): PanelSide =>
  sideBeside(document.querySelector(`:is([data-column="${day}"], [data-day="${day}"])`));

/**
 * The entry that the address has opened: `?entry=<id>`. It is read first. Back closes it, and closing it goes back where
 * it was opened from here.
 */
export function useOpenEntry(address: CalendarSearch, isReady: boolean) {
  const navigate = useNavigate();
  const router = useRouter();
  const next: unknown = useRouterState({ select: ({ location }) => Reflect.get(location.search, "entry") });
  const how = useRouterState({ select: ({ location }) => location.state });
  const opened = isReady && address.entry !== "new" ? address.entry : "";
  const place = useRef<{ id: string; side: PanelSide }>(undefined);
  if (opened !== "" && place.current?.id !== opened)
    place.current = { id: opened, side: sideBeside(drawnEntry(opened)) };
  // The location is ahead of the page that it leads to: what it says is kept for the entry that it says it of.
  const known = useRef<{ id: string; how: typeof how }>(undefined);
  if (opened !== "" && next === opened) known.current = { id: opened, how };
  const { openedEntry = false, editedEntry = false } = known.current?.id === opened ? known.current.how : {};
  /** Going back takes a moment, in which nothing goes back once more. */
  const closing = useRef("");
  useEffect(() => {
    closing.current = "";
  }, [opened]);
  const show = (id: string, state: HistoryState, replace: boolean): void => {
    place.current = { id, side: sideBeside(drawnEntry(id)) };
    const search = { ...searchOf(address), entry: id };
    void navigate({ to: paths.calendar, search, state, replace, resetScroll: false });
  };
  return {
    opened,
    /** Whether it is read, not edited. */
    isRead: opened !== "" && !editedEntry,
    edit: (): void => show(opened, { openedEntry, editedEntry: true }, true),
    side: place.current?.side ?? "right",
    open: (id: string, isReadFirst: boolean): void => {
      if (id === opened) return;
      // Another one takes its place, also for Back.
      show(id, { openedEntry: opened === "" || openedEntry, editedEntry: !isReadFirst }, opened !== "");
    },
    /** Closes that entry; another one that was opened since stays. */
    close: (id: string): void => {
      const { search, state } = router.latestLocation;
      if (Reflect.get(search, "entry") !== id || closing.current === id) return;
      if (state.openedEntry) {
        closing.current = id;
        router.history.back();
      } else void navigate({ to: paths.calendar, search: searchOf(address), replace: true });
    },
  };
}
