import type { EntryTimes } from "#src/features/calendar/contract.ts";
import { takesTime } from "#src/features/calendar/rules.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type IcsOptions, type IcsTimes, parseIcs } from "./icsBusy.ts";

const compact = (text: string): string => text.replaceAll(/[-:]/g, "");
const minuteMs = 60_000;

/** `20261124T093000Z`, to the minute. */
const utcStamp = (ms: number): string => `${compact(new Date(ms).toISOString().slice(0, 16))}00Z`;

/** `20261124T103000` on the clocks of a zone. */
const localStamp = (ms: number, zone: string): string => {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(ms);
  return `${compact(shown).replace(" ", "T")}00`;
};

/** The lines of RFC 5545 that tell an entry's times, and nothing else of it. */
function linesOf({ start, end, allDay, timeZone, rrule, exdates }: EntryTimes): string[] {
  const repeats = rrule === null ? [] : [`RRULE:${rrule}`];
  if (allDay) {
    const first = localDateOf(start, timeZone);
    const last = localDateOf(new Date(Math.max(Date.parse(start), Date.parse(end) - 1)).toISOString(), timeZone);
    return [
      `DTSTART;VALUE=DATE:${compact(first)}`,
      `DTEND;VALUE=DATE:${compact(addDays(last, 1))}`,
      ...repeats,
      ...exdates.map((instant) => `EXDATE;VALUE=DATE:${compact(localDateOf(instant, timeZone))}`),
    ];
  }
  const [from, to] = [
    Math.floor(Date.parse(start) / minuteMs) * minuteMs,
    Math.ceil(Date.parse(end) / minuteMs) * minuteMs,
  ];
  // Only what recurs needs its wall clock; an instant is the same in every zone, also in an hour that exists twice.
  return [
    rrule === null ? `DTSTART:${utcStamp(from)}` : `DTSTART;TZID=${timeZone}:${localStamp(from, timeZone)}`,
    `DURATION:PT${(to - from) / minuteMs}M`,
    ...repeats,
    ...exdates.map((instant) => `EXDATE:${utcStamp(Date.parse(instant))}`),
  ];
}

/**
 * When the entries of a calendar take the person's time, recurring ones expanded on the clocks of their own zone. They
 * are put into the form in which calendars exchange them, so that one reader knows all rules.
 */
export function busyOfEntries(entries: readonly EntryTimes[], options: IcsOptions): IcsTimes {
  const events = entries
    .filter(
      ({ type, allDay, start, end }) => takesTime(type, allDay) && (allDay || Date.parse(end) > Date.parse(start)),
    )
    .flatMap((entry) => ["BEGIN:VEVENT", ...linesOf(entry), "END:VEVENT"]);
  return parseIcs(events.join("\n"), options);
}
