import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { oneLine } from "#src/features/mail/rules.ts";
import { instantAt, wallClockAt } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type Appointment, zoneComponents } from "#src/features/calendar/server/appointment.ts";
import { calendarText } from "#src/features/calendar/server/icalendar.ts";
import { eventComponent, type Scheduling } from "./server/scheduling.ts";

/* What is written is read again with ical.js, a reader that is not ours. */

const base: Appointment = {
  uid: "0199a9a0-0000-7000-8000-000000000001@pioneer",
  type: "1000",
  title: "High water",
  start: "2026-11-24T09:00:00.000Z",
  end: "2026-11-24T10:00:00.000Z",
  allDay: false,
  timeZone: "Europe/Berlin",
  rrule: null,
  exdates: [],
  location: null,
  link: null,
  dateUpdated: "2026-11-20T08:00:00.000Z",
};
const scheduling: Scheduling = {
  method: "REQUEST",
  sequence: 3,
  organizer: { name: "Mara Brandt", email: "mara@example.com" },
  guest: { name: "Ute Kern", email: "ute@example.com", state: "pending" },
  description: "",
  now: new Date("2026-11-21T08:00:00Z"),
};

const written = (entry: Appointment, more?: Scheduling): string =>
  calendarText({ method: more?.method ?? null }, [...zoneComponents([entry]), eventComponent(entry, more)]);

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const [event, ...others] = calendar.getAllSubcomponents("vevent");
  if (!event || others.length > 0) throw new Error("not one event");
  return { calendar, component: event, event: new ICAL.Event(event) };
}

test("lines end with CRLF and hold 75 octets at most, whatever they hold", () => {
  const text = written({ ...base, title: "Ebbe und Flut für alle, 満潮と干潮 🌊 ".repeat(7) }, scheduling);
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("a request says who asks whom, which version, and when", () => {
  const { calendar, component, event } = read(written({ ...base, location: "Pier 3; left, \\ below" }, scheduling));
  expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect([event.uid, event.sequence, event.summary, event.location]).toEqual([
    base.uid,
    3,
    "High water",
    "Pier 3; left, \\ below",
  ]);
  expect(event.startDate.toJSDate().toISOString()).toBe(base.start);
  expect(event.endDate.toJSDate().toISOString()).toBe(base.end);
  const organizer = component.getFirstProperty("organizer");
  expect([organizer?.getFirstValue(), organizer?.getParameter("cn")]).toEqual([
    "mailto:mara@example.com",
    "Mara Brandt",
  ]);
  const attendees = component.getAllProperties("attendee");
  expect(attendees.map((one) => one.toJSON())).toEqual([
    [
      "attendee",
      { cn: "Ute Kern", cutype: "INDIVIDUAL", role: "REQ-PARTICIPANT", partstat: "NEEDS-ACTION", rsvp: "TRUE" },
      "cal-address",
      "mailto:ute@example.com",
    ],
  ]);
  expect(component.getFirstPropertyValue("status")).toBe("CONFIRMED");
});

test("a cancellation has the method, the state and no question", () => {
  const { calendar, component } = read(written(base, { ...scheduling, method: "CANCEL", sequence: 4 }));
  expect(calendar.getFirstPropertyValue("method")).toBe("CANCEL");
  expect(component.getFirstPropertyValue("status")).toBe("CANCELLED");
  expect(component.getFirstPropertyValue("sequence")).toBe(4);
  expect(component.getFirstProperty("attendee")?.getParameter("rsvp")).toBeUndefined();
});

describe("times", () => {
  test("of whole days are dates, the end the day after the last one", () => {
    const times = { start: "2026-10-23T22:00:00.000Z", end: "2026-10-25T23:00:00.000Z" };
    const { event } = read(written({ ...base, ...times, allDay: true }));
    expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([
      true,
      "2026-10-24",
      "2026-10-26",
    ]);
  });

  test("in the hour that exists twice are the right one of both", () => {
    for (const start of ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]) {
      const { event } = read(written({ ...base, start, end: "2026-10-25T03:00:00.000Z" }));
      expect(event.startDate.toJSDate().toISOString()).toBe(start);
    }
  });

  test("without length have no end", () => {
    expect(written({ ...base, end: base.start })).not.toContain("DTEND");
  });

  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "America/Santiago",
    "Pacific/Auckland",
    "UTC",
  ];
  test.each(zones)("of a weekly appointment keep their clock in %s, over changes of clocks too", (timeZone) => {
    const start = new Date(instantAt("2026-02-03", 9 * 60 + 30, timeZone)).toISOString();
    const end = new Date(Date.parse(start) + 3_600_000).toISOString();
    const { event } = read(written({ ...base, start, end, timeZone, rrule: "FREQ=WEEKLY" }));
    const iterator = event.iterator();
    for (let week = 0; week < 150; week += 1) {
      const wanted = instantAt(addDays("2026-02-03", 7 * week), 9 * 60 + 30, timeZone);
      const at = iterator.next()?.toJSDate().getTime() ?? 0;
      // In UTC nobody changes clocks, nor in ical.js.
      expect([week, new Date(at).toISOString()]).toEqual([week, new Date(wanted).toISOString()]);
    }
  });

  test("that are left out are left out, and the last day counts", () => {
    const entry = { ...base, rrule: "FREQ=DAILY;UNTIL=20261127", exdates: ["2026-11-25T09:00:00.000Z"] };
    const { event } = read(written(entry));
    const iterator = event.iterator();
    const days: string[] = [];
    for (let next = iterator.next(); next && days.length < 20; next = iterator.next())
      days.push(wallClockAt(next.toJSDate().getTime(), "Europe/Berlin").day);
    expect(days).toEqual(["2026-11-24", "2026-11-26", "2026-11-27"]);
  });
});

/** Words that would be more than words if they were not written as such. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "\r\n",
        "\n",
        "\r",
        "\u2028",
        "\u0085",
        "\n ATTENDEE:mailto:evil@example.com",
        "\r\nBEGIN:VEVENT\r\n",
        "END:VCALENDAR",
        '";X-EVIL=1:',
        '"',
        ":",
        ";",
        ",",
        "\\",
        "\\n",
        "^n",
        "^'",
        "mailto:",
        "=",
        "\u0000",
        "\u202e",
        "\t",
        "Mara",
        "ü",
        "🌊",
        " ",
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join("")),
);

test("no words of a person make a property, a parameter or a component", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (title, location, name, guestName) => {
      const plain = written({ ...base, location: "x" }, scheduling);
      const text = written(
        { ...base, title, location: `x${location}` },
        {
          ...scheduling,
          organizer: { name: `x${name}`, email: "mara@example.com" },
          guest: { ...scheduling.guest, name: `x${guestName}` },
        },
      );
      const shape = (source: string) => {
        const { calendar, component } = read(source);
        return [
          calendar.getAllSubcomponents().map((one) => one.name),
          calendar.getAllProperties().map((one) => one.name),
          component.getAllSubcomponents().length,
          component.getAllProperties().map((one) => {
            const [, parameters] = one.toJSON() as [string, Record<string, unknown>];
            return [one.name, ...Object.keys(parameters)].join(" ");
          }),
        ];
      };
      expect(shape(text)).toEqual(shape(plain));
      const { component } = read(text);
      const value = (name: string): unknown => component.getFirstPropertyValue(name);
      const shown = (words: string): string =>
        words
          .toWellFormed()
          // oxlint-disable-next-line no-control-regex -- what is left out
          .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "")
          .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\n");
      expect(value("summary")).toBe(shown(title));
      expect(value("location")).toBe(shown(`x${location}`));
      expect(value("organizer")).toBe("mailto:mara@example.com");
      const cn = String(component.getFirstProperty("organizer")?.getParameter("cn"));
      expect(oneLine(cn)).toBe(oneLine(shown(`x${name}`).replaceAll('"', "'").replaceAll("\\", "/")));
    }),
    { numRuns: 500 },
  );
});

test("an address keeps to one value", () => {
  const guest = { ...scheduling.guest, email: "o'neil+tides%41?cc=x@exämple.com\r\nX:1" };
  const { component } = read(written(base, { ...scheduling, guest }));
  expect(component.getFirstPropertyValue("attendee")).toBe(
    "mailto:o'neil+tides%2541%3Fcc=x@ex%C3%A4mple.com%0D%0AX%3A1",
  );
});
