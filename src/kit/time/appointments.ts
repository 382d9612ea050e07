import { instantAt, localDateOf, startOfDay } from "./clocks.ts";
import { addDays, daysInclusive } from "./dates.ts";

/** When an appointment is. */
export interface When {
  start: string;
  end: string;
  allDay: boolean;
  /** IANA zone of the entry; its clocks and days count. */
  timeZone: string;
}

/** First and last day of an appointment in a zone, both of them counted. */
export function daysOfAppointment({ start, end }: { start: string; end: string }, zone: string) {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  return {
    first: localDateOf(start, zone),
    last: localDateOf(new Date(to > from ? to - 1 : to).toISOString(), zone),
  };
}

/** The same appointment beginning at another instant: as long as before, an all-day one for as many days. */
export function movedTo(when: When, start: string): Pick<When, "start" | "end"> {
  if (!when.allDay) {
    const end = Date.parse(start) + Date.parse(when.end) - Date.parse(when.start);
    return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  }
  const { first, last } = daysOfAppointment(when, when.timeZone);
  const day = localDateOf(start, when.timeZone);
  const days = daysInclusive(first, last);
  return {
    start: new Date(startOfDay(day, when.timeZone)).toISOString(),
    end: new Date(instantAt(addDays(day, days), 0, when.timeZone)).toISOString(),
  };
}
