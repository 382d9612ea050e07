import { instantOf, localDateOf, offsetAt } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import type { Entry } from "../contract.ts";
import { daysOfAppointment } from "#src/kit/time/appointments.ts";
import { isRecurrenceRule, takesTime } from "../rules.ts";
import { type Component, dateValue, type Property, textValue, uriValue, utcValue } from "./icalendar.ts";
import { timeZoneComponent } from "./vtimezone.ts";

/* An entry as VEVENT (RFC 5545, 3.6.1), for whatever is written of it: mails to guests, subscriptions, the export. */

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

/**
 * What every VEVENT of an entry says.
 * @param stamp when the text was written; of what is only published the last change (3.8.7.2), so that what is unchanged
 *   stays the same text
 */
export function eventProperties(entry: Appointment, stamp: string | number = entry.dateUpdated): Property[] {
  const { title, location, link } = entry;
  return [
    { name: "UID", value: textValue(entry.uid) },
    { name: "DTSTAMP", value: utcValue(stamp) },
    ...timeProperties(entry),
    { name: "SUMMARY", value: textValue(title) },
    ...(location?.trim() ? [{ name: "LOCATION", value: textValue(location) }] : []),
    ...(link ? [{ name: "URL", value: uriValue(link) }] : []),
    { name: "TRANSP", value: takesTime(entry.type, entry.allDay) ? "OPAQUE" : "TRANSPARENT" },
  ];
}

/** Zones that some appointments are written with, and the first time of each in milliseconds. */
function zonesOf(entries: readonly Appointment[]): Map<string, number> {
  const since = new Map<string, number>();
  for (const entry of entries) {
    const zone = zoneOf(entry);
    if (zone) since.set(zone, Math.min(since.get(zone) ?? Infinity, Date.parse(entry.start)));
  }
  return since;
}

/** The zones that some appointments are written with, each once. */
export const zoneComponents = (entries: readonly Appointment[]): Component[] =>
  [...zonesOf(entries)].map(([zone, first]) => timeZoneComponent(zone, first));

/**
 * The same for a whole calendar: clocks of a zone are looked up for years, so that many zones would hold up everybody
 * else for as long.
 */
export async function allZoneComponents(entries: readonly Appointment[]): Promise<Component[]> {
  const components: Component[] = [];
  for (const [zone, first] of zonesOf(entries)) {
    components.push(timeZoneComponent(zone, first));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return components;
}
