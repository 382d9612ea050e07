import { openNewestRevision } from "#src/features/projects/server/usecases.ts";
import { sumOf } from "#src/features/workflows/engine.ts";
import { isEmptyOffer } from "#src/features/workflows/kit/rewriting.ts";
import { runWorkflow } from "#src/features/workflows/kit/runWorkflow.ts";
import type { RunState } from "#src/features/workflows/kit/state.ts";
import { UnusableAnswerError } from "#src/features/workflows/kit/writePart.ts";
import { ProductError } from "#src/kit/errors.ts";
import { ExecutionLostError } from "#src/platform/jobs.ts";
import type { Db } from "#src/platform/tables.ts";
import { engineFor, type ExecuteDeps, failureSentences, maxTakeovers, toleratedShare } from "../execute.ts";
import { failureCodeOf, type StepLog, openStepExecutor, RunFailedError } from "../stepExecutor.ts";
import { openMemory } from "../memory.ts";
import { endRewrite } from "./endRewrite.ts";
import { type RewriteRow, systemRewrites } from "./rewriteRepository.ts";

/** Whether an id in the queue is that of a rewrite. */
export const isRewrite = async (id: string, db: Db): Promise<boolean> => (await systemRewrites(db).find(id)) !== null;

/**
 * Rewrites a section, from the start or after a crash; answers that were already bought are reused. Ends it exactly
 * once, unless this process loses ownership.
 * @param stop aborted when the rewrite is cancelled or this process loses it
 * @throws errors that say nothing about the rewrite itself: lost ownership, database unavailable or full
 */
export async function executeRewrite(id: string, stop: AbortSignal, given: ExecuteDeps): Promise<void> {
  const row = await systemRewrites(given.db).begin(id, given.now());
  if (!row) return;
  const fail = async (code: keyof typeof failureSentences): Promise<void> => {
    const error = { code, message: failureSentences[code] };
    await endRewrite(id, { status: "failed", attempt: row.attempt, error }, given);
  };
  if (row.takeovers >= maxTakeovers) {
    given.log.error({ rewriteId: id, takeovers: row.takeovers }, "a rewrite was taken over again and again");
    return fail("interrupted");
  }
  // One engine serves the whole execution, even if another is detected meanwhile.
  const deps = { ...given, engine: await engineFor("model", given.engine) };
  if (deps.engine.info.kind === "draft") return fail("provider_down");
  try {
    await write(row, stop, deps);
  } catch (error) {
    if (stop.aborted || error instanceof ExecutionLostError || deps.isTransient(error)) throw error;
    const code = failureCodeOf(error);
    if (code !== null) {
      // What a provider says may repeat the person's words, so that the code has to do.
      const reason = error instanceof UnusableAnswerError ? { reason: error.message } : {};
      if (code !== "cancelled") deps.log.warn({ rewriteId: id, code, ...reason }, "a rewrite failed");
      return fail(code);
    }
    if (error instanceof ProductError) {
      deps.log.warn({ rewriteId: id, code: error.code }, "the document of a rewrite is gone");
      return fail("internal");
    }
    deps.log.error({ err: error, rewriteId: id }, "a rewrite failed on our side");
    return fail("internal");
  }
}

async function write(row: RewriteRow, signal: AbortSignal, deps: ExecuteDeps): Promise<void> {
  const { id, attempt, section, wish, user_id: userId } = row;
  const found = await openNewestRevision(userId, row.project_id, deps);
  if (!found) throw new RunFailedError("internal", "the document is gone");
  const { workflow, form, state } = found.opened;
  const context = { ...found.opened.context, fence: deps.fenceOf(id) };
  const start: RunState = { ...state, room: deps.engine.room, rewrite: { key: section, ids: [], wish } };
  if (!workflow.rewritable(form, context, state).includes(section))
    throw new RunFailedError("internal", "the section is gone");
  const observed: StepLog = { files: 0, pages: 0, failed: 0, services: new Set(), silent: [], usages: [] };
  /** Aborts open questions when the rewrite has ended. */
  const over = new AbortController();
  const hands = openStepExecutor({
    runId: id,
    userId,
    workflow,
    form,
    context,
    engine: deps.engine,
    memory: await openMemory({ runId: id, attempt }, deps, "rewrite"),
    signal: AbortSignal.any([signal, over.signal]),
    deps,
    observed,
    onRead: () => undefined,
    onAsk: () => undefined,
    onPartial: () => undefined,
    onRetry: () => undefined,
  });
  const through = await runWorkflow(workflow, form, context, start, hands).finally(() =>
    over.abort(new DOMException("the rewrite is over", "AbortError")),
  );
  signal.throwIfAborted();
  if (through.asked === 0) throw new RunFailedError("invalid_output", "nothing was written");
  if (through.lost * toleratedShare > through.asked)
    throw new RunFailedError("invalid_output", `${through.lost} of ${through.asked} rows were given up`);
  const result = workflow.rewritten(state, through.state, section, { keepsMissing: through.lost > 0 });
  const offer = workflow.rewriteOffer(form, context, state, result);
  const usage = sumOf(observed.usages);
  if (offer === null || isEmptyOffer(offer)) await endRewrite(id, { status: "unchanged", attempt, usage }, deps);
  else await endRewrite(id, { status: "ready", attempt, usage, result }, deps);
}
