import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addDays } from "#src/kit/time/dates.ts";
import {
  calendarFamilies,
  calendarFamilyLabelKey,
  calendarFamilyOf,
  calendarTypeLabelKey,
  calendarTypes,
  isCalendarType,
  isRecurrenceRule,
} from "./rules.ts";
import { weeksFrom } from "./web/weeks.ts";
import { entryType } from "./contract.ts";

test("defines 65 calendar type codes", () => {
  expect(calendarTypes).toHaveLength(65);
  expect(new Set(calendarTypes).size).toBe(65);
  expect(calendarTypes.every((type) => entryType.safeParse(type).success)).toBe(true);
  expect(calendarTypes.at(0)).toBe("1000");
  expect(calendarTypes.at(-1)).toBe("8040");
});

test.each(["4090", "5080", "7050", "8050", "9000", "1005", "100", "", "constructor", null, 1000])(
  "%j is not a calendar type",
  (value) => {
    expect(isCalendarType(value)).toBe(false);
  },
);

test("gives every calendar type a family", () => {
  for (const type of calendarTypes) {
    expect(calendarFamilies).toContain(calendarFamilyOf(type));
  }
  expect(() => calendarFamilyOf("9999")).toThrow(RangeError);
});

test.each(["en", "de"])("names every calendar type and family (%s)", (language) => {
  const file = join(import.meta.dirname, "../../ui/i18n", language, "workflows.json");
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;
  const keys = [...calendarTypes.map(calendarTypeLabelKey), ...calendarFamilies.map(calendarFamilyLabelKey)];
  const named = Object.entries(texts).flatMap(([group, names]) =>
    Object.keys(names).map((name) => `workflows:${group}.${name}`),
  );
  expect(keys.filter((key) => !named.includes(key))).toEqual([]);
  expect(named.filter((key) => key.startsWith("workflows:calendar"))).toHaveLength(73);
});

const day = fc
  .date({ min: new Date("1900-01-10"), max: new Date("2200-06-01"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

test("weeks start on Monday, are consecutive, have seven days and take the number of their Thursday", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 60 }), (first, count) => {
      const weeks = weeksFrom(first, count);
      expect(weeks).toHaveLength(count);
      const days = weeks.flatMap((week) => week.days);
      if (count > 0) expect(days.slice(0, 7)).toContain(first);
      days.forEach((one, at) => expect(one).toBe(addDays(days[0] ?? "", at)));
      for (const week of weeks) {
        expect(week.days).toHaveLength(7);
        expect(new Date(`${week.days[0]}T12:00:00Z`).getUTCDay()).toBe(1);
        const thursday = week.days[3] ?? "";
        const before = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / 86_400_000;
        expect(week.number).toBe(Math.floor(before / 7) + 1);
      }
    }),
  );
});

test("week numbers at the turn of the year follow ISO 8601", () => {
  expect(weeksFrom("2026-12-31", 2).map(({ number }) => number)).toEqual([53, 1]);
  expect(weeksFrom("2026-11-29", 1)).toEqual([
    {
      number: 48,
      days: ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"],
    },
  ]);
});

describe("a recurrence rule", () => {
  it.each([
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=2;COUNT=10",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=MO",
    "FREQ=WEEKLY;UNTIL=20271231T225959Z;BYDAY=TU",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYMONTHDAY=1,-1",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    "FREQ=YEARLY;BYYEARDAY=1,-1",
    "UNTIL=20271231;FREQ=DAILY",
  ])("%s is one", (rule) => expect(isRecurrenceRule(rule)).toBe(true));

  it.each([
    "",
    "FREQ",
    "FREQ=",
    "FREQ=DAILY;",
    "RRULE:FREQ=DAILY",
    "freq=daily",
    "INTERVAL=2",
    "FREQ=SECONDLY",
    "FREQ=MINUTELY",
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR=9",
    "FREQ=DAILY;FREQ=DAILY",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=1e3",
    "FREQ=DAILY;INTERVAL=-1",
    "FREQ=DAILY;COUNT=2;UNTIL=20271231",
    "FREQ=DAILY;UNTIL=20270230",
    "FREQ=DAILY;UNTIL=20271231T250000Z",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;BYDAY=6MO",
    "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=MONTHLY;BYWEEKNO=1",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO",
    "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=YEARLY;BYMONTH=13",
    "FREQ=DAILY;X=1",
    "FREQ=DAILY;constructor=1",
    "FREQ=DAILY;WKST=XX",
    "FREQ=DAILY\nATTACH:x",
  ])("%j is none", (rule) => expect(isRecurrenceRule(rule)).toBe(false));

  it("keeps to its letters: whatever is taken can stand on one line of a calendar file", () => {
    const part = fc.constantFrom(
      "FREQ=DAILY",
      "FREQ=YEARLY",
      "COUNT=3",
      "BYDAY=MO",
      "BYMONTH=2",
      ";",
      "=",
      ",",
      "\n",
      ":",
      "é",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
          fc.array(part).map((parts) => parts.join(";")),
        ),
        (text) => {
          if (isRecurrenceRule(text)) expect(text).toMatch(/^(?:[A-Z]+=[A-Z0-9,+-]+)(?:;[A-Z]+=[A-Z0-9,+-]+)*$/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
