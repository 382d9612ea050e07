import type { Generated, JSONColumnType } from "kysely";
import type { Appointment } from "#src/features/calendar/server/appointment.ts";
import type { GuestState } from "../contract.ts";

/** What a mail tells of an entry, beside its times. */
export type NotifiedEntry = Pick<
  Appointment,
  "title" | "location" | "link" | "allDay" | "timeZone" | "rrule" | "exdates"
>;

export interface SharingTables {
  /** A guest of an entry who was invited; it stays when the invitation is taken back, so that versions go on. */
  invitation: {
    id: string;
    user_id: string;
    entry_id: string;
    name: string;
    /** Lower case. */
    email: string;
    /** SHA-256 of the token in the guest's link. */
    token_hash: string;
    state: Generated<GuestState>;
    comment: Generated<string>;
    suggested_start: Date | null;
    /** The organiser took it back. */
    is_cancelled: Generated<boolean>;
    /** The guest was told that the entry was deleted. */
    is_called_off: Generated<boolean>;
    /** SEQUENCE of the last mail; never falls. */
    sequence: number;
    /** Version of the entry that the guest was told, or need not be told. */
    entry_sequence: number;
    /** Times of the entry that the last mail told, and the rest of it. */
    notified_start: Date;
    notified_end: Date;
    told: JSONColumnType<NotifiedEntry>;
    /** Version of the entry that the last answer was for. */
    answered_sequence: number | null;
    answered_at: Date | null;
    invited_at: Date;
    created_at: Date;
  };
  /** An address that calendar programs subscribe to. */
  calendar_feed: {
    id: string;
    user_id: string;
    /** First code of the family; null for the whole calendar. */
    family: number | null;
    token_hash: string;
    created_at: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends SharingTables {}
}
