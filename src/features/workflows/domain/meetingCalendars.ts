import { instantOf, lastInstantOf, offsetAt, reachedAt } from "#src/kit/time/clocks.ts";
import { addDays, daysInclusive, weekdayOf } from "#src/kit/time/dates.ts";
import { type HolidayCountry, holidaysOf } from "./holidays.ts";
import { meetingDays, type MeetingSeries, maxChecked, reachOf } from "./meetingSeries.ts";
import { common, holds, type Interval, merged, without } from "./intervals.ts";

/*
 * Hours, holidays and busy times of people in several zones, as stretches of absolute time: what is left in common can
 * hold a meeting, whatever the clocks do in between.
 */

export const minuteMs = 60_000;
/** Meetings begin at quarters of an hour, and all zone offsets are multiples of it. */
export const stepMs = 15 * minuteMs;

export interface Participant {
  id: string;
  /** IANA name. */
  zone: string;
  /** `HH:mm` on the person's own clocks; an end that is not after the beginning lies on the next day. */
  from: string;
  to: string;
  /** Nothing is proposed at which a required person cannot come. */
  isRequired: boolean;
  /** Whose public holidays are no working days. */
  country: "none" | HolidayCountry;
}

export interface MeetingWishes {
  /** The organiser: dates of the window are theirs, and they are always required. */
  self: Participant;
  others: readonly Participant[];
  busy: readonly (Interval & { who: string })[];
  /** First and last day on which the meeting may begin, `YYYY-MM-DD`. */
  from: string;
  to: string;
  minutes: number;
  /** 1 Monday … 7 Sunday, on each person's own calendar. */
  weekdays: readonly number[];
  /** Minutes that stay free before and after, for everybody required. */
  buffer: number;
  /** Minutes of the way there and back, for the organiser. */
  travel: number;
  count: number;
  /** Instant in milliseconds; nothing begins before it. */
  earliest: number;
  /** Its first meetings are at the same time on the organiser's clocks. */
  series: MeetingSeries;
}

/** Of an hour that exists twice, and of one that is left out: `end` is when the clock jumps over it. */
type Which = "first" | "last" | "end";
/** The clocks of a zone. Asking Intl takes long: on days far from a change the offset is asked for once. */
export interface ZoneClock {
  /** Instant of a wall clock. */
  at: (date: string, time: string, which?: Which) => number;
  /** Date and `HH:mm` that the clocks show. */
  shown: (ms: number) => { date: string; time: string };
}

function zoneClock(zone: string): ZoneClock {
  const offsets = new Map<string, number>();
  const offsetOn = (date: string): number => {
    const known = offsets.get(date) ?? offsetAt(Date.parse(`${date}T00:00:00Z`), zone);
    offsets.set(date, known);
    return known;
  };
  const steady = new Map<string, number | null>();
  /** Null around a change of clocks. */
  const steadyOffset = (date: string): number | null => {
    const known = steady.get(date);
    if (known !== undefined) return known;
    const offset = offsetOn(addDays(date, -2));
    const found = offset === offsetOn(addDays(date, 2)) ? offset : null;
    steady.set(date, found);
    return found;
  };
  return {
    at: (date, time, which = "first") => {
      const offset = steadyOffset(date);
      if (offset !== null) return Date.parse(`${date}T${time}:00Z`) - offset;
      if (which === "end") return reachedAt(date, time, zone);
      return Date.parse(which === "last" ? lastInstantOf(date, time, zone) : instantOf(date, time, zone));
    },
    shown: (ms) => {
      const offset = steadyOffset(new Date(ms).toISOString().slice(0, 10)) ?? offsetAt(ms, zone);
      const wall = new Date(ms + offset).toISOString();
      return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
    },
  };
}

/** Everything about one person in the period that is looked at. */
export interface Calendar {
  id: string;
  isRequired: boolean;
  /** Hours of working days, holidays taken out. */
  hours: Interval[];
  /** The same hours on every day, to tell a day off from a wrong hour. */
  anyDay: Interval[];
  holidays: Interval[];
  lunch: Interval[];
  /** With what has to stay free around it. */
  busy: Interval[];
  free: Interval[];
}

interface Horizon {
  from: string;
  days: number;
}

const isOvernight = ({ from, to }: Participant): boolean => to <= from;

function calendarOf(
  person: Participant,
  wishes: MeetingWishes,
  horizon: Horizon,
  clockOf: (zone: string) => ZoneClock,
) {
  const clock = clockOf(person.zone);
  const dates = Array.from({ length: horizon.days }, (_, at) => addDays(horizon.from, at));
  const hoursOn = (date: string): Interval => ({
    // Where a clock shows the same time twice, only what lies inside by both readings counts.
    start: clock.at(date, person.from, "last"),
    end: clock.at(isOvernight(person) ? addDays(date, 1) : date, person.to, "end"),
  });
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const holidays =
    person.country === "none"
      ? []
      : holidaysOf(person.country, first, last).map(({ date }) => ({
          start: clock.at(date, "00:00"),
          end: clock.at(addDays(date, 1), "00:00"),
        }));
  const around = (person.id === wishes.self.id ? Math.max(wishes.buffer, wishes.travel) : wishes.buffer) * minuteMs;
  const busy = merged(
    wishes.busy
      .filter(({ who }) => who === person.id)
      .map(({ start, end }) => ({ start: start - around, end: end + around })),
  );
  const off = merged(holidays);
  const hours = without(merged(dates.filter((date) => wishes.weekdays.includes(weekdayOf(date))).map(hoursOn)), off);
  const calendar: Calendar = {
    id: person.id,
    isRequired: person.isRequired,
    hours,
    anyDay: merged(dates.map(hoursOn)),
    holidays: off,
    lunch: merged(dates.map((date) => ({ start: clock.at(date, "12:00"), end: clock.at(date, "13:00") }))),
    busy,
    free: without(hours, busy),
  };
  return calendar;
}

/**
 * The meetings of a series that are checked, at the same time on the organiser's clocks; one that is none is a series
 * of one. Empty when the series does not meet on that day.
 */
export function meetingsOf(start: number, { series, minutes }: MeetingWishes, clock: ZoneClock): Interval[] {
  const length = minutes * minuteMs;
  if (series.repeat === "once") return [{ start, end: start + length }];
  const { date, time } = clock.shown(start);
  return meetingDays(series, date)
    .slice(0, maxChecked)
    .map((day) => (day === date ? start : clock.at(day, time)))
    .map((begins) => ({ start: begins, end: begins + length }));
}

/** Quarters of an hour at which the meeting, or every meeting of the series, fits into the free time. */
function possibleStarts(free: readonly Interval[], wishes: MeetingWishes, clock: ZoneClock): number[] {
  const length = wishes.minutes * minuteMs;
  const first = Math.max(wishes.earliest, clock.at(wishes.from, "00:00"));
  const last = clock.at(addDays(wishes.to, 1), "00:00");
  const isFree = (meetings: readonly Interval[]): boolean =>
    meetings.length > 0 && meetings.every((meeting) => holds(free, meeting));
  return free.flatMap(({ start, end }) => {
    const starts: number[] = [];
    for (let at = Math.ceil(Math.max(start, first) / stepMs) * stepMs; at < last && at + length <= end; at += stepMs)
      if (isFree(meetingsOf(at, wishes, clock))) starts.push(at);
    return starts;
  });
}

/** Everybody's calendar for a search, the organiser's first, with the quarters of an hour at which all required can. */
export interface Search {
  calendars: Calendar[];
  starts: number[];
  clock: ZoneClock;
}

/** Remembers clocks and calendars, so that searches which differ in one thing compute only that. */
export function openSearch(): (wishes: MeetingWishes) => Search {
  const clocks = new Map<string, ZoneClock>();
  const clockOf = (zone: string): ZoneClock => {
    const known = clocks.get(zone) ?? zoneClock(zone);
    clocks.set(zone, known);
    return known;
  };
  const calendarsOf = new WeakMap<MeetingWishes["busy"], Map<string, Calendar>>();
  const calendarFor = (person: Participant, wishes: MeetingWishes, horizon: Horizon): Calendar => {
    const known = calendarsOf.get(wishes.busy) ?? new Map<string, Calendar>();
    calendarsOf.set(wishes.busy, known);
    const { buffer, travel, weekdays } = wishes;
    const key = JSON.stringify([person, person.id === wishes.self.id, buffer, travel, weekdays, horizon]);
    const calendar = known.get(key) ?? calendarOf(person, wishes, horizon, clockOf);
    known.set(key, calendar);
    return calendar;
  };
  return (wishes) => {
    const days = Math.max(0, daysInclusive(wishes.from, wishes.to)) + reachOf(wishes.series) + 7;
    const horizon = { from: addDays(wishes.from, -3), days };
    const calendars = [wishes.self, ...wishes.others].map((person) => calendarFor(person, wishes, horizon));
    const free = calendars
      .filter(({ isRequired }) => isRequired)
      .map((one) => one.free)
      .reduce(common, calendars[0]?.free ?? []);
    const clock = clockOf(wishes.self.zone);
    return { calendars, starts: possibleStarts(free, wishes, clock), clock };
  };
}

/** Hours by which the clocks of a zone are ahead of another one's at an instant; behind below 0. */
export const hoursAhead = (zone: string, other: string, ms: number): number =>
  (offsetAt(ms, zone) - offsetAt(ms, other)) / 3_600_000;
