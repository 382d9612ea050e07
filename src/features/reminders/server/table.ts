import type { Generated } from "kysely";

export interface ReminderTables {
  reminder: {
    user_id: string;
    /** An appointment, or a content item. */
    kind: "entry" | "item";
    record_id: string;
    /** Start of the appointment, or the planned time of the item. */
    starts_at: Date;
    /** How long before it. */
    minutes: number;
    /** The mail that tells it; null for what is told by none, or was before that was noted. */
    mail_id: Generated<string | null>;
    created_at: Date;
  };
  reminder_plan: {
    entry_id: string;
    /** Version of the entry that `next_at` was computed for. */
    entry_updated_at: Date;
    next_at: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends ReminderTables {}
}
