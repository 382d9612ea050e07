import type { Engine, EngineErrorCode, EngineEvent, EngineInfo, EngineRun, Usage } from "../../engine.ts";
import type { Draft, Issue, Prompt, Workflow } from "../../workflow.ts";
import { checkClaims } from "./claims.ts";
import { answerJsonSchema, parseStatedDraft, statedDraftSchema, strictJsonSchema } from "./draftSchema.ts";
import { ModelFault, isFormatRefused, isRetryable, redact } from "./faults.ts";
import { defaultLimits, openJsonStream } from "./jsonStream.ts";
import { callModel } from "./modelCall.ts";
import type { Model, ModelChoice, ModelFinish, ModelMessage, ModelRequest } from "./providers.ts";

/** Calls to a provider for one run, retries and the repair turn together (quality F6). */
const maxCalls = 3;
/** First wait without a word of the provider; doubles each time. */
const backoffMs = 500;
/** An answer longer than this is not sent back in a repair turn: its faults are named instead. */
const longestEcho = 120_000;

export interface ModelEngineDeps {
  loadModel: (choice: ModelChoice) => Promise<Model>;
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

/**
 * An engine that asks a language model. We own retries (at most three calls in all), time limits, validation, one
 * repair turn and error codes; the model gets no tools, so nothing that a source page says can act.
 */
export function createModelEngine(info: EngineInfo, choice: ModelChoice, deps: ModelEngineDeps): Engine {
  const shared: Shared = { model: null, format: "schema" };
  return {
    info,
    run: async function* (workflow, input, run) {
      const secrets = [choice.apiKey];
      try {
        yield* answer(workflow, input, run, { info, choice, deps, shared });
      } catch (error) {
        const code: EngineErrorCode = error instanceof ModelFault ? error.code : "internal";
        const said = error instanceof Error ? error.message : String(error);
        yield { type: "error", code, retryable: isRetryable(code), message: redact(said, secrets) };
      }
    },
  };
}

interface Setting {
  info: EngineInfo;
  choice: ModelChoice;
  deps: ModelEngineDeps;
  shared: Shared;
}

async function* answer<Data>(
  workflow: Workflow<never, Data>,
  input: unknown,
  run: EngineRun,
  setting: Setting,
): AsyncGenerator<EngineEvent<Data>> {
  const { info, choice, deps, shared } = setting;
  const form = workflow.form.safeParse(input);
  if (!form.success) throw new ModelFault("bad_request", "the form does not hold");
  yield { type: "start", provider: info.provider, model: info.model };
  if (run.signal.aborted) throw new ModelFault("cancelled", "cancelled");

  const prompt = workflow.prompt(form.data, run.context);
  const schema = statedDraftSchema(workflow.output);
  const jsonSchema = answerJsonSchema(schema);
  const strict = strictJsonSchema(jsonSchema);
  shared.model ??= deps.loadModel(choice);
  const model = await shared.model.catch((error: unknown) => {
    shared.model = null;
    throw error;
  });

  const endsAt = performance.now() + deps.config.aiTotalMs;
  const usages: Usage[] = [];
  let calls = 0;
  let echo: ModelMessage[] = [];
  let isRepair = false;

  for (;;) {
    const format: Format = strict === null && shared.format === "schema" ? "json" : shared.format;
    const needsSchema = format !== "schema" || !readsSchema.has(choice.provider);
    const reader = openJsonStream({ ...defaultLimits, maxLength: deps.maxLength ?? defaultLimits.maxLength });
    let text = "";
    let hasShown = false;
    let finish: ModelFinish | null = null;
    calls += 1;
    try {
      const totalMs = endsAt - performance.now();
      if (totalMs <= 0) throw new ModelFault("timeout", `no end within ${deps.config.aiTotalMs} ms`);
      const pieces = callModel(
        model,
        {
          messages: [...messagesOf(prompt, needsSchema ? jsonSchema : null), ...echo],
          format:
            format === "schema" && strict
              ? { type: "schema", schema: strict }
              : { type: format === "json" ? "json" : "text" },
          idempotencyKey: `${run.idempotencyKey}:${calls}`,
        },
        { firstMs: deps.config.aiFirstChunkMs, stallMs: deps.config.aiStallMs, totalMs },
        run.signal,
      );
      try {
        for (;;) {
          const next = await pieces.next();
          if (next.done) {
            finish = next.value;
            break;
          }
          text += next.value;
          for (const event of reader.push(next.value)) {
            hasShown = true;
            yield event;
          }
          const fault = reader.fault();
          if (fault === "too_long") throw new ModelFault("too_long", "the answer does not end");
          if (fault !== null) break;
        }
      } finally {
        await pieces.return({ reason: "stop", raw: undefined, inputTokens: null, outputTokens: null });
      }
      refuseUnfinished(finish);
    } catch (error) {
      const weakerFormat = weaker[format];
      if (error instanceof ModelFault && isFormatRefused(error) && weakerFormat && calls < maxCalls) {
        shared.format = weakerFormat;
        yield { type: "step", name: "retry", detail: "format" };
        continue;
      }
      const waitMs = waitBefore(error, calls, hasShown, deps);
      if (waitMs === null || !(error instanceof ModelFault)) throw error;
      const neededMs = error.code === "timeout" ? deps.config.aiFirstChunkMs : 0;
      if (performance.now() + waitMs + neededMs >= endsAt) throw error;
      yield { type: "step", name: "retry", detail: error.code };
      await wait(waitMs, run.signal);
      continue;
    }

    usages.push({ inputTokens: finish?.inputTokens ?? null, outputTokens: finish?.outputTokens ?? null });
    const read = reader.end();
    const parsed = read.ok
      ? parseStatedDraft(schema, read.value)
      : {
          ok: false as const,
          issues: [{ level: "error", code: "json", params: { message: read.message } } satisfies Issue],
        };
    let issues: Issue[];
    if (parsed.ok) {
      const draft: Draft<Data> = checkClaims(parsed.draft, run.context.sources, prompt.user);
      const judged = workflow.check(draft, form.data, run.context);
      const errors = judged.issues.filter((issue) => issue.level === "error");
      if (errors.length === 0) {
        if (run.signal.aborted) throw new ModelFault("cancelled", "cancelled");
        yield {
          type: "result",
          value: judged.draft,
          issues: judged.issues,
          usage: sumOf(usages),
          provenance: { engine: "model", provider: info.provider, model: info.model, promptVersion: prompt.version },
        };
        return;
      }
      if (errors.some((issue) => issue.code === "nothingFound")) throw new ModelFault("nothing_found", "nothing found");
      issues = errors;
    } else issues = parsed.issues;

    if (isRepair || calls >= maxCalls) throw new ModelFault("invalid_output", issues.map(inWords).join("; "));
    isRepair = true;
    yield { type: "repair", issues };
    echo = repairMessages(text, issues);
  }
}

/** An answer counts only when its writer says that it is complete. */
function refuseUnfinished(finish: ModelFinish | null): void {
  if (finish === null) return;
  if (finish.reason === "length") throw new ModelFault("too_long", "the model reached its longest answer");
  if (finish.reason === "content-filter") throw new ModelFault("refused", "the model refused");
  const hasEnd =
    finish.reason === "stop" ||
    finish.reason === "tool-calls" ||
    (finish.reason === "other" && finish.raw !== undefined);
  if (!hasEnd) throw new ModelFault("cut", "the stream ended without a finish reason");
}

/** Milliseconds until the next call, or null when there is to be none. What people have already read is not retried. */
function waitBefore(error: unknown, calls: number, hasShown: boolean, deps: ModelEngineDeps): number | null {
  if (!(error instanceof ModelFault) || !isRetryable(error.code) || hasShown || calls >= maxCalls) return null;
  const random = deps.random ?? Math.random;
  const base = deps.backoffMs ?? backoffMs;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs + random() * base * 0.5;
  return base * 2 ** (calls - 1) * (0.5 + random() * 0.5);
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done, stopped) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      stopped(new ModelFault("cancelled", "cancelled"));
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

function repairMessages(text: string, issues: Issue[]): ModelMessage[] {
  const said: ModelMessage[] = text.trim() === "" || text.length > longestEcho ? [] : [{ role: "assistant", text }];
  const list = issues.map((issue) => `- ${inWords(issue)}`).join("\n");
  const words = `That answer cannot be used:\n${list}\nWrite the whole JSON object again with these points put right, and nothing else.`;
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
