import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { busyOfLine, parseBusy } from "./busyLines.ts";

const period = { from: "2026-11-25", to: "2026-12-08" };
const spans = (line: string, zone = "Europe/Berlin"): string[] | null =>
  busyOfLine(line, zone, period)?.map(
    ({ start, end }) => `${new Date(start).toISOString().slice(5, 16)}/${new Date(end).toISOString().slice(5, 16)}`,
  ) ?? null;
const day = ["11-25T23:00/11-26T23:00"];
const morning = ["11-26T08:00/11-26T11:00"];

describe("lines of busy times", () => {
  test.each([
    "2026-11-26 09:00-12:00",
    "2026-11-26 9-12 dentist",
    "26.11.2026 9:00–12:00",
    "26.11. 9-12 Uhr",
    "26.11.26, 9 bis 12 Uhr",
    "Do 26.11. von 9:00 bis 12:00 Uhr",
    "26 Nov 9am-12pm",
    "Nov 26, 9 to 12",
    "Thursday, 26th November 2026: 9.00 - 12.00",
    "26. November 2026 9:00-12:00",
  ])("%s", (line) => {
    expect(spans(line)).toEqual(morning);
  });

  test.each(["2026-11-26", "26.11.", "Thu 26 Nov", "26 November away", "Donnerstag, 26. November"])(
    "%s is the whole day",
    (line) => {
      expect(spans(line)).toEqual(day);
    },
  );

  test.each([
    ["26 Nov before 10", ["11-25T23:00/11-26T09:00"]],
    ["26.11. ab 14 Uhr", ["11-26T13:00/11-26T23:00"]],
    ["26 Nov 2-3pm", ["11-26T13:00/11-26T14:00"]],
    ["26 Nov 11-1pm", ["11-26T10:00/11-26T12:00"]],
    ["26 Nov 22:00-02:00", ["11-26T21:00/11-27T01:00"]],
    ["26 Nov 9-10, 14-15", ["11-26T08:00/11-26T09:00", "11-26T13:00/11-26T14:00"]],
    ["28-29 Nov", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["holiday 28 to 29 November", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["28th–29th Nov 2026", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["Urlaub 28.-29.11.", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["28. bis 29.11.2026", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["28-29.11.26 Messe", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["28.–29. November", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["Nov 28-29", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["Nov 28 to 29, 2026", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["28-29 Nov 9-10", ["11-28T08:00/11-28T09:00", "11-29T08:00/11-29T09:00"]],
    [
      "28-29 Nov, 2-3 Dec",
      ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00", "12-01T23:00/12-02T23:00", "12-02T23:00/12-03T23:00"],
    ],
    ["Nov 26 9-12", ["11-26T08:00/11-26T11:00"]],
    ["mo 9-10", ["11-30T08:00/11-30T09:00", "12-07T08:00/12-07T09:00"]],
    ["MO 9-10", ["11-30T08:00/11-30T09:00", "12-07T08:00/12-07T09:00"]],
    ["mi ganztags", ["11-24T23:00/11-25T23:00", "12-01T23:00/12-02T23:00"]],
    ["mi", ["11-24T23:00/11-25T23:00", "12-01T23:00/12-02T23:00"]],
    [
      "sa-so",
      ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00", "12-04T23:00/12-05T23:00", "12-05T23:00/12-06T23:00"],
    ],
    [
      "fr und mo 9-10",
      ["11-27T08:00/11-27T09:00", "11-30T08:00/11-30T09:00", "12-04T08:00/12-04T09:00", "12-07T08:00/12-07T09:00"],
    ],
    ["28.11. - 29.11.", ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00"]],
    ["Mon 9-10", ["11-30T08:00/11-30T09:00", "12-07T08:00/12-07T09:00"]],
    ["Wednesdays", ["11-24T23:00/11-25T23:00", "12-01T23:00/12-02T23:00"]],
    [
      "montags und freitags 9-10",
      ["11-27T08:00/11-27T09:00", "11-30T08:00/11-30T09:00", "12-04T08:00/12-04T09:00", "12-07T08:00/12-07T09:00"],
    ],
    [
      "Sat-Sun",
      ["11-27T23:00/11-28T23:00", "11-28T23:00/11-29T23:00", "12-04T23:00/12-05T23:00", "12-05T23:00/12-06T23:00"],
    ],
  ])("%s", (line, expected) => {
    expect(spans(line)).toEqual(expected);
  });

  test("are read in the zone of their person", () => {
    expect(spans("26 Nov 9-12", "Asia/Kathmandu")).toEqual(["11-26T03:15/11-26T06:15"]);
  });

  test.each([
    "not before 10",
    "free on Thursday",
    "nur donnerstags",
    "Thursday is not possible",
    "Fri 26 Nov 9-12",
    "31.11. 9-12",
    "26 Nov at 9",
    "11/26/2026 9-12",
    "26 Nov 25:00-26:00",
    "12-13",
    "9-7 Dec",
    "28-31 Nov",
    "26-27 Nov - 3 Dec",
    "do I know",
    "so busy",
    "10-11.12.",
    "dentist",
    "3 Dec - 26 Nov",
  ])("%s is not guessed at", (line) => {
    expect(spans(line)).toBeNull();
  });

  const owners = [
    { id: "me", name: "", zone: "Europe/Berlin" },
    { id: "p1", name: "Tom Berg", zone: "Europe/Lisbon" },
    { id: "p2", name: "Selin Kaya", zone: "Europe/Berlin" },
    { id: "p3", name: "Selin Arslan", zone: "Europe/Berlin" },
  ];
  const whose = (text: string) => {
    const { busy, problems } = parseBusy(text, owners, period);
    return { busy: busy.map(({ who }) => who), problems: problems.map(({ code, line }) => `${code} ${line}`) };
  };

  test("belong to the name before them", () => {
    expect(whose("26 Nov\nTom Berg: 26 Nov\n27 Nov\ntom:\n- 26 Nov\n• 27 Nov\nich:\n28 Nov")).toEqual({
      busy: ["me", "p1", "me", "p1", "p1", "me"],
      problems: [],
    });
  });

  test("begin with a weekday and a colon as well as with a name", () => {
    expect(whose("Montag: 9-10\nmo: 9-10\nTom Berg:\nFri: 9-10\nmo und fr: 9-10\nMontag Meyer: 9-10")).toEqual({
      busy: ["me", "me", "me", "me", "p1", "p1", "p1", "p1", "p1", "p1"],
      problems: ["unknownName 6"],
    });
  });

  test("of a name that fits nobody or two people are named and not taken", () => {
    expect(whose("Anna: 26 Nov\nSelin: 26 Nov\nAnna:\n26 Nov\nTom: 26 Nov")).toEqual({
      busy: ["p1"],
      problems: ["unknownName 1", "unknownName 2", "unknownName 3"],
    });
  });

  test("can be calendar data, whose problems have its line", () => {
    const ics = [
      "BEGIN:VEVENT",
      "DTSTART:20261126T090000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;BYSETPOS=1;BYDAY=MO",
      "END:VEVENT",
    ];
    expect(whose(["26 Nov", "Tom Berg:", ...ics, "27 Nov"].join("\r\n"))).toEqual({
      busy: ["me", "p1", "p1"],
      problems: ["icsUnread 3"],
    });
    expect(parseBusy(["Tom Berg:", ...ics].join("\n"), owners, period).busy[0]?.start).toBe(
      Date.parse("2026-11-26T09:00:00Z"),
    );
  });

  test("of any text are read without failing", () => {
    const piece = fc.constantFrom(
      "26",
      "Nov",
      ".",
      "-",
      ":",
      " ",
      "\n",
      "9",
      "Mon",
      "bis",
      "Tom",
      "2026-11-26",
      "am",
      "BEGIN:VEVENT",
      "ab",
      "999999999",
      "¤",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 30 }), (pieces) => {
        for (const { start, end } of parseBusy(pieces.join(""), owners, period).busy)
          expect(end).toBeGreaterThan(start);
      }),
      { numRuns: 1000 },
    );
  });
});
