import type { Generated, JSONColumnType } from "kysely";
import type { Priority } from "../contract.ts";

export interface CalendarTables {
  calendar_entry: {
    id: string;
    user_id: string;
    type: string;
    title: string;
    starts_at: Date;
    ends_at: Date;
    all_day: boolean;
    time_zone: string;
    rrule: string | null;
    exdates: JSONColumnType<string[]>;
    location: string | null;
    link: string | null;
    notes: string;
    priority: Generated<Priority>;
    attendees: JSONColumnType<{ name: string; email: string }[]>;
    reminders: JSONColumnType<number[]>;
    project_id: string | null;
    outcome_id: string | null;
    uid: string;
    sequence: Generated<number>;
    created_at: Date;
    updated_at: Date;
    /** When the person deleted it; it can be brought back for 24 hours. */
    deleted_at: Date | null;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends CalendarTables {}
}
