import { minutesOf } from "#src/kit/time/clocks.ts";
import { addDays, daysInclusive } from "#src/kit/time/dates.ts";
import { holds, type Interval, touches } from "./intervals.ts";
import {
  type Calendar,
  type MeetingWishes,
  meetingsOf,
  minuteMs,
  openSearch,
  type ZoneClock,
} from "./meetingCalendars.ts";
import { clashingHours, type Clash, type NearMiss, nearMisses, type Relaxation, relaxationsOf } from "./meetingHelp.ts";
import { meetingDays } from "./meetingSeries.ts";
import { longestWindow } from "./meetingRules.ts";

/* Finds and ranks times for several people in several zones. */

/** Why a time is good or less good; `who` are ids. */
export interface SlotReason {
  code: "core" | "edge" | "lunch" | "outside" | "busy" | "holiday" | "weekday" | "quarter";
  who: readonly string[];
}

export interface MeetingSlot extends Interval {
  /** 0 to 100. */
  score: number;
  reasons: SlotReason[];
  /** People who are not required and cannot come. */
  missing: string[];
}

/** What a score loses; planning values, shown in the document. */
export const slotPenalties = {
  /** For each person who is not required and cannot come. */
  missing: 20,
  /** For each required person in whose first or last half hour of the day it lies. */
  edge: 4,
  /** When it takes lunch from somebody required. */
  lunch: 8,
  /** When it begins at a quarter past or a quarter to. */
  quarter: 3,
  /** For each day of waiting, up to 20 days. */
  day: 0.5,
} as const;
const maxWaitingDays = 20;
const halfHourMs = 30 * minuteMs;
const dayMs = 86_400_000;

export interface MeetingTimes {
  slots: MeetingSlot[];
  /** Possible beginnings, every quarter of an hour. */
  starts: number;
  /** Only when nothing is possible: what would help, the most helpful first. */
  relaxations: Relaxation[];
  clashes: Clash[];
  nearMisses: NearMiss[];
}

function judged(start: number, calendars: readonly Calendar[], wishes: MeetingWishes, clock: ZoneClock): MeetingSlot {
  const meetings = meetingsOf(start, wishes, clock);
  const [slot = { start, end: start }] = meetings;
  const required = calendars.filter(({ isRequired }) => isRequired);
  const optional = calendars.filter(({ isRequired }) => !isRequired);
  const whoOf = (list: readonly Calendar[], is: (one: Calendar) => boolean): string[] =>
    list.filter(is).map(({ id }) => id);
  // In a series the clocks of others may move against the organiser's: each meeting counts.
  const edge = whoOf(required, ({ hours }) =>
    meetings.some(({ start: begins, end }) => !holds(hours, { start: begins - halfHourMs, end: end + halfHourMs })),
  );
  const lunch = whoOf(required, (one) => meetings.some((meeting) => touches(one.lunch, meeting)));
  const cannot = new Map(
    optional.flatMap(({ id, hours, anyDay, busy, holidays }): [string, SlotReason["code"]][] => {
      const broken = meetings.find((meeting) => !holds(hours, meeting) || touches(busy, meeting));
      if (!broken) return [];
      if (touches(holidays, broken)) return [[id, "holiday"]];
      if (holds(hours, broken)) return [[id, "busy"]];
      return [[id, holds(anyDay, broken) ? "weekday" : "outside"]];
    }),
  );
  const isQuarter = !/:[03]0$/.test(clock.shown(slot.start).time);
  const reason = (code: SlotReason["code"], who: readonly string[]): SlotReason[] =>
    who.length > 0 ? [{ code, who }] : [];
  const waiting = Math.max(
    0,
    Math.floor((slot.start - Math.max(wishes.earliest, clock.at(wishes.from, "00:00"))) / dayMs),
  );
  const points =
    100 -
    slotPenalties.missing * cannot.size -
    slotPenalties.edge * edge.length -
    (lunch.length > 0 ? slotPenalties.lunch : 0) -
    (isQuarter ? slotPenalties.quarter : 0) -
    slotPenalties.day * Math.min(maxWaitingDays, waiting);
  return {
    ...slot,
    score: Math.max(0, Math.round(points)),
    missing: [...cannot.keys()],
    reasons: [
      ...(edge.length === 0 ? [{ code: "core" as const, who: [] }] : [{ code: "edge" as const, who: edge }]),
      ...reason("lunch", lunch),
      ...(["busy", "holiday", "weekday", "outside"] as const).flatMap((code) =>
        reason(
          code,
          [...cannot].filter(([, why]) => why === code).map(([id]) => id),
        ),
      ),
      ...(isQuarter ? [{ code: "quarter" as const, who: [] }] : []),
    ],
  };
}

/** A second option on the same day, and one in the same half of the day, is worth less than another. */
const sameDayCost = 40;
const sameHalfCost = 5;

/**
 * Options that differ: on different days first, in the morning and the afternoon where that costs little. A meeting of
 * one series is no option beside it.
 */
function chosen(
  slots: readonly MeetingSlot[],
  { count, series, minutes }: MeetingWishes,
  clock: ZoneClock,
): MeetingSlot[] {
  const ranked = slots
    .map((slot) => {
      const { date: day, time } = clock.shown(slot.start);
      return { slot, day, minute: minutesOf(time), isMorning: time < "12:00" };
    })
    .toSorted((a, b) => b.slot.score - a.slot.score || a.slot.start - b.slot.start);
  const taken: typeof ranked = [];
  type Ranked = (typeof ranked)[number];
  const overlap = (one: Ranked, other: Ranked): boolean => {
    if (other.slot.start < one.slot.end && one.slot.start < other.slot.end) return true;
    if (series.repeat === "once" || Math.abs(one.minute - other.minute) >= minutes) return false;
    const days = meetingDays(series, other.day);
    return meetingDays(series, one.day).some((day) => days.includes(day));
  };
  while (taken.length < count) {
    const [days, last] = [new Set(taken.map(({ day }) => day)), taken.at(-1)];
    let best: { one: Ranked; worth: number } | null = null;
    for (const one of ranked) {
      if (best && one.slot.score <= best.worth) break;
      if (taken.some((other) => overlap(one, other))) continue;
      const worth =
        one.slot.score - (days.has(one.day) ? sameDayCost : 0) - (last?.isMorning === one.isMorning ? sameHalfCost : 0);
      if (!best || worth > best.worth) best = { one, worth };
    }
    if (!best) break;
    taken.push(best.one);
  }
  return taken.map(({ slot }) => slot).toSorted((a, b) => b.score - a.score || a.start - b.start);
}

/** The best times for a meeting. Every required person can come to each of them, by their own clocks. */
export function findMeetingTimes(given: MeetingWishes): MeetingTimes {
  const wishes: MeetingWishes = {
    ...given,
    self: { ...given.self, isRequired: true },
    to: daysInclusive(given.from, given.to) > longestWindow ? addDays(given.from, longestWindow - 1) : given.to,
  };
  const search = openSearch();
  const { calendars, starts, clock } = search(wishes);
  const isPossible = starts.length > 0;
  return {
    slots: chosen(
      starts.map((start) => judged(start, calendars, wishes, clock)),
      wishes,
      clock,
    ),
    starts: starts.length,
    relaxations: isPossible ? [] : relaxationsOf(wishes, search),
    clashes: isPossible ? [] : clashingHours(wishes, search),
    nearMisses: isPossible ? [] : nearMisses(wishes, search),
  };
}
