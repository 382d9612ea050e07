import { instantOf, localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { parseRecurrence, recurrenceDays } from "./recurrence.ts";

/* Meetings that repeat: their days, and the rule by which calendars know them. */

export interface MeetingSeries {
  repeat: "once" | "daily" | "weekly" | "fortnightly" | "monthly";
  /** Days of the week on which it meets, 1 Monday … 7 Sunday; empty for that of the first meeting. Not for `monthly`. */
  on: readonly number[];
  /** Meetings, when it has no last day. */
  count: number;
  /** Last day on which it may meet, `YYYY-MM-DD`; empty for none. */
  until: string;
}

/** Meetings of a series at most. */
export const maxMeetings = 52;
/** The first meetings of a series, which all have to suit everybody; those behind them are too far away to be planned. */
export const maxChecked = 12;
/** Days from the first day of the window to the end of a series, at most. */
export const longestSeries = 366;

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The rule without its end. Monthly is the same weekday of the month, the fifth one being the last. */
function patternOf({ repeat, on }: MeetingSeries, first: string): string {
  const days = on.toSorted((a, b) => a - b).map((day) => names[day - 1]);
  const byDay = days.length > 0 ? `;BYDAY=${days.join()}` : "";
  if (repeat === "monthly") {
    const nth = Math.ceil(Number(first.slice(8)) / 7);
    return `FREQ=MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${names[weekdayOf(first) - 1]}`;
  }
  if (repeat === "daily") return days.length === 0 || days.length === 7 ? "FREQ=DAILY" : `FREQ=WEEKLY${byDay}`;
  return `FREQ=WEEKLY${repeat === "fortnightly" ? ";INTERVAL=2" : ""}${byDay}`;
}

const known = new WeakMap<MeetingSeries, Map<string, readonly string[]>>();

/**
 * Days of a series that begins on `first`, in order and at most `maxMeetings`; none when it does not meet on that day
 * of the week, or ends before.
 */
export function meetingDays(series: MeetingSeries, first: string): readonly string[] {
  const { repeat, on, count, until } = series;
  if (repeat === "once") return [first];
  const computed = known.get(series) ?? new Map<string, readonly string[]>();
  known.set(series, computed);
  const before = computed.get(first);
  if (before) return before;
  const times = until === "" ? Math.min(count, maxMeetings) : maxMeetings;
  const rule = parseRecurrence(`${patternOf(series, first)};COUNT=${times}`);
  const isOn = repeat === "monthly" || on.length === 0 || on.includes(weekdayOf(first));
  const last = until === "" ? addDays(first, 31 * maxMeetings) : until;
  const days = rule && isOn && first <= last ? recurrenceDays(rule, first, first, last) : [];
  computed.set(first, days);
  return days;
}

/** Days from the first meeting to the last one that is checked, at most. */
export function reachOf({ repeat, on, count, until }: MeetingSeries): number {
  if (repeat === "once") return 0;
  const times = until === "" ? Math.min(count, maxChecked) : maxChecked;
  if (repeat === "monthly") return 31 * times;
  const aWeek = on.length > 0 ? on.length : repeat === "daily" ? everyDay.length : 1;
  return Math.ceil(times / aWeek) * (repeat === "fortnightly" ? 14 : 7);
}

/** @param start instant of the first meeting; the rule is that of the clocks of `zone`, null for a single meeting */
export function recurrenceOf(series: MeetingSeries, start: string, zone: string): string | null {
  const first = localDateOf(start, zone);
  const days = meetingDays(series, first);
  const last = days.at(-1);
  if (days.length < 2 || last === undefined) return null;
  // The end counts as an instant: that of the last meeting is right in every zone.
  const stamp = instantOf(last, localTimeOf(Date.parse(start), zone), zone).replaceAll(/[-:]|\.\d+/g, "");
  return `${patternOf(series, first)};${series.until === "" ? `COUNT=${days.length}` : `UNTIL=${stamp}`}`;
}
