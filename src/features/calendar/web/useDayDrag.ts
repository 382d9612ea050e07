import { type PointerEvent as ReactPointerEvent, useState } from "react";
import type { EntryPreview } from "../contract.ts";
import { dayNumber } from "#src/kit/time/dates.ts";
import { type Carried, type Grip, gripOf } from "./carried.ts";
import { moved } from "./moves.ts";
import type { GridActions } from "./actions.ts";
import { attributeAt, usePointerDrag } from "#src/ui/usePointerDrag.ts";

interface Held {
  entry: EntryPreview | undefined;
  day: string;
  grip: Grip | undefined;
}

/** Days that a drag is over, both `YYYY-MM-DD`. */
export interface DropRange {
  first: string;
  last: string;
}

const dayAt = (x: number, y: number): string | undefined => attributeAt(x, y, "data-day");

export const orderOf = (a: string, b: string): DropRange => (a <= b ? { first: a, last: b } : { first: b, last: a });

/**
 * Dragging over cells with `data-day`: an entry to another day, or over empty days to make an entry of them.
 * @returns days to mark, the entry under the pointer, and the handler for the element around the cells
 */
export function useDayDrag(
  entries: readonly EntryPreview[],
  zone: string,
  { onMove, onCreateDays }: Pick<GridActions, "onMove" | "onCreateDays">,
): {
  over: DropRange | undefined;
  carried: Carried | undefined;
  onPointerDown: (event: ReactPointerEvent) => void;
} {
  const [over, setOver] = useState<DropRange>();
  const [carried, setCarried] = useState<Carried>();
  const onPointerDown = usePointerDrag<Held>({
    begin: ({ target, clientX, clientY }) => {
      const day = dayAt(clientX, clientY);
      if (!day || !(target instanceof Element)) return undefined;
      const id = target.closest("[data-entry]")?.getAttribute("data-entry");
      if (id === undefined && target.closest("a, button")) return undefined;
      const entry = entries.find((one) => one.id === id);
      // What recurs is moved by its first occurrence.
      if (entry?.isOccurrence) return undefined;
      return { day, entry, grip: entry && gripOf(entry, target, clientX, clientY) };
    },
    drag: ({ entry, day, grip }, { clientX, clientY }) => {
      setCarried(grip?.carry(clientX, clientY));
      const now = dayAt(clientX, clientY);
      if (!now) return;
      const next = entry ? { first: now, last: now } : orderOf(day, now);
      setOver((before) => (before?.first === next.first && before.last === next.last ? before : next));
    },
    drop: ({ entry, day }, { clientX, clientY }) => {
      const now = dayAt(clientX, clientY);
      if (!now) return;
      const days = dayNumber(now) - dayNumber(day);
      if (!entry) onCreateDays(orderOf(day, now));
      else if (days !== 0) onMove(entry, moved(entry, { days, minutes: 0 }, zone));
    },
    end: ({ grip }) => {
      grip?.release();
      setOver(undefined);
      setCarried(undefined);
    },
  });
  return { over, carried, onPointerDown };
}
