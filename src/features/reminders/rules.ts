import { type Recurring, startsBetween } from "#src/features/workflows/domain/recurringStarts.ts";
import { minuteMs } from "#src/kit/time/dates.ts";

/** How late a reminder still goes out: what a stop of the process held back longer is left out. Milliseconds. */
export const latestMs = 60 * minuteMs;
/** How long after its start an appointment is still reminded of; milliseconds. */
const startedMs = 10 * minuteMs;
/** Mails of reminders that one person gets within 24 hours. */
export const maxRemindersPerDay = 60;
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
