import type { ExportText } from "#src/platform/export.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Entry } from "../contract.ts";
import { allZoneComponents, eventProperties } from "./appointment.ts";
import { calendarText, type Component, mailtoValue, type Property, textValue } from "./icalendar.ts";
import { entriesOf } from "./repository.ts";

const attendeeProperty = ({ name, email }: Entry["attendees"][number]): Property => ({
  name: "ATTENDEE",
  params: name.trim() === "" ? {} : { CN: name },
  value: mailtoValue(email),
});

/** An entry with all that is its owner's: notes and attendees, too. */
const ownComponent = (entry: Entry): Component => ({
  name: "VEVENT",
  parts: [
    ...eventProperties(entry),
    { name: "SEQUENCE", value: String(entry.sequence) },
    ...(entry.notes === "" ? [] : [{ name: "DESCRIPTION", value: textValue(entry.notes) }]),
    ...entry.attendees.map(attendeeProperty),
  ],
});

/** The whole calendar in the form that other calendars read (RFC 5545). */
export async function* exportCalendar(userId: string, trx: Db): AsyncGenerator<ExportText> {
  const entries = await entriesOf(userId, trx).all();
  const components = [...(await allZoneComponents(entries)), ...entries.map(ownComponent)];
  yield { path: "calendar.ics", text: calendarText({ method: null }, components) };
}
