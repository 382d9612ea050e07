import type { z } from "zod";
import type { Room } from "./kit/state.ts";
import type { Prompt } from "./workflow.ts";

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
  /** The service of transcription cannot read a recording, or a part cannot be cut out of it. */
  | "recording_unreadable"
  /** The service of transcription takes no recording of this size. */
  | "recording_too_big"
  | "internal";

/** Why a call to a model gave no answer. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  /** What the provider asked us to wait, milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: EngineErrorCode, message: string, retryAfterMs?: number) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Tokens as the provider counted them; null when it did not say. */
export interface Usage {
  inputTokens: number | null;
  outputTokens: number | null;
}

/** One question to a model. */
export interface Question {
  prompt: Prompt;
  /** What the answer has to be. */
  schema: z.ZodType;
}

export interface AskOptions {
  /** Aborting it rejects with `cancelled`. */
  signal: AbortSignal;
  /** Run + step, for providers that accept an idempotency key. */
  idempotencyKey: string;
  /** Seed of the marks around material, `catalogue/fence.ts`. */
  fence: string;
  /** The answer as far as it has come. The same object as it grows: read it at once, keep nothing of it. */
  onPartial?: (value: unknown) => void;
  /** The question is asked again; what has come so far is void. */
  onRetry?: (code: EngineErrorCode) => void;
}

export interface EngineAnswer {
  /** Fits the schema of the question. */
  value: unknown;
  usage: Usage;
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
  /** Characters that one question may have. */
  room: Room;
  /**
   * Asks once, with retries, limits of time and validation. Null: there is nobody to ask, or nobody answers, and the
   * skeleton stands.
   * @throws EngineError
   */
  ask: ((question: Question, options: AskOptions) => Promise<EngineAnswer | null>) | null;
}

/** What a quote and a run tell of the engine. */
export const noticeOf = ({ kind, label, provider, model, reasonCode }: EngineInfo): Omit<EngineInfo, "reason"> => ({
  kind,
  label,
  provider,
  model,
  reasonCode,
});

/** Tokens of all calls of a question; unknown as soon as one of them is. */
export function sumOf(usages: readonly Usage[]): Usage {
  const sum = (of: (usage: Usage) => number | null): number | null =>
    usages.reduce<number | null>((total, usage) => {
      const tokens = of(usage);
      return total === null || tokens === null ? null : total + tokens;
    }, 0);
  return { inputTokens: sum((usage) => usage.inputTokens), outputTokens: sum((usage) => usage.outputTokens) };
}
