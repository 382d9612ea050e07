import type { Generated, JSONColumnType } from "kysely";
import type { WorkflowDocument } from "#src/features/workflows/workflow.ts";

export interface ProjectTables {
  project: {
    id: string;
    user_id: string;
    name: string | null;
    workflow: string;
    state: number;
    form_values: JSONColumnType<Record<string, unknown>>;
    revisions: Generated<number>;
    current_revision: number | null;
    latest_run_id: string | null;
    created_at: Date;
    updated_at: Date;
  };
  revision: {
    id: string;
    project_id: string;
    user_id: string;
    number: number;
    /** The run that made it; null for one that was brought back. */
    run_id: string | null;
    document: JSONColumnType<WorkflowDocument>;
    note: string | null;
    created_at: Date;
  };
}
