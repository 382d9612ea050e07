import { type BusyAnswer, busyAnswerIn } from "../../domain/busyAnswer.ts";
import type { BusyTime } from "../../domain/busyLines.ts";
import { instantOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { reachOf } from "../../domain/meetingSeries.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { feedAddress, type Form } from "./form.ts";
import { idOf, selfId } from "./ids.ts";
import { seriesOf } from "./series.ts";

/* Calendars that a run asks about: the organiser's own one, and those at the addresses of participants. */

export interface ReadCalendar {
  /** Id of the participant. */
  who: string;
  /** Null when it could not be read: then its times are unknown, not free. */
  answer: Omit<BusyAnswer, "busy"> | null;
}

interface CalendarQuery {
  who: string;
  request: ReadRequest;
}

/** Days that matter: the window, a series behind it, and two weeks in which a later time is looked for. */
export function periodOf(form: Form): { from: string; to: string } {
  return { from: addDays(form.window.from, -1), to: addDays(form.window.to, reachOf(seriesOf(form)) + 15) };
}

/** @param zone of the organiser */
function askedOf(form: Form, zone: string): CalendarQuery[] {
  const { from, to } = periodOf(form);
  // A day more on both sides: the days of other zones begin earlier and end later.
  const period = { from: instantOf(addDays(from, -1), "00:00", zone), to: instantOf(addDays(to, 2), "00:00", zone) };
  return [
    ...(form.isKeptFree
      ? [{ who: selfId, request: { kind: "calendar" as const, ...period, zone, hidden: true as const } }]
      : []),
    ...form.people.flatMap(({ feed, zone: own }, at): CalendarQuery[] =>
      feed === ""
        ? []
        : [{ who: idOf(at), request: { kind: "feed", url: feedAddress(feed), ...period, zone: own, hidden: true } }],
    ),
  ];
}

export const calendarRequests = (form: Form, zone: string): ReadRequest[] =>
  askedOf(form, zone).map(({ request }) => request);

/** What the calendars answered; those that nobody asked yet are left out. */
export function readCalendars(
  form: Form,
  zone: string,
  textOf: (request: ReadRequest) => string | null,
): { busy: BusyTime[]; calendars: ReadCalendar[] } {
  const busy: BusyTime[] = [];
  const calendars = askedOf(form, zone).flatMap(({ who, request }): ReadCalendar[] => {
    const text = textOf(request);
    if (text === null) return [];
    const answer = busyAnswerIn(text);
    if (!answer) return [{ who, answer: null }];
    const { busy: times, ...rest } = answer;
    for (const [start, end] of times) busy.push({ who, start, end });
    return [{ who, answer: rest }];
  });
  return { busy, calendars };
}
