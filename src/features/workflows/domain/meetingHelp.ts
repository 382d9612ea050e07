import { addDays, daysInclusive } from "#src/kit/time/dates.ts";
import { beside, type Interval, touches } from "./intervals.ts";
import {
  type Calendar,
  type MeetingWishes,
  minuteMs,
  type Participant,
  type Search,
  stepMs,
} from "./meetingCalendars.ts";

/* What helps when no time suits everybody: what to change, whose hours never meet, and what comes nearest. */

/** What would make more times possible, with the number of possible beginnings; `who` is an id. */
export interface Relaxation {
  code: "person" | "hours" | "buffer" | "shorter" | "later";
  who: string;
  starts: number;
}

type FindStarts = (wishes: MeetingWishes) => Search;

/** `HH:mm` an hour earlier or later, inside the day. */
const moved = (time: string, hours: number): string => {
  const hour = Number(time.slice(0, 2)) + hours;
  return hour < 0 ? "00:00" : hour > 23 ? "23:59" : `${String(hour).padStart(2, "0")}${time.slice(2)}`;
};

/** What would make a time possible, one change at a time; the most helpful first. */
export function relaxationsOf(wishes: MeetingWishes, search: FindStarts): Relaxation[] {
  const longer = <P extends Participant>(person: P): P =>
    person.to <= person.from ? person : { ...person, from: moved(person.from, -2), to: moved(person.to, 2) };
  const change = (code: Relaxation["code"], changes: Partial<MeetingWishes>, who = ""): Relaxation => ({
    code,
    who,
    starts: search({ ...wishes, ...changes }).starts.length,
  });
  return [
    ...wishes.others
      .filter(({ isRequired }) => isRequired)
      .map((person) => change("person", { others: wishes.others.filter((other) => other !== person) }, person.id)),
    change("hours", { self: longer(wishes.self), others: wishes.others.map(longer) }),
    ...(wishes.buffer > 0 ? [change("buffer", { buffer: 0 })] : []),
    ...(wishes.minutes > 30 ? [change("shorter", { minutes: halfOf(wishes.minutes) })] : []),
    change("later", { from: addDays(wishes.to, 1), to: addDays(wishes.to, 14) }),
  ]
    .filter(({ starts }) => starts > 0)
    .toSorted((a, b) => b.starts - a.starts);
}

/** Half of a duration, in whole quarters of an hour. */
export const halfOf = (minutes: number): number => Math.ceil(minutes / 30) * 15;

/** Two people, by id. */
export interface Clash {
  a: string;
  b: string;
}

const noBusy: MeetingWishes["busy"] = [];

/** Pairs of required people whose hours never have enough in common, whatever else is in their calendars. */
export function clashingHours(wishes: MeetingWishes, search: FindStarts): Clash[] {
  const people = [wishes.self, ...wishes.others.filter(({ isRequired }) => isRequired)];
  return people.flatMap((a, at) =>
    people.slice(at + 1).flatMap((b): Clash[] => {
      const { starts } = search({
        ...wishes,
        self: { ...a, isRequired: true, country: "none" },
        others: [{ ...b, country: "none" }],
        busy: noBusy,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        earliest: 0,
        to: daysInclusive(wishes.from, wishes.to) > 3 ? addDays(wishes.from, 3) : wishes.to,
        series: { ...wishes.series, repeat: "once" },
      });
      return starts.length > 0 ? [] : [{ a: a.id, b: b.id }];
    }),
  );
}

/** A time at which no required person is busy or on holiday, but not all are at work. */
export interface NearMiss extends Interval {
  /** Minutes by which it lies before or after somebody's hours, worst first; people at work are left out. */
  outside: { id: string; minutes: number }[];
}

const dayMs = 86_400_000;
/** Near misses lie so far apart, or they would all be the same. */
const apartMs = 3 * 3_600_000;

/** The times that ask the least of the person who is asked the most. @param most how many */
export function nearMisses(wishes: MeetingWishes, search: FindStarts, most = 3): NearMiss[] {
  // Only one meeting is looked at: what comes near to a series is no help.
  if (wishes.series.repeat !== "once") return [];
  const { calendars, clock } = search({ ...wishes, others: wishes.others.filter(({ isRequired }) => isRequired) });
  const first = Math.max(wishes.earliest, clock.at(wishes.from, "00:00"));
  const last = clock.at(addDays(wishes.to, 1), "00:00");
  const found: (NearMiss & { worst: number; sum: number })[] = [];
  for (let start = Math.ceil(first / stepMs) * stepMs; start < last; start += stepMs) {
    const slot = { start, end: start + wishes.minutes * minuteMs };
    if (calendars.some((one) => touches(one.busy, slot) || touches(one.holidays, slot))) continue;
    const outside = calendars
      .map((one) => ({ id: one.id, minutes: minutesOutside(one, slot) }))
      .filter(({ minutes }) => minutes > 0)
      .toSorted((a, b) => b.minutes - a.minutes);
    const sum = outside.reduce((all, { minutes }) => all + minutes, 0);
    if (Number.isFinite(sum)) found.push({ ...slot, outside, worst: outside[0]?.minutes ?? 0, sum });
  }
  const chosen: NearMiss[] = [];
  for (const { start, end, outside } of found.toSorted(
    (a, b) => a.worst - b.worst || a.sum - b.sum || a.start - b.start,
  )) {
    if (chosen.length === most) break;
    if (chosen.every((other) => Math.abs(other.start - start) >= apartMs)) chosen.push({ start, end, outside });
  }
  return chosen;
}

/** How far a slot reaches beyond the nearest working hours; infinite for somebody who never works around then. */
function minutesOutside({ hours }: Calendar, { start, end }: Interval): number {
  const least = Math.min(
    ...beside(hours, start)
      .filter((one) => one.start < end + dayMs && one.end > start - dayMs)
      .map((one) => Math.max(0, one.start - start, end - one.end)),
  );
  return least / minuteMs;
}
