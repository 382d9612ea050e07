import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseIcs, zoneNamed } from "./icsBusy.ts";

const read = (...lines: string[]) =>
  parseIcs(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n"), {
    zone: "Europe/Berlin",
    from: "2026-10-01T00:00:00.000Z",
    to: "2027-05-01T00:00:00.000Z",
  });
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"];
const spans = (...lines: string[]): string[] =>
  read(...lines).busy.map(
    ({ start, end }) => `${new Date(start).toISOString().slice(0, 16)}/${new Date(end).toISOString().slice(0, 16)}`,
  );

describe("calendar data", () => {
  test("gives times in UTC, of a zone, and without one", () => {
    expect(spans(...event("DTSTART:20261130T090000Z", "DTEND:20261130T100000Z"))).toEqual([
      "2026-11-30T09:00/2026-11-30T10:00",
    ]);
    expect(
      spans(...event("DTSTART;TZID=America/New_York:20261130T090000", "DTEND;TZID=America/New_York:20261130T100000")),
    ).toEqual(["2026-11-30T14:00/2026-11-30T15:00"]);
    expect(spans(...event("DTSTART:20261130T090000", "DURATION:PT1H30M"))).toEqual([
      "2026-11-30T08:00/2026-11-30T09:30",
    ]);
  });

  test("takes zones as Outlook and others name them, and says which are unknown", () => {
    expect(zoneNamed("W. Europe Standard Time")).toBe("Europe/Berlin");
    expect(zoneNamed("/freeassociation.sourceforge.net/Europe/Lisbon")).toBe("Europe/Lisbon");
    expect(zoneNamed("America/Argentina/Salta")).toBe("America/Argentina/Salta");
    const odd = read(...event('DTSTART;TZID="Mine; own: one":20261130T090000', "DURATION:PT1H"));
    expect(odd).toMatchObject({
      unknownZones: ["Mine; own: one"],
      busy: [{ start: Date.parse("2026-11-30T08:00:00Z") }],
    });
  });

  test("repeats at the same time of the wall clock when clocks change", () => {
    expect(
      spans(
        ...event(
          "DTSTART;TZID=Europe/Berlin:20261022T090000",
          "DTEND;TZID=Europe/Berlin:20261022T100000",
          "RRULE:FREQ=WEEKLY;COUNT=2",
        ),
      ),
    ).toEqual(["2026-10-22T07:00/2026-10-22T08:00", "2026-10-29T08:00/2026-10-29T09:00"]);
  });

  test("ends with UNTIL as an instant, as a day, and as a local time", () => {
    const until = (value: string) =>
      spans(...event("DTSTART:20261130T090000", "DURATION:PT1H", `RRULE:FREQ=DAILY;UNTIL=${value}`)).length;
    expect(until("20261202T080000Z")).toBe(3);
    expect(until("20261202T075959Z")).toBe(2);
    expect(until("20261202")).toBe(3);
    expect(until("20261202T090000")).toBe(3);
  });

  test("leaves out exceptions, and takes changed occurrences as they are now", () => {
    expect(
      spans(
        ...event(
          "DTSTART:20261130T090000Z",
          "DTEND:20261130T100000Z",
          "RRULE:FREQ=DAILY;COUNT=4",
          "EXDATE:20261201T090000Z",
        ),
        ...event("RECURRENCE-ID:20261202T090000Z", "DTSTART:20261202T140000Z", "DTEND:20261202T150000Z"),
        ...event(
          "RECURRENCE-ID:20261203T090000Z",
          "STATUS:CANCELLED",
          "DTSTART:20261203T090000Z",
          "DTEND:20261203T100000Z",
        ),
      ),
    ).toEqual(["2026-11-30T09:00/2026-11-30T10:00", "2026-12-02T14:00/2026-12-02T15:00"]);
  });

  test("takes whole days in the person's zone, and nothing of what is free or cancelled", () => {
    expect(spans(...event("DTSTART;VALUE=DATE:20261130", "DTEND;VALUE=DATE:20261202"))).toEqual([
      "2026-11-29T23:00/2026-12-01T23:00",
    ]);
    expect(spans(...event("DTSTART;VALUE=DATE:20261130"))).toEqual(["2026-11-29T23:00/2026-11-30T23:00"]);
    // The day on which clocks go forward has 23 hours.
    expect(spans(...event("DTSTART;VALUE=DATE:20270328"))).toEqual(["2027-03-27T23:00/2027-03-28T22:00"]);
    expect(spans(...event("DTSTART:20261130T090000Z", "DTEND:20261130T100000Z", "TRANSP:TRANSPARENT"))).toEqual([]);
    expect(spans(...event("DTSTART:20261130T090000Z", "DTEND:20261130T100000Z", "STATUS:CANCELLED"))).toEqual([]);
  });

  test("takes free-busy periods", () => {
    expect(
      spans(
        "BEGIN:VFREEBUSY",
        "FREEBUSY:20261130T090000Z/PT1H,20261201T090000Z/20261201T093000Z",
        "FREEBUSY;FBTYPE=FREE:20261202T090000Z/PT1H",
        "END:VFREEBUSY",
      ),
    ).toEqual(["2026-11-30T09:00/2026-11-30T10:00", "2026-12-01T09:00/2026-12-01T09:30"]);
  });

  test("joins folded lines and leaves alarms out", () => {
    expect(
      spans(
        ...event(
          "DTSTART:20261130T0900",
          " 00Z",
          "DTEND:20261130T100000Z",
          "BEGIN:VALARM",
          "DURATION:PT9H",
          "END:VALARM",
        ),
      ),
    ).toEqual(["2026-11-30T09:00/2026-11-30T10:00"]);
  });

  test("says what it could not read in full, and takes its first occurrence", () => {
    const odd = read(
      ...event("DTSTART:20261130T090000Z", "DTEND:20261130T100000Z", "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1"),
    );
    expect(odd).toMatchObject({ unread: 1, events: 1 });
    expect(odd.busy).toHaveLength(1);
    expect(read(...event("DTSTART:20260230T090000Z"))).toMatchObject({ unread: 1, busy: [] });
  });

  test("reads any text without failing, and only stretches inside the period", () => {
    const piece = fc.constantFrom(
      "BEGIN:VEVENT",
      "END:VEVENT",
      "BEGIN:VFREEBUSY",
      "END:VFREEBUSY",
      "UID:1",
      "DTSTART:20261130T090000Z",
      "DTSTART;VALUE=DATE:20261130",
      "DTSTART;TZID=Nowhere:99991399T996099",
      "DTEND:20261130T100000Z",
      "DTEND;VALUE=DATE:19500101",
      "DURATION:-P1W",
      "DURATION:P9999W",
      "RRULE:FREQ=DAILY",
      "RRULE:FREQ=YEARLY;UNTIL=99991231",
      "EXDATE:20261130,x",
      "RDATE:20270101T000000Z",
      "RECURRENCE-ID:20261130T090000Z",
      "FREEBUSY:x/y,20261130T090000Z/PT1H",
      " folded",
      ":",
      ";",
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 25 }), (lines) => {
        for (const { start, end } of read(...lines).busy) {
          expect(end).toBeGreaterThan(start);
          expect(end).toBeGreaterThan(Date.parse("2026-10-01"));
          expect(start).toBeLessThan(Date.parse("2027-05-01"));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("stops at a bound and says so", () => {
    const many = Array.from({ length: 400 }, () =>
      event("DTSTART:19600101T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=10000;BYMONTH=2;BYMONTHDAY=31"),
    ).flat();
    expect(read(...many).isCut).toBe(true);
  });

  test.each([
    ["exceptions, line by line", "VEVENT", "EXDATE:20261202\r\n", 6_000],
    ["rules", "VEVENT", "RRULE:FREQ=DAILY;COUNT=2\r\n", 4_000],
    ["periods, line by line", "VFREEBUSY", "FREEBUSY:20261201T090000Z/PT1H\r\n", 6_000],
  ])("of more %s than anybody has are read in part, and that is said", (_, kind, line, count) => {
    const whole = (times: number) =>
      read(`BEGIN:${kind}`, "DTSTART:20261130T090000Z", "DURATION:PT1H", line.repeat(times).trim(), `END:${kind}`);
    expect(whole(count)).toMatchObject({ isCut: true, events: 1 });
    expect(whole(count).busy.length).toBeGreaterThan(0);
    expect(whole(300).isCut).toBe(false);
  });

  test("of more different times than anybody has are read in part, and that is said", () => {
    const stamps = Array.from(
      { length: 50_000 },
      (_, at) =>
        `2026${String(1 + (at % 12)).padStart(2, "0")}${String(1 + (at % 28)).padStart(2, "0")}T${new Date(Math.floor(at / 84) * 60_000).toISOString().slice(11, 16).replace(":", "")}00Z`,
    );
    const odd = read(...event("DTSTART:20261130T090000Z", "DURATION:PT1H", `EXDATE:${stamps.join()}`));
    expect(odd.isCut).toBe(true);
    expect(odd.busy).toHaveLength(1);
  });

  test("of one time over and over are read in part, and that is said", () => {
    const odd = read(
      ...event("DTSTART:20261130T090000Z", "DURATION:PT1H", `EXDATE:${"20261202,".repeat(120_000)}20261130T090000Z`),
    );
    expect(odd).toMatchObject({ isCut: true, busy: [expect.anything()] });
  });

  test("keeps times of an event with any number of lines that hold none", () => {
    const others = Array.from({ length: 6_000 }, (_, at) => `ATTENDEE:mailto:${at}@example.org`);
    expect(read(...event(...others, "DTSTART:20261130T090000Z", "DURATION:PT1H"))).toMatchObject({
      isCut: false,
      busy: [expect.anything()],
    });
  });
});
