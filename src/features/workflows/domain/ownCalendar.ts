import { isoInZone } from "#src/kit/zoned.ts";
import { localDateOf } from "./dates.ts";

/* The person's own calendar as a run reads it: times alone, as calendar data (RFC 5545) without titles. */

export interface CalendarSpan {
  /** Instants, ISO 8601. */
  start: string;
  end: string;
  allDay: boolean;
  timeZone: string;
  rrule: string | null;
  /** Instants of occurrences that were taken out. */
  exdates: readonly string[];
}

const utcStamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

/** `20261126T100000` on the clocks of a zone. */
const wallStamp = (instant: string, timeZone: string): string =>
  isoInZone(new Date(instant), timeZone).slice(0, "2026-11-26T10:00:00".length).replace(/[-:]/g, "");
const dayStamp = (instant: string, timeZone: string): string => localDateOf(instant, timeZone).replaceAll("-", "");

function eventLines({ start, end, allDay, timeZone, rrule, exdates }: CalendarSpan): string[] {
  const at = (name: string, instant: string): string =>
    allDay
      ? `${name};VALUE=DATE:${dayStamp(instant, timeZone)}`
      : rrule === null
        ? `${name}:${utcStamp(instant)}`
        : `${name};TZID=${timeZone}:${wallStamp(instant, timeZone)}`;
  return [
    "BEGIN:VEVENT",
    at("DTSTART", start),
    at("DTEND", end),
    ...(rrule === null ? [] : [`RRULE:${rrule.replace(/^RRULE:/i, "")}`]),
    ...exdates.map((instant) => at("EXDATE", instant)),
    "END:VEVENT",
  ];
}

/** Spans as calendar data, for `parseIcs`. */
export const calendarText = (spans: readonly CalendarSpan[]): string =>
  ["BEGIN:VCALENDAR", ...spans.flatMap(eventLines), "END:VCALENDAR"].join("\r\n");
