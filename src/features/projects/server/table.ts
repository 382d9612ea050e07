import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Change } from "#src/kit/changes.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";

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
    favorite: Generated<boolean>;
    /** State before it was put away by hand; null while it is not. */
    archived_from: Generated<number | null>;
    /** Deleted and still to be brought back; upkeep erases the row after a day. */
    deleted_at: Generated<Date | null>;
    /** Newest revision before a scheduled run that the person has not seen; null while all is seen. */
    news_from: Generated<number | null>;
    /** Name and title in small letters, kept by the database. */
    search: ColumnType<string, never, never>;
  };
  revision: {
    id: string;
    project_id: string;
    user_id: string;
    number: number;
    /** The run that made it; null for one that was brought back. */
    run_id: string | null;
    document: JSONColumnType<WorkflowDocument>;
    /** The form that the document was computed from; null for what is older than this column. */
    form_values: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    note: string | null;
    created_at: Date;
    /** How often it was edited, undone and redone: the version that an edit names. */
    edits: Generated<number>;
    /** Number of the last step that holds; those beyond were undone. */
    step: Generated<number>;
    edited_at: Date | null;
    /** Gaps of the document by what became of them, kept by the database. */
    gaps_open: ColumnType<number, never, never>;
    gaps_filled: ColumnType<number, never, never>;
  };
  /** One edit of a revision: what undoes it, and what does it again once it was undone. */
  revision_step: {
    revision_id: string;
    number: number;
    changes: JSONColumnType<Change[]>;
  };
  /** Name of a project that is gone for good, for the coins that it cost. */
  erased_project: { id: string; user_id: string; name: string };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends ProjectTables {}
}
