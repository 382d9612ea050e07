import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateOf, dayNumber, weekdayOf } from "#src/kit/time/dates.ts";
import type { SpokenLine } from "./speech.ts";
import { dayNamed, spokenNotes, timeNamed } from "./spokenNotes.ts";

/** A Monday. */
const heldOn = "2026-11-23";
const said = (text: string, speaker = "Jette Harms"): SpokenLine => ({ from: 0, to: 1, speaker, text });
const notesOf = (...lines: SpokenLine[]) =>
  spokenNotes(lines, heldOn).map(({ kind, owner, due }) => [kind, owner, due]);
const anyDay = fc.integer({ min: dayNumber("2020-01-01"), max: dayNumber("2040-01-01") }).map(dateOf);

describe("dayNamed", () => {
  test.each([
    ["by Friday", "2026-11-27"],
    ["bis Freitag", "2026-11-27"],
    ["next Monday", "2026-11-30"],
    ["tomorrow", "2026-11-24"],
    ["bis morgen", "2026-11-24"],
    ["übermorgen", "2026-11-25"],
    ["Tuesday next week", "2026-12-01"],
    ["nächste Woche", "2026-12-04"],
    ["bis Ende der Woche", "2026-11-27"],
    ["by 3 December", "2026-12-03"],
    ["on March 1st", "2027-03-01"],
    ["am 12. März", "2027-03-12"],
    ["bis 5.12.", "2026-12-05"],
    ["until 2026-12-24", "2026-12-24"],
    ["0000-01-01 or 2026-13-24", "0000-01-01"],
    ["bis 31.2.", ""],
    ["Guten Morgen zusammen", ""],
    ["Morgen zusammen", ""],
    ["Morgen, Petra", ""],
    ["Morgen rufe ich an", "2026-11-24"],
    ["Tomorrow I call", "2026-11-24"],
    ["Mittwoch morgen um 9", "2026-11-25"],
    ["wie gestern morgen", ""],
    ["am 3.12 um 14 Uhr", "2026-12-03"],
    ["Donnerstag, 3.12, 10 uhr", "2026-12-03"],
    ["3.12 Euro je Stück", ""],
    ["as soon as possible", ""],
    ["bis 31. März 2028", "2028-03-31"],
    ["31. März 2028 liefere ich", "2028-03-31"],
    ["by 5 January 2028", "2028-01-05"],
    ["by the 5th of January, 2028", "2028-01-05"],
    ["by March 31, 2028", "2028-03-31"],
    ["by March 31st 2028.", "2028-03-31"],
    ["bis 5. Dez. 2028", "2028-12-05"],
    ["Seit 3. März 2024", "2024-03-03"],
    ["bis 31.3.2028", "2028-03-31"],
    ["bis 31. 3. 2028", "2028-03-31"],
    ["bis 31.3.28", "2028-03-31"],
    ["am 3.12.15 Uhr", "2026-12-03"],
    ["bis 29.2.2027", ""],
    ["bis 29. Februar 2027", ""],
    ["bis 5. Dezember 2000 Stück", "2026-12-05"],
    ["bis 5.12. 2000 Euro", "2026-12-05"],
    ["by 5 December 2,000 units", "2026-12-05"],
    ["am 5. Dezember 20:00", "2026-12-05"],
    ["bis Freitag um 14.30.", "2026-11-27"],
    ["am Montag um 9.10.", "2026-11-30"],
    ["Monday at 9.10. in the office", "2026-11-30"],
    ["Montag gegen 9.10. bei uns", "2026-11-30"],
    ["um 9.10. am 3.12.", "2026-12-03"],
    ["um den 9.12. herum", "2026-12-09"],
    ["gegen 9.12.2027", "2027-12-09"],
    ["Freitag, nicht am 31.2.", "2026-11-27"],
  ])("%s", (text, expected) => expect(dayNamed(text, heldOn)).toBe(expected));

  test.each([
    ["bis 31. März 2028", "2028-03-31"],
    ["by March 31, 2028", "2028-03-31"],
    ["bis 31.3.2028", "2028-03-31"],
    ["bis 31. März", ""],
    ["bis 5.3., nicht am 6.4.2028", ""],
  ])("without the day of the talk: %s", (text, expected) => expect(dayNamed(text, "")).toBe(expected));

  test("a day said with its year is that day, whenever the talk was", () => {
    const months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
    const english = "January February March April May June July August September October November December".split(" ");
    fc.assert(
      fc.property(anyDay, fc.oneof(anyDay, fc.constant("")), (day, talk) => {
        const [year = "", month = "", date = ""] = day.split("-").map((part) => String(Number(part)));
        const [name, englishName] = [months[Number(month) - 1], english[Number(month) - 1]];
        for (const said of [
          `${date}. ${name} ${year}`,
          `${date} ${englishName} ${year}`,
          `${englishName} ${date}, ${year}`,
          `${date}.${month}.${year}`,
        ])
          expect(dayNamed(`Freitag oder ${said}.`, talk)).toBe(day);
      }),
    );
  });

  test("a weekday is the next such day after the talk", () => {
    const names = ["Montag", "Tuesday", "Mittwoch", "Thursday", "Freitag", "Saturday", "Sonntag"];
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 7 }), (day, weekday) => {
        const due = dayNamed(`bis ${names[weekday - 1]}`, day);
        expect(weekdayOf(due)).toBe(weekday);
        expect(due > day && due <= addDays(day, 7)).toBe(true);
      }),
    );
  });
  test("a day of a month is never before the talk; without the day of the talk nothing is counted", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), (day, date, month) => {
        const due = dayNamed(`bis ${date}.${month}.`, day);
        expect(due === "" || (due >= day && Number(due.slice(8)) === date && Number(due.slice(5, 7)) === month)).toBe(
          true,
        );
        expect(dayNamed(`bis ${date}.${month}. oder Freitag`, "")).toBe("");
      }),
    );
  });
});

test.each([
  ["Tuesday at 10", "10:00"],
  ["um 14 Uhr 30", "14:30"],
  ["at 2:30 pm", "14:30"],
  ["at 99", ""],
  ["Wir treffen uns wieder am 3.12. um 14 Uhr.", "14:00"],
  ["Wir treffen uns am 3.12.", ""],
  ["Treffen am 03.10, 9 Uhr", "09:00"],
  ["Treffen am 3.12.2026 gegen 9.30", "09:30"],
  ["nächstes Treffen Donnerstag 10 uhr", "10:00"],
  ["UM 14 UHR 30", "14:30"],
  ["Montag, 14.30 Uhr", "14:30"],
  ["Montag, 10.15 uhr", "10:15"],
  ["Montag 14.30", "14:30"],
  ["Montag 10.12", ""],
  ["at 10.", "10:00"],
  ["um 9, wie immer", "09:00"],
  ["von 10 bis 11 Uhr", "10:00"],
  ["14–15 Uhr", "14:00"],
  ["Thursday, 9 am", "09:00"],
  ["Thursday at 3 p.m.", "15:00"],
  ["2.30pm on Friday", "14:30"],
  ["die 5 am Montag", ""],
  ["um 12 am Donnerstag", "12:00"],
  ["um 10 Prozent", ""],
  ["um 2 Wochen verschoben", ""],
  ["at 4.20 per unit", ""],
  ["um 3.12 Euro teurer", ""],
  ["um 12 Euro teurer", ""],
  ["Montag 10 Uhr per Video", "10:00"],
  ["Montag um 10 per Telefon", "10:00"],
  ["um 2 Wochen verschoben, auf Montag um 9", "09:00"],
  ["no time", ""],
])("timeNamed %s", (text, expected) => expect(timeNamed(text)).toBe(expected));

test("timeNamed reads the clock time beside a date, however both are written", () => {
  const date = fc.record({ day: fc.integer({ min: 1, max: 28 }), month: fc.integer({ min: 1, max: 12 }) });
  const clock = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
  const two = (value: number): string => String(value).padStart(2, "0");
  fc.assert(
    fc.property(date, clock, ({ day, month }, { hour, minute }) => {
      const dates = [
        `${day}.${month}.`,
        `${two(day)}.${two(month)}.2026`,
        `${day}.${month}`,
        `2026-${two(month)}-${two(day)}`,
      ];
      const times = [`um ${hour}:${two(minute)}`, `${hour}.${two(minute)} uhr`, `${hour} Uhr ${two(minute)}`];
      for (const on of dates)
        for (const at of times) {
          expect(timeNamed(`Treffen am ${on} ${at}.`)).toBe(`${two(hour)}:${two(minute)}`);
          expect(timeNamed(`Treffen am ${on}`)).toBe("");
        }
    }),
  );
});

describe("spokenNotes", () => {
  test("names people by one word or by several signs, whoever spoke first", () => {
    const lines = ["Jean-Luc", "Bob Brown", "Ada", "Bo"].map((speaker) => ({
      from: 0,
      to: 1,
      speaker,
      text: "Hello.",
    }));
    const said = (text: string) => spokenNotes([...lines, { from: 2, to: 3, speaker: "Eve", text }], heldOn)[0]?.owner;
    expect(said("Please send it, Jean-Luc.")).toBe("Jean-Luc");
    expect(said("Please send it, ada and bob.")).toBe("Bob Brown");
    expect(said("Please send it to Bobby, Bo.")).toBe("");
  });

  test.each([
    ["Ich bestelle bis zum 3.12. neue Schürzen.", ["task", "Jette Harms", "2026-12-03"]],
    ["Die Preisliste schick ich dir morgen.", ["task", "Jette Harms", "2026-11-24"]],
    ["schick ich dir morgen.", ["task", "Jette Harms", "2026-11-24"]],
    ["Bis Freitag messe ich den Raum aus.", ["task", "Jette Harms", "2026-11-27"]],
    ["Am Montag berichte ich darüber.", ["task", "Jette Harms", "2026-11-30"]],
    ["Das mach ich.", ["task", "Jette Harms", ""]],
    ["We will deliver by December 15.", ["task", "", "2026-12-15"]],
    ["We'll paint the fence on Friday.", ["task", "", "2026-11-27"]],
    ["We will send the offer.", ["task", "", ""]],
    ["Wir streichen den Zaun bis Freitag.", ["task", "", "2026-11-27"]],
    ["I need to check the stock by tomorrow.", ["task", "Jette Harms", "2026-11-24"]],
    ["Ich muss bis morgen den Bestand prüfen.", ["task", "Jette Harms", "2026-11-24"]],
    ["I need the plan by Friday.", ["task", "", "2026-11-27"]],
    ["The landing page goes live on 1 December, that is agreed.", ["decision", "", "2026-12-01"]],
    ["Agreed, we do it.", ["decision", "", ""]],
    ["Agreed.", ["decision", "", ""]],
    ["That's settled.", ["decision", "", ""]],
    ["Nothing is agreed.", ["open", "", ""]],
    ["Noch ist nichts beschlossen.", ["open", "", ""]],
    ["I will deliver the report by 31 March 2028.", ["task", "Jette Harms", "2028-03-31"]],
    ["Ich liefere bis Freitag um 14.30.", ["task", "Jette Harms", "2026-11-27"]],
    ["I will send it on Thursday.", ["task", "Jette Harms", "2026-11-26"]],
    ["Ich schicke es am Donnerstag.", ["task", "Jette Harms", "2026-11-26"]],
    ["Then we need the offer by Friday.", ["task", "", "2026-11-27"]],
    ["Tom, can you call the landlord tomorrow?", ["task", "Tom Berg", "2026-11-24"]],
    ["Tom muss bis Freitag den Plan liefern.", ["task", "Tom Berg", "2026-11-27"]],
    ["We agreed on the grey panels.", ["decision", "", ""]],
    ["Das ist beschlossen.", ["decision", "", ""]],
    ["The small room is still open.", ["open", "", ""]],
    ["Der Preis ist noch nicht entschieden.", ["open", "", ""]],
    ["The next meeting is on 2 December at 10.", ["meeting", "", "2026-12-02"]],
  ])("%s", (text, expected) => {
    expect(notesOf(said("Hello.", "Tom Berg"), said(text))).toEqual([expected]);
  });

  test("a task is due in the year that was said", () => {
    const notes = spokenNotes([said("Ich liefere den Bericht bis 31. März 2028.")], heldOn, "de");
    expect(notes).toMatchObject([{ kind: "task", due: "2028-03-31" }]);
  });

  test.each([
    "It will rain.",
    "I won't do that.",
    "What will you do?",
    "Wir werden sehen.",
    "Was ist beschlossen?",
    "Once it is agreed, the work begins.",
    "Wenn das beschlossen ist, geht es los.",
    "Ich glaube, am Montag regnet es.",
    "Ich habe am Montag Urlaub.",
    "Das frage ich mich seit heute.",
    "Ich fahre morgen in Urlaub.",
    "Ich schickte es am Montag.",
    "We will be closed on Monday.",
    "We will see.",
    "Wir haben bis Freitag geöffnet.",
    "Wir sind bis Montag weg.",
    "Hello.",
  ])("takes nothing from: %s", (text) => expect(notesOf(said(text))).toEqual([]));

  test("every note is a sentence of the line that it names", () => {
    const sentence = fc.constantFrom(
      "I will call by Friday.",
      "Ist offen.",
      "Wir treffen uns am Montag.",
      "Nein.",
      "I'll see!",
    );
    fc.assert(
      fc.property(fc.array(fc.array(sentence, { minLength: 1 }), { maxLength: 8 }), (texts) => {
        const lines = texts.map((parts) => said(parts.join(" ")));
        for (const { text, line, due } of spokenNotes(lines, heldOn)) {
          expect(lines[line]?.text).toContain(text);
          expect(due === "" || due >= heldOn).toBe(true);
        }
      }),
    );
  });
});
