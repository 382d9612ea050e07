import { notFound } from "#src/kit/errors.ts";
import { pagedByTime, type PageQuery } from "#src/platform/database/paged.ts";
import { sweepQuotes } from "#src/features/coins/server/usecases.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type {
  LatestRun,
  ListedRun,
  ProposalRow,
  Run,
  RunFilter,
  RunSummary,
  DescribedRun,
  UsedEngine,
} from "../contract.ts";
import { visibleProposals } from "./comparing.ts";
import { endRunWithoutResult, type EndingDeps } from "./ending.ts";
import type { Feed } from "./feed.ts";
import { outlineOf } from "./outline.ts";
import { placeOpenRuns, runsAhead } from "./queue.ts";
import { systemRuns, runsOf, toRun } from "./repository.ts";

import { endWorkingRewrite, endAllRewrites, endRewrite } from "./rewrites/endRewrite.ts";
import { systemRewrites } from "./rewrites/rewriteRepository.ts";

export { applyProposals, changeProposals, undoProposals } from "./proposals.ts";
export { markRevisionsPurged, nothingApplied, purgeProposals, purgeRuns } from "./purge.ts";
export { renewAfterEdit } from "./renewing.ts";
export { hasPaidRun, returnResult } from "./returning.ts";
export { quoteRun, startRun, type StartDeps } from "./start.ts";
export { updateProposals } from "./updating.ts";

export async function listRuns(
  userId: string,
  query: PageQuery & { summary?: boolean | undefined } & RunFilter,
  db: Db,
): Promise<{ runs: ListedRun[]; nextCursor?: string; summary?: RunSummary; engines?: UsedEngine[] }> {
  const { limit, cursor, summary: isSummed, ...filter } = query;
  const own = runsOf(userId, db);
  const [{ rows: runs, ...more }, summary, engines] = await Promise.all([
    pagedByTime(
      { limit, cursor },
      (after, take) => own.page({ limit: take, after, filter }),
      (last) => [last.createdAt, last.id],
    ),
    isSummed ? own.summary(filter) : undefined,
    isSummed ? own.engines(filter) : undefined,
  ]);
  return {
    runs,
    ...more,
    ...(summary ? { summary } : {}),
    ...(engines ? { engines } : {}),
  };
}

/** Whose run it is; null when it is gone. */
export const ownerOfRun = async (runId: string, db: Db): Promise<string | null> =>
  (await systemRuns(db).find(runId))?.user_id ?? null;

/** The newest run of each workflow of the catalogue that a person has used, newest first. */
export async function latestRuns(userId: string, db: Db): Promise<LatestRun[]> {
  const names = cards.map(({ workflowName }) => workflowName);
  return (await runsOf(userId, db).latest(names)).map((row) => {
    const { workflow, projectId, status, error, createdAt } = toRun(row);
    return { workflow, projectId, status, error, createdAt };
  });
}

export async function runOf(userId: string, runId: string, db: Db): Promise<Run> {
  const row = await runsOf(userId, db).find(runId);
  if (!row) throw notFound("Run not found");
  return toRun(row);
}

/** A run with the outline of its document and its place in the queue, as far as it has them. */
export async function describeRun(
  userId: string,
  runId: string,
  deps: Pick<Deps, "config" | "db" | "engine" | "log">,
): Promise<DescribedRun> {
  const run = await runOf(userId, runId, deps.db);
  if (run.finishedAt !== null) return { run, outline: null, ahead: null };
  const [outline, ahead] = await Promise.all([
    outlineOf(userId, runId, deps),
    run.status === "queued" ? runsAhead({ id: runId, userId }, deps.db, deps) : null,
  ]);
  return { run, outline, ahead };
}

/** Whether a start with this key was taken, whatever became of its run. */
export const isStarted = async (userId: string, key: string, db: Db): Promise<boolean> =>
  (await runsOf(userId, db).byKey(key)) !== null;

export async function proposalsOf(
  userId: string,
  runId: string,
  { db, effects }: Pick<Deps, "db" | "effects">,
): Promise<ProposalRow[]> {
  await runOf(userId, runId, db);
  return visibleProposals(userId, runId, effects, db);
}

type CancelDeps = EndingDeps & Pick<Deps, "jobs"> & { feed: Feed };

/** Cancels an open run and releases its coins. A run that has ended is unchanged. */
export async function cancelRun(userId: string, runId: string, deps: CancelDeps): Promise<Run> {
  await runOf(userId, runId, deps.db);
  const cancelled = await endRunWithoutResult(runId, { status: "cancelled" }, deps);
  if (cancelled) {
    deps.feed.publish(runId);
    await deps.jobs.cancel(runId);
  }
  return cancelled ?? runOf(userId, runId, deps.db);
}

/**
 * Inside the transaction that deletes a project: ends what is in work first and releases its coins.
 * @returns ids of what ended
 */
export async function cancelOpenWork(userId: string, projectId: string, trx: Db, deps: EndingDeps): Promise<string[]> {
  const rewriteId = await endWorkingRewrite(userId, projectId, trx, deps);
  const open = await runsOf(userId, trx).openOfProject(projectId);
  if (open) await endRunWithoutResult(open.id, { status: "cancelled" }, deps, trx);
  return [open?.id, rewriteId].filter((id) => typeof id === "string");
}

/** Ends every open run of a person, so that nothing stays held when the account goes. */
export async function cancelAllRuns(userId: string, deps: CancelDeps): Promise<void> {
  for (;;) {
    const open = await runsOf(userId, deps.db).page({ limit: 100, filter: { status: "open" } });
    if (open.length === 0) return;
    for (const run of open) await cancelRun(userId, run.id, deps);
  }
}

/** Inside the transaction that deletes a person, who is locked: ends runs and rewrites in work. @returns their ids */
export async function endOpenRuns(userId: string, trx: Db, deps: EndingDeps): Promise<string[]> {
  const ended = await endAllRewrites(userId, trx, deps);
  for (;;) {
    const open = await runsOf(userId, trx).page({ limit: 100, filter: { status: "open" } });
    if (open.length === 0) return ended;
    for (const run of open) {
      await endRunWithoutResult(run.id, { status: "cancelled" }, deps, trx);
      ended.push(run.id);
    }
  }
}

/** How long a run may be open without being carried by the job engine before its coins go back; milliseconds. */
const graceMs = 20_000;
/** Longest time that a run may be open, milliseconds. */
const longestMs = 6 * 3_600_000;
/** How long streams and engine rows of finished runs are kept; milliseconds. */
const retentionMs = 24 * 3_600_000;

type SweepDeps = EndingDeps & Pick<Deps, "jobs" | "log">;

/** Ends what crashed for good of what is open since some time, so that no coin stays held. @returns how many */
async function sweep(
  name: "run" | "rewrite",
  { openBefore }: { openBefore: (before: Date, limit: number) => Promise<{ id: string; created_at: Date }[]> },
  end: typeof endRunWithoutResult | typeof endRewrite,
  deps: SweepDeps,
): Promise<number> {
  const now = deps.now().getTime();
  const open = await openBefore(new Date(now - graceMs), 500);
  const abandoned = new Set(await deps.jobs.abandoned(open.map(({ id }) => id)));
  let ended = 0;
  for (const { id, created_at: createdAt } of open) {
    if (!abandoned.has(id) && now - createdAt.getTime() < longestMs) continue;
    const error = { code: "internal", message: `The ${name} stopped on our side` };
    if (!(await end(id, { status: "failed", error }, deps))) continue;
    ended += 1;
    await deps.jobs.cancel(id);
    deps.log.warn({ [`${name}Id`]: id }, `an abandoned ${name} was ended, its coins went back`);
  }
  return ended;
}

export async function sweepRuns(deps: SweepDeps & Pick<Deps, "config">): Promise<number> {
  await placeOpenRuns(deps);
  return sweep("run", systemRuns(deps.db), endRunWithoutResult, deps);
}
export const sweepRewrites = (deps: SweepDeps): Promise<number> =>
  sweep("rewrite", systemRewrites(deps.db), endRewrite, deps);

/** Remembers that work was taken over from a process that died or froze, see `executeRun`. */
export async function countTakeover(ids: string[], db: Db): Promise<void> {
  await systemRuns(db).countTakeover(ids);
  await systemRewrites(db).countTakeover(ids);
}

/** How long a rewrite waits for the person's answer; milliseconds. */
const unansweredMs = 30 * 24 * 3_600_000;
/** How long rewrites that cost nothing are kept; milliseconds. */
const fruitlessMs = 30 * 24 * 3_600_000;

/** Ends unanswered rewrites and purges old data of the others. */
export async function purgeRewrites(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const now = deps.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const rewrites = systemRewrites(deps.db);
  await rewrites.refuseUnanswered(ago(unansweredMs), now);
  await rewrites.forgetCourse(ago(retentionMs));
  await rewrites.purge(ago(fruitlessMs), 1000);
}

/** Purges expired quotes, event streams and engine rows. */
export async function purgeExpired(deps: Pick<Deps, "db" | "now" | "jobs">): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - retentionMs);
  await sweepQuotes(now, deps.db);
  await systemRuns(deps.db).forgetCourse(before);
  await purgeRewrites(deps);
  await deps.jobs.forget(before);
}
