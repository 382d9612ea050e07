import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateOf, dayNumber, weekdayOf } from "./dates.ts";
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
    ["bis 31.2.", ""],
    ["Guten Morgen zusammen", ""],
    ["as soon as possible", ""],
  ])("%s", (text, expected) => expect(dayNamed(text, heldOn)).toBe(expected));

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
  ["no time", ""],
])("timeNamed %s", (text, expected) => expect(timeNamed(text)).toBe(expected));

describe("spokenNotes", () => {
  test.each([
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

  test.each([
    "It will rain.",
    "I won't do that.",
    "What will you do?",
    "Wir werden sehen.",
    "Was ist beschlossen?",
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
