import type { JSONColumnType } from "kysely";
import type { OutcomeStatus } from "../contract.ts";

/** An outcome before a run's text was put in, and before the one that was put in earlier. */
interface TextBefore {
  brief: string;
  status: OutcomeStatus;
  before?: TextBefore | null;
}

export interface OutcomeTables {
  outcome: {
    id: string;
    user_id: string;
    project_id: string | null;
    run_id: string | null;
    workflow: string;
    kind: string;
    platform: string | null;
    content_type: number | null;
    title: string;
    brief: string;
    planned_at: Date;
    time_zone: string;
    status: OutcomeStatus;
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
