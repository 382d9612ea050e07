import { localDateOf, localTimeOf, offsetAt } from "#src/kit/time/clocks.ts";
import { daysOfAppointment, type When } from "#src/kit/time/appointments.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

/** Guests of one entry who may be invited at the same time. */
export const maxGuests = 50;
/** Mails about appointments that one person may cause within 24 hours. */
export const maxMailsPerDay = 100;
/**
 * Mails about appointments that one mailbox gets within 24 hours, from one person and from everybody together: `invites`
 * of them are invitations, the others changes. The second is so much larger that nobody closes a mailbox to the others.
 * Cancellations count, and no limit holds them back: there are never more of them than of the mails before.
 */
export const mailboxLimits = {
  ofSender: { invites: 10, mails: 30 },
  ofAll: { invites: 50, mails: 150 },
} as const;
/** Subscriptions that one person may have. */
export const maxFeeds = 20;

/** `UTC+01:00` at an instant of a zone. */
export function offsetText(ms: number, zone: string): string {
  const minutes = Math.round(offsetAt(ms, zone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return `UTC${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
}

/**
 * Day and clock of an appointment: `Tue 24 Nov 2026, 10:00 to 11:00 (Europe/Berlin, UTC+01:00)`.
 * @param zone whose clocks are read; all-day appointments are days of their own zone and name none
 */
export function whenText(when: When, language: AppLanguage, zone: string = when.timeZone): string {
  const to = language === "de" ? "bis" : "to";
  if (when.allDay) {
    const { first, last } = daysOfAppointment(when, when.timeZone);
    return first === last
      ? datedText(first, language)
      : `${datedText(first, language)} ${to} ${datedText(last, language)}`;
  }
  const [from, until] = [Date.parse(when.start), Date.parse(when.end)];
  const [firstDay, lastDay] = [localDateOf(when.start, zone), localDateOf(when.end, zone)];
  const end =
    until === from
      ? ""
      : firstDay === lastDay
        ? ` ${to} ${localTimeOf(until, zone)}`
        : ` ${to} ${datedText(lastDay, language)}, ${localTimeOf(until, zone)}`;
  return `${datedText(firstDay, language)}, ${localTimeOf(from, zone)}${end} (${zone}, ${offsetText(from, zone)})`;
}
