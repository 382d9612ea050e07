import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { type CalendarSearch, searchOf } from "./address.ts";
import type { PanelSide } from "./EntryPanel.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** How the entry of the address was opened by a press in the calendar; absent where a link from elsewhere did. */
    openedEntry?: "read" | "edit";
  }
}

/** The panel is as wide as this with its distances, CSS pixels. */
const panelWidth = 404;

function sideBeside(id: string): PanelSide {
  const box = document.querySelector(`[data-entry="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  return box && box.left + box.width / 2 > innerWidth - panelWidth ? "left" : "right";
}

/**
 * The entry that the address has opened: `?entry=<id>`. Back closes it, and closing it goes back where it was opened
 * from here. What is opened from here can be read first; a link from elsewhere leads to the form.
 */
export function useOpenEntry(address: CalendarSearch, isReady: boolean) {
  const navigate = useNavigate();
  const router = useRouter();
  const next: unknown = useRouterState({ select: ({ location }) => Reflect.get(location.search, "entry") });
  const how = useRouterState({ select: ({ location }) => location.state.openedEntry });
  const [edited, setEdited] = useState("");
  const opened = isReady && address.entry !== "new" ? address.entry : "";
  const place = useRef<{ id: string; side: PanelSide }>(undefined);
  if (opened !== "" && place.current?.id !== opened) place.current = { id: opened, side: sideBeside(opened) };
  // The location is ahead of the page that it leads to: what it says is kept for the entry that it says it of.
  const known = useRef<{ id: string; how: typeof how }>(undefined);
  if (opened !== "" && next === opened) known.current = { id: opened, how };
  const isFromHere = opened !== "" && known.current?.id === opened && known.current.how !== undefined;
  /** Going back takes a moment, in which nothing goes back once more. */
  const closing = useRef("");
  useEffect(() => {
    closing.current = "";
  }, [opened]);
  return {
    opened,
    /** Whether it is read, not edited. */
    isRead: isFromHere && known.current?.how === "read" && edited !== opened,
    edit: (): void => setEdited(opened),
    side: place.current?.side ?? "right",
    open: (id: string, isReadFirst: boolean): void => {
      if (id === opened) return;
      place.current = { id, side: sideBeside(id) };
      setEdited("");
      void navigate({
        to: paths.calendar,
        search: { ...searchOf(address), entry: id },
        state: { openedEntry: isReadFirst ? "read" : "edit" },
        // Another one takes its place, also for Back.
        replace: isFromHere,
        resetScroll: false,
      });
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
