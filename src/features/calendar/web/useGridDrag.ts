import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from "react";
import { wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber } from "#src/kit/time/dates.ts";
import type { EntryPreview } from "../contract.ts";
import { allDayTimes, clockTimes, moved, type Times } from "./moves.ts";
import type { GridActions, MoveTarget } from "./actions.ts";
import { type Carried, type Grip, gripOf } from "./carried.ts";
import { type DropRange, orderOf } from "./useDayDrag.ts";
import { attributeAt, usePointerDrag } from "#src/ui/usePointerDrag.ts";

/** Drags go by quarters of an hour. */
const step = 15;
const snap = (minute: number, to = step): number => Math.round(minute / to) * to;
const within = (minute: number): number => Math.min(1440, Math.max(0, minute));
/** Minutes of an entry that comes from whole days into the hours, and what its start is rounded to. */
const droppedMinutes = 60;
const droppedStep = 30;

/** Where the pointer is: among the hours, or in the row of whole days above them. */
export interface GridPoint {
  day: string;
  /** Of the day; undefined in the row of whole days. */
  minute: number | undefined;
}
interface Held extends GridPoint {
  entry: EntryPreview | undefined;
  isResize: boolean;
  grip: Grip | undefined;
}

/** A part of one day, in minutes. */
export interface Ghost {
  day: string;
  from: number;
  to: number;
}

/** What a drag would do if it ended here; undefined where it would do nothing. */
function targetOf({ entry, isResize, day, minute }: Held, at: GridPoint, zone: string): MoveTarget | undefined {
  const days = dayNumber(at.day) - dayNumber(day);
  if (!entry) {
    if (minute === undefined) {
      const { first, last } = orderOf(day, at.day);
      return at.minute === undefined ? { ...allDayTimes(first, last, zone), allDay: true } : undefined;
    }
    if (at.minute === undefined) return undefined;
    const [from, to] = [Math.min(minute, at.minute), Math.max(minute, at.minute)];
    return clockTimes(day, snap(from), Math.max(snap(to), snap(from) + step), zone);
  }
  if (isResize) {
    if (at.minute === undefined) return undefined;
    const start = wallClockAt(Date.parse(entry.start), zone);
    // Only forwards: an entry ends after it starts, on the day that the pointer is on.
    const least = at.day === start.day ? start.minute + step : 0;
    const { end } = clockTimes(at.day < start.day ? start.day : at.day, 0, Math.max(snap(at.minute), least), zone);
    return { start: entry.start, end };
  }
  if (minute !== undefined && at.minute === undefined)
    return { ...allDayTimes(at.day, at.day, entry.timeZone), allDay: true };
  if (minute === undefined && at.minute !== undefined && entry.allDay) {
    const from = Math.min(1440 - droppedMinutes, snap(at.minute, droppedStep));
    return { ...clockTimes(at.day, from, from + droppedMinutes, zone), allDay: false };
  }
  const minutes = minute === undefined || at.minute === undefined ? 0 : snap(at.minute - minute);
  return moved(entry, { days, minutes }, zone);
}

/** Where times are drawn among the hours: the part on their first day. */
export function ghostOf({ start, end }: Times, zone: string): Ghost {
  const from = wallClockAt(Date.parse(start), zone);
  const to = wallClockAt(Date.parse(end), zone);
  const last = to.day === from.day ? to.minute : 1440;
  return { day: from.day, from: from.minute, to: Math.max(last, from.minute + step) };
}

/** What is drawn while a drag goes on. */
export interface GridDrag {
  entry: EntryPreview | undefined;
  target: MoveTarget;
  /** Among the hours; undefined over whole days. */
  ghost: Ghost | undefined;
  /** Over whole days; undefined among the hours. */
  over: DropRange | undefined;
  /** The entry under the pointer; undefined for a new one and while an edge is dragged. */
  carried: Carried | undefined;
}

/**
 * Dragging over days with their hours and over the row of whole days above them: an entry elsewhere, also from one to
 * the other, its lower edge for its end, or over empty time to make an entry of it.
 * @param columns the element whose width the days share and whose height is 24 hours
 */
export function useGridDrag(
  columns: RefObject<HTMLElement | null>,
  { days, zone, entries }: { days: readonly string[]; zone: string; entries: readonly EntryPreview[] },
  { onMove, onCreate, onCreateDays }: Pick<GridActions, "onMove" | "onCreate" | "onCreateDays">,
): {
  drag: GridDrag | undefined;
  onPointerDown: (event: ReactPointerEvent) => void;
  pointAt: (x: number, y: number) => GridPoint | undefined;
} {
  const [drag, setDrag] = useState<GridDrag>();
  const pointAt = (x: number, y: number): GridPoint | undefined => {
    const whole = attributeAt(x, y, "data-day");
    if (whole !== undefined) return { day: whole, minute: undefined };
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
      const entry = entries.find((one) => one.id === id);
      // What recurs is moved by its first occurrence.
      if (entry?.isOccurrence) return undefined;
      const isResize = target.closest("[data-resize]") !== null;
      return {
        ...point,
        entry,
        isResize,
        grip: entry && !isResize ? gripOf(entry, target, clientX, clientY) : undefined,
      };
    },
    drag: (held, { clientX, clientY }) => {
      const at = pointAt(clientX, clientY);
      const target = at && targetOf(held, at, zone);
      if (!at || !target) return;
      const isWhole = at.minute === undefined;
      const last = addDays(
        at.day,
        held.entry || held.minute !== undefined ? 0 : dayNumber(held.day) - dayNumber(at.day),
      );
      setDrag({
        entry: held.entry,
        target,
        ghost: isWhole ? undefined : ghostOf(target, zone),
        over: isWhole ? orderOf(at.day, last) : undefined,
        carried: held.grip?.carry(clientX, clientY),
      });
    },
    drop: (held, { clientX, clientY }) => {
      const at = pointAt(clientX, clientY);
      const target = at && targetOf(held, at, zone);
      if (!at || !target) return;
      if (!held.entry) {
        if (target.allDay) onCreateDays(orderOf(held.day, at.day));
        else onCreate(target);
      } else if (
        Date.parse(target.start) !== Date.parse(held.entry.start) ||
        Date.parse(target.end) !== Date.parse(held.entry.end)
      )
        onMove(held.entry, target);
    },
    end: (held) => {
      held.grip?.release();
      setDrag(undefined);
    },
  });
  return { drag, onPointerDown, pointAt };
}
