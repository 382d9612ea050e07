import { EngineError } from "#src/features/workflows/engine.ts";
import { z } from "zod";
import { readSnapshot } from "#src/features/files/server/usecases.ts";
import type { EngineAnswer, Engine, EngineErrorCode, Usage } from "#src/features/workflows/engine.ts";
import type { Source } from "#src/features/documents/document.ts";
import { silenceReason, type SilentService } from "#src/features/workflows/domain/silentServices.ts";
import type { StepExecutor, WrittenPart } from "#src/features/workflows/kit/runWorkflow.ts";
import { UnusableAnswerError, writePart } from "#src/features/workflows/kit/writePart.ts";
import { requestKey, type ReadResult, type RunState } from "#src/features/workflows/kit/state.ts";
import type { AskStep, CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import { createSemaphore } from "#src/kit/semaphore.ts";
import type { SourceOutcome } from "#src/features/workflows/server/sources/collect.ts";
import type { Collect } from "#src/features/workflows/server/sources/openCollect.ts";
import type { CommonForm, WorkflowContext } from "#src/features/workflows/workflow.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RunMemory } from "./memory.ts";

/** Questions of one run that are asked at the same time. */
const questionsAtOnce = 4;

/** The run cannot go on, and nothing is charged. */
export class RunFailedError extends Error {
  readonly code: EngineErrorCode;
  /** What the person can change, as sentences in the language of the form. */
  readonly hints: readonly string[];
  /** The file of the person that is to blame, for its log of the run; its name is in no message. */
  readonly lost: { code: "fileUnreadable" | "recordingUnheard"; name: string } | undefined;

  constructor(
    code: EngineErrorCode,
    message: string,
    { hints = [], lost }: { hints?: readonly string[] | undefined; lost?: RunFailedError["lost"] } = {},
  ) {
    super(message);
    this.name = "RunFailedError";
    this.code = code;
    this.hints = hints;
    this.lost = lost;
  }
}

/** By which code a run fails; null for what is no failure of its own. */
export function failureCodeOf(error: unknown): EngineErrorCode | null {
  if (error instanceof UnusableAnswerError) return "invalid_output";
  return error instanceof EngineError || error instanceof RunFailedError ? error.code : null;
}

/** What happened while a run was worked on, for its log. */
export interface StepLog {
  files: number;
  pages: number;
  failed: number;
  /** Names of the services that were asked, and of those that failed. */
  services: Set<string>;
  silent: SilentService[];
  usages: Usage[];
}

export interface StepExecutorOptions {
  runId: string;
  userId: string;
  workflow: CompiledWorkflow;
  form: CommonForm;
  context: WorkflowContext;
  engine: Engine;
  memory: RunMemory;
  signal: AbortSignal;
  deps: Pick<Deps, "db" | "storage"> & { collect: Collect };
  observed: StepLog;
  onRead: () => void;
  onAsk: () => void;
  /** @param isWhole the answer is complete and stored */
  onPartial: (step: AskStep, partial: unknown, isWhole: boolean) => void;
  onRetry: (code: EngineErrorCode | "refused_answer") => void;
}

/** Losing one of several questions about rows leaves these rows open; what else goes wrong is the provider's. */
const ofTheQuestion: ReadonlySet<EngineErrorCode> = new Set(["timeout", "cut", "invalid_output", "too_long"]);

/** What it means for a run that a recording or a part of it was not heard. Only silence fails nothing. */
const failureOfHearing: Readonly<Partial<Record<SourceOutcome, EngineErrorCode>>> = {
  unsupported: "recording_unreadable",
  tooBig: "recording_too_big",
  notFound: "file_unreadable",
  notConfigured: "provider_down",
  refused: "auth",
  limited: "rate_limited",
  timeout: "timeout",
  unreachable: "provider_down",
  failed: "provider_down",
};

const remembered = z.object({ value: z.unknown(), usage: z.unknown() });
const rememberedReads = z.object({
  files: z.number(),
  pages: z.number(),
  failed: z.number(),
  services: z.array(z.string()).default([]),
  results: z.array(
    z.object({
      request: z.string(),
      hidden: z.boolean(),
      sources: z.array(z.unknown()),
      silent: z.array(z.object({ service: z.string(), reason: z.string() })).default([]),
    }),
  ),
});

/** The hands of a run: each call is one durable step, found in the memory of the run or done and put there. */
export function openStepExecutor(options: StepExecutorOptions): StepExecutor {
  const { workflow, form, context, engine, memory, signal, deps, observed } = options;
  const gate = createSemaphore(questionsAtOnce);
  const observeServices = (services: readonly string[], results: readonly Pick<ReadResult, "silent">[]): void => {
    for (const service of services) observed.services.add(service);
    observed.silent.push(...results.flatMap(({ silent = [] }) => silent));
  };

  const read: StepExecutor["read"] = async (step, state) => {
    const known = rememberedReads.safeParse(memory.recall(step.key)).data;
    if (known) {
      for (const name of ["files", "pages", "failed"] as const) observed[name] += known[name];
      observeServices(known.services, known.results);
      return Promise.all(
        known.results.map(async ({ request, hidden, sources, silent }): Promise<ReadResult> => ({
          request,
          hidden,
          silent,
          sources: await Promise.all(
            (sources as Source[]).map(async (source) => ({
              source,
              text: (await readSnapshot({ userId: options.userId, hash: source.contentHash }, deps)) ?? "",
            })),
          ),
        })),
      );
    }
    options.onRead();
    const { sources, notes, services, unreadable } = await deps.collect({
      userId: options.userId,
      requests: step.requests,
      firstId: state.reads.reduce((sum, { sources: of }) => sum + of.length, 1),
      form,
      language: context.language,
      signal,
    });
    if (unreadable !== undefined)
      throw new RunFailedError("file_unreadable", "an own file is lost", {
        lost: { code: "fileUnreadable", name: unreadable },
      });
    for (const { request, outcome, detail } of notes) {
      const failure = failureOfHearing[outcome];
      // A recording that was transcribed in part only is not charged.
      if (failure && request.kind === "speech")
        throw new RunFailedError(
          failure,
          `a recording: ${outcome}`,
          // A file that was deleted has no name.
          detail === request.fileId ? {} : { lost: { code: "recordingUnheard", name: detail } },
        );
    }
    const results = step.requests.map((request): ReadResult => {
      const key = requestKey(request);
      const ids = new Set(
        notes.flatMap((note) => (requestKey(note.request) === key && note.sourceId ? [note.sourceId] : [])),
      );
      return {
        request: key,
        hidden: request.hidden === true,
        sources: sources.filter(({ source }) => ids.has(source.id)),
        silent: services.flatMap(({ request: of, service, fault }) =>
          fault === null || requestKey(of) !== key ? [] : [{ service, reason: silenceReason(fault) }],
        ),
      };
    });
    const own = sources.filter(({ source }) => source.url.startsWith("file:")).length;
    // The parts of a recording are one file, which was counted when they were planned.
    const files = step.requests.every(({ kind }) => kind === "speech") ? 0 : own;
    const failed = notes.filter(({ outcome }) => !["read", "duplicate", "enough", "researchOff"].includes(outcome));
    const counts = { files, pages: sources.length - own, failed: failed.length };
    for (const name of ["files", "pages", "failed"] as const) observed[name] += counts[name];
    const asked = services.map(({ service }) => service);
    observeServices(asked, results);
    await memory.remember(step.key, {
      ...counts,
      services: asked,
      results: results.map((result) => ({ ...result, sources: result.sources.map(({ source }) => source) })),
    });
    return results;
  };

  /** Asks one question at most once per run. Null: there is no model to ask. */
  const ask = async (step: AskStep): Promise<EngineAnswer | null> => {
    const known = remembered.safeParse(memory.recall(step.key)).data;
    if (known) {
      observed.usages.push(known.usage as Usage);
      // Readers restart from the beginning after a takeover.
      options.onPartial(step, known.value, true);
      return { value: known.value, usage: known.usage as Usage };
    }
    if (engine.ask === null) return null;
    const question = { prompt: step.prompt, schema: step.schema };
    const asked = await engine.ask(question, {
      signal,
      idempotencyKey: `${options.runId}:${step.key}`.slice(0, 200),
      fence: context.fence,
      onPartial: (partial) => options.onPartial(step, partial, false),
      onRetry: options.onRetry,
    });
    if (asked === null) return null;
    observed.usages.push(asked.usage);
    await memory.remember(step.key, { value: asked.value, usage: asked.usage });
    options.onPartial(step, asked.value, true);
    return asked;
  };

  const write = async (step: AskStep, planned: RunState): Promise<WrittenPart | null> => {
    options.onAsk();
    try {
      return await writePart({
        workflow,
        form,
        context,
        planned,
        step,
        onIssues: () => options.onRetry("refused_answer"),
        ask: (question, isRepair) =>
          ask(question).then(
            (asked) => asked?.value,
            (error: unknown) => {
              // A repair that does not come leaves what can be used of the first answer.
              if (isRepair && isOfTheQuestion(error)) return undefined;
              throw error;
            },
          ),
      });
    } catch (error) {
      if (!isOfTheQuestion(error) || !step.parts.every(({ ids }) => ids.length > 0)) throw error;
      const rows = step.parts.reduce((sum, { ids }) => sum + ids.length, 0);
      return {
        merge: (state) => ({ state: workflow.acceptAnswer(form, context, state, step, {}), lost: rows }),
        asked: rows,
      };
    }
  };
  const isOfTheQuestion = (error: unknown): boolean =>
    error instanceof EngineError && ofTheQuestion.has(error.code) && !signal.aborted;

  return { read, write: engine.ask === null ? null : (step, state) => gate.pass(() => write(step, state), signal) };
}
