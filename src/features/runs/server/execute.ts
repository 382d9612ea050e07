import { ExecutionLostError, type Steps } from "#src/server/jobs.ts";
import type { Deps } from "#src/server/deps.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import type { RunEvent, RunStep } from "../contract.ts";
import type { Collect } from "#src/features/workflows/server/sources/openCollect.ts";
import type { EngineErrorCode, Usage } from "#src/features/workflows/engine.ts";
import { stateAt } from "#src/features/projects/rules.ts";
import type { CommonForm, SourceText, Workflow, WorkflowContext } from "#src/features/workflows/workflow.ts";
import type { Draft, Issue, Provenance, WorkflowDocument } from "#src/features/documents/document.ts";
import { completeRun, endRunWithoutResult } from "./ending.ts";
import type { Feed } from "./feed.ts";
import { keepValid } from "./proposals.ts";
import { systemRuns } from "./repository.ts";
import { openWriter, type RunWriter } from "./writer.ts";

export interface ExecuteDeps extends Pick<Deps, "db" | "now" | "newId" | "log" | "engine" | "effects"> {
  feed: Feed;
  collect: Collect;
  isTransient: (error: unknown) => boolean;
  /** Seed of a run's prompt fence. */
  fenceOf: (runId: string) => string;
}

type Generated =
  | { kind: "result"; draft: Draft<unknown>; issues: Issue[]; usage: Usage; provenance: Provenance }
  | { kind: "error"; code: EngineErrorCode; message: string }
  | { kind: "ended" };

/** Sentences of the failures, for programs; people see `run.error.<code>` in their language. */
const failureSentences: Record<EngineErrorCode, string> = {
  rate_limited: "The AI provider is busy",
  quota: "The AI provider's quota is used up",
  auth: "The AI provider refused the key",
  bad_request: "The AI provider refused the request",
  provider_down: "The AI provider did not answer",
  timeout: "The AI provider took too long",
  cut: "The answer was cut off",
  invalid_output: "The answer did not hold",
  refused: "The AI provider declined",
  too_long: "The answer was too long",
  cancelled: "The run was cancelled",
  nothing_found: "Nothing was found",
  interrupted: "The run was interrupted several times",
  file_unreadable: "An attached file cannot be read",
  internal: "Something went wrong on our side",
};

/** A run that was taken over this often without finishing a step is not executed again: it may be the cause. */
const maxTakeovers = 3;

/** How much of a run is behind it when a step begins, 0 to 1; most of its time goes into writing. */
const progressOf: Record<RunStep, number> = {
  guard: 0,
  collect: 0.06,
  generate: 0.2,
  check: 0.8,
  compose: 0.88,
  propose: 0.94,
  settle: 1,
};

/**
 * Executes a run from its start, or again after a crash: finished steps are remembered by `steps`. Ends the run
 * exactly once, whatever happens, unless this process loses the right to it.
 * @throws what says nothing about the run itself: the process lost the run, or the database is away or full
 */
export async function executeRun(runId: string, steps: Steps, deps: ExecuteDeps): Promise<void> {
  const runs = systemRuns(deps.db);
  const attempt = await runs.begin(runId, deps.now());
  const row = attempt === null ? null : await runs.find(runId);
  if (attempt === null || !row) return;
  const execution: Execution = { runId, attempt, writer: openWriter({ runId, attempt }, deps) };
  const { writer } = execution;
  const signal = AbortSignal.any([steps.signal, writer.lost, writer.broken]);
  let { takeovers } = row;
  if (takeovers >= maxTakeovers) {
    deps.log.error({ runId, takeovers }, "a run was taken over again and again and is not executed any more");
    return failRun(execution, { code: "interrupted", message: failureSentences.interrupted }, deps);
  }

  /** One remembered step with its marks in the log of the run; one that failed is not told as done. */
  async function step<T>(name: RunStep, work: () => Promise<StepOutcome<T>>): Promise<T> {
    return steps.step(name, async () => {
      writer.emit({ type: "step", step: name, state: "started", at: deps.now().toISOString() });
      await runs.setProgress(
        { id: runId, attempt: execution.attempt, projectId: row?.project_id ?? "" },
        stateAt(progressOf[name]),
      );
      const { result, detail, failed } = await work();
      const done = { type: "step", step: name, state: "done", at: deps.now().toISOString() } as const;
      if (!failed) writer.emit({ ...done, ...(detail ? { detail } : {}) });
      else if (detail) writer.emit({ ...done, state: "started", detail });
      await writer.flush();
      if (takeovers > 0) await runs.clearTakeovers(runId, execution.attempt);
      takeovers = 0;
      return result;
    });
  }

  try {
    const workflow = await loadWorkflow(row.workflow);
    if (!workflow) throw new Error(`no workflow ${row.workflow}`);
    const form = workflow.form.parse(row.form_values);
    await step("guard", async () => ({ result: null, detail: { code: "formComplete" } }));
    const collected = await step<SourceText[] | null>("collect", async () => {
      const found = await deps.collect({ userId: row.user_id, workflow, form, language: row.language, signal });
      const { files, pages, failed, unreadable } = found;
      if (unreadable !== undefined) {
        const detail = { code: "fileUnreadable", params: { name: unreadable } };
        return { result: null, detail, failed: true };
      }
      return {
        result: found.sources,
        detail: { code: files + pages === 0 ? "nothingToRead" : "collected", params: { files, pages, failed } },
      };
    });
    if (collected === null) {
      const code = "file_unreadable";
      return await failRun(execution, { code, message: failureSentences[code] }, deps);
    }
    const context: WorkflowContext = {
      now: row.created_at.toISOString(),
      timeZone: row.time_zone,
      language: row.language,
      sources: collected,
      fence: deps.fenceOf(runId),
    };
    let timesStreamed = attempt - 1;
    const generated = await step("generate", async () => {
      if (timesStreamed++ > 0) writer.emit({ type: "reset", reason: "takeover" });
      const result = await generate({ runId, workflow, form, context, signal, writer }, deps);
      const words = result.kind === "result" ? countWords(result.draft) : 0;
      return {
        result,
        failed: result.kind !== "result",
        ...(words > 0 ? { detail: { code: "written", params: { words } } } : {}),
      };
    });
    if (generated.kind === "ended") return await assertOwnership(execution, deps);
    if (generated.kind === "error") return await failRun(execution, generated, deps);
    const checked = await step("check", async () => {
      const judged = workflow.check(generated.draft, form, context);
      const result = { draft: judged.draft, issues: distinct([...generated.issues, ...judged.issues]) };
      return { result, detail: claimDetail(result.draft) };
    });
    const document = await step("compose", async () => {
      const composed = composeDocument(workflow, checked, generated.provenance, context);
      return {
        result: composed,
        detail: {
          code: "composed",
          params: { sections: composed.sections.length, openQuestions: composed.openQuestions.length },
        },
      };
    });
    const proposals = await step("propose", async () => {
      const kept = keepValid(workflow.effects(checked.draft, form, context), deps.effects);
      return { result: kept, detail: { code: "proposed", params: { count: kept.length } } };
    });
    await writer.flush();
    if (signal.aborted) return await assertOwnership(execution, deps);
    await steps.step("settle", async () => {
      const { usage } = generated;
      await completeRun(
        runId,
        { attempt, document: { ...document, proposals }, proposals, usage, at: deps.now() },
        deps,
      );
      return null;
    });
    deps.feed.publish(runId);
  } catch (error) {
    if (steps.signal.aborted || error instanceof ExecutionLostError) throw error;
    if (deps.isTransient(error)) throw error;
    deps.log.error({ err: error, runId }, "run failed on our side");
    await failRun(execution, { code: "internal", message: failureSentences.internal }, deps);
  }
}

type StepDetail = NonNullable<Extract<RunEvent, { type: "step" }>["detail"]>;

interface StepOutcome<T> {
  result: T;
  detail?: StepDetail;
  /** The run cannot go on from here. */
  failed?: boolean;
}

/** One of possibly several executions of a run; a newer one makes everything it writes refused. */
interface Execution {
  runId: string;
  attempt: number;
  writer: RunWriter;
}

async function failRun(
  { runId, attempt, writer }: Execution,
  error: { code: string; message: string },
  deps: ExecuteDeps,
): Promise<void> {
  // What was said before the end comes before it; if it cannot be stored, the coins go back all the same.
  await writer.flush().catch(() => deps.log.warn({ runId }, "the stream of a run misses its last words"));
  await endRunWithoutResult(
    runId,
    { status: "failed", attempt, error: { code: error.code, message: error.message } },
    deps,
  );
  deps.feed.publish(runId);
}

/**
 * The stream no longer takes our events: either the run has ended, or another process executes it.
 * @throws ExecutionLostError in the second case
 */
async function assertOwnership({ runId, writer }: Execution, deps: ExecuteDeps): Promise<void> {
  const row = await systemRuns(deps.db).find(runId);
  if (row?.finished_at === null && writer.lost.aborted) throw new ExecutionLostError();
}

async function generate(
  run: {
    runId: string;
    workflow: Workflow;
    form: CommonForm;
    context: WorkflowContext;
    signal: AbortSignal;
    writer: RunWriter;
  },
  deps: ExecuteDeps,
): Promise<Generated> {
  const { writer } = run;
  const events = deps.engine.run(run.workflow, run.form, {
    signal: run.signal,
    idempotencyKey: `${run.runId}:generate`,
    context: run.context,
  });
  let last: Generated = { kind: "error", code: "internal", message: failureSentences.internal };
  for await (const event of events) {
    if (event.type === "delta" || event.type === "partial") writer.emit(event);
    else if (event.type === "step" && event.name === "retry") {
      writer.emit({
        type: "step",
        step: "generate",
        state: "started",
        at: deps.now().toISOString(),
        detail: { code: "askedAgain" },
      });
    } else if (event.type === "repair") writer.emit({ type: "reset", reason: "repair" });
    else if (event.type === "result")
      last = {
        kind: "result",
        draft: event.value,
        issues: event.issues,
        usage: event.usage,
        provenance: event.provenance,
      };
    else if (event.type === "error") {
      // What a provider says may repeat the person's words: neither the log nor the record takes it.
      // One that was stopped, by its person or with its process, did not.
      if (event.code !== "cancelled") deps.log.warn({ runId: run.runId, code: event.code }, "the engine failed");
      last = { kind: "error", code: event.code, message: failureSentences[event.code] };
    }
  }
  await writer.flush();
  return run.signal.aborted ? { kind: "ended" } : last;
}

function composeDocument(
  workflow: Workflow,
  checked: { draft: Draft<unknown>; issues: Issue[] },
  generator: Provenance,
  context: WorkflowContext,
): Omit<WorkflowDocument, "proposals"> {
  const used = new Set(checked.draft.claims.flatMap((claim) => claim.sourceIds));
  return {
    ...checked.draft,
    schemaVersion: 1,
    workflow: workflow.card.workflowName,
    language: context.language,
    sources: context.sources
      .map(({ source }) => source)
      .filter((source) => used.has(source.id) || context.sources.length <= 30),
    generator,
    issues: checked.issues,
    aiMark: generator.engine === "model",
  };
}

/** What the engine's check noticed may be mended by now and so not be noticed again: both are kept, each once. */
const distinct = (issues: Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.code, issue.at, issue.params]), issue])).values(),
];

function claimDetail(draft: Draft<unknown>): StepDetail {
  const count = (...checks: string[]): number => draft.claims.filter((claim) => checks.includes(claim.check)).length;
  return {
    code: draft.claims.length === 0 ? "noClaims" : "claims",
    params: {
      sourced: count("quoteFound", "urlOnly"),
      computed: count("computed"),
      own: count("user"),
      unverified: count("unverified"),
    },
  };
}

function countWords(draft: Draft<unknown>): number {
  let words = 0;
  for (const section of draft.sections) {
    for (const block of section.blocks) {
      if ("text" in block) words += block.text.split(/\s+/).length;
      else if (block.type === "list") words += block.items.join(" ").split(/\s+/).length;
      else if (block.type === "table") words += block.rows.flat().join(" ").split(/\s+/).length;
    }
  }
  return words;
}
