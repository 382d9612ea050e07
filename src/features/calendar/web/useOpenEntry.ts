import { useNavigate, useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { type CalendarSearch, searchOf } from "./address.ts";
import type { PanelSide } from "./EntryPanel.tsx";

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
  const [edited, setEdited] = useState("");
  const router = useRouter();
  const opened = isReady && address.entry !== "new" ? address.entry : "";
  const place = useRef<{ id: string; side: PanelSide; isFromHere: boolean }>(undefined);
  if (opened !== "" && place.current?.id !== opened)
    place.current = { id: opened, side: sideBeside(opened), isFromHere: false };
  return {
    opened,
    /** Whether it is read, not edited. */
    isRead: opened !== "" && edited !== opened && place.current?.isFromHere === true,
    edit: (): void => setEdited(opened),
    side: place.current?.side ?? "right",
    open: (id: string, isReadFirst: boolean): void => {
      if (id === opened) return;
      // Another one takes its place, also for Back.
      const replace = opened !== "" && place.current?.isFromHere === true;
      place.current = { id, side: sideBeside(id), isFromHere: true };
      setEdited(isReadFirst ? "" : id);
      void navigate({ to: paths.calendar, search: { ...searchOf(address), entry: id }, replace, resetScroll: false });
    },
    /** Closes that entry; another one that was opened since stays. */
    close: (id: string): void => {
      if (Reflect.get(router.latestLocation.search, "entry") !== id) return;
      if (place.current?.isFromHere) router.history.back();
      else void navigate({ to: paths.calendar, search: searchOf(address), replace: true });
    },
  };
}
