import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bidDatesIn, bidPlan, bidSteps, datesOf } from "./bidDates.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { workdaysOf } from "./procurementDates.ts";

const found = (text: string): string[] =>
  bidDatesIn([{ id: "t", title: "T", text }]).map(({ kind, date, time }) => `${kind} ${date} ${time}`.trim());

describe("dates of a document", () => {
  test.each([
    [
      "Questions until 4 January 2027. Deadline for bids: 18 Jan 2027, 12 noon.",
      ["questions 2027-01-04", "deadline 2027-01-18 12:00"],
    ],
    ["Tenders must be received by 20/01/2027 at 2 pm", ["deadline 2027-01-20 14:00"]],
    ["Bids remain valid until 2027-03-12.", ["binding 2027-03-12"]],
    ["The site visit takes place on 8 December 2026 at 10:00.", ["visit 2026-12-08 10:00"]],
    [
      "Rückfragen bis 15.01.2027. Ablauf der Angebotsfrist 28.01.2027, 11:00 Uhr.",
      ["questions 2027-01-15", "deadline 2027-01-28 11:00"],
    ],
    ["1 Fristen\nBindefrist: 30.04.2027", ["binding 2027-04-30"]],
    ["Ausführungsbeginn: 3. Mai 2027, Fertigstellung bis 29. 10. 2027", ["start 2027-05-03", "end 2027-10-29"]],
    ["3 Angebotsfrist\nbis zum 18.01.2027, 10 Uhr", ["deadline 2027-01-18 10:00"]],
    ["Angebote sind bis zum 18.12.2026 einzureichen.", ["deadline 2026-12-18"]],
    ["Angebote sind bis 18.12.2026, 12 Uhr abzugeben.", ["deadline 2026-12-18 12:00"]],
    ["Ihr Angebot erwarten wir spätestens am 18.12.2026.", ["deadline 2026-12-18"]],
    ["Bis zum 18.12.2026 erwarten wir Ihr Angebot.", ["deadline 2026-12-18"]],
    ["Das Angebot muss uns bis 18.12.2026 vorliegen.", ["deadline 2026-12-18"]],
    ["Angebotsschluss: 18.12.2026", ["deadline 2026-12-18"]],
    ["Angebote bis 18.12.2026, Bindefrist bis 31.01.2027.", ["deadline 2026-12-18", "binding 2027-01-31"]],
    ["Angebote bis 18.12.2026, gebunden bis 31.01.2027.", ["deadline 2026-12-18", "binding 2027-01-31"]],
    ["Der Bieter ist an sein Angebot bis zum 31.01.2027 gebunden.", ["binding 2027-01-31"]],
    ["Das Angebot bleibt bis 31.01.2027 gültig.", ["binding 2027-01-31"]],
    ["Unterlagen abrufbar bis 05.12.2026, Angebote bis 18.12.2026.", ["other 2026-12-05", "deadline 2026-12-18"]],
    ["Rückfragen zum Angebot sind bis zum 04.12.2026 einzureichen.", ["questions 2026-12-04"]],
    ["Die Wertung der Angebote dauert bis 20.01.2027.", ["other 2027-01-20"]],
    ["Rechnungen sind bis zum 15.02.2027 einzureichen.", ["other 2027-02-15"]],
    ["Tenders by 12 noon on 18 December 2026.", ["deadline 2026-12-18 12:00"]],
    ["Return your tender by 18 December 2026.", ["deadline 2026-12-18"]],
    ["Tender return date: 18/12/2026 12:00", ["deadline 2026-12-18 12:00"]],
    ["Please send your offer no later than 18 December 2026.", ["deadline 2026-12-18"]],
    ["Offers by 18 December 2026.", ["deadline 2026-12-18"]],
    ["Proposals before 5 pm on 18th of December 2026.", ["deadline 2026-12-18 17:00"]],
    ["By December 18, 2026, we expect your proposal.", ["deadline 2026-12-18"]],
    ["Offers stay open until 31 January 2027.", ["binding 2027-01-31"]],
    ["Evaluation of offers by 20 January 2027.", ["other 2027-01-20"]],
    ["Invoices must be submitted by 15 February 2027.", ["other 2027-02-15"]],
    ["Tenders are due on 15 March 2027 at 2:00 p.m.", ["deadline 2027-03-15 14:00"]],
    ["Tenders are due on 15 March 2027 at 2 p.m.", ["deadline 2027-03-15 14:00"]],
    ["Tenders are due by 9.30 a.m. on 15 March 2027.", ["deadline 2027-03-15 09:30"]],
    ["Tenders are due on 15 March 2027 at 10.30.", ["deadline 2027-03-15 10:30"]],
    ["Angebotsfrist: 15.03.2027 um 10.30 Uhr", ["deadline 2027-03-15 10:30"]],
    ["Angebotsfrist: 15.03.2027 (siehe Ziffer 4.15)", ["deadline 2027-03-15"]],
    ["Angebotsfrist: 15.03.2027 (Lose bis 18.03. nachreichen)", ["deadline 2027-03-15"]],
    ["Ortsbesichtigung am 15.03.2027, 10.00 - 12.00 Uhr", ["visit 2027-03-15 10:00"]],
    ["Angebotsfrist: 12.03.2027, 24:00 Uhr", ["deadline 2027-03-12 23:59"]],
    ["Angebotsfrist: 12.03.2027, 24 Uhr", ["deadline 2027-03-12 23:59"]],
    ["Angebotsfrist: 12.03.2027, 10 Uhr 30", ["deadline 2027-03-12 10:30"]],
    ["Angebotsfrist: 12.03.2027, 10 Uhr, Öffnung 10:30 Uhr", ["deadline 2027-03-12 10:00"]],
    ["Angebote bis 12:00 Uhr am Montag, den 15.03.2027", ["deadline 2027-03-15 12:00"]],
    ["Angebote bis 12:00 Uhr am Dienstag, den 16.03.2027", ["deadline 2027-03-16"]],
    ["Angebotsfrist: 15.03.27, 10:00 Uhr", ["deadline 2027-03-15 10:00"]],
    ["Angebotsfrist gemäß Ziffer 4.1.27 und 10.11.12", []],
    ["Tenders are due on 12 March, 2027.", ["deadline 2027-03-12"]],
    ["Angebotsfrist: 12. März 2027".normalize("NFD"), ["deadline 2027-03-12"]],
    ["Rückfragen bis 12. Jänner 2027".normalize("NFD"), ["questions 2027-01-12"]],
    ["Version of 1 February 2026", ["other 2026-02-01"]],
    ["31.02.2027 and 99 Mango 2027", []],
  ])("%s", (text, dates) => {
    expect(found(text)).toEqual(dates);
  });

  test("have their place in the text as it is written", () => {
    const text = "Frist: 12. März 2027!".normalize("NFD");
    expect(datesOf(text)).toEqual([{ date: "2027-03-12", at: 7, end: text.length - 1 }]);
  });

  test("are read back as they are written, in both languages", () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((count) => addDays("2020-01-01", count));
    fc.assert(
      fc.property(day, fc.constantFrom("en" as const, "de" as const), (date, language) => {
        expect(datesOf(`until ${dayText(date, language)}, at the latest`).map((one) => one.date)).toEqual([date]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the plan", () => {
  const isWorkday = workdaysOf("DE");

  test("goes back from the deadline on working days", () => {
    const { steps = [], isShort, workdays } = bidPlan("2026-11-22", "2027-01-18", "2027-01-04", isWorkday) ?? {};
    expect(steps.map(({ date }) => date)).toEqual([
      "2026-12-21",
      "2026-12-28",
      "2027-01-05",
      "2027-01-07",
      "2027-01-11",
      "2027-01-12",
      "2027-01-13",
      "2027-01-15",
    ]);
    expect({ isShort, workdays }).toEqual({ isShort: false, workdays: 39 });
  });

  test("asks before the buyer stops answering", () => {
    const plan = bidPlan("2026-11-22", "2027-01-18", "2026-12-10", isWorkday);
    expect(plan?.steps.slice(0, 2).map(({ date }) => date)).toEqual(["2026-12-10", "2026-12-10"]);
  });

  test("is none when the deadline is past", () => {
    expect(bidPlan("2026-11-22", "2026-11-21", "", isWorkday)).toBeNull();
  });

  test("has all steps in order between today and the deadline", () => {
    const days = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(days, days, fc.boolean(), (start, length, hasQuestions) => {
        const today = addDays("2026-11-01", start);
        const deadline = addDays(today, length);
        const plan = bidPlan(today, deadline, hasQuestions ? addDays(today, Math.floor(length / 2)) : "", isWorkday);
        const dates = plan?.steps.map(({ date }) => date) ?? [];
        expect(plan?.steps.map(({ id }) => id)).toEqual(bidSteps);
        expect(dates).toEqual(dates.toSorted());
        for (const date of dates) expect(date >= today && date <= deadline).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
