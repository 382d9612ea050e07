import { getOrCompute } from "#src/kit/boundedCache.ts";
import { offsetAt } from "#src/kit/time/clocks.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import type { Component, Property } from "./icalendar.ts";

/* VTIMEZONE of a zone (RFC 5545, 3.6.5), out of the zone data of this process. */

/** A change of clocks. */
interface Change {
  /** Instant, milliseconds. */
  at: number;
  /** Milliseconds ahead of UTC before and after. */
  from: number;
  to: number;
}

/** Years of changes that are looked at; a rule that held all the while goes on in the calendar of whoever reads it. */
const years = 12;
/** No zone changes its clocks twice within two weeks; the nearest changes are those around a month of Ramadan. */
const stepMs = 14 * dayMs;

function changesOf(zone: string, from: number): Change[] {
  const changes: Change[] = [];
  const end = from + years * 366 * dayMs;
  let after = offsetAt(from, zone);
  for (let at = from; at < end; at += stepMs) {
    const before = after;
    after = offsetAt(at + stepMs, zone);
    if (before === after) continue;
    let [low, high] = [at, at + stepMs];
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 2 / 60_000) * 60_000;
      if (middle <= low) break;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: Math.floor(high / 60_000) * 60_000, from: before, to: after });
  }
  return changes;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** `+0100`, with seconds for local mean times. */
function offsetValue(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const rest = seconds % 60;
  return `${ms < 0 ? "-" : "+"}${two(Math.floor(seconds / 3600))}${two(Math.floor(seconds / 60) % 60)}${rest > 0 ? two(rest) : ""}`;
}

/** What the clocks showed when they were changed: those of before. */
const shown = ({ at, from }: Change): Date => new Date(at + from);
const localValue = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, "");

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Rule that all changes follow, one in every year; null where they follow none. */
function ruleOf(changes: readonly Change[]): string | null {
  const dates = changes.map(shown);
  const [first] = dates;
  if (!first || dates.length < years - 1) return null;
  const isYearly = dates.every((date, at) => date.getUTCFullYear() === first.getUTCFullYear() + at);
  const isAlike = dates.every(
    (date) =>
      date.getUTCMonth() === first.getUTCMonth() &&
      date.getUTCDay() === first.getUTCDay() &&
      date.getUTCHours() === first.getUTCHours() &&
      date.getUTCMinutes() === first.getUTCMinutes(),
  );
  if (!isYearly || !isAlike) return null;
  const nth = (date: Date): number => Math.ceil(date.getUTCDate() / 7);
  const isLast = (date: Date): boolean =>
    date.getUTCDate() + 7 > new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const which = dates.every(isLast) ? -1 : dates.every((date) => nth(date) === nth(first)) ? nth(first) : null;
  if (which === null) return null;
  return `FREQ=YEARLY;BYMONTH=${first.getUTCMonth() + 1};BYDAY=${which}${weekdays[first.getUTCDay()]}`;
}

function observance(change: Change, rule: string | null): Component {
  const parts: Property[] = [
    { name: "DTSTART", value: localValue(shown(change)) },
    { name: "TZOFFSETFROM", value: offsetValue(change.from) },
    { name: "TZOFFSETTO", value: offsetValue(change.to) },
    ...(rule === null ? [] : [{ name: "RRULE", value: rule }]),
  ];
  return { name: change.to > change.from ? "DAYLIGHT" : "STANDARD", parts };
}

const known = new Map<string, Component>();

/**
 * The clocks of a zone from a year before an instant on.
 * @param since instant of the first time that is written in the zone, milliseconds
 */
export function timeZoneComponent(zone: string, since: number): Component {
  const year = new Date(since).getUTCFullYear() - 1;
  // A name of any casing is the same zone.
  return getOrCompute(known, `${zone.toLowerCase()} ${year}`, 1000, () => {
    const from = Date.UTC(year, 0, 1);
    const changes = changesOf(zone, from);
    const first = changes[0]?.from ?? offsetAt(from, zone);
    const groups = Map.groupBy(changes, (change) => `${change.from} ${change.to}`);
    const observances = [...groups.values()].flatMap((group) => {
      const rule = ruleOf(group);
      const [earliest] = group;
      return rule && earliest ? [observance(earliest, rule)] : group.map((change) => observance(change, null));
    });
    return {
      name: "VTIMEZONE",
      parts: [
        { name: "TZID", value: zone },
        observance({ at: from - first, from: first, to: first }, null),
        ...observances,
      ],
    };
  });
}
