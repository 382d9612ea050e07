import { startOfDay, wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayMs } from "#src/kit/time/dates.ts";

/** What the places of an entry are made of. */
export interface Timed {
  id: string;
  /** ISO 8601 instants. */
  start: string;
  end: string;
  allDay: boolean;
  /** IANA zone in which an all-day entry has its days. */
  timeZone: string;
}

/** First and last day that an entry touches, both `YYYY-MM-DD`. */
export interface DaySpan {
  first: string;
  last: string;
}

interface KnownSpan extends DaySpan {
  zone: string;
}
/** Every row of every view asks for the days of every entry; each entry is reckoned once. */
const spans = new WeakMap<Timed, KnownSpan>();

/**
 * Days of an entry. What ends at midnight does not touch the next day. An all-day entry is a matter of dates: it has
 * those of its own zone, wherever it is read.
 */
export function daysOf(entry: Timed, zone: string): DaySpan {
  const known = spans.get(entry);
  if (known?.zone === zone) return known;
  const own = entry.allDay ? entry.timeZone : zone;
  const [start, end] = [Date.parse(entry.start), Date.parse(entry.end)];
  const first = wallClockAt(start, own).day;
  const last = wallClockAt(end > start ? end - 1 : end, own).day;
  const span = { zone, first, last };
  spans.set(entry, span);
  return span;
}

/** Whether an entry touches a day. */
export function isOnDay(entry: Timed, day: string, zone: string): boolean {
  const { first, last } = daysOf(entry, zone);
  return first <= day && day <= last;
}

/** Whether an entry is drawn as a bar over days and not by the hour: all-day ones, and what takes a day and more. */
export const isBar = (entry: Timed): boolean =>
  entry.allDay || Date.parse(entry.end) - Date.parse(entry.start) >= dayMs;

/** By start, the longer one first. */
export const byStart = (a: Timed, b: Timed): number =>
  Date.parse(a.start) - Date.parse(b.start) || Date.parse(b.end) - Date.parse(a.end) || (a.id < b.id ? -1 : 1);

/** A bar in a row of days. */
export interface Bar<T> {
  entry: T;
  /** Place of its first and last day in the row, from 0. */
  from: number;
  to: number;
  /** Line that it is on, from 0. */
  lane: number;
  /** Whether it begins before the row or goes on after it. */
  isCutBefore: boolean;
  isCutAfter: boolean;
}

export interface BarRow<T> {
  bars: Bar<T>[];
  /** For each day, how many entries have no line. */
  more: number[];
  /** Lines in use. */
  lanes: number;
}

/**
 * Puts entries on the lines of a row of days, the longest first, so that none cover each other. Where more than `most`
 * lines were needed on a day, that day shows one line less and the number of what is missing.
 * @param days consecutive days of the row
 */
export function layOutBars<T extends Timed>(
  entries: readonly T[],
  days: readonly string[],
  options: { zone: string; most: number },
): BarRow<T> {
  const [firstDay = "", lastDay = ""] = [days[0], days.at(-1)];
  const at = new Map(days.map((day, index) => [day, index]));
  const found = entries.flatMap((entry) => {
    const { first, last } = daysOf(entry, options.zone);
    if (last < firstDay || first > lastDay) return [];
    const bar = {
      entry,
      from: at.get(first) ?? 0,
      to: at.get(last) ?? days.length - 1,
      isCutBefore: first < firstDay,
      isCutAfter: last > lastDay,
    };
    return [bar];
  });
  found.sort(
    (a, b) =>
      a.from - b.from || b.to - a.to || Number(isBar(b.entry)) - Number(isBar(a.entry)) || byStart(a.entry, b.entry),
  );
  const ends: number[] = [];
  const placed = found.map((bar): Bar<T> => {
    const free = ends.findIndex((end) => end < bar.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = bar.to;
    return { ...bar, lane };
  });
  const isFull = days.map(() => false);
  const eachDay = (bar: Bar<T>, work: (day: number) => void): void => {
    for (let day = bar.from; day <= bar.to; day += 1) work(day);
  };
  for (const bar of placed) if (bar.lane >= options.most) eachDay(bar, (day) => (isFull[day] = true));
  const more = days.map(() => 0);
  const bars = placed.filter((bar) => {
    let isShown = bar.lane < options.most;
    if (bar.lane === options.most - 1) eachDay(bar, (day) => (isShown &&= isFull[day] !== true));
    if (!isShown) eachDay(bar, (day) => (more[day] = (more[day] ?? 0) + 1));
    return isShown;
  });
  return { bars, more, lanes: Math.min(options.most, ends.length) };
}

/** A part of an entry on one day, in minutes of that day's clock. */
export interface DaySegment<T> {
  entry: T;
  from: number;
  /** Above `from`, at most 1440. */
  to: number;
}

/** The part of an entry that lies on a day, or undefined. Short ones count as long as they are drawn, half an hour. */
export function pieceOn<T extends Timed>(entry: T, day: string, zone: string): DaySegment<T> | undefined {
  const { first, last } = daysOf(entry, zone);
  if (day < first || day > last) return undefined;
  const [start, end] = [Date.parse(entry.start), Date.parse(entry.end)];
  const from = day === first ? wallClockAt(start, zone).minute : 0;
  const shownEnd = wallClockAt(end, zone);
  let to = shownEnd.day === day ? shownEnd.minute : 1440;
  // The clocks went back meanwhile: the length says more than they do.
  if (day === first && to <= from) to = from + (end - start) / 60_000;
  return { entry, from, to: Math.min(1440, Math.max(to, from + leastMinutes, leastMinutes)) };
}

/** Shortest entry as it is drawn: one line of text. */
const leastMinutes = 30;

/** Place of a piece beside those at the same time. */
export interface Slot<T> extends DaySegment<T> {
  /** From 0. */
  column: number;
  /** Columns that share the width here. */
  columns: number;
}

/** Pieces without a column of their own. */
export interface OverlapGroup {
  from: number;
  to: number;
  count: number;
  column: number;
  columns: number;
}

/**
 * Puts pieces that overlap beside each other.
 * @param most columns at most; what finds no place in them is counted
 */
export function layOutDay<T>(
  pieces: readonly DaySegment<T>[],
  most: number,
): { slots: Slot<T>[]; crowds: OverlapGroup[] } {
  const slots: Slot<T>[] = [];
  const crowds: OverlapGroup[] = [];
  let group: Slot<T>[] = [];
  let left: DaySegment<T>[] = [];
  let ends: number[] = [];
  let groupEnd = 0;
  const close = (): void => {
    const columns = ends.length + (left.length > 0 ? 1 : 0);
    slots.push(...group.map((slot) => ({ ...slot, columns })));
    if (left.length > 0) {
      const from = Math.min(...left.map((piece) => piece.from));
      crowds.push({
        from,
        to: Math.max(...left.map(({ to }) => to)),
        count: left.length,
        column: ends.length,
        columns,
      });
    }
    [group, left, ends] = [[], [], []];
  };
  for (const piece of pieces.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (piece.from >= groupEnd) close();
    groupEnd = Math.max(groupEnd, piece.to);
    const free = ends.findIndex((end) => end <= piece.from);
    const column = free < 0 ? ends.length : free;
    if (column >= most) {
      left.push(piece);
    } else {
      ends[column] = piece.to;
      group.push({ ...piece, column, columns: 0 });
    }
  }
  close();
  return { slots, crowds };
}

/** Instants between which a view shows entries, ISO 8601. */
export const rangeOf = (first: string, last: string, zone: string): { from: string; to: string } => ({
  from: new Date(startOfDay(first, zone)).toISOString(),
  to: new Date(startOfDay(addDays(last, 1), zone)).toISOString(),
});
