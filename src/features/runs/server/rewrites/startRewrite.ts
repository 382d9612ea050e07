import { requireAccount } from "#src/features/account/server/usecases.ts";
import { holdCoins, quoteExpired } from "#src/features/coins/server/usecases.ts";
import type { Rewrite, RewritePlan, RewriteRefusal } from "#src/features/projects/contract.ts";
import { progressOf } from "#src/features/projects/rules.ts";
import { type Opened, openNewestRevision, projectsOf } from "#src/features/projects/server/usecases.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { offeredCard } from "#src/features/workflows/server/switches.ts";
import { conflict, notFound, ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Limit } from "#src/platform/throttle.ts";
import { includedRewrites, rewritePrice } from "../../rules.ts";
import { runsOf } from "../repository.ts";
import { enqueueRun, runQueue } from "../queue.ts";
import { IdempotencyKeyUsedError, startOnce } from "../startOnce.ts";
import { offerOf } from "./answerRewrite.ts";
import { rewritesOf, toRewrite } from "./rewriteRepository.ts";

type PlanDeps = Pick<Deps, "db" | "storage" | "engine">;
export type StartRewriteDeps = PlanDeps & Pick<Deps, "config" | "now" | "newId" | "jobs" | "throttle">;

/** Each costs the operator a question, also one that is cancelled. */
const startLimit: Limit = { name: "rewrite", points: 40, seconds: 600, isShared: true };

export interface RewriteStart {
  projectId: string;
  revision: number;
  edits: number;
  section: string;
  wish: string;
  /** Price that the person saw. */
  coins: number;
  /** Header `Idempotency-Key`. */
  key: string | null;
}

interface Price {
  /** The run whose result the project has: included ones are counted by it. */
  runId: string | null;
  left: number;
  price: number;
}

/** Five come with a result that is paid for, by its own run or the draft before; a returned one brings none. */
async function priceOf(userId: string, projectId: string, workflow: string, db: Db): Promise<Price> {
  const runs = runsOf(userId, db);
  const last = await runs.lastResult(projectId);
  const payer = last && last.returned_at === null ? await runs.payerOf(last) : null;
  const listed = cards.find(({ workflowName }) => workflowName === workflow)?.coins ?? 0;
  const used = last ? await rewritesOf(userId, db).includedOf(last.id) : 0;
  return {
    runId: last?.id ?? null,
    left: payer && payer.returned_at === null ? Math.max(0, includedRewrites - used) : 0,
    price: rewritePrice(payer?.coins ?? listed),
  };
}

/** Why no section of a document can be rewritten; null when one can. */
async function refusalOf(
  { stored }: Opened,
  project: { state: number; workflow: string },
  deps: Pick<Deps, "db" | "engine">,
): Promise<RewriteRefusal | null> {
  if (!(await offeredCard(project.workflow, deps.db))?.isProductionReady) return "notLive";
  if (progressOf(project.state) !== null) return "running";
  if (deps.engine.info.kind === "draft") return "noModel";
  // A model writes the whole of it, at no further charge.
  if (stored.of.generator.engine === "draft") return "draft";
  return null;
}

/** Price of a rewrite in a project, the sections that can be rewritten, and the open rewrite. */
export async function rewritePlanOf(userId: string, projectId: string, deps: PlanDeps): Promise<RewritePlan> {
  const found = await openNewestRevision(userId, projectId, deps).catch((error: unknown) => {
    if (error instanceof ProductError && error.code === "revision.readOnly") return "readOnly" as const;
    throw error;
  });
  const none = { included: includedRewrites, left: 0, coins: 0, price: 0, sections: [], open: null };
  if (found === "readOnly") return { ...none, reason: "readOnly" };
  if (found === null) return { ...none, reason: "noDocument" };
  const { project, opened } = found;
  const [{ left, price, runId }, open] = await Promise.all([
    priceOf(userId, projectId, project.workflow, deps.db),
    rewritesOf(userId, deps.db).openOfProject(projectId),
  ]);
  const reason = runId === null ? "noDocument" : await refusalOf(opened, project, deps);
  return {
    included: includedRewrites,
    left,
    coins: left > 0 ? 0 : price,
    price,
    reason,
    sections: reason === null ? opened.workflow.rewritable(opened.form, opened.context, opened.state) : [],
    open: open && toRewrite(open, offerOf(open, opened)),
  };
}

/**
 * Starts rewriting a section: record, held coins and queue entry in one transaction. The same key with the same request
 * returns the same rewrite.
 * @throws ProductError `coins.notEnough`, 409 `quote.expired` when it costs more than the person saw, `revision.stale`,
 *   `project.running`, `rewrite.open` while another one is open, `rewrite.notOffered` for a document or section that
 *   cannot be rewritten, `workflow.notLive` for a workflow that was switched off, `idempotency.mismatch`; 404 for another person's project; 429 for too many
 */
export async function startRewrite(userId: string, request: RewriteStart, deps: StartRewriteDeps): Promise<Rewrite> {
  const { key, projectId, revision, edits, section, wish, coins: most } = request;
  const rows = rewritesOf(userId, deps.db);
  const asked = [projectId, revision, edits, section, wish, most];
  return startOnce({ key, request: asked, rows, toAnswer: toRewrite }, async (used) => {
    const found = await openNewestRevision(userId, projectId, deps);
    if (!found) throw notOffered();
    const { opened } = found;
    const refusal = await refusalOf(opened, found.project, deps);
    if (refusal === "notLive") throw conflict("workflow.notLive", "This workflow is not live yet");
    if (refusal === "running") throw running();
    if (refusal !== null || !opened.workflow.rewritable(opened.form, opened.context, opened.state).includes(section))
      throw notOffered();
    await deps.throttle.take(startLimit, userId);
    const started = await deps.db.transaction().execute(async (trx) => {
      const now = deps.now();
      await requireAccount(userId, trx);
      const projects = projectsOf(userId, trx);
      const project = await projects.lock(projectId);
      const rewrites = rewritesOf(userId, trx);
      if (await rewrites.byKey(used.idempotency_key)) throw new IdempotencyKeyUsedError();
      if (!project) throw notFound("Project not found");
      if (progressOf(project.state) !== null) throw running();
      const current = await projects.revision(projectId, revision);
      if (project.currentRevision !== revision || current?.edits !== edits)
        throw conflict("revision.stale", "The document was changed elsewhere");
      if (await rewrites.openOfProject(projectId))
        throw conflict("rewrite.open", "Another section of this document is being rewritten");
      const { runId, left, price } = await priceOf(userId, projectId, project.workflow, trx);
      if (runId === null) throw notOffered();
      const coins = left > 0 ? 0 : price;
      // Never charges more than the quoted price.
      if (coins > most) throw quoteExpired();
      const row = await rewrites.insert({
        id: deps.newId(),
        project_id: projectId,
        run_id: runId,
        workflow: project.workflow,
        section,
        wish: wish.trim(),
        coins,
        is_included: coins === 0,
        created_at: now,
        ...used,
      });
      if (coins > 0)
        await holdCoins(
          trx,
          { runId: row.id, owner: userId, coins, workflow: project.workflow, projectId, at: now, reason: "rewrite" },
          deps.newId,
        );
      await enqueueRun(trx, { id: row.id, userId }, deps);
      return toRewrite(row);
    });
    deps.jobs.wake(runQueue.name);
    return started;
  });
}

const running = () => conflict("project.running", "A run of this project is in work");
const notOffered = () => conflict("rewrite.notOffered", "This section cannot be rewritten");
