import type { MeetingSeries } from "../../domain/meetingSeries.ts";
import type { Form } from "./form.ts";

const known = new WeakMap<Form, MeetingSeries>();

/** The series of a form, one object for each form: its days are computed once. */
export function seriesOf(form: Form): MeetingSeries {
  const { repeat, repeatDays, weekdays, meetings, until } = form;
  const on = { once: [], monthly: [], daily: weekdays, weekly: repeatDays, fortnightly: repeatDays }[repeat];
  const series = known.get(form) ?? { repeat, on, count: meetings, until };
  known.set(form, series);
  return series;
}
