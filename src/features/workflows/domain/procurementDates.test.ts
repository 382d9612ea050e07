import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateOf, dayNumber, weekdayOf } from "#src/kit/time/dates.ts";
import { holidayCountries, holidaysOf } from "./holidays.ts";
import {
  addWorkdays,
  latestSending,
  periodEnd,
  tenderDates,
  type TenderPeriods,
  workdaysOf,
  workdaysUntil,
} from "./procurementDates.ts";

const german = workdaysOf("DE");
const days = fc.integer({ min: dayNumber("2026-01-01"), max: dayNumber("2029-12-31") }).map(dateOf);
const calendars = fc.constantFrom(...holidayCountries).map(workdaysOf);
const periodsOf = fc.record<TenderPeriods>({
  requestDays: fc.option(fc.integer({ min: 5, max: 60 })),
  bidDays: fc.integer({ min: 5, max: 120 }),
  evaluationDays: fc.integer({ min: 1, max: 60 }),
  answersBefore: fc.constantFrom(6, null),
  standstill: fc.constantFrom({ days: 10, unit: "calendar" as const }, { days: 8, unit: "working" as const }, null),
  noticeDays: fc.constantFrom(30, null),
});
const runs = { numRuns: 60 };

test("working days are those from Monday to Friday that are no public holiday", () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...holidayCountries), (date, country) => {
      expect(workdaysOf(country)(date)).toBe(weekdayOf(date) <= 5 && holidaysOf(country, date, date).length === 0);
      expect(workdaysOf(null)(date)).toBe(weekdayOf(date) <= 5);
    }),
  );
});

describe("periods", () => {
  test("do not count the day of the event, and end on a working day", () => {
    expect(periodEnd("2027-01-04", 30, german)).toBe("2027-02-03");
    // 13 Feb 2027 is a Saturday.
    expect(periodEnd("2027-01-14", 30, german)).toBe("2027-02-15");
    // 26 to 29 Mar 2027: Good Friday to Easter Monday.
    expect(periodEnd("2027-02-24", 30, german)).toBe("2027-03-30");
    // Two days from Maundy Thursday would hold one working day.
    expect(periodEnd("2027-03-25", 2, german)).toBe("2027-03-31");
  });

  test("hold at least their days, end on a working day, and are no longer than days off make them", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 2, max: 60 }), calendars, (start, length, isWorkday) => {
        const end = periodEnd(start, length, isWorkday);
        expect(isWorkday(end)).toBe(true);
        expect(end >= addDays(start, length)).toBe(true);
        expect(workdaysUntil(start, end, isWorkday)).toBeGreaterThanOrEqual(2);
        if (length >= 10) expect(workdaysUntil(addDays(start, length), end, isWorkday)).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  test("of working days count there and back", () => {
    expect(addWorkdays("2026-12-23", 2, german)).toBe("2026-12-28");
    expect(addWorkdays("2026-12-28", -2, german)).toBe("2026-12-23");
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 40 }), calendars, (start, count, isWorkday) => {
        const end = addWorkdays(start, count, isWorkday);
        expect(workdaysUntil(start, end, isWorkday)).toBe(count);
        expect(addWorkdays(addDays(end, 1), -1, isWorkday)).toBe(end);
      }),
      runs,
    );
  });
});

describe("dates of a tender", () => {
  const periods: TenderPeriods = {
    requestDays: null,
    bidDays: 30,
    evaluationDays: 10,
    answersBefore: 6,
    standstill: { days: 10, unit: "calendar" },
    noticeDays: 30,
  };

  test("are those that a buyer counts by hand", () => {
    expect(
      Object.fromEntries(tenderDates("2027-01-04", periods, german).steps.map(({ id, date }) => [id, date])),
    ).toEqual({
      sent: "2027-01-04",
      // Three working days before the answers.
      questions: "2027-01-25",
      // Six days before 3 Feb: Thursday 28 Jan.
      answers: "2027-01-28",
      deadline: "2027-02-03",
      opening: "2027-02-04",
      // Ten working days after the deadline.
      informed: "2027-02-17",
      // Ten days end on Saturday 27 Feb, so on Monday 1 Mar; the award is possible the day after.
      award: "2027-03-02",
      binding: "2027-03-16",
      notice: "2027-04-01",
    });
  });

  test("are ascending, on working days, and keep every period", () => {
    fc.assert(
      fc.property(days, periodsOf, calendars, (sentOn, given, isWorkday) => {
        const { steps, bidsFrom, deadline, award } = tenderDates(sentOn, given, isWorkday);
        const dates = steps.filter(({ id }) => id !== "notice").map(({ date }) => date);
        expect(dates).toEqual(dates.toSorted());
        for (const { id, date } of steps) if (id !== "sent") expect(isWorkday(date)).toBe(true);
        const on = (id: string): string => steps.find((step) => step.id === id)?.date ?? "";
        expect(deadline >= addDays(bidsFrom, given.bidDays)).toBe(true);
        if (given.requestDays !== null) expect(on("requests") >= addDays(sentOn, given.requestDays)).toBe(true);
        if (given.answersBefore !== null && given.bidDays >= 20)
          expect(addDays(on("answers"), given.answersBefore) <= deadline).toBe(true);
        if (given.standstill?.unit === "calendar") expect(award > addDays(on("informed"), 10)).toBe(true);
        if (given.standstill?.unit === "working") expect(workdaysUntil(on("informed"), award, isWorkday)).toBe(9);
        if (given.noticeDays !== null) {
          expect(on("notice") > award).toBe(true);
          expect(on("notice") <= addDays(award, 30)).toBe(true);
        }
      }),
      runs,
    );
  });

  test("come in time for the start when the notice goes out by the latest day, and not one working day later", () => {
    fc.assert(
      fc.property(days, periodsOf, (startOn, given) => {
        const latest = latestSending(startOn, given, german);
        if (latest === null) throw new Error("periods are shorter than 600 days");
        expect(tenderDates(latest, given, german).award < startOn).toBe(true);
        expect(tenderDates(addWorkdays(latest, 1, german), given, german).award < startOn).toBe(false);
      }),
      runs,
    );
  });
});
