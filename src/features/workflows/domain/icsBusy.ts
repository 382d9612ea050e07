import { timeZone } from "#src/kit/schemas.ts";
import { instantOf, localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber } from "#src/kit/time/dates.ts";
import type { Interval } from "./intervals.ts";
import { type Budget, lastDayOf, parseRecurrence, recurrenceDays } from "./recurrence.ts";
import { windowsZones } from "./windowsZones.ts";

/*
 * Busy times in calendar data, RFC 5545: VEVENT with recurrence, exceptions and changed occurrences, and VFREEBUSY.
 * Nothing but times is taken: titles, places and people are never read. The text comes from outside and may be
 * anything: each line is looked at once, and what costs time has a bound.
 */

export interface IcsOptions {
  /** IANA zone of times without one, and of whole days. */
  zone: string;
  /** Instants, ISO 8601; what lies outside is left out. */
  from: string;
  to: string;
}

export interface IcsTimes {
  busy: Interval[];
  /** Components that hold times. */
  events: number;
  /** Events without a readable start, or with a rule that is not expanded: of these the first occurrence is taken. */
  unread: number;
  /** Names of zones that are unknown here: their times are read in `zone`. */
  unknownZones: string[];
  /** There was more than is read. */
  isCut: boolean;
}

interface Line {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

const maxEvents = 3_000;
const maxIntervals = 20_000;
/** Lines with times of one event; real ones have some hundred exceptions at most. */
const maxLinesOfEvent = 5_000;
/** Rules of one text: an event has one. */
const maxRules = maxEvents;
/** Times of one text, the same one again counted again. */
const maxTimes = 100_000;
/** Wall clocks turned into instants for one text: the slow part of reading, some 30 µs each. */
const maxReadings = 40_000;
/** Days looked at to expand the rules of one text. */
const daysToLookAt = 300_000;

/** Lines as they were before they were folded. */
const unfolded = (text: string): string[] =>
  text
    .replace(/\r\n?|\n/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");

/** `NAME;PARAMETER="value":value`; null for what is no such line. */
function parseLine(line: string): Line | null {
  const pieces: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted || (char !== ";" && char !== ":")) continue;
    pieces.push(line.slice(from, at));
    from = at + 1;
    if (char === ":") {
      const [name = "", ...parameters] = pieces;
      return {
        name: name.trim().toUpperCase(),
        parameters: new Map(
          parameters.map((parameter) => {
            const [key = "", value = ""] = parameter.split("=");
            return [key.toUpperCase(), value.replaceAll('"', "")];
          }),
        ),
        value: line.slice(from).trim(),
      };
    }
  }
  return null;
}

/** The zone of a name as calendars write it: IANA, with a path before it, or of Windows; null for an unknown one. */
export function zoneNamed(name: string): string | null {
  const known = windowsZones[name.trim().toLowerCase()];
  if (known !== undefined) return known;
  const parts = name.trim().split("/");
  const candidates = [name.trim(), parts.slice(-2).join("/"), parts.slice(-3).join("/")];
  return candidates.find((candidate) => timeZone.safeParse(candidate).success) ?? null;
}

/** A time as it is written: a day, or a wall clock of a zone with its instant. */
interface IcsTime {
  isDay: boolean;
  date: string;
  time: string;
  zone: string;
  ms: number;
}

const stamp = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/;
/** Years in which every part of the product can count. */
const isUsable = (date: string): boolean => date >= "1950-01-01" && date <= "2199-12-31" && addDays(date, 0) === date;

/** Instant of a wall clock, milliseconds; null once a text has used up its readings. */
type Clock = (date: string, time: string, zone: string) => number | null;

function timeOf(value: string, zone: string, clock: Clock): IcsTime | null {
  const [, year, month, day, hour, minute, , utc] = stamp.exec(value.trim().toUpperCase()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (year === undefined || Number(month) > 12 || Number(day) > 31 || !Number.isFinite(dayNumber(date))) return null;
  if (!isUsable(date) || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return null;
  const isDay = hour === undefined;
  const time = `${hour ?? "00"}:${minute ?? "00"}`;
  const own = utc ? "Etc/UTC" : zone;
  const ms = clock(date, time, own);
  return ms === null ? null : { isDay, date, time, zone: own, ms };
}

/** Milliseconds of `PT1H30M`, whole days apart; null for what is none. */
function durationOf(value: string): { days: number; ms: number } | null {
  const parts = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/.exec(
    value.toUpperCase(),
  );
  if (!parts) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part || 0));
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

interface IcsEvent {
  kind: string;
  lines: Map<string, Line[]>;
  /** Lines kept. */
  count: number;
  /** It has more lines with times than are kept. */
  isCut: boolean;
}

/** What a line has to be named to be kept. */
const namesRead = new Set([
  "UID",
  "STATUS",
  "TRANSP",
  "DTSTART",
  "DTEND",
  "DURATION",
  "RRULE",
  "RDATE",
  "EXDATE",
  "RECURRENCE-ID",
  "FREEBUSY",
]);

function addLine(event: IcsEvent, line: Line): void {
  if (!namesRead.has(line.name)) return;
  if (event.count >= maxLinesOfEvent) {
    event.isCut = true;
    return;
  }
  event.count += 1;
  const same = event.lines.get(line.name);
  if (same) same.push(line);
  else event.lines.set(line.name, [line]);
}

/** Events and free-busy components with their own lines; those of alarms and other inner parts are left out. */
function eventsOf(text: string): IcsEvent[] {
  const events: IcsEvent[] = [];
  let open: IcsEvent | null = null;
  let depth = 0;
  for (const raw of unfolded(text)) {
    const line = parseLine(raw);
    if (!line) continue;
    const value = line.value.toUpperCase();
    if (line.name === "BEGIN") {
      if (open) depth += 1;
      else if (value === "VEVENT" || value === "VFREEBUSY")
        open = { kind: value, lines: new Map(), count: 0, isCut: false };
    } else if (line.name === "END" && open) {
      if (depth > 0) depth -= 1;
      else {
        events.push(open);
        open = null;
      }
    } else if (open && depth === 0) addLine(open, line);
  }
  return open ? [...events, open] : events;
}

export function parseIcs(text: string, { zone, from, to }: IcsOptions): IcsTimes {
  const all = eventsOf(text);
  const events = all.slice(0, maxEvents);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const unknown = new Set<string>();
  const busy: Interval[] = [];
  const budget: Budget = { days: daysToLookAt };
  let unread = 0;
  let isCut = all.length > events.length || events.some((event) => event.isCut);
  let rulesLeft = maxRules;
  const readings = new Map<string, number>();
  const clock: Clock = (date, time, own) => {
    const key = `${date} ${time} ${own}`;
    const known = readings.get(key);
    if (known !== undefined) return known;
    if (readings.size >= maxReadings) {
      isCut = true;
      return null;
    }
    const ms = Date.parse(instantOf(date, time, own));
    readings.set(key, ms);
    return ms;
  };
  let timesLeft = maxTimes;
  const readTime = (value: string, own: string): IcsTime | null => {
    timesLeft -= 1;
    if (timesLeft >= 0) return timeOf(value, own, clock);
    isCut = true;
    return null;
  };
  const add = (start: number | null, end: number | null): void => {
    if (start === null || end === null || end <= start || end <= first || start >= last) return;
    if (busy.length >= maxIntervals) isCut = true;
    else busy.push({ start, end });
  };
  const valueOf = (event: IcsEvent, name: string): string => event.lines.get(name)?.[0]?.value ?? "";
  const zoneOf = ({ parameters }: Line): string => {
    const name = parameters.get("TZID");
    if (name === undefined) return zone;
    const known = zoneNamed(name);
    if (known === null) unknown.add(name.slice(0, 60));
    return known ?? zone;
  };
  const timesOf = (event: IcsEvent, name: string): IcsTime[] =>
    (event.lines.get(name) ?? []).flatMap((line) =>
      line.value.split(",").flatMap((value) => readTime(value, zoneOf(line)) ?? []),
    );
  const dayStart = (date: string): number | null => clock(date, "00:00", zone);

  /** Occurrences that were changed or cancelled, by event. */
  const changed = new Map<string, Set<number>>();
  for (const event of events)
    for (const { ms } of timesOf(event, "RECURRENCE-ID")) {
      const uid = valueOf(event, "UID");
      changed.set(uid, (changed.get(uid) ?? new Set()).add(ms));
    }

  const addFreeBusy = (event: IcsEvent): void => {
    for (const line of event.lines.get("FREEBUSY") ?? []) {
      if (line.parameters.get("FBTYPE")?.toUpperCase() === "FREE") continue;
      for (const period of line.value.split(",")) {
        const [begin = "", end = ""] = period.split("/");
        const start = readTime(begin, zone);
        const length = durationOf(end);
        const stop = length ? start && start.ms + length.days * 86_400_000 + length.ms : readTime(end, zone)?.ms;
        if (start && stop) add(start.ms, stop);
        else unread += 1;
      }
    }
  };

  const addEvent = (event: IcsEvent): void => {
    if (/^CANCELLED$/i.test(valueOf(event, "STATUS")) || /^TRANSPARENT$/i.test(valueOf(event, "TRANSP"))) return;
    const [start] = timesOf(event, "DTSTART");
    if (!start) {
      unread += 1;
      return;
    }
    const [end] = timesOf(event, "DTEND");
    const length = durationOf(valueOf(event, "DURATION"));
    const days = end ? dayNumber(end.date) - dayNumber(start.date) : length ? length.days : 1;
    // Days are days of the wall clock, hours are hours: a change of clocks inside a day moves only its end.
    const addAt = (date: string): void => {
      if (start.isDay) return add(dayStart(date), dayStart(addDays(date, Math.max(1, days))));
      const ms = clock(date, start.time, start.zone);
      if (ms === null) return;
      if (end) return add(ms, ms + end.ms - start.ms);
      const lastDay = length ? clock(addDays(date, length.days), start.time, start.zone) : null;
      if (length && lastDay !== null) add(ms, lastDay + length.ms);
    };
    const out = new Set([
      ...timesOf(event, "EXDATE").map(({ ms }) => ms),
      ...(event.lines.has("RECURRENCE-ID") ? [] : (changed.get(valueOf(event, "UID")) ?? [])),
    ]);
    const isOut = (date: string): boolean => out.has(clock(date, start.time, start.zone) ?? 0);
    const rules = event.lines.get("RRULE") ?? [];
    if (rules.length > rulesLeft) isCut = true;
    const dates = new Set([start.date]);
    for (const { value } of rules.slice(0, Math.max(0, rulesLeft))) {
      const rule = parseRecurrence(value);
      if (!rule) {
        unread += 1;
        continue;
      }
      const [earliest, latest] = [
        addDays(localDateOf(from, start.zone), -(Math.abs(days) + 2)),
        localDateOf(to, start.zone),
      ];
      const until = lastDayOf(rule);
      const lastDate = until !== "" && until < latest ? until : latest;
      const ends = rule.until === "" ? null : readTime(rule.until, start.zone);
      for (const date of recurrenceDays(rule, start.date, earliest, lastDate, budget)) {
        const ms = clock(date, start.time, start.zone);
        if (ms === null) break;
        if (!ends || (ends.isDay ? date <= ends.date : ms <= ends.ms)) dates.add(date);
      }
    }
    rulesLeft -= rules.length;
    for (const { date } of timesOf(event, "RDATE")) dates.add(date);
    for (const date of dates) if (!isOut(date)) addAt(date);
  };

  for (const event of events)
    if (event.kind === "VFREEBUSY") addFreeBusy(event);
    else addEvent(event);
  return { busy, events: events.length, unread, unknownZones: [...unknown], isCut: isCut || budget.days < 0 };
}
