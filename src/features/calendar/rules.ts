import { addDays, mondayOf } from "#src/kit/days.ts";
import { isoWeekOf } from "#src/features/workflows/catalogue/dates.ts";

/** Families of the four-digit type codes; the number is the first code of the family. */
export const calendarFamilies = [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000] as const;
export type CalendarFamily = (typeof calendarFamilies)[number];

/** Last code of each family, specification section 3; codes go in steps of 10. */
const lastCode: Readonly<Record<CalendarFamily, number>> = {
  1000: 1090,
  2000: 2090,
  3000: 3090,
  4000: 4080,
  5000: 5070,
  6000: 6070,
  7000: 7040,
  8000: 8040,
};

/** All 65 codes as strings, ascending. */
export const calendarTypes: readonly string[] = calendarFamilies.flatMap((family) =>
  Array.from({ length: (lastCode[family] - family) / 10 + 1 }, (_, step) => String(family + step * 10)),
);

const known: ReadonlySet<string> = new Set(calendarTypes);

export const isCalendarType = (value: unknown): value is string => typeof value === "string" && known.has(value);

/**
 * Family of a type code.
 * @throws RangeError for a code outside the 65
 */
export function calendarFamilyOf(type: string): CalendarFamily {
  const family = calendarFamilies.find((first) => known.has(type) && type.startsWith(String(first / 1000)));
  if (family === undefined) throw new RangeError(`unknown calendar type ${type}`);
  return family;
}

/** Family of any stored type; what no family knows is shown as the system's. */
export const familyOf = (type: string): CalendarFamily => (isCalendarType(type) ? calendarFamilyOf(type) : 8000);

/** Key of a type's name: `workflows:calendarTypes.3010`. */
export const calendarTypeLabelKey = (type: string): string => `workflows:calendarTypes.${type}`;

/** Key of a family's name: `workflows:calendarFamilies.3000`. */
export const calendarFamilyLabelKey = (family: CalendarFamily): string => `workflows:calendarFamilies.${family}`;

/** Codes that workflows propose. */
export const socialPostEntry = "3010";
export const articleEntry = "3020";
export const approvalEntry = "3080";
export const refinementEntry = "6010";

/** One week of a calendar. */
export interface CalendarWeek {
  /** ISO 8601: week 1 is the one with the first Thursday of the year. */
  number: number;
  /** Seven days `YYYY-MM-DD`, Monday first. */
  days: string[];
}

/**
 * Consecutive weeks, the first of them that of `day`; weeks start on Monday (specification section 9).
 * @param day `YYYY-MM-DD`
 * @param count how many weeks
 */
export function weeksFrom(day: string, count: number): CalendarWeek[] {
  const monday = mondayOf(day);
  return Array.from({ length: count }, (_, week) => {
    const first = addDays(monday, week * 7);
    return { number: isoWeekOf(first), days: Array.from({ length: 7 }, (_none, at) => addDays(first, at)) };
  });
}
