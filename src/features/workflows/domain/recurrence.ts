import { isRecurrenceRule } from "#src/features/calendar/rules.ts";
import { addDays, dateOf, dayNumber, mondayOf, weekdayOf } from "#src/kit/time/dates.ts";

/*
 * Days on which an event recurs, RFC 5545 section 3.3.10. Which rules are valid is said by the calendar; what is not
 * expanded here (positions in a set, weeks and days of a year) is refused, never guessed.
 */

interface Recurrence {
  frequency: string;
  interval: number;
  count: number;
  /** As written: a date, a local date and time, or one in UTC; empty for none. */
  until: string;
  /** 1 Monday … 7 Sunday; ordinal 0 stands for each of them. */
  byDay: readonly { weekday: number; ordinal: number }[];
  byMonthDay: readonly number[];
  byMonth: readonly number[];
  /** 1 Monday … 7 Sunday. */
  weekStart: number;
}

const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const expanded = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTHDAY", "BYMONTH"]);

/** A rule without the name `RRULE:`; null for one that is not valid or not expanded here. */
export function parseRecurrence(text: string): Recurrence | null {
  // Events without a zone end on a local time, which the calendar's own entries never do.
  const rule = text.trim().toUpperCase();
  if (!isRecurrenceRule(rule.replace(/(UNTIL=\d{8}T\d{6})(?=;|$)/, "$1Z"))) return null;
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
  if ([...parts.keys()].some((name) => !expanded.has(name))) return null;
  const list = (name: string): string[] => parts.get(name)?.split(",") ?? [];
  const byDay = list("BYDAY").map((item) => ({
    weekday: weekdayNames.indexOf(item.slice(-2)) + 1,
    ordinal: Number(item.slice(0, -2) || 0),
  }));
  const frequency = parts.get("FREQ") ?? "";
  // Weekdays of a year are counted through the year, or through the months that are named; only the latter is common.
  if (frequency === "YEARLY" && byDay.length > 0 && !parts.has("BYMONTH")) return null;
  return {
    frequency,
    interval: Number(parts.get("INTERVAL") ?? 1),
    count: Number(parts.get("COUNT") ?? Infinity),
    until: parts.get("UNTIL") ?? "",
    byDay,
    byMonthDay: list("BYMONTHDAY").map(Number),
    byMonth: list("BYMONTH").map(Number),
    weekStart: weekdayNames.indexOf(parts.get("WKST") ?? "MO") + 1,
  };
}

const monthLength = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const two = (value: number): string => String(value).padStart(2, "0");

/** Days of a month that a rule names, ascending; those that the month does not have are left out. */
function daysOfMonth(rule: Recurrence, year: number, month: number, usual: number): string[] {
  const length = monthLength(year, month);
  const all = Array.from({ length }, (_, at) => `${year}-${two(month)}-${two(at + 1)}`);
  if (rule.byMonthDay.length === 0 && rule.byDay.length === 0) return usual <= length ? [all[usual - 1] ?? ""] : [];
  return all.filter((date, at) => {
    const isDay = rule.byMonthDay.some((day) => (day > 0 ? day === at + 1 : length + day === at));
    const isWeekday = rule.byDay.some(
      ({ weekday, ordinal }) =>
        weekdayOf(date) === weekday &&
        (ordinal === 0 || (ordinal > 0 ? Math.ceil((at + 1) / 7) : -Math.ceil((length - at) / 7)) === ordinal),
    );
    return (rule.byMonthDay.length === 0 || isDay) && (rule.byDay.length === 0 || isWeekday);
  });
}

/** Days of one turn of a rule: a day, a week, a month or a year, counted from that of the first day. */
function daysOfTurn(rule: Recurrence, first: string, turn: number): string[] {
  const { frequency, interval, byDay, byMonth, byMonthDay, weekStart } = rule;
  const isWeekday = (date: string): boolean =>
    byDay.length === 0 || byDay.some(({ weekday }) => weekday === weekdayOf(date));
  const isMonth = (date: string): boolean => byMonth.length === 0 || byMonth.includes(Number(date.slice(5, 7)));
  if (frequency === "DAILY") {
    const date = addDays(first, turn * interval);
    const [year, month, day] = date.split("-").map(Number) as [number, number, number];
    const isDay =
      byMonthDay.length === 0 ||
      byMonthDay.some((wanted) => wanted === day || wanted === day - 1 - monthLength(year, month));
    return isWeekday(date) && isMonth(date) && isDay ? [date] : [];
  }
  if (frequency === "WEEKLY") {
    const begins = addDays(mondayOf(addDays(first, 1 - weekStart)), weekStart - 1 + turn * interval * 7);
    const week = Array.from({ length: 7 }, (_, at) => addDays(begins, at));
    return week.filter(
      (date) => isMonth(date) && (byDay.length === 0 ? weekdayOf(date) === weekdayOf(first) : isWeekday(date)),
    );
  }
  const [year, month, day] = first.split("-").map(Number) as [number, number, number];
  if (frequency === "YEARLY")
    return (byMonth.length > 0 ? byMonth.toSorted((a, b) => a - b) : [month]).flatMap((one) =>
      daysOfMonth(rule, year + turn * interval, one, day),
    );
  const months = year * 12 + month - 1 + turn * interval;
  return daysOfMonth(rule, Math.floor(months / 12), (months % 12) + 1, day).filter(isMonth);
}

/** Days that a turn of each frequency lasts at least. */
const shortestTurn: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 28, YEARLY: 365 };
/** Days that a turn of each frequency can begin at most before that day of it on which the first day lies. */
const turnLead: Readonly<Record<string, number>> = { DAILY: 0, WEEKLY: 6, MONTHLY: 30, YEARLY: 365 };
/** Days that are looked at in one turn of each frequency. */
const turnCost: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 31 };

/** Days that may be looked at for one text, so that a hostile one cannot hold the process. */
export interface Budget {
  days: number;
}

/**
 * Days of a rule from its first day on that lie in a period, both days counted. The first day always belongs to it.
 * UNTIL is the caller's to compare, since it is an instant for events with a time. When the budget is below zero
 * afterwards, days may be missing.
 */
export function recurrenceDays(
  rule: Recurrence,
  first: string,
  from: string,
  to: string,
  budget: Budget = { days: 100_000 },
): string[] {
  const found: string[] = first >= from && first <= to ? [first] : [];
  let left = rule.count - 1;
  const length = (shortestTurn[rule.frequency] ?? 1) * rule.interval;
  // Without a count nothing before the period matters; a year and a month are longer than their shortest turn.
  const skipped =
    rule.count === Infinity && length <= 7 * rule.interval
      ? Math.max(0, Math.floor((dayNumber(from) - dayNumber(first)) / length) - 1)
      : 0;
  const cost = (turnCost[rule.frequency] ?? 1) * Math.max(1, rule.frequency === "YEARLY" ? rule.byMonth.length : 1);
  const begins = dayNumber(first) - (turnLead[rule.frequency] ?? 0);
  for (let turn = skipped; left > 0; turn += 1) {
    if (begins + turn * length > dayNumber(to)) break;
    budget.days -= cost;
    if (budget.days < 0) break;
    for (const date of daysOfTurn(rule, first, turn)) {
      if (date <= first || left <= 0) continue;
      left -= 1;
      if (date > to) return found;
      if (date >= from) found.push(date);
    }
  }
  return found;
}

/** The days after which nothing recurs: the date of UNTIL and one more, for zones ahead of UTC; empty for none. */
export const lastDayOf = ({ until }: Recurrence): string =>
  until === "" ? "" : dateOf(dayNumber(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`) + 1);
