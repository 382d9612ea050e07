import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type BusyProblem, parseBusy } from "../../domain/busyLines.ts";
import { type Holiday, holidaysOf } from "../../domain/holidays.ts";
import { findMeetingTimes, type MeetingTimes } from "../../domain/meeting.ts";
import type { Participant } from "../../domain/meetingCalendars.ts";
import { workday } from "../../kit/effects.ts";
import type { ReadRequest, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { calendarRequests, periodOf, type ReadCalendar, readCalendars } from "./calendars.ts";
import type { Form } from "./form.ts";
import { idOf, selfId } from "./ids.ts";
import { leadsRequest, type People, peopleOf } from "./people.ts";
import { seriesOf } from "./series.ts";

export interface Facts extends People {
  /** IANA zone of the person who asks. */
  zone: string;
  times: MeetingTimes;
  problems: BusyProblem[];
  /** Busy stretches in the window, by id. */
  busyCounts: Record<string, number>;
  calendars: ReadCalendar[];
  /** Public holidays in the window, with whose they are. */
  holidays: (Holiday & { who: string[] })[];
}
export type PlanScene = Scene<Form, Facts>;

const hourMs = 3_600_000;

export const travelOf = ({ where, travel }: Form): number => (where === "onSite" ? travel : 0);

const zoneFor = (values: Form, context: WorkflowContext): string => values.zone || context.timeZone;

/** Everything beyond the common material that a run reads: leads, the own calendar, and calendars of participants. */
export const ownRequests = (values: Form, context: WorkflowContext): ReadRequest[] => [
  ...leadsRequest(values),
  ...calendarRequests(values, zoneFor(values, context)),
];

/** @param textOf what the requests of a run brought; null for one that was not asked */
export function factsOf(
  values: Form,
  context: WorkflowContext,
  textOf: (request: ReadRequest) => string | null = () => null,
): Facts {
  const zone = zoneFor(values, context);
  const invited = peopleOf(values, zone, textOf);
  const self: Participant = {
    id: selfId,
    zone,
    from: values.fromTime,
    to: values.toTime,
    isRequired: true,
    country: values.country,
  };
  const others = invited.people.map(({ zone: own, from, to, isRequired, country }, at): Participant => ({
    id: idOf(at),
    zone: own,
    from,
    to,
    isRequired,
    country,
  }));
  const { from, to } = values.window;
  const { busy: entered, problems } = parseBusy(
    values.busy,
    [
      { id: selfId, name: "", zone },
      ...invited.people.map(({ name, zone: own }, at) => ({ id: idOf(at), name, zone: own })),
    ],
    periodOf(values),
  );
  const { busy: read, calendars } = readCalendars(values, zone, textOf);
  const busy = [...entered, ...read];
  const found = findMeetingTimes({
    self,
    others,
    busy,
    from,
    to,
    minutes: values.minutes,
    weekdays: values.weekdays,
    buffer: values.buffer,
    travel: travelOf(values),
    count: values.count,
    earliest: Date.parse(context.now) + values.notice * hourMs,
    series: seriesOf(values),
  });
  const inWindow = busy.filter(({ start, end }) => {
    const [begins, ends] = [start, end - 1].map((ms) => localDateOf(new Date(ms).toISOString(), zone));
    return (ends ?? "") >= from && (begins ?? "") <= to;
  });
  return {
    ...invited,
    zone,
    times: found,
    problems,
    calendars,
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
