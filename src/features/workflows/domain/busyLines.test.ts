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

  const mondays = (from: string, to: string): string[] =>
    ["11-30", "12-07"].map((date) => `${date}T${from}/${date}T${to}`);
  const twelve = ["12-07T09:00/12-07T11:00"];
  test.each([
    ["Besprechung 10-12 am 7.12.", twelve],
    ["10 bis 12 am 7. Dezember", twelve],
    ["10-12 am Montag, 7.12.", twelve],
    ["10-12 am Montag", mondays("09:00", "11:00")],
    ["10-12 am Mo", mondays("09:00", "11:00")],
    ["9-10 am am Montag", mondays("08:00", "09:00")],
    ["Montag 14-15, am 7.12.", ["12-07T13:00/12-07T14:00"]],
    ["Mon 9-11 am", mondays("08:00", "10:00")],
    ["10 pm to 12 am 7 Dec", ["12-07T21:00/12-07T23:00"]],
  ])("%s has the German am and the English one told apart", (line, expected) => {
    expect(spans(line)).toEqual(expected);
  });

  test.each([
    ["Mon 2-3 p.m.", mondays("13:00", "14:00")],
    ["Mon 2 p.m. - 3 p.m.", mondays("13:00", "14:00")],
    ["Mon 11 a.m.-1 p.m., dentist", mondays("10:00", "12:00")],
    ["Mon 12-1 p.m.", mondays("11:00", "12:00")],
    ["Mon 2-3 p. m.", mondays("13:00", "14:00")],
    ["Mon 12-1 P.M.", mondays("11:00", "12:00")],
    ["Mon after 10 p.m.", mondays("21:00", "23:00")],
  ])("%s has its half of the day with full stops", (line, expected) => {
    expect(spans(line)).toEqual(expected);
  });

  const monday = mondays("08:00", "11:00");
  const tuesday = ["12-01T13:00/12-01T15:00", "12-08T13:00/12-08T15:00"];
  test.each([
    ["Mo 9–12, Di 14–16", [...monday, ...tuesday]],
    ["mo 9-12, di 14-16", [...monday, ...tuesday]],
    ["Mo: 9-12, Di: 14-16", [...monday, ...tuesday]],
    ["mo: 9-12; di: 14-16", [...monday, ...tuesday]],
    ["Mon 9-12; Tue 2-4 p.m.", [...monday, ...tuesday]],
    ["Mon 9-12 and Tue 2-4pm", [...monday, ...tuesday]],
    ["mo 9-12 und di 14-16", [...monday, ...tuesday]],
    ["9-12 on Mondays, 14-16 on Tuesdays", [...monday, ...tuesday]],
    ["Mo 9-10, 11-12, Di 14-16", [...mondays("08:00", "09:00"), ...mondays("10:00", "11:00"), ...tuesday].toSorted()],
    ["Mo 9-12, Di ganztags", [...monday, "11-30T23:00/12-01T23:00", "12-07T23:00/12-08T23:00"]],
    ["26 Nov 9-12, 27 Nov 14-15", [...morning, "11-27T13:00/11-27T14:00"]],
    ["daily before 8, Mon 9-12", null],
  ])("%s has times for each of its days", (line, expected) => {
    const found = spans(line);
    if (expected) expect(found?.toSorted()).toEqual(expected.toSorted());
    else expect(found).toHaveLength(16);
  });

  test.each([
    "Mon 9-12 Tue 14-16",
    "9-12 Mon 14-16 Tue",
    "mo 9-12 di 14-16",
    "Mon 9-12, Tue, Wed 14-16",
    "28 Nov from 14:00 - 29 Nov until 10",
  ])("%s does not say which times belong to which days", (line) => {
    expect(spans(line)).toBeNull();
  });

  test.each([
    "Mon 9-11 ET",
    "Mon 9-11 (EST)",
    "26 Nov 14:00-15:00 UTC",
    "26 Nov 2-3pm PT",
    "26.11. 9-11 Uhr MEZ",
    "26 Nov 9-11 gmt",
    "Mon 9-11 Pacific time",
    "Mo 9-11 Londoner Zeit",
  ])("%s is in another zone and not read", (line) => {
    expect(spans(line)).toBeNull();
  });

  test.each([
    "Every other Tuesday 9-12",
    "Tuesdays, every second week",
    "Tuesdays every two weeks",
    "biweekly Tue 9-10",
    "Alle zwei Wochen Mittwoch",
    "Alle 2 Wochen Mittwoch",
    "jeden zweiten Mittwoch 9-10",
    "Mittwochs in geraden Wochen",
    "Mittwochs in ungeraden KW",
    "14-tägig mittwochs",
    "vierzehntägig mittwochs",
    "erster Montag im Monat",
    "1. Montag im Monat",
    "am letzten Freitag",
    "first Monday of the month",
    "last Fri 9-10",
    "Fridays 9-10 monthly",
  ])("%s is not every week and not read", (line) => {
    expect(spans(line)).toBeNull();
  });

  test.each([
    ["30 Nov 9-12 monthly review", ["11-30T08:00/11-30T11:00"]],
    ["Mon 9-12 first aid", mondays("08:00", "11:00")],
    ["Mon 9-12 even longer", mondays("08:00", "11:00")],
    ["Monday morning", ["11-29T23:00/11-30T23:00", "12-06T23:00/12-07T23:00"]],
    ["Montag vormittags 9-12", mondays("08:00", "11:00")],
    ["Mon afternoon 2-3pm", mondays("13:00", "14:00")],
    ["Mon afternoon 2-3", null],
    ["montags nachmittags 2-3 Uhr", null],
    ["Mon morning and 14-16", null],
  ])("%s is read with its other words", (line, expected) => {
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
