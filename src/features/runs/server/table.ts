import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { RewriteStatus } from "#src/features/projects/contract.ts";
import type { RewrittenSection } from "#src/features/workflows/kit/workflowSpec.ts";
import type { ProposalEdit, RunEvent, RunStatus } from "../contract.ts";
import type { EngineInfo, Usage } from "#src/features/workflows/engine.ts";
import type { Proposal, Provenance, Source } from "#src/features/documents/document.ts";

/** What a run keeps of its result, whatever becomes of the revision. */
export interface RunResult {
  /** Null for results from before this was kept with a document. */
  generator: Provenance | null;
  /** Nothing of what it should read or write was missing. */
  isWhole: boolean;
  sources: Pick<Source, "url" | "contentHash">[];
}

/** A proposal recomputed from an edited document. */
export type NewerProposal = Required<Pick<Proposal, "payload" | "requires">>;

export interface RunTables {
  run: {
    id: string;
    user_id: string;
    project_id: string;
    workflow: string;
    status: Generated<RunStatus>;
    coins: number;
    coins_state: Generated<"held" | "captured" | "released">;
    engine: JSONColumnType<Omit<EngineInfo, "reason">>;
    form_values: JSONColumnType<Record<string, unknown>>;
    language: string;
    time_zone: string;
    idempotency_key: string;
    /** SHA-256 of the request: the same key with another request is a conflict. */
    request_hash: string;
    error_code: string | null;
    error_message: string | null;
    error_hints: JSONColumnType<string[]> | null;
    usage: JSONColumnType<Usage> | null;
    revision: number | null;
    /** Null for a run without a result, and for one of a process from before this was kept. */
    result: JSONColumnType<RunResult> | null;
    /** State of the project at the start, outside the archive; null for a project without a document. */
    state_before: number | null;
    /** Counts executions; what an earlier one writes late is refused. */
    attempt: Generated<number>;
    /** How often the run was taken over from a dead or frozen process since it last finished a step. */
    takeovers: Generated<number>;
    created_at: Date;
    started_at: Date | null;
    /** When the first words of the result were there; null before, and for what no model wrote. */
    first_text_at: ColumnType<Date | null, Date | undefined, Date>;
    finished_at: Date | null;
    /** A schedule started it, see features/schedules. */
    is_scheduled: Generated<boolean>;
    /** The person may return the result before; null for one that was worth its price. */
    returnable_until: Date | null;
    /** Coins of the run that has paid for it; null for a result that cannot be returned. */
    returnable_coins: number | null;
    /** The result was returned, and its coins with it; `coins_state` stays `captured`. */
    returned_at: Date | null;
    /** Its revision was removed for its age. */
    revision_purged_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  run_proposal: {
    run_id: string;
    key: string;
    position: number;
    user_id: string;
    kind: Proposal["kind"];
    requires: string[];
    payload: JSONColumnType<Record<string, unknown>>;
    state: Generated<"proposed" | "applied" | "undone">;
    record_id: string | null;
    /** The record was there before, and the proposal created none. */
    is_older: Generated<boolean>;
    /** What the person changed on it before it was applied. */
    changes: JSONColumnType<ProposalEdit> | null;
    /** What its record was made with, or last updated to; null unless applied. */
    applied_payload: JSONColumnType<Record<string, unknown>> | null;
    /** What the edited document proposes in its place; `payload` stays what it was applied with. */
    newer: JSONColumnType<NewerProposal> | null;
    /** The edited document no longer contains this proposal. */
    is_gone: Generated<boolean>;
    /** It is a suggestion of its own; the calendar entry of a content item is none. */
    is_counted: GeneratedAlways<boolean>;
  };
  /** What a run has bought and read so far, see memory.ts. */
  run_step: { run_id: string; key: string; result: JSONColumnType<object> };
  /** The stream of a run, see events.ts. */
  run_event: { run_id: string; offset: number; events: JSONColumnType<RunEvent[]> };
  /** A section that is being rewritten. */
  rewrite: {
    id: string;
    user_id: string;
    project_id: string;
    /** The run that made the document, by which included ones are counted. */
    run_id: string;
    workflow: string;
    section: string;
    wish: string;
    status: Generated<RewriteStatus>;
    coins: number;
    /** Also of an included rewrite; a released one no longer counts. */
    coins_state: Generated<"held" | "captured" | "released">;
    is_included: boolean;
    idempotency_key: string;
    request_hash: string;
    error_code: string | null;
    error_message: string | null;
    /** What the writer gave, until some time after the person's answer. */
    result: JSONColumnType<RewrittenSection> | null;
    usage: JSONColumnType<Usage> | null;
    attempt: Generated<number>;
    takeovers: Generated<number>;
    created_at: Date;
    started_at: Date | null;
    /** When the writer finished or the rewrite ended without a result. */
    finished_at: Date | null;
    answered_at: Date | null;
  };
  /** What a rewrite has bought so far, see memory.ts. */
  rewrite_step: { run_id: string; key: string; result: JSONColumnType<object> };
  /** A living process: `lock_key` is a session advisory lock that dies with it; null `beat_at` is one without heartbeat. */
  executor: { id: string; lock_key: number; started_at: Generated<Date>; beat_at: Date | null };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends RunTables {}
}
