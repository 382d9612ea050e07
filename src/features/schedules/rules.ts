import { instantOf, localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, firstOfNextMonth, monthOf, weekdayOf } from "#src/kit/time/dates.ts";
import type { Schedule } from "./contract.ts";

/**
 * Days of the week and of the month on which a project is run again, by the clocks of a zone. An hour that the clocks
 * leave out moves on, one that exists twice is taken the first time.
 */
export type Rhythm = Pick<Schedule, "every" | "day" | "time" | "timeZone">;

/** The day of a rhythm in the month of a date, `YYYY-MM-DD`. */
function dayInMonth(date: string, day: number): string {
  const wanted = `${monthOf(date)}-${String(day).padStart(2, "0")}`;
  const last = addDays(firstOfNextMonth(date), -1);
  return wanted < last ? wanted : last;
}

/**
 * The first time of a rhythm after an instant.
 * @param after ISO 8601
 * @returns ISO 8601 in UTC, later than `after` and at most 32 days away
 */
export function nextTime({ every, day, time, timeZone }: Rhythm, after: string): string {
  const today = localDateOf(after, timeZone);
  const first = every === "week" ? addDays(today, (day - weekdayOf(today) + 7) % 7) : dayInMonth(today, day);
  const second = every === "week" ? addDays(first, 7) : dayInMonth(firstOfNextMonth(today), day);
  const at = instantOf(first, time, timeZone);
  return Date.parse(at) > Date.parse(after) ? at : instantOf(second, time, timeZone);
}

/** Whether a run with this form reads the web: pages change while the form stays. */
export const readsWeb = (formValues: Readonly<Record<string, unknown>>): boolean => formValues["research"] === "web";

/** When the month began that the calendar of a zone shows at an instant; ISO 8601 in UTC. */
export const startOfMonth = (at: string, timeZone: string): string =>
  instantOf(`${monthOf(localDateOf(at, timeZone))}-01`, "00:00", timeZone);

/** How often a rhythm can come in one month at most. */
export const maxPerMonth = (every: Rhythm["every"]): number => (every === "week" ? 5 : 1);
