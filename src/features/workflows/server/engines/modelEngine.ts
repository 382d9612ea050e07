import type { Engine, EngineErrorCode, EngineEvent, EngineInfo, EngineRun, Usage } from "../../engine.ts";
import type { CommonForm, Prompt, Workflow } from "../../workflow.ts";
import type { Draft, Issue } from "#src/features/documents/document.ts";
import { openFence, type Fence } from "../../catalogue/fence.ts";
import { checkClaims } from "./claims.ts";
import { answerJsonSchema, parseStatedDraft, statedDraftSchema, strictJsonSchema } from "./draftSchema.ts";
import type { StatedDraft } from "./draftSchema.ts";
import { ModelFault, isFormatRefused, isRetryable, redact } from "./faults.ts";
import { defaultLimits, openJsonStream } from "./jsonStream.ts";
import type { JsonEvent, JsonStream } from "./jsonStream.ts";
import { callModel } from "./modelCall.ts";
import type { Model, ModelChoice, ModelFinish, ModelMessage, ModelRequest } from "./providers.ts";

/** Calls to a provider for one run, retries and the repair turn together (quality F6). */
const maxCalls = 3;
/** First wait without a word of the provider, milliseconds; doubles each time. */
const firstBackoffMs = 500;
/** An answer longer than this is not sent back in a repair turn: its faults are named instead. */
const longestEcho = 120_000;

export interface ModelEngineDeps {
  loadModel: (choice: ModelChoice) => Promise<Model>;
  /** Milliseconds; `aiTotalMs` spans all calls and waits of a run. */
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

/** What all runs of one engine share: the loaded model and the strongest way of asking for JSON that it takes. */
interface Shared {
  model: Promise<Model> | null;
  format: Format;
}

interface Setting {
  info: EngineInfo;
  choice: ModelChoice;
  deps: ModelEngineDeps;
  shared: Shared;
}

/**
 * An engine that asks a language model. We own retries (at most three calls in all), time limits, validation, one
 * repair turn and error codes; the model gets no tools, so nothing that a source page says can act.
 */
export function createModelEngine(info: EngineInfo, choice: ModelChoice, deps: ModelEngineDeps): Engine {
  const setting: Setting = { info, choice, deps, shared: { model: null, format: "schema" } };
  return {
    info,
    run: async function* (workflow, input, run) {
      try {
        yield* answer(workflow, input, run, setting);
      } catch (error) {
        const code: EngineErrorCode = error instanceof ModelFault ? error.code : "internal";
        const said = error instanceof Error ? error.message : String(error);
        yield { type: "error", code, retryable: isRetryable(code), message: redact(said, [choice.apiKey]) };
      }
    },
  };
}

/** The course of one run: how often was asked, until when, and what the next request says besides the prompt. */
interface Course {
  calls: number;
  /** On the clock of `performance.now()`. */
  endsAt: number;
  usages: Usage[];
  /** The last answer and what was wrong with it, once that was told. */
  echo: ModelMessage[];
  isRepair: boolean;
}

interface Question<Data> {
  prompt: Prompt;
  schema: ReturnType<typeof statedDraftSchema<Data>>;
  jsonSchema: Record<string, unknown>;
  strict: Record<string, unknown> | null;
}

async function* answer<Data>(
  workflow: Workflow<CommonForm, Data>,
  input: unknown,
  run: EngineRun,
  setting: Setting,
): AsyncGenerator<EngineEvent<Data>> {
  const { info, deps } = setting;
  const form = workflow.form.safeParse(input);
  if (!form.success) throw new ModelFault("bad_request", "the form does not hold");
  yield { type: "start", provider: info.provider, model: info.model };
  if (run.signal.aborted) throw cancelled();

  const prompt = workflow.prompt(form.data, run.context);
  const schema = statedDraftSchema(workflow.output);
  const jsonSchema = answerJsonSchema(schema);
  const question: Question<Data> = { prompt, schema, jsonSchema, strict: strictJsonSchema(jsonSchema) };
  const course: Course = {
    calls: 0,
    endsAt: performance.now() + deps.config.aiTotalMs,
    usages: [],
    echo: [],
    isRepair: false,
  };

  for (;;) {
    const said = yield* ask(question, course, run, setting);
    const judged =
      "draft" in said
        ? judge(workflow, form.data, said.draft, ownWords(input), run)
        : { ok: false as const, issues: said.issues };
    if (judged.ok) {
      if (run.signal.aborted) throw cancelled();
      const provenance = {
        engine: "model" as const,
        provider: info.provider,
        model: info.model,
        promptVersion: prompt.version,
      };
      yield { type: "result", value: judged.draft, issues: judged.issues, usage: sumOf(course.usages), provenance };
      return;
    }
    if (course.isRepair || course.calls >= maxCalls)
      throw new ModelFault("invalid_output", judged.issues.map(inWords).join("; "));
    course.isRepair = true;
    course.echo = repairMessages(said.text, judged.issues, openFence(run.context.fence));
    yield { type: "repair", issues: judged.issues };
  }
}

type Judged<Data> = { ok: true; draft: Draft<Data>; issues: Issue[] } | { ok: false; issues: Issue[] };

/** Finds out how far the claims hold and asks the workflow. */
function judge<Data>(
  workflow: Workflow<CommonForm, Data>,
  form: CommonForm,
  stated: StatedDraft<Data>,
  own: string,
  run: EngineRun,
): Judged<Data> {
  const { draft, issues } = workflow.check(checkClaims(stated, run.context.sources, own), form, run.context);
  const errors = issues.filter((issue) => issue.level === "error");
  if (errors.some((issue) => issue.code === "nothingFound")) throw new ModelFault("nothing_found", "nothing found");
  return errors.length === 0 ? { ok: true, draft, issues } : { ok: false, issues: errors };
}

/** Everything a person wrote into a form. Not the prompt: that holds the words of sources too. */
function ownWords(input: unknown): string {
  if (typeof input === "string") return input;
  return typeof input === "object" && input !== null ? Object.values(input).map(ownWords).join("\n") : "";
}

type Said<Data> = { text: string; draft: StatedDraft<Data> } | { text: string; issues: Issue[] };

/** Asks until there is a whole answer, good or bad. Yields what can be read of it on the way. */
async function* ask<Data>(
  question: Question<Data>,
  course: Course,
  run: EngineRun,
  setting: Setting,
): AsyncGenerator<JsonEvent | { type: "step"; name: string; detail: string }, Said<Data>> {
  const { deps, shared } = setting;
  for (;;) {
    const format: Format = question.strict === null && shared.format === "schema" ? "json" : shared.format;
    const reader = openJsonStream({ ...defaultLimits, maxLength: deps.maxLength ?? defaultLimits.maxLength });
    const shown = { any: false };
    course.calls += 1;
    try {
      const { text, finish } = yield* listen(question, format, course, run, setting, reader, shown);
      refuseUnfinished(finish);
      course.usages.push({ inputTokens: finish?.inputTokens ?? null, outputTokens: finish?.outputTokens ?? null });
      return { text, ...readDraft(question, reader) };
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      const simpler = isFormatRefused(error) && course.calls < maxCalls ? weaker[format] : null;
      if (simpler) {
        shared.format = simpler;
        yield { type: "step", name: "retry", detail: "format" };
        continue;
      }
      const waitMs = shown.any ? null : waitBefore(error, course, deps);
      if (waitMs === null) throw error;
      yield { type: "step", name: "retry", detail: error.code };
      await wait(waitMs, run.signal);
    }
  }
}

/** One call: its text, and its finish unless the text broke off what JSON is. */
async function* listen<Data>(
  { prompt, jsonSchema, strict }: Question<Data>,
  format: Format,
  course: Course,
  run: EngineRun,
  { choice, deps, shared }: Setting,
  reader: JsonStream,
  shown: { any: boolean },
): AsyncGenerator<JsonEvent, { text: string; finish: ModelFinish | null }> {
  shared.model ??= deps.loadModel(choice);
  const model = await shared.model.catch((error: unknown) => {
    shared.model = null;
    throw error;
  });
  const totalMs = course.endsAt - performance.now();
  if (totalMs <= 0) throw new ModelFault("timeout", `no end within ${deps.config.aiTotalMs} ms`);
  const needsSchema = format !== "schema" || !readsSchema.has(choice.provider);
  const request: Omit<ModelRequest, "signal"> = {
    messages: [...messagesOf(prompt, needsSchema ? jsonSchema : null), ...course.echo],
    format:
      format === "schema" && strict
        ? { type: "schema", schema: strict }
        : { type: format === "json" ? "json" : "text" },
    idempotencyKey: `${run.idempotencyKey}:${course.calls}`,
  };
  const limits = { firstMs: deps.config.aiFirstChunkMs, stallMs: deps.config.aiStallMs, totalMs };
  const pieces = callModel(model, request, limits, run.signal);
  let text = "";
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done) return { text, finish: next.value };
      text += next.value;
      for (const event of reader.push(next.value)) {
        shown.any = true;
        yield event;
      }
      const fault = reader.fault();
      if (fault === "too_long") throw new ModelFault("too_long", "the answer does not end");
      if (fault !== null) return { text, finish: null };
    }
  } finally {
    await pieces.return(nobodyKnows);
  }
}

/** Finish of a call that was left early; nobody reads it. */
const nobodyKnows: ModelFinish = { reason: "interrupted", raw: undefined, inputTokens: null, outputTokens: null };

function readDraft<Data>(
  question: Question<Data>,
  reader: JsonStream,
): { draft: StatedDraft<Data> } | { issues: Issue[] } {
  const read = reader.end();
  if (!read.ok) return { issues: [{ level: "error", code: "json", params: { message: read.message } }] };
  const parsed = parseStatedDraft(question.schema, read.value);
  return parsed.ok ? { draft: parsed.draft } : { issues: parsed.issues };
}

/** An answer counts only when its writer says that it is complete. */
function refuseUnfinished(finish: ModelFinish | null): void {
  if (finish === null) return;
  const raw = finish.raw ?? "";
  if (finish.reason === "length" || /^(?:max_|model_)?(?:tokens|length)$/i.test(raw)) {
    throw new ModelFault("too_long", "the model reached its longest answer");
  }
  if (finish.reason === "content-filter" || /filter|refus|safety/i.test(raw))
    throw new ModelFault("refused", "the model refused");
  const hasEnd =
    finish.reason === "stop" || finish.reason === "tool-calls" || (finish.reason === "other" && raw !== "");
  if (!hasEnd) throw new ModelFault("cut", "the stream ended without a finish reason");
}

/** Milliseconds until the next call, or null when there is to be none or no time for one. */
function waitBefore(fault: ModelFault, course: Course, deps: ModelEngineDeps): number | null {
  if (!isRetryable(fault.code) || course.calls >= maxCalls) return null;
  const random = deps.random ?? Math.random;
  const base = deps.backoffMs ?? firstBackoffMs;
  const waitMs =
    fault.retryAfterMs === undefined
      ? base * 2 ** (course.calls - 1) * (0.5 + random() * 0.5)
      : fault.retryAfterMs + random() * base * 0.5;
  // A provider that was silent once gets its whole time again, or is not asked again.
  const neededMs = fault.code === "timeout" ? deps.config.aiFirstChunkMs : 0;
  return performance.now() + waitMs + neededMs < course.endsAt ? waitMs : null;
}

const cancelled = (): ModelFault => new ModelFault("cancelled", "cancelled");

async function wait(ms: number, signal: AbortSignal): Promise<void> {
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

function messagesOf(prompt: Prompt, schema: Record<string, unknown> | null): ModelMessage[] {
  const form = schema
    ? `\n\nAnswer with one JSON object and nothing else. It follows this JSON Schema:\n${JSON.stringify(schema)}`
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

function repairMessages(text: string, issues: Issue[], fence: Fence): ModelMessage[] {
  const said: ModelMessage[] = text.trim() === "" || text.length > longestEcho ? [] : [{ role: "assistant", text }];
  // What is wrong repeats words of the answer, and those may be words of a page.
  const list = fence.wrap("faults", issues.map((issue) => `- ${inWords(issue)}`).join("\n"));
  const words = `That answer cannot be used. Its faults:\n${list}\nWrite the whole JSON object again with these points put right, and nothing else.`;
  return [...said, { role: "user", text: words }];
}

/** Tokens of all answers of a run; unknown as soon as one of them is. */
function sumOf(usages: Usage[]): Usage {
  const sum = (of: (usage: Usage) => number | null): number | null =>
    usages.reduce<number | null>((total, usage) => {
      const tokens = of(usage);
      return total === null || tokens === null ? null : total + tokens;
    }, 0);
  return { inputTokens: sum((usage) => usage.inputTokens), outputTokens: sum((usage) => usage.outputTokens) };
}
