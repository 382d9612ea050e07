import { type Selectable } from "kysely";
import type { ExportText } from "#src/platform/export.ts";
import type { Db, Tables } from "#src/platform/tables.ts";

type Row = Selectable<Tables["calendar_entry"]>;

/** Octets of a line, RFC 5545 3.1. */
const longestLine = 75;

/** A line folded as RFC 5545 says; never inside of a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > longestLine - (parts.length > 0 ? 1 : 0)) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n ");
}

/** A text as a value: what could end the line or the value is escaped, other control characters go. */
const textValue = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, "\\n");
/** A text as a parameter: quotes cannot be escaped there. */
const parameter = (text: string): string => `"${text.replace(/[\p{Cc}"]/gu, " ")}"`;

const utc = (date: Date): string => date.toISOString().replace(/[-:]|\.\d{3}/g, "");
const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const key = timeZone.toLowerCase();
  const known = clocks.get(key);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(key, clock);
  return clock;
};

/** Wall clock of a zone, `20260501T080000`. */
function local(date: Date, timeZone: string): string {
  const zoned = clockOf(timeZone).format(date);
  return zoned.replace(/[-:]/g, "").replace(" ", "T");
}

/** A series counts by the clocks of its zone; all else is written in UTC. */
function time(name: string, date: Date, { all_day: isAllDay, rrule, time_zone: zone }: Row): string {
  if (isAllDay) return `${name};VALUE=DATE:${local(date, zone).slice(0, 8)}`;
  return rrule ? `${name};TZID=${zone}:${local(date, zone)}` : `${name}:${utc(date)}`;
}

const optional = (name: string, text: string | null): string[] => (text ? [`${name}:${textValue(text)}`] : []);

function eventLines(row: Row): string[] {
  const dates = row.exdates as unknown as string[];
  return [
    "BEGIN:VEVENT",
    `UID:${textValue(row.uid)}`,
    `SEQUENCE:${row.sequence}`,
    `DTSTAMP:${utc(row.updated_at)}`,
    time("DTSTART", row.starts_at, row),
    time("DTEND", row.ends_at, row),
    ...(row.rrule ? [`RRULE:${row.rrule.replace(/[\p{Cc}]/gu, "")}`] : []),
    ...dates.map((date) => time("EXDATE", new Date(date), row)),
    `SUMMARY:${textValue(row.title)}`,
    ...optional("LOCATION", row.location),
    ...optional("DESCRIPTION", row.notes),
    ...(row.link ? [`URL:${row.link.replace(/[\p{Cc}\s]/gu, "")}`] : []),
    ...(row.attendees as unknown as { name: string; email: string }[]).map(
      ({ name, email }) => `ATTENDEE;CN=${parameter(name)}:mailto:${email.replace(/[\p{Cc}\s]/gu, "")}`,
    ),
    "END:VEVENT",
  ];
}

/** The whole calendar in the form that other calendars read (RFC 5545). */
export async function* exportCalendar(userId: string, trx: Db): AsyncGenerator<ExportText> {
  const entries = await trx
    .selectFrom("calendar_entry")
    .selectAll()
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .orderBy("starts_at")
    .execute();
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pioneer//Calendar//EN",
    ...entries.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  yield { path: "calendar.ics", text: `${lines.map(fold).join("\r\n")}\r\n` };
}
