import type { Generated } from "kysely";
import type { z } from "zod";
import { type ColumnsOf, fieldsOf } from "#src/platform/database/fieldTable.ts";
import { type Entry, newEntry } from "../contract.ts";

/** What a person may set on an entry, but for its times: their columns have names of their own. */
const settable = newEntry.keyof().exclude(["start", "end", "projectId", "outcomeId"]);
export const entryFields = fieldsOf<Pick<Entry, z.infer<typeof settable>>>()(settable.options, {
  exdates: "json",
  attendees: "json",
  reminders: "json",
});

export interface CalendarTables {
  calendar_entry: ColumnsOf<typeof entryFields> & {
    id: string;
    user_id: string;
    starts_at: Date;
    ends_at: Date;
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
