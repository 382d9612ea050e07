import { sumOf } from "#src/features/workflows/engine.ts";
import { ExecutionLostError } from "#src/platform/jobs.ts";
import type { Deps } from "#src/platform/deps.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import type { Engine, EngineErrorCode, EngineInfo } from "#src/features/workflows/engine.ts";
import { runWorkflow } from "#src/features/workflows/kit/runWorkflow.ts";
import { storedDocument } from "#src/features/workflows/kit/storedDocument.ts";
import { emptyState, type RunState } from "#src/features/workflows/kit/state.ts";
import type { Collect } from "#src/features/workflows/server/sources/openCollect.ts";
import type { WorkflowContext } from "#src/features/workflows/workflow.ts";
import { beginningOf } from "./beginning.ts";
import { intoContentItem } from "./contentItem.ts";
import { completeRun, endRunWithoutResult } from "./ending.ts";
import type { Feed } from "./feed.ts";
import { failureCodeOf, openStepExecutor, RunFailedError, type StepLog } from "./stepExecutor.ts";
import { openLivePreview } from "./livePreview.ts";
import { openMemory } from "./memory.ts";
import { hasUnchangedSources } from "./unchangedSources.ts";
import { dropInvalid } from "./proposals.ts";
import { systemRuns } from "./repository.ts";
import { openRunLog, readingDetail } from "./runLog.ts";
import { openWriter, type RunWriter } from "./writer.ts";

export interface ExecuteDeps extends Pick<Deps, "db" | "now" | "newId" | "log" | "engine" | "effects" | "storage"> {
  feed: Feed;
  collect: Collect;
  isTransient: (error: unknown) => boolean;
  /** Seed of a run's prompt fence. */
  fenceOf: (runId: string) => string;
}

/** Sentences of the failures, for programs; people see `run.error.<code>` in their language. */
export const failureSentences: Record<EngineErrorCode, string> = {
  rate_limited: "The AI provider is busy",
  quota: "The AI provider's quota is used up",
  auth: "The AI provider refused the key",
  bad_request: "The AI provider refused the request",
  provider_down: "The AI provider didn't answer",
  timeout: "The AI provider took too long",
  cut: "The answer was cut off",
  invalid_output: "The answer failed our checks",
  refused: "The AI provider declined",
  too_long: "The answer was too long",
  cancelled: "The run was cancelled",
  nothing_found: "Nothing was found",
  interrupted: "The run was interrupted several times",
  file_unreadable: "Couldn't read an attached file",
  recording_unreadable: "Couldn't transcribe a recording",
  recording_too_big: "A recording is too big for the transcription service",
  internal: "Something went wrong on our side",
};

/** A run that was taken over this often without finishing a step is not executed again: it may be the cause. */
export const maxTakeovers = 3;
/** More rows than one in so many given up, and the result is not worth its price. */
export const toleratedShare = 5;

/**
 * Executes a run from its start, or again after a crash: what was read and bought before is remembered. Ends the run
 * exactly once, whatever happens, unless this process loses the right to it.
 * @param stop aborted when the run is cancelled, or when this process must let go of it
 * @throws what says nothing about the run itself: the process lost the run, or the database is away or full
 */
export async function executeRun(runId: string, stop: AbortSignal, deps: ExecuteDeps): Promise<void> {
  const runs = systemRuns(deps.db);
  const row = await runs.begin(runId, deps.now());
  if (!row) return;
  const { attempt } = row;
  const execution: Execution = { runId, attempt, writer: openWriter({ runId, attempt }, deps) };
  const { writer } = execution;
  const signal = AbortSignal.any([stop, writer.lost, writer.broken]);
  /** Aborts open questions when the run has ended. */
  const over = new AbortController();
  if (row.takeovers >= maxTakeovers) {
    deps.log.error({ runId, takeovers: row.takeovers }, "a run was taken over again and again and is given up");
    return failRun(execution, "interrupted", deps);
  }
  // One engine serves the whole execution, even if another is detected meanwhile.
  deps = { ...deps, engine: await engineFor(row.engine.kind, deps.engine) };
  // A draft never costs the price of a model: without its model, the run fails.
  if (row.engine.kind === "model" && deps.engine.info.kind === "draft")
    return failRun(execution, "provider_down", deps);
  const log = openRunLog(
    { runId, attempt, projectId: row.project_id, isQuick: deps.engine.ask === null },
    writer,
    deps,
  );
  const observed: StepLog = { files: 0, pages: 0, failed: 0, services: new Set(), silent: [], usages: [] };

  try {
    const workflow = await loadWorkflow(row.workflow);
    if (!workflow) throw new Error(`no workflow ${row.workflow}`);
    const form = workflow.form.parse(row.form_values);
    const memory = await openMemory({ runId, attempt }, deps);
    if (attempt > 1) writer.emit({ type: "reset", reason: "takeover" });
    log.begin("guard");
    log.end("guard", { code: "formComplete" });
    const context: WorkflowContext = {
      now: row.created_at.toISOString(),
      timeZone: row.time_zone,
      language: row.language,
      sources: [],
      fence: deps.fenceOf(runId),
    };
    log.begin("collect");
    const beginning = workflow.continues
      ? await beginningOf({ userId: row.user_id, projectId: row.project_id, workflow, memory }, deps)
      : null;
    const { answer = {}, reads = [] } = beginning ?? {};
    let state: RunState = { ...emptyState(deps.engine.room), answer, start: answer, reads };
    let isWhole = false;
    const preview = openLivePreview(
      (writing) => workflow.preview(form, context, state, writing),
      (events) => writer.emit(...events),
      (error) => deps.log.debug({ err: error, runId }, "a half-written answer could not be shown"),
    );
    const tellReading = (): void => {
      log.end("collect", readingDetail(observed));
    };
    const hands = openStepExecutor({
      runId,
      userId: row.user_id,
      workflow,
      form,
      context,
      engine: deps.engine,
      memory: {
        ...memory,
        async remember(key, result) {
          await memory.remember(key, result);
          // A step was finished: the takeovers before it say nothing against the run.
          if (row.takeovers > 0) await runs.clearTakeovers(runId, attempt);
          row.takeovers = 0;
        },
      },
      signal: AbortSignal.any([signal, over.signal]),
      deps,
      observed,
      onRead: () => log.detail("collect", { code: "reading" }),
      onAsk: () => {
        if (!log.isBegun("generate")) tellReading();
        log.begin("generate");
      },
      onPartial: (step, partial, isWhole) => preview.grow(step, partial, isWhole),
      onRetry: (code) => log.detail("generate", { code: code === "refused_answer" ? "refused" : "askedAgain" }),
    });
    try {
      const through = await runWorkflow(workflow, form, context, state, hands, (planned) => {
        state = planned;
        preview.settle();
      });
      state = through.state;
      signal.throwIfAborted();
      isWhole = through.lost === 0 && observed.failed === 0;
      if (through.lost * toleratedShare > through.asked)
        throw new RunFailedError("invalid_output", `${through.lost} of ${through.asked} rows were given up`);
    } finally {
      over.abort(new DOMException("the run is over", "AbortError"));
      preview.close();
    }
    if (!log.isBegun("generate")) tellReading();
    log.begin("generate");
    const isDraft = deps.engine.info.kind === "draft";
    const assembled = workflow.assemble(form, context, state, { isDraft });
    if (assembled.coverage?.found === 0)
      throw new RunFailedError("nothing_found", "nothing found", { hints: assembled.hints });
    const faults = assembled.issues.filter(({ level }) => level === "error");
    if (faults.length > 0) throw new RunFailedError("invalid_output", faults.map(({ code }) => code).join(", "));
    const document = storedDocument(workflow, { assembled, state, context, isWhole }, { ...deps.engine.info, isDraft });
    const item = { userId: row.user_id, projectId: row.project_id, workflow: row.workflow };
    const proposals = dropInvalid(await intoContentItem(assembled.proposals, item, deps.db), deps.effects);
    log.tellResult(document, proposals.length);
    await Promise.all([writer.flush(), log.settled()]);
    if (signal.aborted) return await assertOwnership(execution, deps);
    if (row.is_scheduled && (await hasUnchangedSources(row, document, deps.db))) {
      const error = { code: "nothing_new", message: "Nothing has changed since the last result" };
      await endRunWithoutResult(runId, { status: "cancelled", attempt, error }, deps);
      return deps.feed.publish(runId);
    }
    const { discards, isReturnable } = assembled;
    const usage = sumOf(observed.usages);
    await completeRun(runId, { attempt, document, proposals, discards, isReturnable, usage, at: deps.now() }, deps);
    deps.feed.publish(runId);
  } catch (error) {
    if (stop.aborted || error instanceof ExecutionLostError) throw error;
    if (signal.aborted) return await assertOwnership(execution, deps);
    if (deps.isTransient(error)) throw error;
    const code = failureCodeOf(error);
    if (code !== null && error instanceof Error) {
      const { lost, hints = [] } = error instanceof RunFailedError ? error : {};
      if (lost) log.detail("collect", { code: lost.code, params: { name: lost.name } });
      // What a provider says may repeat the person's words: the record does not take it, the log without them.
      const reason = log.withoutWords(error.message, row.form_values);
      if (code !== "cancelled") deps.log.warn({ runId, code, reason }, "the run failed");
      return await failRun(execution, code, deps, hints);
    }
    deps.log.error({ err: error, runId }, "run failed on our side");
    await failRun(execution, "internal", deps);
  }
}

/** The current engine. A process without a model detects again before it drafts what a model should write. */
export async function engineFor(wanted: EngineInfo["kind"], engine: ExecuteDeps["engine"]): Promise<Engine> {
  const isUnforcedDraft = engine.info.kind === "draft" && engine.info.reasonCode !== "draftForced";
  if (wanted === "model" && isUnforcedDraft) await engine.refresh?.();
  return { ...engine };
}

/** One of possibly several executions of a run; a newer one makes everything it writes refused. */
interface Execution {
  runId: string;
  attempt: number;
  writer: RunWriter;
}

async function failRun(
  { runId, attempt, writer }: Execution,
  code: EngineErrorCode,
  deps: ExecuteDeps,
  hints: readonly string[] = [],
): Promise<void> {
  // Pending log events are written before the end; if that fails, the coins are released anyway.
  await writer.flush().catch(() => deps.log.warn({ runId }, "the stream of a run misses its last words"));
  const error = { code, message: failureSentences[code], ...(hints.length > 0 ? { hints: [...hints] } : {}) };
  await endRunWithoutResult(runId, { status: "failed", attempt, error }, deps);
  deps.feed.publish(runId);
}

/**
 * The stream no longer takes our events: either the run has ended, or another process executes it.
 * @throws ExecutionLostError in the second case
 */
async function assertOwnership({ runId, writer }: Execution, deps: ExecuteDeps): Promise<void> {
  writer.broken.throwIfAborted();
  const row = await systemRuns(deps.db).find(runId);
  if (row?.finished_at === null && writer.lost.aborted) throw new ExecutionLostError();
}
