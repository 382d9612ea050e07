import type { Entry } from "#src/features/calendar/contract.ts";
import { isRecurrenceRule, takesTime } from "#src/features/calendar/rules.ts";
import { instantOf, localDateOf, offsetAt } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import type { GuestState } from "../contract.ts";
import { daysOfAppointment } from "../rules.ts";
import { type Component, dateValue, mailtoValue, type Property, textValue, uriValue, utcValue } from "./icalendar.ts";
import { timeZoneComponent } from "./vtimezone.ts";

/** What of an entry goes into a calendar that others read: no notes, no other guests, no ties to projects. */
export type Appointment = Pick<
  Entry,
  | "uid"
  | "type"
  | "title"
  | "start"
  | "end"
  | "allDay"
  | "timeZone"
  | "rrule"
  | "exdates"
  | "location"
  | "link"
  | "dateUpdated"
>;

/** What an invitation adds to it. */
export interface Scheduling {
  method: "REQUEST" | "CANCEL";
  sequence: number;
  organizer: { name: string; email: string };
  guest: { name: string; email: string; state: GuestState };
  /** Plain text for programs that show no mail beside the appointment. */
  description: string;
  /** When this text was written. */
  now: Date;
}

const partstat: Readonly<Record<GuestState, string>> = {
  pending: "NEEDS-ACTION",
  accepted: "ACCEPTED",
  tentative: "TENTATIVE",
  declined: "DECLINED",
  // A suggestion is no answer to the time that was asked for.
  suggested: "NEEDS-ACTION",
};

const isUtc = (zone: string): boolean => /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT)$/i.test(zone);

/** A wall clock of a zone, `20261124T100000`. */
const localValue = (instant: string, zone: string): string => {
  const ms = Date.parse(instant);
  return utcValue(ms + offsetAt(ms, zone)).slice(0, -1);
};

/** The rule with an end of the kind that its start has, as RFC 5545 asks (3.3.10). */
function ruleValue({ rrule, allDay, timeZone }: Appointment): string | null {
  if (rrule === null || !isRecurrenceRule(rrule)) return null;
  return rrule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)Z)?/, (_all, year, month, day, clock, h, m, s) => {
    const date = `${year}-${month}-${day}`;
    if (allDay) return `UNTIL=${dateValue(clock ? localDateOf(`${date}T${h}:${m}:${s}Z`, timeZone) : date)}`;
    return `UNTIL=${clock ? `${dateValue(date)}${clock}` : utcValue(Date.parse(instantOf(addDays(date, 1), "00:00", timeZone)) - 1000)}`;
  });
}

/** Zone whose clocks the times of a recurring appointment are written with; null where instants say it all. */
const zoneOf = (entry: Appointment): string | null =>
  entry.allDay || ruleValue(entry) === null || isUtc(entry.timeZone) ? null : entry.timeZone;

function timeProperties(entry: Appointment): Property[] {
  const rule = ruleValue(entry);
  const zone = zoneOf(entry);
  const at = (name: string, instant: string): Property =>
    entry.allDay
      ? { name, params: { VALUE: "DATE" }, value: dateValue(localDateOf(instant, entry.timeZone)) }
      : zone === null
        ? { name, value: utcValue(instant) }
        : { name, params: { TZID: zone }, value: localValue(instant, zone) };
  const { last } = daysOfAppointment(entry, entry.timeZone);
  const end: Property = entry.allDay
    ? { name: "DTEND", params: { VALUE: "DATE" }, value: dateValue(addDays(last, 1)) }
    : at("DTEND", entry.end);
  // DTEND must be later than DTSTART; what takes no time has none.
  const hasEnd = entry.allDay || Date.parse(entry.end) > Date.parse(entry.start);
  return [
    at("DTSTART", entry.start),
    ...(hasEnd ? [end] : []),
    ...(rule === null ? [] : [{ name: "RRULE", value: rule }]),
    ...(rule === null ? [] : entry.exdates.map((instant) => at("EXDATE", instant))),
  ];
}

const person = (role: "ORGANIZER" | "ATTENDEE", { name, email }: { name: string; email: string }, more = {}) => ({
  name: role,
  params: { ...(name.trim() === "" ? {} : { CN: name }), ...more },
  value: mailtoValue(email),
});

function schedulingProperties({ method, organizer, guest, sequence }: Scheduling): Property[] {
  return [
    { name: "SEQUENCE", value: String(sequence) },
    { name: "STATUS", value: method === "CANCEL" ? "CANCELLED" : "CONFIRMED" },
    person("ORGANIZER", organizer),
    person("ATTENDEE", guest, {
      CUTYPE: "INDIVIDUAL",
      ROLE: "REQ-PARTICIPANT",
      ...(method === "CANCEL" ? {} : { PARTSTAT: partstat[guest.state], RSVP: "TRUE" }),
    }),
  ];
}

/** An entry as VEVENT. @param scheduling for a mail to a guest; without it the entry is only published */
export function eventComponent(entry: Appointment, scheduling?: Scheduling): Component {
  const { title, location, link } = entry;
  return {
    name: "VEVENT",
    parts: [
      { name: "UID", value: textValue(entry.uid) },
      // Of what is only published it is the last change (3.8.7.2), so that an unchanged feed stays the same text.
      { name: "DTSTAMP", value: utcValue(scheduling?.now.getTime() ?? entry.dateUpdated) },
      ...timeProperties(entry),
      { name: "SUMMARY", value: textValue(title) },
      ...(location?.trim() ? [{ name: "LOCATION", value: textValue(location) }] : []),
      ...(link ? [{ name: "URL", value: uriValue(link) }] : []),
      { name: "TRANSP", value: takesTime(entry.type, entry.allDay) ? "OPAQUE" : "TRANSPARENT" },
      ...(scheduling ? schedulingProperties(scheduling) : []),
      ...(scheduling?.description ? [{ name: "DESCRIPTION", value: textValue(scheduling.description) }] : []),
    ],
  };
}

/** The zones that some appointments are written with, each once. */
export function zoneComponents(entries: readonly Appointment[]): Component[] {
  const since = new Map<string, number>();
  for (const entry of entries) {
    const zone = zoneOf(entry);
    if (zone) since.set(zone, Math.min(since.get(zone) ?? Infinity, Date.parse(entry.start)));
  }
  return [...since].map(([zone, first]) => timeZoneComponent(zone, first));
}
