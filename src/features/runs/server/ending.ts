import { lockAccount } from "#src/features/account/server/usecases.ts";
import { settleHold } from "#src/features/coins/server/usecases.ts";
import { replaceByText } from "#src/features/files/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Run, RunEvent } from "../contract.ts";
import type { DiscardedFile } from "#src/features/workflows/kit/workflowSpec.ts";
import type { Usage } from "#src/features/workflows/engine.ts";
import { projectState, stateWithoutResult } from "#src/features/projects/rules.ts";
import type { Proposal, WorkflowDocument } from "#src/features/documents/document.ts";
import { appendLastEvents, stepInWork } from "./events.ts";
import { systemRuns, runsOf, toRun, type RunRow } from "./repository.ts";
import { returnableUntil } from "./returning.ts";
import { refuseReadyRewrite } from "./rewrites/endRewrite.ts";
import type { RunResult } from "./table.ts";

export type EndingDeps = Pick<Deps, "db" | "now" | "newId">;

/** Locks what a run belongs to, in everybody's order (`lockAccount`): person, project, and then the run and its coins. */
async function lockAround(runId: string, trx: Db): Promise<void> {
  const run = await systemRuns(trx).find(runId);
  if (!run) return;
  await lockAccount(run.user_id, trx);
  await projectsOf(run.user_id, trx).lock(run.project_id);
}

const resultOf = ({ generator, basis, sources }: WorkflowDocument): RunResult => ({
  generator,
  isWhole: basis?.isWhole === true,
  sources: sources.map(({ url, contentHash }) => ({ url, contentHash })),
});

/**
 * The run brought a result: revision, proposals, capture, texts in place of discarded files, and end in one transaction, once.
 * @returns null when the run had ended before (cancelled in the last moment) or another execution has begun
 */
export async function completeRun(
  runId: string,
  result: {
    attempt: number;
    document: WorkflowDocument;
    proposals: Proposal[];
    discards: readonly DiscardedFile[];
    /** Little enough was found that the person may return it, for a day. */
    isReturnable: boolean;
    usage: Usage;
    at: Date;
  },
  deps: EndingDeps & Pick<Deps, "storage">,
): Promise<Run | null> {
  return deps.db.transaction().execute(async (trx) => {
    const now = result.at;
    await lockAround(runId, trx);
    const ended = await systemRuns(trx).finish(runId, {
      attempt: result.attempt,
      status: "succeeded",
      coinsState: "captured",
      usage: result.usage,
      now,
    });
    if (!ended) return null;
    // The run has written the whole document: what waits for an answer was for the one before.
    await refuseReadyRewrite(ended.user_id, ended.project_id, trx, deps);
    await settleHold(trx, runId, "captured", now, deps.newId);
    const number = await projectsOf(ended.user_id, trx).addRevision({
      id: deps.newId(),
      projectId: ended.project_id,
      runId,
      document: result.document,
      formValues: ended.form_values,
      note: null,
      state: projectState.ready,
      isNews: ended.is_scheduled,
      now,
    });
    await runsOf(ended.user_id, trx).addProposals(runId, result.proposals);
    for (const { fileId: id, text } of result.discards)
      await replaceByText({ userId: ended.user_id, id, text }, deps, trx);
    const payer = result.isReturnable ? await runsOf(ended.user_id, trx).payerOf(ended) : null;
    const returnable = payer && { until: returnableUntil(now), coins: payer.coins };
    const run = toRun(await systemRuns(trx).setResult(runId, number, resultOf(result.document), returnable));
    const at = now.toISOString();
    await appendLastEvents(
      runId,
      [
        { type: "step", step: "settle", state: "started", at },
        { type: "step", step: "settle", state: "done", at },
        { type: "end", run },
      ],
      trx,
    );
    return run;
  });
}

/**
 * The run brought nothing: all coins back, the project's state of before, and the end, in one transaction, once. Pass a transaction to make it part
 * of something larger.
 * @param end `attempt` when an execution ends its own run: a newer execution refuses it
 * @returns null when the run had ended before
 */
export async function endRunWithoutResult(
  runId: string,
  end: { status: "failed" | "cancelled"; attempt?: number; error?: Run["error"] & object },
  deps: EndingDeps,
  within?: Db,
): Promise<Run | null> {
  const work = async (trx: Db): Promise<Run | null> => {
    const now = deps.now();
    await lockAround(runId, trx);
    const ended: RunRow | null = await systemRuns(trx).finish(runId, { ...end, coinsState: "released", now });
    if (!ended) return null;
    await settleHold(trx, runId, "released", now, deps.newId);
    const projects = projectsOf(ended.user_id, trx);
    const project = await projects.lock(ended.project_id);
    if (project)
      await projects.update(project.id, {
        state: project.currentRevision === null ? projectState.closed : stateWithoutResult(ended.state_before),
        now,
      });
    const run = toRun(ended);
    const step = end.status === "failed" ? await stepInWork(runId, trx) : null;
    const failed: RunEvent[] = step ? [{ type: "step", step, state: "failed", at: now.toISOString() }] : [];
    await appendLastEvents(runId, [...failed, { type: "end", run }], trx);
    return run;
  };
  return within ? work(within) : deps.db.transaction().execute(work);
}
