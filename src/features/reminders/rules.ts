import type { Entry } from "#src/features/calendar/contract.ts";
import { lastDayOf, parseRecurrence, recurrenceDays } from "#src/features/workflows/domain/recurrence.ts";
import { instantOf, localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { minuteMs } from "#src/kit/time/dates.ts";

/** How late a reminder still goes out: what a stop of the process held back longer is left out. Milliseconds. */
export const latestMs = 60 * minuteMs;
/** How long after its start an appointment is still reminded of; milliseconds. */
const startedMs = 10 * minuteMs;
/** Mails of reminders that one person gets within 24 hours. */
export const maxRemindersPerDay = 60;
/** Days of a rule that are looked at for one entry, so that a hostile rule holds up nobody. */
const daysOfRule = 10_000;

/** What of a recurring entry says when it is. */
export type Recurring = Pick<Entry, "start" | "allDay" | "timeZone" | "exdates"> & { rrule: string };

/**
 * Starts of a recurring entry in milliseconds, later than `from` and at most `to`, by the clocks of its zone. None of a
 * rule that is not expanded here, see `parseRecurrence`.
 */
export function startsBetween({ start, rrule, timeZone, exdates }: Recurring, from: number, to: number): number[] {
  const rule = parseRecurrence(rrule);
  if (!rule || to <= from) return [];
  const first = localDateOf(start, timeZone);
  const time = localTimeOf(Date.parse(start), timeZone);
  const dayAt = (ms: number): string => localDateOf(new Date(ms).toISOString(), timeZone);
  const [latest, until] = [dayAt(to), lastDayOf(rule)];
  const last = until !== "" && until < latest ? until : latest;
  const days = recurrenceDays(rule, first, dayAt(from), last, { days: daysOfRule });
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

/** A reminder of one start of an entry. */
export interface DueReminder {
  /** Start that it is about, milliseconds. */
  start: number;
  /** Minutes before it. */
  minutes: number;
}

/**
 * Reminders that are due: since the entry was last changed, and within the hour. Of several of one start the last one
 * is told, the others with it.
 * @param starts of the entry, milliseconds
 * @param changed when the entry was last changed, milliseconds; a reminder whose time had passed by then is none
 */
export function dueReminders(
  { starts, reminders, changed }: { starts: readonly number[]; reminders: readonly number[]; changed: number },
  now: number,
): (DueReminder & { isTold: boolean })[] {
  return starts.flatMap((start) => {
    const due = reminders
      .filter((minutes) => {
        const at = start - minutes * minuteMs;
        return at <= now && at > now - latestMs && at >= changed;
      })
      .toSorted((a, b) => a - b);
    return due.map((minutes, index) => ({ start, minutes, isTold: index === 0 && start > now - startedMs }));
  });
}

/**
 * Whether a reminder may still go out: not before its time, at most an hour after it, and not long after the start.
 * @param isDueThen whether the start is the time that is told, as with content items, which wait for nobody
 */
export const isTimely = ({ start, minutes }: DueReminder, now: number, isDueThen = false): boolean => {
  const at = start - minutes * minuteMs;
  return at <= now && at > now - latestMs && (isDueThen || start > now - startedMs);
};

/** When the next reminder of a recurring entry is due, milliseconds; at the latest when it is looked at again. */
export function nextReminder(entry: Recurring, reminders: readonly number[], now: number, horizonMs: number): number {
  const most = Math.max(0, ...reminders) * minuteMs;
  const times = startsBetween(entry, now, now + horizonMs + most).flatMap((start) =>
    reminders.map((minutes) => start - minutes * minuteMs).filter((at) => at > now),
  );
  return times.reduce((first, at) => Math.min(first, at), now + horizonMs);
}
