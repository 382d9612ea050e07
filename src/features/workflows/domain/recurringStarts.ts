import type { Entry } from "#src/features/calendar/contract.ts";
import { instantOf, localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { type Budget, lastDayOf, parseRecurrence, recurrenceDays } from "./recurrence.ts";

/** Days of a rule that are looked at for one entry, so that a hostile rule holds up nobody. */
const daysOfRule = 10_000;

/** What of a recurring entry says when it is. */
export type Recurring = Pick<Entry, "start" | "allDay" | "timeZone" | "exdates"> & { rrule: string };

/**
 * Starts of a recurring entry in milliseconds, later than `from` and at most `to`, by the clocks of its zone. None of a
 * rule that is not expanded here, see `parseRecurrence`.
 * @param budget days that may be looked at; starts may be missing once it is used up
 */
export function startsBetween(
  { start, rrule, timeZone, exdates }: Recurring,
  from: number,
  to: number,
  budget: Budget = { days: daysOfRule },
): number[] {
  const rule = parseRecurrence(rrule);
  if (!rule || to <= from) return [];
  const first = localDateOf(start, timeZone);
  const time = localTimeOf(Date.parse(start), timeZone);
  const dayAt = (ms: number): string => localDateOf(new Date(ms).toISOString(), timeZone);
  const [latest, until] = [dayAt(to), lastDayOf(rule)];
  const last = until !== "" && until < latest ? until : latest;
  const days = recurrenceDays(rule, first, dayAt(from), last, budget);
  const left = new Set(exdates.map((instant) => Date.parse(instant)));
  const isWithin = (date: string, ms: number): boolean => {
    const written = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(rule.until);
    if (!written) return true;
    const [, year, month, day, hours, minutes, seconds] = written;
    const end = `${year}-${month}-${day}`;
    return hours === undefined ? date <= end : ms <= Date.parse(`${end}T${hours}:${minutes}:${seconds}Z`);
  };
  return days.flatMap((date) => {
    const ms = date === first ? Date.parse(start) : Date.parse(instantOf(date, time, timeZone));
    return ms > from && ms <= to && !left.has(ms) && isWithin(date, ms) ? [ms] : [];
  });
}
