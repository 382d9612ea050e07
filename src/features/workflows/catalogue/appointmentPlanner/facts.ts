import { addDays, localDateOf } from "../../domain/dates.ts";
import { type BusyProblem, type BusyTime, parseBusy } from "../../domain/busyLines.ts";
import { type Holiday, holidaysOf } from "../../domain/holidays.ts";
import { findMeetingTimes, type MeetingTimes } from "../../domain/meeting.ts";
import type { Participant } from "../../domain/meetingCalendars.ts";
import { workday } from "../../kit/effects.ts";
import type { Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";

export interface Facts {
  /** IANA zone of the person who asks. */
  zone: string;
  times: MeetingTimes;
  problems: BusyProblem[];
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

/** @param further busy times that were not written into the form, such as those of the person's own calendar */
export function factsOf(values: Form, context: WorkflowContext, further: readonly BusyTime[] = []): Facts {
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
  const days = daysBetween[values.repeat];
  const times = values.repeat === "once" ? 1 : values.meetings;
  const last = addDays(to, days * (times - 1));
  const { busy, problems } = parseBusy(
    values.busy,
    [
      { id: selfId, name: "", zone },
      ...values.people.map(({ name, zone: own }, at) => ({ id: idOf(at), name, zone: own })),
    ],
    // "Later" is looked at, too: two weeks behind the window.
    { from: addDays(from, -1), to: addDays(last, 15) },
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
