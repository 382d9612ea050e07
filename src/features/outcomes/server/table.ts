import type { JSONColumnType } from "kysely";
import { type ColumnsOf, fieldsOf } from "#src/platform/database/fieldTable.ts";
import type { Outcome, OutcomeStatus } from "../contract.ts";

/** What a person may set on an outcome. */
type Settable = Pick<
  Outcome,
  "workflow" | "kind" | "platform" | "contentType" | "title" | "brief" | "plannedAt" | "timeZone" | "status"
>;
export const outcomeFields = fieldsOf<Settable>()(
  ["workflow", "kind", "platform", "contentType", "title", "brief", "plannedAt", "timeZone", "status"],
  { plannedAt: "instant" },
);

/** An outcome before a run's text was put in, and before the one that was put in earlier. */
interface TextBefore {
  brief: string;
  status: OutcomeStatus;
  before?: TextBefore | null;
}

export interface OutcomeTables {
  outcome: ColumnsOf<typeof outcomeFields> & {
    id: string;
    user_id: string;
    project_id: string | null;
    run_id: string | null;
    calendar_entry_id: string | null;
    result_project_id: string | null;
    /** Text and status before a run's text was put in; null when none was. */
    before_result: JSONColumnType<TextBefore> | null;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends OutcomeTables {}
}
