import { normalize } from "#src/kit/normalize.ts";
import type { ContentType } from "#src/features/outcomes/rules.ts";
import {
  addDays,
  dayNumber,
  daysInclusive,
  firstOfNextMonth,
  mondayOf,
  monthNumberOf,
  weekdayOf,
} from "#src/kit/time/dates.ts";
import { monthNamed } from "./monthNames.ts";

/*
 * What a content plan computes beyond dates and mix: the season of a trade, days on which work is done in batches,
 * pieces that are cut from one another, the load of its weeks, and its target at the end of each month.
 */

/** Both days are part of it, `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

export interface Season {
  /** A value for each month, January first. */
  values: number[];
  total: number;
  /** Months that the period touches, 1 … 12, in its order. */
  months: number[];
  ofPeriod: number;
  /** Percent of the year that falls on these months. */
  share: number;
}

/**
 * `1,200`, `1.200` and `1200,5` as numbers: a sign before three digits groups them, another one is the decimal sign.
 */
const numberIn = (text: string): number =>
  Number(
    text
      .replace(/[.,](?=\d{3}\b)/g, "")
      .replace(",", ".")
      .replace(/\.$/, ""),
  );

/** A blank between two numbers of which the second is no group of three digits; the first may be a year. */
const blankColumns = /(?<=\d)(?<!\d\d\d\d) (?:\d{1,2}|\d{4,})(?!\d)/;
/** `1'200` and `1 200` as `1200`; in a text with blanks between its columns, a blank groups nothing. */
function ungrouped(text: string): string {
  const plain = text.replace(/(?<=\d)(?<![\d.,]\d\d\d)['’\u00a0\u202f](?=\d{3}(?!\d))/g, "");
  return blankColumns.test(text) ? plain : plain.replace(/(?<=\d)(?<![\d.,]\d\d\d) (?=\d{3}(?!\d))/g, "");
}

/** A word, the number behind it and the next one on the line. */
const namedNumbers = /(\p{L}{3,10})\.?([^\p{L}\d\n]{0,12})(\d[\d.,]*)(?=(?:[^\d\n]{1,24}(\d[\d.,]*))?)/gu;

interface MonthNumbers {
  /** NaN where only its parts can be read, as of `2026,1000`. */
  first: number;
  /** The year that the first one looks like, and the number behind it; null for any other. */
  dated: { year: number; value: number } | null;
}

/** A year and the number behind it: `2026` or `2026,100`, and `26` close behind the name of a month as in `Jan-26`. */
function datedIn(first: string, gap: string, second: string): MonthNumbers["dated"] {
  const [, long, joined = second] = /^((?:19|20)\d\d)(?![\d.])(?:,(\d[\d.]*))?/.exec(first) ?? [];
  const isShort = /^[2-4]\d$/.test(first) && /^[-/ '’]{1,2}$/.test(gap);
  const year = long === undefined ? (isShort ? 2000 + Number(first) : null) : Number(long);
  const value = joined === "" ? Number.NaN : numberIn(joined);
  return year === null || !Number.isFinite(value) ? null : { year, value };
}

/** The first two numbers behind the name of each month, January first. */
function monthNumbersIn(text: string): MonthNumbers[] {
  const found = new Map<number, MonthNumbers>();
  const plain = ungrouped(normalize(text, "NFC"));
  for (const [, word = "", gap = "", number = "", second = ""] of plain.matchAll(namedNumbers)) {
    const month = monthNamed(word);
    if (month === 0 || found.has(month)) continue;
    const [first, dated] = [numberIn(number), datedIn(number, gap, second)];
    if (dated !== null || Number.isFinite(first)) found.set(month, { first, dated });
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, numbers]) => numbers);
}

/** The values behind the years of the months: one year or two in a row; null where the first numbers are no years. */
function datedValues(numbers: readonly MonthNumbers[]): number[] | null {
  const dated = numbers.flatMap((one) => one.dated ?? []);
  const years = dated.map(({ year }) => year);
  if (dated.length < numbers.length || Math.max(...years) - Math.min(...years) > 1) return null;
  return dated.map(({ value }) => value);
}

/** First days of the months that a period touches, but for the first: its own first day. */
function monthStarts({ from, to }: Period): string[] {
  const starts: string[] = [];
  for (let at = from; at <= to; at = firstOfNextMonth(at)) starts.push(at);
  return starts;
}

/**
 * Twelve numbers of a text, one behind the name of each month, pasted or rows of a sheet; null when a month is missing
 * or all are zero. The first number behind a month that is not its year counts, so that a table of two years gives its
 * first column.
 */
export function seasonOf(text: string, period: Period): Season | null {
  const found = monthNumbersIn(text);
  if (found.length < 12) return null;
  const values = datedValues(found) ?? found.map(({ first }) => first);
  const total = values.reduce((sum, value) => sum + value, 0);
  if (!(total > 0)) return null;
  const months = [...new Set(monthStarts(period).map(monthNumberOf))];
  const ofPeriod = months.reduce((sum, month) => sum + (values[month - 1] ?? 0), 0);
  return { values, total, months, ofPeriod, share: (100 * ofPeriod) / total };
}

/** Minutes of filming for a clip: starting values for planning, a part of the work on it. */
const filmMinutes: Readonly<Partial<Record<ContentType, number>>> = { 2: 40, 20: 30, 40: 30, 41: 20, 42: 40, 50: 120 };
/** Minutes of an editorial meeting; least and most of a day of filming. */
const meetingMinutes = 60;
const [leastFilming, mostFilming] = [60, 240];

/** True for types that need a camera and are filmed in batches. */
export const isFilmed = (contentType: ContentType): boolean => filmMinutes[contentType] !== undefined;

export interface BatchDay {
  kind: "meeting" | "film";
  date: string;
  /** What it takes, full half hours. */
  minutes: number;
  /** Items that are agreed on, or filmed, on that day. */
  ids: string[];
}

/** An item with the days that its production asks for. */
interface PlannedItem {
  id: string;
  /** First day of work on it, and the last on which it can be filmed. */
  begin: string;
  filmBy: string;
}

/** Days from filming to publication and to approval. */
const [filmToPublication, filmToApproval] = [5, 2] as const;

/** Last day on which a clip can be filmed: it has to be cut before it is approved. */
export const lastFilming = ({ publishOn, approveBy }: { publishOn: string; approveBy: string }): string =>
  [addDays(publishOn, -filmToPublication), addDays(approveBy, -filmToApproval)].toSorted()[0] ?? publishOn;

/** Production in which work on a clip begins on its day of filming at the latest. */
export function begunBy<Row extends { itemId: string; produceBy: string }>(
  production: readonly Row[],
  days: readonly BatchDay[],
): Row[] {
  const filmedOn = filmDatesOf(days);
  return production.map((row) => {
    const date = filmedOn.get(row.itemId);
    return date !== undefined && date < row.produceBy ? { ...row, produceBy: date } : row;
  });
}

/** Minutes of work by the day on which they begin: of a clip that is filmed ahead, the filming comes first. */
export function workOf(
  production: readonly { itemId: string; contentType: ContentType; produceBy: string; minutes: number }[],
  days: readonly BatchDay[],
): { produceBy: string; minutes: number }[] {
  const filmedOn = filmDatesOf(days);
  return production.flatMap(({ itemId, contentType, produceBy, minutes }) => {
    const date = filmedOn.get(itemId) ?? produceBy;
    const filming = date < produceBy ? (filmMinutes[contentType] ?? 0) : 0;
    return [...(filming > 0 ? [{ produceBy: date, minutes: filming }] : []), { produceBy, minutes: minutes - filming }];
  });
}

const filmDatesOf = (days: readonly BatchDay[]): Map<string, string> =>
  new Map(days.flatMap(({ kind, date, ids }) => (kind === "film" ? ids.map((id) => [id, date] as const) : [])));

/** First Monday from a day on that is not free; null when there is none by the end of the period. */
function workingMonday(from: string, to: string, isFree: (date: string) => boolean): string | null {
  for (let date = mondayOf(addDays(from, 6)); date <= to; date = addDays(date, 7)) if (!isFree(date)) return date;
  return null;
}

type Clip = PlannedItem & { contentType: ContentType };
const filmingOf = (clips: readonly Clip[]): number =>
  clips.reduce((sum, { contentType }) => sum + (filmMinutes[contentType] ?? 0), 0);

/**
 * Clips on days of filming, in the order of publication, none longer than four hours: on the last working days up to
 * `last`, and on those after it when they are not enough. Clips that such a later day is too late for are left out.
 * @param first earliest day of filming
 */
function filmDays(clips: readonly Clip[], first: string, last: string, isFree: (date: string) => boolean): BatchDay[] {
  const packed = (most: number): Clip[][] => {
    const found: Clip[][] = [];
    for (const clip of clips) {
      const current = found.at(-1);
      if (current && filmingOf([...current, clip]) <= most) current.push(clip);
      else found.push([clip]);
    }
    return found;
  };
  const fewest = packed(mostFilming).length;
  // As many days as needed, about equally long.
  let most = Math.ceil(filmingOf(clips) / Math.max(1, fewest) / 10) * 10;
  while (most < mostFilming && packed(most).length > fewest) most += 10;
  const loads = packed(most);
  const dates: string[] = [];
  for (let date = last; date >= first && dates.length < loads.length; date = addDays(date, -1))
    if (!isFree(date)) dates.unshift(date);
  for (let date = addDays(last, 1); dates.length < loads.length; date = addDays(date, 1))
    if (!isFree(date) && weekdayOf(date) < 6) dates.push(date);
  return loads.map((load, at) => {
    const date = dates[at] ?? last;
    const inTime = load.filter((clip) => clip.filmBy >= date);
    const minutes = Math.max(leastFilming, Math.ceil(filmingOf(inTime) / 30) * 30);
    return { kind: "film", date, ids: inTime.map(({ id }) => id), minutes };
  });
}

/**
 * One editorial meeting on the first working Monday of each month, and filming on the Friday after it or, if that is
 * free, the last working day before; with more clips than a day holds, on the days before it, too. A meeting serves
 * what work begins on from it until the next one, a day of filming what has to be filmed from it until the next one.
 * Days that serve nothing are left out.
 * @param isFree true for days on which nobody works
 * @returns `early`: ids of items that no such day is early enough for, ascending
 */
export function batchDays(
  slots: readonly (PlannedItem & { contentType: ContentType })[],
  period: Period,
  isFree: (date: string) => boolean,
): { days: BatchDay[]; early: string[] } {
  const mondays = monthStarts(period).flatMap((start) => workingMonday(start, period.to, isFree) ?? []);
  // Two months share a Monday when the first of them has only its last days in the period, or when all others are free.
  const meetings = [...new Set(mondays)];
  const films = meetings.map((monday) => {
    let date = addDays(monday, 4);
    while (isFree(date) && date > monday) date = addDays(date, -1);
    return date;
  });
  /** What each of some days serves. */
  const servedBy = <Item>(dates: readonly string[], items: readonly Item[], dueOn: (item: Item) => string): Item[][] =>
    dates.map((date, at) => {
      const end = dates[at + 1];
      return items.filter((item) => dueOn(item) >= date && (end === undefined || dueOn(item) < end));
    });
  const clips = slots.filter(({ contentType }) => isFilmed(contentType));
  const taken = new Set(meetings);
  const filming = servedBy(films, clips, ({ filmBy }) => filmBy).map((items, at) => {
    const [monday = "", last = ""] = [meetings[at], films[at]];
    const first = last > monday ? addDays(monday, 1) : monday;
    const days = filmDays(items, first, last, (date) => isFree(date) || (taken.has(date) && date !== last));
    for (const { date } of days) taken.add(date);
    return days;
  });
  // What is filmed was agreed on before.
  const filmedOn = filmDatesOf(filming.flat());
  const beginOf = ({ id, begin }: PlannedItem): string => [begin, filmedOn.get(id) ?? begin].toSorted()[0] ?? begin;
  const meetingDays = servedBy(meetings, slots, beginOf).map((items, at): BatchDay => {
    return { kind: "meeting", date: meetings[at] ?? "", ids: items.map(({ id }) => id), minutes: meetingMinutes };
  });
  const served = (days: readonly BatchDay[]): Set<string> => new Set(days.flatMap(({ ids }) => ids));
  const [agreed, shot] = [served(meetingDays), served(filming.flat())];
  const early = [...slots.filter(({ id }) => !agreed.has(id)), ...clips.filter(({ id }) => !shot.has(id))];
  return {
    days: meetingDays.flatMap((meeting, at) => [meeting, filming[at] ?? []].flat()).filter(({ ids }) => ids.length > 0),
    early: [...new Set(early.map(({ id }) => id))].toSorted(),
  };
}

/** What a type of piece can be cut into. A clip for one network is a clip for the next. */
const cuts: Readonly<Partial<Record<ContentType, readonly ContentType[]>>> = {
  100: [3, 1, 10, 20, 40, 41, 30, 2],
  50: [40, 41, 20, 2, 3, 1, 30],
  42: [41, 40, 30, 3, 1],
  2: [20, 40, 41, 30, 3, 1],
  20: [40, 41, 30],
  40: [20, 41, 30],
};

/** Days between a piece and what is cut from it: a day to cut it, and readers who have not forgotten the topic. */
const [soonestCut, latestCut] = [2, 40];

/**
 * Pieces of one topic that are cut from one another: a source and what is cut from it, two to forty days later. Each
 * piece is part of one chain at most; pinned items and items without a topic are part of none.
 * @returns chains by the id of their source, which is also the first of `items`
 */
export function chainsByTopic(
  slots: readonly {
    id: string;
    date: string;
    contentType: ContentType;
    pillar: string;
    topic: string;
    pinned: string;
  }[],
): { id: string; items: string[] }[] {
  const topics = Map.groupBy(
    slots.filter(({ topic, pinned }) => topic !== "" && pinned === ""),
    ({ pillar, topic }) => `${pillar}\n${topic}`,
  );
  const used = new Set<string>();
  const chains: { id: string; items: string[] }[] = [];
  for (const group of topics.values())
    for (const source of group) {
      if (used.has(source.id)) continue;
      const pieces = group.filter(({ id, date, contentType }) => {
        const days = dayNumber(date) - dayNumber(source.date);
        const isInTime = days >= soonestCut && days <= latestCut;
        return isInTime && !used.has(id) && cuts[source.contentType]?.includes(contentType) === true;
      });
      if (pieces.length === 0) continue;
      const items = [source, ...pieces].map(({ id }) => id);
      for (const id of items) used.add(id);
      chains.push({ id: source.id, items });
    }
  return chains.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Hours of work of each week that has any, ascending, by the week in which work on an item begins. */
export function loadOf(
  production: readonly { produceBy: string; minutes: number }[],
): { monday: string; hours: number }[] {
  return [...Map.groupBy(production, ({ produceBy }) => mondayOf(produceBy))]
    .map(([monday, list]) => ({ monday, hours: list.reduce((sum, { minutes }) => sum + minutes, 0) / 60 }))
    .toSorted((a, b) => (a.monday < b.monday ? -1 : 1));
}

export interface Checkpoint {
  /** Last day of a month, or of the plan. */
  date: string;
  /** Items published by then. */
  items: number;
  /** First talks needed by then, null without an aim or without knowing how many one order takes. */
  talks: number | null;
  /** How much of the aim is reached by then. */
  won: number | null;
}

/**
 * Target of the plan at the end of each month, the aim spread evenly over the days.
 * @param aim `more`: what is to be gained in the period; `talksForOne`: first talks that one of it takes
 */
export function checkpointsOf(
  slots: readonly { date: string }[],
  period: Period,
  aim: { more: number | null; talksForOne: number | null },
): Checkpoint[] {
  const { more, talksForOne } = aim;
  const days = daysInclusive(period.from, period.to);
  return monthStarts(period).map((start) => {
    const end = addDays(firstOfNextMonth(start), -1);
    const date = end > period.to ? period.to : end;
    const part = daysInclusive(period.from, date) / days;
    return {
      date,
      items: slots.filter((slot) => slot.date <= date).length,
      won: more === null ? null : Math.round(more * part),
      talks: more === null || talksForOne === null ? null : Math.round(more * talksForOne * part),
    };
  });
}
