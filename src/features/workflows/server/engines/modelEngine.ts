import { sumOf } from "../../engine.ts";
import { EngineError } from "../../engine.ts";
import { redact } from "#src/kit/redact.ts";
import type { EngineAnswer, AskOptions, Engine, EngineInfo, Question, Usage } from "../../engine.ts";
import type { Issue } from "#src/features/documents/document.ts";
import { openFence, type Fence } from "../../catalogue/fence.ts";
import { charactersPerToken, type Room } from "../../kit/state.ts";
import { answerShape } from "./answerShape.ts";
import { answerJsonSchema, parseAnswer, strictJsonSchema } from "./answerSchema.ts";
import { isFormatRefused, isRetryable } from "./engineErrors.ts";
import { createSemaphore, type Semaphore } from "#src/kit/semaphore.ts";
import { defaultLimits, type JsonStream, openJsonStream } from "./jsonStream.ts";
import { callModel } from "./modelCall.ts";
import type { Model, ModelChoice, ModelFinish, ModelMessage, ModelRequest } from "./model.ts";
import { openTree } from "./rebuild.ts";

/** Calls to a provider for one question, retries and the repair of its form together (quality F6). */
const maxCalls = 3;
/** First wait without a word of the provider, milliseconds; doubles each time. */
const firstBackoffMs = 500;
/** Longest single wait for a provider that limits its rate, milliseconds. */
const longestPauseMs = 60_000;
/** A slow local model writes this many tokens a second; an answer gets the time it needs at this pace. */
const slowestTokensPerSecond = 8;
/** An answer longer than this, or than the room of a prompt, is not sent back in a repair turn: its faults are named. */
const longestEcho = 60_000;

export interface ModelEngineDeps {
  loadModel: (choice: ModelChoice) => Promise<Model>;
  /** Milliseconds; `aiTotalMs` is what a question may take beyond the time its answer needs at the slowest pace. */
  config: { aiFirstChunkMs: number; aiStallMs: number; aiTotalMs: number };
  /** 0 to 1, for the jitter of waits. */
  random?: () => number;
  backoffMs?: number;
  /** Largest answer in UTF-16 units. */
  maxLength?: number;
}

type Format = ModelRequest["format"]["type"];
const weaker: Record<Format, Format | null> = { schema: "json", json: "text", text: null };

/** Servers that are asked for a schema may still not show it to the model; these four do. */
const readsSchema = new Set<ModelChoice["provider"]>(["openai", "anthropic", "google", "mistral"]);

/** What all questions of one engine share: the loaded model and the strongest way of asking for JSON that it takes. */
interface EngineSettings {
  info: EngineInfo;
  choice: ModelChoice;
  room: Room;
  deps: ModelEngineDeps;
  gate: Semaphore;
  model: Promise<Model> | null;
  format: Format;
}

/**
 * An engine that asks a language model. We own retries, time limits, validation and error codes; the model gets no
 * tools, so nothing that a source page says can act.
 * @param atOnce questions of all runs together that the provider works on at the same time
 */
export function createModelEngine(
  info: EngineInfo,
  choice: ModelChoice,
  { room, atOnce }: { room: Room; atOnce: number },
  deps: ModelEngineDeps,
): Engine {
  const setting: EngineSettings = {
    info,
    choice,
    room,
    deps,
    gate: createSemaphore(atOnce),
    model: null,
    format: "schema",
  };
  return {
    info,
    room,
    ask: async (question, options) => {
      const course = startCall(setting);
      try {
        return await answer(question, course, options, setting);
      } catch (error) {
        if (options.signal.aborted) throw cancelled();
        const fault = error instanceof EngineError ? error : new EngineError("internal", String(error));
        // Masked before it is cut: half of a text is no longer found.
        const sent = [question.prompt.user, ...course.echo.map(({ text }) => text)];
        fault.message = redact(fault.message, [choice.apiKey], sent);
        throw fault;
      }
    },
  };
}

/** The course of one question: how often was asked, until when, and what the next request says besides the prompt. */
interface CallState {
  /** All requests; the number goes into their keys. */
  calls: number;
  /** Attempts that were rate-limited; they do not count as retries of the question. */
  pauses: number;
  /** On the clock of `performance.now()`. */
  endsAt: number;
  totalMs: number;
  usages: Usage[];
  /** The last answer and its schema issues, for the repair request. */
  echo: ModelMessage[];
  isRepair: boolean;
}

interface Prepared extends Question {
  jsonSchema: Record<string, unknown>;
  strict: Record<string, unknown> | null;
}

function startCall({ room, deps }: EngineSettings): CallState {
  const writingMs = (room.answer / charactersPerToken / slowestTokensPerSecond) * 1000;
  const totalMs = deps.config.aiTotalMs + writingMs;
  const endsAt = performance.now() + totalMs;
  return { calls: 0, pauses: 0, endsAt, totalMs, usages: [], echo: [], isRepair: false };
}

async function answer(
  question: Question,
  course: CallState,
  options: AskOptions,
  setting: EngineSettings,
): Promise<EngineAnswer> {
  const jsonSchema = answerJsonSchema(question.schema);
  const prepared: Prepared = { ...question, jsonSchema, strict: strictJsonSchema(jsonSchema) };
  for (;;) {
    const said = await ask(prepared, course, options, setting);
    if ("value" in said) {
      options.signal.throwIfAborted();
      return { value: said.value, usage: sumOf(course.usages) };
    }
    if (course.isRepair || isUsedUp(course))
      throw new EngineError("invalid_output", said.issues.map(inWords).join("; "));
    course.isRepair = true;
    const { system, user } = question.prompt;
    const room = Math.min(longestEcho, setting.room.prompt - system.length - user.length);
    course.echo = repairMessages(said.text, said.issues, room, openFence(options.fence));
    options.onRetry?.("invalid_output");
  }
}

const isUsedUp = ({ calls, pauses }: CallState): boolean => calls - pauses >= maxCalls;

type ModelReply = { text: string; value: unknown } | { text: string; issues: Issue[] };

/** Asks until there is a whole answer, good or bad. */
async function ask(
  question: Prepared,
  course: CallState,
  options: AskOptions,
  setting: EngineSettings,
): Promise<ModelReply> {
  const { deps } = setting;
  for (;;) {
    const format: Format = question.strict === null && setting.format === "schema" ? "json" : setting.format;
    const reader = openJsonStream({ ...defaultLimits, maxLength: deps.maxLength ?? defaultLimits.maxLength });
    course.calls += 1;
    try {
      const queuedAt = performance.now();
      const { text, finish } = await setting.gate.pass(() => {
        // Waiting for other questions is no time of this one.
        course.endsAt += performance.now() - queuedAt;
        return readStream(question, format, course, options, setting, reader);
      }, options.signal);
      requireFinished(finish);
      course.usages.push({ inputTokens: finish?.inputTokens ?? null, outputTokens: finish?.outputTokens ?? null });
      return { text, ...readAnswer(question, reader) };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.code === "rate_limited") course.pauses += 1;
      const simpler = isFormatRefused(error) && !isUsedUp(course) ? weaker[format] : null;
      if (simpler) {
        setting.format = simpler;
        continue;
      }
      const waitMs = waitBefore(error, course, deps);
      if (waitMs === null) throw error;
      options.onRetry?.(error.code);
      await waitForRetry(waitMs, options.signal);
    }
  }
}

/** One call: its text, and its finish unless the text broke off what JSON is. */
async function readStream(
  { prompt, jsonSchema, strict }: Prepared,
  format: Format,
  course: CallState,
  options: AskOptions,
  setting: EngineSettings,
  reader: JsonStream,
): Promise<{ text: string; finish: ModelFinish | null }> {
  const { choice, deps } = setting;
  setting.model ??= deps.loadModel(choice);
  const model = await setting.model.catch((error: unknown) => {
    setting.model = null;
    throw error;
  });
  const totalMs = course.endsAt - performance.now();
  if (totalMs <= 0) throw new EngineError("timeout", `no end within ${Math.round(course.totalMs)} ms`);
  const needsShape = format !== "schema" || !readsSchema.has(choice.provider);
  const request: Omit<ModelRequest, "signal"> = {
    messages: [...messagesOf(prompt, needsShape ? jsonSchema : null), ...course.echo],
    format:
      format === "schema" && strict
        ? { type: "schema", schema: strict }
        : { type: format === "json" ? "json" : "text" },
    idempotencyKey: `${options.idempotencyKey}:${course.calls}`,
  };
  const limits = { firstMs: deps.config.aiFirstChunkMs, stallMs: deps.config.aiStallMs, totalMs };
  const pieces = callModel(model, request, limits, options.signal);
  const tree = openTree();
  let text = "";
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done) return { text, finish: next.value };
      text += next.value;
      const events = reader.push(next.value);
      if (events.length > 0 && options.onPartial) {
        for (const event of events) tree.take(event);
        options.onPartial(tree.value());
      }
      const fault = reader.fault();
      if (fault === "too_long") throw new EngineError("too_long", "the answer does not end");
      if (fault !== null) return { text, finish: null };
    }
  } finally {
    await pieces.return(unreadFinish);
  }
}

/** Finish of a call that was left early; it is never read. */
const unreadFinish: ModelFinish = { reason: "interrupted", raw: undefined, inputTokens: null, outputTokens: null };

function readAnswer(question: Prepared, reader: JsonStream): { value: unknown } | { issues: Issue[] } {
  const read = reader.end();
  if (!read.ok) return { issues: [{ level: "error", code: "json", params: { message: read.message } }] };
  const parsed = parseAnswer(question.schema, read.value);
  return parsed.ok ? { value: parsed.value } : { issues: parsed.issues };
}

/** An answer counts only when its writer says that it is complete. */
function requireFinished(finish: ModelFinish | null): void {
  if (finish === null) return;
  const raw = finish.raw ?? "";
  if (finish.reason === "length" || /^(?:max_|model_)?(?:tokens|length)$/i.test(raw)) {
    throw new EngineError("too_long", "the model reached its longest answer");
  }
  if (finish.reason === "content-filter" || /filter|refus|safety/i.test(raw))
    throw new EngineError("refused", "the model refused");
  const hasEnd =
    finish.reason === "stop" || finish.reason === "tool-calls" || (finish.reason === "other" && raw !== "");
  if (!hasEnd) throw new EngineError("cut", "the stream ended without a finish reason");
}

/**
 * Milliseconds until the next call, or null when there is to be none or no time for one. A limited rate is no failure:
 * it pauses the question as long as there is time, and is not counted as a call.
 */
function waitBefore(fault: EngineError, course: CallState, deps: ModelEngineDeps): number | null {
  const isPause = fault.code === "rate_limited";
  if (!isRetryable(fault.code) || isUsedUp(course)) return null;
  const random = deps.random ?? Math.random;
  const base = deps.backoffMs ?? firstBackoffMs;
  const waitMs = Math.min(
    isPause ? longestPauseMs : Infinity,
    fault.retryAfterMs === undefined
      ? base * 2 ** ((isPause ? course.pauses : course.calls - course.pauses) - 1) * (0.5 + random() * 0.5)
      : fault.retryAfterMs + random() * base * 0.5,
  );
  // A provider that was silent once gets its whole time again, or is not asked again.
  const neededMs = fault.code === "timeout" ? deps.config.aiFirstChunkMs : 0;
  return performance.now() + waitMs + neededMs < course.endsAt ? waitMs : null;
}

const cancelled = (): EngineError => new EngineError("cancelled", "cancelled");

async function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done, stopped) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      stopped(cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      done();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function messagesOf(prompt: Question["prompt"], schema: Record<string, unknown> | null): ModelMessage[] {
  const form = schema
    ? `\n\nAnswer with one JSON object of this shape and nothing else:\n${answerShape(schema)}`
    : "\n\nAnswer with one JSON object and nothing else.";
  return [
    { role: "system", text: prompt.system + form },
    { role: "user", text: prompt.user },
  ];
}

const inWords = (issue: Issue): string => {
  const params = Object.entries(issue.params ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [issue.at, issue.code, ...params].filter(Boolean).join(" · ");
};

/** @param room characters that an echo of the answer may have */
function repairMessages(text: string, issues: Issue[], room: number, fence: Fence): ModelMessage[] {
  const said: ModelMessage[] = text.trim() === "" || text.length > room ? [] : [{ role: "assistant", text }];
  // What is wrong repeats words of the answer, and those may be words of a page.
  const list = fence.wrap("faults", issues.map((issue) => `- ${inWords(issue)}`).join("\n"));
  const words = `That answer does not have the shape that was asked for. Its faults:\n${list}\nWrite the whole JSON object again with these points put right, and nothing else.`;
  return [...said, { role: "user", text: words }];
}
