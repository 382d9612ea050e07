import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { type HolidayCountry, holidaysOf } from "./holidays.ts";

/*
 * Dates of a tender. Periods of EU law are counted as in Regulation (EEC, Euratom) No 1182/71: the day of the event is
 * not counted, and a period that would end on a day off ends with the next working day.
 */

export type IsWorkday = (date: string) => boolean;

/** Monday to Friday without the public holidays of a whole country; null for one whose holidays are not known here. */
export function workdaysOf(country: HolidayCountry | null): IsWorkday {
  // A plan asks for a few hundred days of two or three years.
  const years = new Map<string, ReadonlySet<string>>();
  const holidaysIn = (year: string, of: HolidayCountry): ReadonlySet<string> => {
    const known = years.get(year) ?? new Set(holidaysOf(of, `${year}-01-01`, `${year}-12-31`).map(({ date }) => date));
    years.set(year, known);
    return known;
  };
  return (date) => weekdayOf(date) <= 5 && (country === null || !holidaysIn(date.slice(0, 4), country).has(date));
}

/** The working day at or after a date. */
export function nextWorkday(date: string, isWorkday: IsWorkday): string {
  let day = date;
  while (!isWorkday(day)) day = addDays(day, 1);
  return day;
}

/** The working day so many working days after a date, or before it for a negative number. */
export function addWorkdays(date: string, count: number, isWorkday: IsWorkday): string {
  const step = count < 0 ? -1 : 1;
  let day = date;
  for (let left = Math.abs(count); left > 0;) {
    day = addDays(day, step);
    if (isWorkday(day)) left -= 1;
  }
  return day;
}

/** Working days after a date, up to and with another one. */
export function workdaysUntil(from: string, to: string, isWorkday: IsWorkday): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWorkday(day)) count += 1;
  return count;
}

/** No country has so many days off in a row: a longer period has its working days. */
const longestBreak = 12;

/** Last day of a period of calendar days. A period of two days or more has at least two working days (Article 3(5)). */
export function periodEnd(start: string, days: number, isWorkday: IsWorkday): string {
  const end = nextWorkday(addDays(start, days), isWorkday);
  const missing = days < 2 || days > longestBreak ? 0 : 2 - workdaysUntil(start, end, isWorkday);
  return missing > 0 ? addWorkdays(end, missing, isWorkday) : end;
}

export interface Standstill {
  days: number;
  unit: "calendar" | "working";
}

export interface TenderPeriods {
  /** Days for requests to take part; null for a procedure without. */
  requestDays: number | null;
  bidDays: number;
  /** Working days from the deadline to the choice. */
  evaluationDays: number;
  /** Calendar days before the deadline by which answers to bidders must be out; null without such a rule. */
  answersBefore: number | null;
  /** Between telling the unsuccessful bidders and the award. */
  standstill: Standstill | null;
  /** Days after the award by which its notice must be sent; null without such a rule. */
  noticeDays: number | null;
}

export type TenderStep =
  | "sent"
  | "requests"
  | "invited"
  | "questions"
  | "answers"
  | "deadline"
  | "opening"
  | "informed"
  | "award"
  | "notice"
  | "binding";

export interface TenderDates {
  /** In the order of time, `binding` and `notice` last. */
  steps: { id: TenderStep; date: string }[];
  /** Day from which the days for bids are counted. */
  bidsFrom: string;
  deadline: string;
  award: string;
}

/** Planning values in working days: judging requests, formal check, last questions before the answers, reserve. */
const plannedDays = { invited: 5, opening: 1, questions: 3, binding: 10 } as const;
/** Days before the deadline by which answers are out where no law says so, and the share of a short period for it. */
const usualAnswers = { days: 6, share: 1 / 3 } as const;

/** The dates of a tender whose notice is sent on a day. Ascending, and working days but for the day itself. */
export function tenderDates(sentOn: string, periods: TenderPeriods, isWorkday: IsWorkday): TenderDates {
  const { requestDays, bidDays, evaluationDays, answersBefore, standstill, noticeDays } = periods;
  const requests = requestDays === null ? null : periodEnd(sentOn, requestDays, isWorkday);
  const bidsFrom = requests === null ? sentOn : addWorkdays(requests, plannedDays.invited, isWorkday);
  const deadline = periodEnd(bidsFrom, bidDays, isWorkday);
  const first = addWorkdays(bidsFrom, 1, isWorkday);
  const lead = answersBefore ?? Math.min(usualAnswers.days, Math.floor(bidDays * usualAnswers.share));
  const notBefore = (date: string): string => (date < first ? first : date);
  const answers = notBefore(addWorkdays(addDays(deadline, 1 - lead), -1, isWorkday));
  const informed = addWorkdays(deadline, evaluationDays, isWorkday);
  const award =
    standstill === null
      ? addWorkdays(informed, 1, isWorkday)
      : standstill.unit === "working"
        ? addWorkdays(informed, standstill.days + 1, isWorkday)
        : addWorkdays(periodEnd(informed, standstill.days, isWorkday), 1, isWorkday);
  return {
    bidsFrom,
    deadline,
    award,
    steps: [
      { id: "sent", date: sentOn },
      ...(requests === null
        ? []
        : [
            { id: "requests" as const, date: requests },
            { id: "invited" as const, date: bidsFrom },
          ]),
      { id: "questions", date: notBefore(addWorkdays(answers, -plannedDays.questions, isWorkday)) },
      { id: "answers", date: answers },
      { id: "deadline", date: deadline },
      { id: "opening", date: addWorkdays(deadline, plannedDays.opening, isWorkday) },
      { id: "informed", date: informed },
      { id: "award", date: award },
      { id: "binding", date: addWorkdays(award, plannedDays.binding, isWorkday) },
      ...(noticeDays === null
        ? []
        : [{ id: "notice" as const, date: addWorkdays(addDays(award, noticeDays + 1), -1, isWorkday) }]),
    ],
  };
}

/** Days that are looked back over for the latest notice: more than the longest periods of a form take. */
const longestLookBack = 1_000;

/**
 * The latest working day for the notice with which the award still comes before the contract starts; null for none. An
 * earlier notice never has a later award, so the days are halved until one is left.
 */
export function latestSending(startOn: string, periods: TenderPeriods, isWorkday: IsWorkday): string | null {
  const isInTime = (back: number): boolean => tenderDates(addDays(startOn, -back), periods, isWorkday).award < startOn;
  if (!isInTime(longestLookBack)) return null;
  let [tooLate, inTime] = [0, longestLookBack];
  while (inTime - tooLate > 1) {
    const middle = Math.floor((tooLate + inTime) / 2);
    if (isInTime(middle)) inTime = middle;
    else tooLate = middle;
  }
  return addWorkdays(addDays(startOn, 1 - inTime), -1, isWorkday);
}
