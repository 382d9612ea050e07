import { type Appointment, eventProperties } from "#src/features/calendar/server/appointment.ts";
import { type Component, mailtoValue, type Property, textValue } from "#src/features/calendar/server/icalendar.ts";
import type { GuestState } from "../contract.ts";

/** What an invitation adds to it. */
export interface Scheduling {
  method: "REQUEST" | "CANCEL";
  sequence: number;
  organizer: { name: string; email: string };
  guest: { name: string; email: string; state: GuestState };
  /** Plain text for programs that show no mail beside the appointment. */
  description: string;
  /** When this text was written. */
  now: Date;
}

const partstat: Readonly<Record<GuestState, string>> = {
  pending: "NEEDS-ACTION",
  accepted: "ACCEPTED",
  tentative: "TENTATIVE",
  declined: "DECLINED",
  // A suggestion is no answer to the time that was asked for.
  suggested: "NEEDS-ACTION",
};

const person = (role: "ORGANIZER" | "ATTENDEE", { name, email }: { name: string; email: string }, more = {}) => ({
  name: role,
  params: { ...(name.trim() === "" ? {} : { CN: name }), ...more },
  value: mailtoValue(email),
});

function schedulingProperties({ method, organizer, guest, sequence }: Scheduling): Property[] {
  return [
    { name: "SEQUENCE", value: String(sequence) },
    { name: "STATUS", value: method === "CANCEL" ? "CANCELLED" : "CONFIRMED" },
    person("ORGANIZER", organizer),
    person("ATTENDEE", guest, {
      CUTYPE: "INDIVIDUAL",
      ROLE: "REQ-PARTICIPANT",
      ...(method === "CANCEL" ? {} : { PARTSTAT: partstat[guest.state], RSVP: "TRUE" }),
    }),
  ];
}

/** An entry as VEVENT. @param scheduling for a mail to a guest; without it the entry is only published */
export function eventComponent(entry: Appointment, scheduling?: Scheduling): Component {
  return {
    name: "VEVENT",
    parts: [
      ...eventProperties(entry, scheduling?.now.getTime()),
      ...(scheduling ? schedulingProperties(scheduling) : []),
      ...(scheduling?.description ? [{ name: "DESCRIPTION", value: textValue(scheduling.description) }] : []),
    ],
  };
}
