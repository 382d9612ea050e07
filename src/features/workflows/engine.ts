import type { CommonForm, Workflow, WorkflowContext } from "./workflow.ts";
import type { Draft, Issue, Provenance } from "#src/features/documents/document.ts";

/** Why a run failed, design 6. */
export type EngineErrorCode =
  | "rate_limited"
  | "quota"
  | "auth"
  | "bad_request"
  | "provider_down"
  | "timeout"
  | "cut"
  | "invalid_output"
  | "refused"
  | "too_long"
  | "cancelled"
  | "nothing_found"
  /** Its process died or froze again and again while it executed this run. */
  | "interrupted"
  /** A file of the person whose stored bytes are missing or damaged; the engine never ran. */
  | "file_unreadable"
  | "internal";

/** Tokens as the provider counted them; null when it did not say. */
export interface Usage {
  inputTokens: number | null;
  outputTokens: number | null;
}

/** Place of a value inside the `Draft` being written: `["sections", 0, "blocks", 1, "text"]`. */
export type DraftPath = (string | number)[];

export type EngineEvent<Data = unknown> =
  | { type: "start"; provider: string; model: string }
  | { type: "step"; name: string; detail?: string }
  /** Append-only: `text` continues the string at `path`, whose length so far is `offset` UTF-16 units. */
  | { type: "delta"; path: DraftPath; offset: number; text: string }
  /** A number, boolean, null or whole container became known at `path`. */
  | { type: "partial"; path: DraftPath; value: unknown }
  /** The answer did not hold and is asked for once more; everything streamed so far is void. */
  | { type: "repair"; issues: Issue[] }
  | { type: "result"; value: Draft<Data>; issues: Issue[]; usage: Usage; provenance: Provenance }
  | { type: "error"; code: EngineErrorCode; retryable: boolean; message?: string };

export interface EngineRun {
  /** Aborting it ends the run with `error cancelled`. */
  signal: AbortSignal;
  /** Run + step, for providers that accept an idempotency key. */
  idempotencyKey: string;
  context: WorkflowContext;
}

/** What a person is told before the run. */
export interface EngineInfo {
  kind: "model" | "draft";
  /** `Mistral Large, your key`, or `Draft, no AI used`. */
  label: string;
  provider: string;
  model: string;
  /** Why this engine was chosen, one English sentence for the terminal. */
  reason: string;
  /** Message key of the same reason for pages: `engine.reason.<code>`. */
  reasonCode: string;
}

export interface Engine {
  info: EngineInfo;
  /** Ends with exactly one `result` or `error`, and never throws. */
  run: <Data>(workflow: Workflow<CommonForm, Data>, input: unknown, run: EngineRun) => AsyncIterable<EngineEvent<Data>>;
}

/** What a quote and a run tell of the engine. */
export const noticeOf = ({ kind, label, provider, model, reasonCode }: EngineInfo): Omit<EngineInfo, "reason"> => ({
  kind,
  label,
  provider,
  model,
  reasonCode,
});
