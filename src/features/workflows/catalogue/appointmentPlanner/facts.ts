import { addDays, instantOf, localDateOf } from "../../domain/dates.ts";
import { type BusyProblem, type BusyTime, parseBusy } from "../../domain/busyLines.ts";
import { parseIcs } from "../../domain/icsBusy.ts";
import { type Holiday, holidaysOf } from "../../domain/holidays.ts";
import { findMeetingTimes, type MeetingTimes } from "../../domain/meeting.ts";
import type { Participant } from "../../domain/meetingCalendars.ts";
import { workday } from "../../kit/effects.ts";
import type { ReadRequest, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";

export interface Facts {
  /** IANA zone of the person who asks. */
  zone: string;
  times: MeetingTimes;
  problems: BusyProblem[];
  /** The person's own calendar was looked at. */
  isCalendarRead: boolean;
  /** Busy stretches in the window, by id. */
  busyCounts: Record<string, number>;
  /** Public holidays in the window, with whose they are. */
  holidays: (Holiday & { who: string[] })[];
}
export type PlanScene = Scene<Form, Facts>;

/** The person who asks; participants are `p1`, `p2`, … in the order of the form. */
export const selfId = "me";
export const idOf = (index: number): string => `p${index + 1}`;

const hourMs = 3_600_000;
/** Days from one meeting of a series to the next. */
export const daysBetween: Readonly<Record<Form["repeat"], number>> = { once: 0, weekly: 7, fortnightly: 14 };

export const travelOf = ({ where, travel }: Form): number => (where === "onSite" ? travel : 0);

/** Days that are looked at: the window, the meetings of a series after it, and two weeks for "later". */
function searchedDays(values: Form): { first: string; last: string } {
  const { from, to } = values.window;
  const times = values.repeat === "once" ? 1 : values.meetings;
  return { first: addDays(from, -1), last: addDays(to, daysBetween[values.repeat] * (times - 1) + 15) };
}

/** Days of one question to the calendar: a series of a year of meetings ends within them. */
const longestReading = 460;

/** What is asked of the person's own calendar; null where it is to be left alone. */
export function calendarRequest(values: Form, context: Pick<WorkflowContext, "timeZone">): ReadRequest | null {
  if (!values.ownCalendar) return null;
  const zone = values.zone || context.timeZone;
  const { first, last } = searchedDays(values);
  const end = [last, addDays(first, longestReading)].toSorted()[0] ?? last;
  return {
    kind: "calendar",
    from: instantOf(first, "00:00", zone),
    to: instantOf(end, "00:00", zone),
    hidden: true,
  };
}

/** @param calendar busy times of the person's own calendar as calendar data; null when it was not read */
export function factsOf(values: Form, context: WorkflowContext, calendar: string | null = null): Facts {
  const request = calendarRequest(values, context);
  const asked = request?.kind === "calendar" && calendar !== null ? request : null;
  const own = asked ? parseIcs(calendar ?? "", { zone: values.zone || context.timeZone, ...asked }) : null;
  const further: BusyTime[] = (own?.busy ?? []).map((span) => ({ ...span, who: selfId }));
  const zone = values.zone || context.timeZone;
  const self: Participant = {
    id: selfId,
    zone,
    from: values.fromTime,
    to: values.toTime,
    isRequired: true,
    country: values.country,
  };
  const others = values.people.map(({ zone: own, from, to, isRequired, country }, at): Participant => ({
    id: idOf(at),
    zone: own,
    from,
    to,
    isRequired,
    country,
  }));
  const { from, to } = values.window;
  const searched = searchedDays(values);
  const days = daysBetween[values.repeat];
  const times = values.repeat === "once" ? 1 : values.meetings;
  const { busy, problems } = parseBusy(
    values.busy,
    [
      { id: selfId, name: "", zone },
      ...values.people.map(({ name, zone: own }, at) => ({ id: idOf(at), name, zone: own })),
    ],
    { from: searched.first, to: searched.last },
  );
  const found = findMeetingTimes({
    self,
    others,
    busy: [...busy, ...further],
    from,
    to,
    minutes: values.minutes,
    weekdays: values.weekdays,
    buffer: values.buffer,
    travel: travelOf(values),
    count: values.count,
    earliest: Date.parse(context.now) + values.notice * hourMs,
    every: { days, times },
  });
  const inWindow = [...busy, ...further].filter(({ start, end }) => {
    const [begins, ends] = [start, end - 1].map((ms) => localDateOf(new Date(ms).toISOString(), zone));
    return (ends ?? "") >= from && (begins ?? "") <= to;
  });
  return {
    zone,
    times: found,
    problems,
    isCalendarRead: own !== null,
    busyCounts: Object.fromEntries(
      [self, ...others].map(({ id }) => [id, inWindow.filter(({ who }) => who === id).length]),
    ),
    holidays: holidaysWithin([self, ...others], from, to),
  };
}

function holidaysWithin(people: readonly Participant[], from: string, to: string): Facts["holidays"] {
  const byDate = new Map<string, Facts["holidays"][number]>();
  for (const { id, country } of people) {
    if (country === "none") continue;
    for (const { date, name } of holidaysOf(country, from, to)) {
      const key = `${date} ${name.en}`;
      byDate.set(key, { date, name, who: [...(byDate.get(key)?.who ?? []), id] });
    }
  }
  return [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * The day by which people should have answered: two working days before the first option, never before tomorrow.
 * @param starts of the options, ISO instants
 */
export function answerDay(starts: readonly string[], zone: string, now: string): string {
  const soonest = addDays(localDateOf(now, zone), 1);
  const [first = soonest] = starts.map((start) => localDateOf(start, zone)).toSorted();
  const wanted = workday(addDays(workday(addDays(first, -1)), -1));
  return wanted < soonest ? soonest : wanted;
}
