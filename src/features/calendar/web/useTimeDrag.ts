import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from "react";
import { wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber } from "#src/kit/time/dates.ts";
import type { EntryPreview } from "../contract.ts";
import { clockTimes, moved, type Times } from "./moves.ts";
import type { GridActions } from "./actions.ts";
import { usePointerDrag } from "#src/ui/usePointerDrag.ts";

/** Drags go by quarters of an hour. */
const step = 15;
const snap = (minute: number): number => Math.round(minute / step) * step;
const within = (minute: number): number => Math.min(1440, Math.max(0, minute));

/** Where the pointer is. */
interface Point {
  day: string;
  minute: number;
}
interface Held extends Point {
  entry: EntryPreview | undefined;
  isResize: boolean;
}

/** What is drawn while it goes on: a part of one day. */
export interface Ghost {
  day: string;
  from: number;
  to: number;
  title: string | undefined;
}

function timesOf({ entry, isResize, day, minute }: Held, at: Point, zone: string): Times {
  if (!entry) {
    const [from, to] = [Math.min(minute, at.minute), Math.max(minute, at.minute)];
    return clockTimes(day, snap(from), Math.max(snap(to), snap(from) + step), zone);
  }
  if (isResize) {
    const start = wallClockAt(Date.parse(entry.start), zone);
    // Only forwards: an entry ends after it starts, on the day that the pointer is on.
    const least = at.day === start.day ? start.minute + step : 0;
    const { end } = clockTimes(at.day < start.day ? start.day : at.day, 0, Math.max(snap(at.minute), least), zone);
    return { start: entry.start, end };
  }
  return moved(entry, { days: dayNumber(at.day) - dayNumber(day), minutes: snap(at.minute - minute) }, zone);
}

function ghostOf({ start, end }: Times, title: string | undefined, zone: string): Ghost {
  const from = wallClockAt(Date.parse(start), zone);
  const to = wallClockAt(Date.parse(end), zone);
  const last = to.day === from.day ? to.minute : 1440;
  return { day: from.day, from: from.minute, to: Math.max(last, from.minute + step), title };
}

/**
 * Dragging over the hours of a row of days: an entry elsewhere, its lower edge for its end, or over empty time to make
 * an entry of it.
 * @param columns the element whose width the days share and whose height is 24 hours
 */
export function useTimeDrag(
  columns: RefObject<HTMLElement | null>,
  { days, zone, entries }: { days: readonly string[]; zone: string; entries: readonly EntryPreview[] },
  { onMove, onCreate }: Pick<GridActions, "onMove" | "onCreate">,
): {
  ghost: Ghost | undefined;
  onPointerDown: (event: ReactPointerEvent) => void;
  pointAt: (x: number, y: number) => Point | undefined;
} {
  const [ghost, setGhost] = useState<Ghost>();
  const pointAt = (x: number, y: number): Point | undefined => {
    const box = columns.current?.getBoundingClientRect();
    const first = days[0];
    if (!box || !first) return undefined;
    const at = Math.floor(((x - box.left) / box.width) * days.length);
    const day = addDays(first, Math.min(days.length - 1, Math.max(0, at)));
    return { day, minute: within(((y - box.top) / box.height) * 1440) };
  };
  const onPointerDown = usePointerDrag<Held>({
    begin: ({ target, clientX, clientY }) => {
      const point = pointAt(clientX, clientY);
      if (!point || !(target instanceof Element)) return undefined;
      const id = target.closest("[data-entry]")?.getAttribute("data-entry");
      if (id === undefined && target.closest("a, button")) return undefined;
      return {
        ...point,
        entry: entries.find((one) => one.id === id),
        isResize: target.closest("[data-resize]") !== null,
      };
    },
    drag: (held, { clientX, clientY }) => {
      const at = pointAt(clientX, clientY);
      if (!at) return;
      const next = ghostOf(timesOf(held, at, zone), held.entry?.title, zone);
      setGhost((before) =>
        before?.day === next.day && before.from === next.from && before.to === next.to ? before : next,
      );
    },
    drop: (held, { clientX, clientY }) => {
      const at = pointAt(clientX, clientY);
      if (!at) return;
      const times = timesOf(held, at, zone);
      if (!held.entry) onCreate(times);
      else if (
        Date.parse(times.start) !== Date.parse(held.entry.start) ||
        Date.parse(times.end) !== Date.parse(held.entry.end)
      )
        onMove(held.entry, times);
    },
    end: () => setGhost(undefined),
  });
  return { ghost, onPointerDown, pointAt };
}
