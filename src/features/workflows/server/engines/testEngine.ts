import { EngineError } from "../../engine.ts";
import { z } from "zod";
import type { Engine, EngineErrorCode, Usage } from "../../engine.ts";
import type { EngineAdvice, EngineTest } from "../../contract.ts";

/** Longest wait for one sentence; a local model may have to be loaded first. Milliseconds. */
const testMs = 60_000;
/** Text that came within less says nothing of a pace: it was sent as one piece. Milliseconds. */
const minWritingMs = 50;

const question = {
  prompt: {
    version: "engineTest/1",
    system: "You help to find out whether a connection works.",
    user: 'Write one short, friendly sentence about tea into the field "sentence".',
  },
  schema: z.strictObject({ sentence: z.string().trim().min(1) }),
};

export interface TestEngineOptions {
  signal: AbortSignal;
  /** Unique for this test. */
  id: string;
  /** Seed of the marks around what a repair quotes, at least 16 signs of a-z and 0-9. */
  fence: string;
  /** Default a minute. */
  limitMs?: number;
}

/**
 * Asks an engine for one sentence and reports the outcome; never rejects. The provider's own message is not passed on.
 */
export async function testEngine(
  engine: Engine,
  { signal, id, fence, limitMs = testMs }: TestEngineOptions,
): Promise<EngineTest> {
  if (engine.ask === null) return { ok: false, code: "draft" };
  const limit = AbortSignal.timeout(limitMs);
  const startedAt = performance.now();
  let firstAt: number | null = null;
  let retriedFor: EngineErrorCode | null = null;
  try {
    const asked = await engine.ask(question, {
      signal: AbortSignal.any([signal, limit]),
      idempotencyKey: `engine-test:${id}`,
      fence,
      onPartial: () => {
        firstAt ??= performance.now();
      },
      onRetry: (code) => {
        retriedFor = code;
        firstAt = null;
      },
    });
    if (asked === null) return { ok: false, code: "draft" };
    const endedAt = performance.now();
    const latencyMs = Math.round((firstAt ?? endedAt) - startedAt);
    const totalMs = Math.round(endedAt - startedAt);
    // The tokens of a question that was asked twice are those of both answers.
    const pace = retriedFor === null ? paceOf(asked, { latencyMs, totalMs }) : null;
    return { ok: true, latencyMs, totalMs, tokensPerSecond: pace };
  } catch (error) {
    const fault = error instanceof EngineError ? error : new EngineError("internal", String(error));
    const code = fault.code === "cancelled" && !signal.aborted ? (retriedFor ?? "timeout") : fault.code;
    const advice = adviceFor(code, fault.message, engine.info.provider);
    return { ok: false, code, ...(advice ? { advice } : {}) };
  }
}

/** Tokens a second, one decimal; null without a count or when all came at once. */
function paceOf(
  { value, usage }: { value: unknown; usage: Usage },
  { latencyMs, totalMs }: { latencyMs: number; totalMs: number },
): number | null {
  const { outputTokens } = usage;
  if (outputTokens === null) return null;
  // More tokens than characters: the others were thoughts, and they came before the first text.
  const hasThought = outputTokens > JSON.stringify(value).length;
  const ms = hasThought ? totalMs : totalMs - latencyMs;
  return ms < minWritingMs ? null : Math.round((outputTokens / ms) * 10_000) / 10;
}

/** What helps against a fault, for an operator; null when nothing is known that would. */
function adviceFor(code: EngineErrorCode, message: string, provider: string): EngineAdvice | null {
  const isLocal = provider === "ollama" || provider === "lmstudio";
  const isMissing = code === "bad_request" && /model/i.test(message) && /not found|not exist|no such/i.test(message);
  if (isMissing) return provider === "ollama" ? "pullModel" : "checkModel";
  if (isLocal && /system memory|out of memory|insufficient memory/i.test(message)) return "smallerModel";
  switch (code) {
    case "auth":
      return "checkKey";
    case "quota":
      return "checkBilling";
    case "rate_limited":
      return "waitAndRetry";
    case "provider_down":
      return isLocal || provider === "openai-compatible" ? "startServer" : "waitAndRetry";
    case "timeout":
      return isLocal ? "smallerModel" : "waitAndRetry";
    case "too_long":
      return isLocal ? "moreContext" : "checkModel";
    case "bad_request":
    case "invalid_output":
    case "cut":
    case "refused":
      return "checkModel";
    default:
      return null;
  }
}
