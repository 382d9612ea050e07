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

/** Minutes that the entry of a content item takes. */
export const contentMinutes = 15;
/** Characters of a longer text that becomes notes, less than the field has. */
export const longestNotes = 7900;

/** Types that say when something is due, published or run: nobody has to be there. */
const datesOnly: ReadonlySet<string> = new Set(
  `2010 2020 2070 2080 2090
   3010 3020 3030 3040 3050 3060
   5010 5020 5030 5040 5050 5070
   6050 8000 8010 8020 8030`.split(/\s+/),
);
/** Types that take a whole day when they are all-day: meetings and events, visits, tests, and private life. */
const wholeDays = /^(?:1|7)|^(?:4060|5060|6060|6070)$/;

/** Whether an entry of a type takes the person's time: an all-day task or note leaves the day free. */
export const takesTime = (type: string, allDay: boolean): boolean =>
  !datesOnly.has(type) && (!allDay || wholeDays.test(type));

const isWhole = (text: string, least: number, most: number): boolean =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) >= least && Number(text) <= most;

const listOf = (isItem: (item: string) => boolean) => (value: string) => value.split(",").every(isItem);

/** From 1 or -1 on: counted from the start or the end. */
const ordinalTo = (most: number) => (item: string) => isWhole(item.replace(/^[+-]/, ""), 1, most);

const weekday = /^(?:MO|TU|WE|TH|FR|SA|SU)$/;

/** `20261122` or `20261122T143000Z`, a date that exists. */
function isUntil(value: string): boolean {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(value);
  if (!parts) return false;
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const at = new Date(iso);
  return !Number.isNaN(at.getTime()) && at.toISOString() === iso;
}

/** Parts of a recurrence rule and what they take. Hours, minutes and seconds are left out: nothing recurs within a day. */
const ruleParts: Readonly<Record<string, (value: string, frequency: string) => boolean>> = {
  FREQ: (value) => /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value),
  INTERVAL: (value) => isWhole(value, 1, 1000),
  COUNT: (value) => isWhole(value, 1, 10_000),
  UNTIL: isUntil,
  WKST: (value) => weekday.test(value),
  BYDAY: (value, frequency) =>
    listOf((item) => {
      const ordinal = item.slice(0, -2);
      const most = frequency === "MONTHLY" ? 5 : frequency === "YEARLY" ? 53 : 0;
      return weekday.test(item.slice(-2)) && (ordinal === "" || ordinalTo(most)(ordinal));
    })(value),
  BYMONTHDAY: (value, frequency) => frequency !== "WEEKLY" && listOf(ordinalTo(31))(value),
  BYYEARDAY: (value, frequency) => frequency === "YEARLY" && listOf(ordinalTo(366))(value),
  BYWEEKNO: (value, frequency) => frequency === "YEARLY" && listOf(ordinalTo(53))(value),
  BYMONTH: (value) => listOf((item) => isWhole(item, 1, 12))(value),
  BYSETPOS: (value) => listOf(ordinalTo(366))(value),
};

/**
 * Whether a text is a recurrence rule as RFC 5545 section 3.3.10 writes it, in capital letters, without the name
 * `RRULE:`, daily at most.
 */
export function isRecurrenceRule(text: string): boolean {
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [name = "", value, ...rest] = part.split("=");
    if (value === undefined || rest.length > 0 || parts.has(name)) return false;
    parts.set(name, value);
  }
  const frequency = parts.get("FREQ") ?? "";
  if (parts.has("COUNT") && parts.has("UNTIL")) return false;
  // A week of a year has no numbered weekdays, and a position needs something to count.
  if (parts.has("BYWEEKNO") && /\d/.test(parts.get("BYDAY") ?? "")) return false;
  if (parts.has("BYSETPOS") && ![...parts.keys()].some((name) => name.startsWith("BY") && name !== "BYSETPOS"))
    return false;
  return (
    parts.has("FREQ") &&
    [...parts].every(([name, value]) => Object.hasOwn(ruleParts, name) && ruleParts[name]?.(value, frequency) === true)
  );
}

/** Calendar entries that one person may have. */
export const maxEntries = 100_000;
