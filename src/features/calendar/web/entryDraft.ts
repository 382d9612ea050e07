import { instantAt, minutesOf, timeOfMinute, wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber, isDay } from "#src/kit/time/dates.ts";
import { isClock } from "#src/kit/time/typedClock.ts";
import { checkBy } from "#src/ui/forms/checkBy.ts";
import {
  type Aliases,
  type Checked,
  type FormProblem,
  ownProblem,
  type Path,
  placeIn,
} from "#src/ui/forms/problems.ts";
import { type Entry, type EntryChanges, entryChanges, newEntry } from "../contract.ts";
import { daysOf } from "./layout.ts";
import { allDayTimes, type Times } from "./moves.ts";

/** An entry as its form holds it: days and clocks of its zone, everything as text. */
export interface EntryDraft extends Pick<
  Entry,
  "title" | "type" | "priority" | "allDay" | "timeZone" | "notes" | "reminders"
> {
  /** `YYYY-MM-DD`, or whatever was typed in its place. */
  startDay: string;
  endDay: string;
  /** `HH:mm`, or whatever was typed in its place. */
  startTime: string;
  endTime: string;
  location: string;
  link: string;
  /** `Mara Brandt <mara@example.com>` or the address alone. */
  attendees: string[];
}

/** Days and clocks of two instants in a zone. */
function partsOf(times: Times, allDay: boolean, timeZone: string) {
  const [start, end] = [wallClockAt(Date.parse(times.start), timeZone), wallClockAt(Date.parse(times.end), timeZone)];
  const days = daysOf({ id: "", ...times, allDay, timeZone }, timeZone);
  return {
    startDay: start.day,
    endDay: allDay ? days.last : end.day,
    // Midnights are no times to begin with, should it not take all day after all.
    startTime: allDay ? "09:00" : timeOfMinute(start.minute),
    endTime: allDay ? "10:00" : timeOfMinute(end.minute),
  };
}

export interface DraftStart extends Times {
  allDay: boolean;
  timeZone: string;
  reminders: readonly number[];
  /** What was typed before the form opened. */
  title?: string;
  type?: string;
  attendees?: readonly string[];
}

/** A new entry's draft. */
export function newDraft(start: DraftStart): EntryDraft {
  const { allDay, timeZone, reminders, title = "", type = "1000", attendees = [], ...times } = start;
  return {
    title,
    type,
    priority: "normal",
    allDay,
    ...partsOf(times, allDay, timeZone),
    timeZone,
    location: "",
    link: "",
    notes: "",
    attendees: [...attendees],
    reminders: [...reminders],
  };
}

const attendeeText = ({ name, email }: Entry["attendees"][number]): string => (name ? `${name} <${email}>` : email);

/** Name and address as typed; what is no address is left to the contract to refuse. */
function readAttendee(text: string): Entry["attendees"][number] {
  const typed = text.trim();
  const open = typed.endsWith(">") ? typed.lastIndexOf("<") : -1;
  const name = typed.slice(0, Math.max(0, open)).trim().slice(0, 120);
  return { name, email: open < 0 ? typed : typed.slice(open + 1, -1) };
}

export function entryDraft(entry: Entry): EntryDraft {
  const { title, type, priority, allDay, timeZone, notes, reminders } = entry;
  return {
    title,
    type,
    priority,
    allDay,
    ...partsOf(entry, allDay, timeZone),
    timeZone,
    location: entry.location ?? "",
    link: entry.link ?? "",
    notes,
    attendees: entry.attendees.map(attendeeText),
    reminders: [...reminders],
  };
}

/** Instants of a draft whose days and clocks can be read. */
export function timesOf(draft: EntryDraft): Times {
  const { startDay, endDay, startTime, endTime, timeZone } = draft;
  if (draft.allDay) return allDayTimes(startDay, endDay, timeZone);
  return {
    start: new Date(instantAt(startDay, minutesOf(startTime), timeZone)).toISOString(),
    end: new Date(instantAt(endDay, minutesOf(endTime), timeZone)).toISOString(),
  };
}

/** What is wrong with days and clocks; the contract knows instants alone. */
function problemsOfTimes(draft: EntryDraft): FormProblem[] {
  const days = (["startDay", "endDay"] as const).filter((field) => !isDay(draft[field]));
  const clocks = draft.allDay ? [] : (["startTime", "endTime"] as const).filter((field) => !isClock(draft[field]));
  if (days.length + clocks.length > 0)
    return [
      ...days.map((field) => ownProblem(field, "validation.date")),
      ...clocks.map((field) => ownProblem(field, "validation.time")),
    ];
  const { start, end } = timesOf(draft);
  const isBackwards = draft.allDay ? draft.endDay < draft.startDay : Date.parse(end) < Date.parse(start);
  return isBackwards ? [ownProblem("endDay", "calendar:endBeforeStart")] : [];
}

/** Names of the form for fields of the contract. */
export const aliases: Aliases = { start: "startDay", end: "endDay" };

/**
 * Judges a draft by the rules of the contract.
 * @param entry what it changes: only the changes are judged; undefined for a new one
 */
export function checkEntry(draft: EntryDraft, entry: Entry | undefined): Checked<unknown> {
  const own = problemsOfTimes(draft);
  // Times that cannot be read are told above; in their place stand some that nothing is wrong with.
  const readable = own.length > 0 ? { ...draft, ...partsOf(epoch, draft.allDay, draft.timeZone) } : draft;
  const place = (path: Path): Path | undefined => placeIn(draft, path, aliases);
  return entry
    ? checkBy(entryChanges, changesOf(entry, readable) ?? { id: entry.id }, own, place)
    : checkBy<unknown>(newEntry, fieldsOf(readable), own, place);
}
const epoch: Times = { start: "2000-01-01T00:00:00.000Z", end: "2000-01-02T00:00:00.000Z" };

/** The draft with another start; its end goes with it, so that the length stays. */
export function withStart(draft: EntryDraft, start: Partial<Pick<EntryDraft, "startDay" | "startTime">>): EntryDraft {
  const next = { ...draft, ...start };
  const all = [draft.startDay, draft.endDay, next.startDay];
  if (!all.every(isDay) || ![draft.startTime, draft.endTime, next.startTime].every(isClock)) return next;
  const days = dayNumber(next.startDay) - dayNumber(draft.startDay);
  const minutes = draft.allDay ? 0 : minutesOf(next.startTime) - minutesOf(draft.startTime);
  const end = minutesOf(draft.endTime) + minutes;
  const over = Math.floor(end / 1440);
  return { ...next, endDay: addDays(draft.endDay, days + over), endTime: timeOfMinute(end - over * 1440) };
}

/** The draft with or without clocks: an end at midnight takes no part of the day that begins then. */
export function withAllDay(draft: EntryDraft, allDay: boolean): EntryDraft {
  const { startDay, endDay, endTime } = draft;
  const isMidnight = endTime === "00:00" && isDay(endDay) && (!allDay || endDay > startDay);
  return { ...draft, allDay, endDay: isMidnight ? addDays(endDay, allDay ? -1 : 1) : endDay };
}

/** What a draft without problems says. */
export function fieldsOf(draft: EntryDraft) {
  return {
    type: draft.type,
    priority: draft.priority,
    title: draft.title.trim(),
    ...timesOf(draft),
    allDay: draft.allDay,
    timeZone: draft.timeZone,
    location: draft.location.trim() || null,
    link: draft.link.trim() || null,
    notes: draft.notes,
    attendees: draft.attendees.map(readAttendee),
    reminders: draft.reminders.toSorted((a, b) => a - b),
  };
}

const timeFields = ["startDay", "endDay", "startTime", "endTime", "timeZone", "allDay"] as const;

/**
 * What changed between an entry and its draft; undefined when nothing did. An untouched clock keeps its instant to the
 * second, also in an hour that exists twice.
 */
export function changesOf(entry: Entry, draft: EntryDraft): EntryChanges | undefined {
  const [before, after] = [fieldsOf(entryDraft(entry)), fieldsOf(draft)];
  const kept = entryDraft(entry);
  const isTimeKept = timeFields.every((field) => kept[field] === draft[field]);
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      !(isTimeKept && (name === "start" || name === "end")) &&
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  return changed.length > 0 ? { ...Object.fromEntries(changed), id: entry.id } : undefined;
}
