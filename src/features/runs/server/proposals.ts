import { conflict, notFound } from "#src/kit/errors.ts";
import { keepAccount } from "#src/features/account/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import { invalidProposal, type Effect, type Effects } from "#src/server/effect.ts";
import type { Db } from "#src/server/tables.ts";
import type { ProposalRow } from "../contract.ts";
import { projectState } from "#src/features/projects/rules.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { runsOf, type RunRow } from "./repository.ts";

type ApplyDeps = Pick<Deps, "db" | "now" | "newId" | "effects">;

const { applied, ready } = projectState;

/** A proposal as its area takes it. */
interface Parsed {
  effect: Effect<unknown>;
  payload: unknown;
  /** Key of the proposal whose record this one hangs on. */
  dependsOn: string | null;
}

/** @returns null for what its area would not take */
function parseProposal({ kind, payload }: Pick<Proposal, "kind" | "payload">, effects: Effects): Parsed | null {
  const effect = effects[kind];
  const parsed = effect.schema.safeParse(payload);
  if (!parsed.success) return null;
  const key = effect.dependsOn === undefined ? undefined : payload[effect.dependsOn];
  return { effect, payload: parsed.data, dependsOn: typeof key === "string" ? key : null };
}

/** Drops what no area would take, and what requires something dropped. What hangs on another proposal requires it. */
export function keepValid(proposals: Proposal[], effects: Effects): Proposal[] {
  const keys = new Set<string>();
  let kept = proposals.flatMap((proposal): Proposal[] => {
    if (keys.has(proposal.key)) return [];
    keys.add(proposal.key);
    const parsed = parseProposal(proposal, effects);
    if (!parsed) return [];
    const requires = proposal.requires ?? [];
    const { dependsOn } = parsed;
    return [
      dependsOn === null || requires.includes(dependsOn)
        ? proposal
        : { ...proposal, requires: [...requires, dependsOn] },
    ];
  });
  for (;;) {
    const known = new Set(kept.map((proposal) => proposal.key));
    const next = kept.filter((proposal) => (proposal.requires ?? []).every((key) => known.has(key)));
    if (next.length === kept.length) return kept;
    kept = next;
  }
}

/** The named proposals and everything they require, requirements first. */
export function withRequirements(proposals: ProposalRow[], keys: string[]): ProposalRow[] {
  const byKey = new Map(proposals.map((proposal) => [proposal.key, proposal]));
  const ordered = new Map<string, ProposalRow>();
  const visit = (key: string, path: Set<string>): void => {
    const proposal = byKey.get(key);
    if (!proposal) throw notFound("Proposal not found");
    if (ordered.has(key) || path.has(key)) return;
    path.add(key);
    for (const required of proposal.requires) visit(required, path);
    ordered.set(key, proposal);
  };
  for (const key of keys) visit(key, new Set());
  return [...ordered.values()];
}

/**
 * A run with a result, locked in everybody's order (`keepAccount`).
 * @throws ProductError 404 for another person's run, 409 `run.notFinished`
 */
export async function lockSucceeded(userId: string, runId: string, trx: Db): Promise<RunRow> {
  const runs = runsOf(userId, trx);
  const known = await runs.find(runId);
  if (!known) throw notFound("Run not found");
  await keepAccount(userId, trx);
  await projectsOf(userId, trx).lock(known.project_id);
  const run = await runs.lock(runId);
  if (!run) throw notFound("Run not found");
  if (run.status !== "succeeded") throw conflict("run.notFinished", "Only a finished run has something to apply");
  return run;
}

/**
 * Creates the records of the named proposals in one transaction. What is applied already stays as it is.
 * @returns all proposals of the run, and how many records were created now
 */
export async function applyProposals(
  userId: string,
  wanted: { runId: string; keys: string[] },
  deps: ApplyDeps,
): Promise<{ proposals: ProposalRow[]; applied: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockSucceeded(userId, wanted.runId, trx);
    if (run.returned_at) throw conflict("run.returned", "The result was returned");
    const runs = runsOf(userId, trx);
    const all = await runs.proposals(run.id);
    const now = deps.now();
    const recordOf = new Map(
      all.flatMap((proposal) => (proposal.recordId ? [[proposal.key, proposal.recordId] as const] : [])),
    );
    let count = 0;
    let found = 0;
    for (const proposal of withRequirements(all, wanted.keys)) {
      if (proposal.state === "applied") continue;
      const parsed = parseProposal(proposal, deps.effects);
      if (!parsed) throw invalidProposal();
      const { effect, payload, dependsOn } = parsed;
      const made = await effect.create(payload, {
        db: trx,
        now: () => now,
        newId: deps.newId,
        userId,
        runId: run.id,
        projectId: run.project_id,
        dependency: dependsOn === null ? null : (recordOf.get(dependsOn) ?? null),
      });
      const record = typeof made === "string" ? { id: made, isOlder: false } : made;
      recordOf.set(proposal.key, record.id);
      await runs.markProposal(run.id, proposal.key, record);
      if (record.isOlder) found += 1;
      else count += 1;
    }
    if (count + found > 0) {
      const project = await projectsOf(userId, trx).lock(run.project_id);
      if (project && project.state >= ready && project.state < applied)
        await projectsOf(userId, trx).update(project.id, { state: applied, now });
    }
    return { proposals: await runs.proposals(run.id), applied: count };
  });
}

/**
 * Removes what was applied, all of it or the named proposals with whatever requires them. A proposed project that was
 * run since stays applied.
 */
export async function undoProposals(
  userId: string,
  wanted: { runId: string; keys?: string[] | undefined },
  deps: ApplyDeps,
): Promise<{ proposals: ProposalRow[]; undone: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockSucceeded(userId, wanted.runId, trx);
    const runs = runsOf(userId, trx);
    const all = await runs.proposals(run.id);
    const named = new Set(wanted.keys ?? all.map((proposal) => proposal.key));
    for (const key of named) if (!all.some((proposal) => proposal.key === key)) throw notFound("Proposal not found");
    for (let grown = true; grown;) {
      grown = false;
      for (const proposal of all) {
        if (!named.has(proposal.key) && proposal.requires.some((key) => named.has(key))) {
          named.add(proposal.key);
          grown = true;
        }
      }
    }
    const now = deps.now();
    let count = 0;
    for (const proposal of all.toReversed()) {
      if (!named.has(proposal.key) || proposal.state !== "applied" || !proposal.recordId) continue;
      const effect = deps.effects[proposal.kind];
      const context = { db: trx, now: () => now, payload: proposal.payload };
      const isGone = proposal.isOlder === true || (await effect.remove(userId, proposal.recordId, context));
      if (!isGone) continue;
      await runs.markProposal(run.id, proposal.key, null);
      count += 1;
    }
    const after = await runs.proposals(run.id);
    if (count > 0 && !after.some((proposal) => proposal.state === "applied")) {
      const project = await projectsOf(userId, trx).lock(run.project_id);
      if (project?.state === applied) await projectsOf(userId, trx).update(project.id, { state: ready, now });
    }
    return { proposals: after, undone: count };
  });
}
