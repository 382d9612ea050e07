import { sql } from "kysely";
import { conflict, notFound, ProductError } from "#src/kit/errors.ts";
import { lockAccount } from "#src/features/account/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import { invalidProposal, type Effect, type Effects } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import type { FailedProposal, ProposalChange, ProposalRow } from "../contract.ts";
import { itemsOfEntries } from "../rules.ts";
import { projectState } from "#src/features/projects/rules.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { saveEdits } from "./proposalEdits.ts";
import type { AppliedRecord, StoredProposal } from "./proposalRows.ts";
import { visibleProposals } from "./comparing.ts";
import { runsOf, type RunRow } from "./repository.ts";

export type ApplyDeps = Pick<Deps, "db" | "now" | "newId" | "effects">;

const { applied, ready } = projectState;

/** A proposal as its area takes it. */
interface Parsed {
  effect: Effect<unknown>;
  payload: unknown;
  /** Key of the proposal whose record this one hangs on. */
  dependsOn: string | null;
}

/** @returns null for what its area would not take */
export function parseProposal({ kind, payload }: Pick<Proposal, "kind" | "payload">, effects: Effects): Parsed | null {
  const effect = effects[kind];
  const parsed = effect.schema.safeParse(payload);
  if (!parsed.success) return null;
  const key = effect.dependsOn === undefined ? undefined : payload[effect.dependsOn];
  return { effect, payload: parsed.data, dependsOn: typeof key === "string" ? key : null };
}

/** Drops what no area would take, and what requires something dropped. What hangs on another proposal requires it. */
export function dropInvalid(proposals: Proposal[], effects: Effects): Proposal[] {
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
export function withRequirements(proposals: StoredProposal[], keys: string[]): StoredProposal[] {
  const byKey = new Map(proposals.map((proposal) => [proposal.key, proposal]));
  const ordered = new Map<string, StoredProposal>();
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
 * A run with a result, locked in everybody's order (`lockAccount`).
 * @throws ProductError 404 for another person's run, 409 `run.notFinished`
 */
export async function lockSucceeded(userId: string, runId: string, trx: Db): Promise<RunRow> {
  const runs = runsOf(userId, trx);
  const known = await runs.find(runId);
  if (!known) throw notFound("Run not found");
  await lockAccount(userId, trx);
  await projectsOf(userId, trx).lock(known.project_id);
  const run = await runs.lock(runId);
  if (!run) throw notFound("Run not found");
  if (run.status !== "succeeded") throw conflict("run.notFinished", "Only a finished run has something to apply");
  return run;
}

/** As `lockSucceeded`, for a result that was not returned. @throws ProductError 409 `run.returned` too */
export async function lockOffering(userId: string, runId: string, trx: Db): Promise<RunRow> {
  const run = await lockSucceeded(userId, runId, trx);
  if (run.returned_at) throw conflict("run.returned", "The result was returned");
  return run;
}

/**
 * Suggestions in the order in which they are created, each as its proposals: a content item together with its entry.
 * @param proposals requirements first
 */
function unitsOf(proposals: StoredProposal[], all: StoredProposal[]): StoredProposal[][] {
  const itemOf = itemsOfEntries(all);
  return [...Map.groupBy(proposals, ({ key }) => itemOf.get(key) ?? key).values()];
}

/**
 * Runs the work in a savepoint of an open transaction: all of it or nothing.
 * @returns the ProductError that it threw, or null
 */
async function runInSavepoint(trx: Db, work: () => Promise<void>): Promise<ProductError | null> {
  await sql`savepoint suggestion`.execute(trx);
  let refusal: ProductError | null = null;
  try {
    await work();
  } catch (error) {
    // What the database refuses, or a fault of ours, ends the whole transaction.
    if (!(error instanceof ProductError) || error.status >= 500) throw error;
    await sql`rollback to savepoint suggestion`.execute(trx);
    refusal = error;
  }
  await sql`release savepoint suggestion`.execute(trx);
  return refusal;
}

/** The record that a proposal becomes. @throws ProductError of its area, 422 `proposal.invalid` */
export async function createRecord(
  proposal: StoredProposal,
  recordOf: ReadonlyMap<string, string>,
  { run, trx, now, deps }: { run: RunRow; trx: Db; now: Date; deps: ApplyDeps },
): Promise<AppliedRecord> {
  const parsed = parseProposal(proposal, deps.effects);
  if (!parsed) throw invalidProposal();
  const { effect, payload, dependsOn } = parsed;
  const made = await effect.create(payload, {
    db: trx,
    now: () => now,
    newId: deps.newId,
    userId: run.user_id,
    runId: run.id,
    projectId: run.project_id,
    dependency: dependsOn === null ? null : (recordOf.get(dependsOn) ?? null),
  });
  return {
    ...(typeof made === "string" ? { id: made, isOlder: false } : { id: made.id, isOlder: made.isOlder }),
    payload: proposal.payload,
  };
}

/** The records of applied proposals, by key. */
export const recordsOf = (proposals: readonly StoredProposal[]): Map<string, string> =>
  new Map(proposals.flatMap(({ key, recordId }) => (recordId ? [[key, recordId] as const] : [])));

/**
 * Creates the records of the named proposals in one transaction, changed as the person wants. What is applied already
 * stays as it is. A suggestion that its area refuses is left out with what requires it, and the others are applied; a
 * content item and its entry are one suggestion.
 * @returns all proposals of the run, how many records were created now, and what was refused
 * @throws ProductError the refusal when nothing could be applied
 */
export async function applyProposals(
  userId: string,
  wanted: { runId: string; keys: string[]; changes?: ProposalChange[] | undefined },
  deps: ApplyDeps,
): Promise<{ proposals: ProposalRow[]; applied: number; failed: FailedProposal[] }> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockOffering(userId, wanted.runId, trx);
    const runs = runsOf(userId, trx);
    if (wanted.changes) await saveEdits(userId, run.id, wanted.changes, deps.effects, trx);
    const all = await runs.proposals(run.id);
    const now = deps.now();
    const recordOf = recordsOf(all);
    const refusals = new Map<string, ProductError>();
    let count = 0;
    let found = 0;
    const create = async (proposal: StoredProposal): Promise<AppliedRecord> => {
      const record = await createRecord(proposal, recordOf, { run, trx, now, deps });
      recordOf.set(proposal.key, record.id);
      await runs.markApplied(run.id, proposal.key, record);
      return record;
    };
    for (const unit of unitsOf(withRequirements(all, wanted.keys), all)) {
      const open = unit.filter(({ state }) => state !== "applied");
      const missing = open.flatMap(({ requires }) => requires).find((key) => refusals.has(key));
      const made: AppliedRecord[] = [];
      const refusal =
        refusals.get(missing ?? "") ??
        (await runInSavepoint(trx, async () => {
          for (const proposal of open) made.push(await create(proposal));
        }));
      if (refusal) {
        for (const { key } of open) refusals.set(key, refusal);
        continue;
      }
      found += made.filter(({ isOlder }) => isOlder).length;
      count += made.filter(({ isOlder }) => !isOlder).length;
    }
    const [first] = refusals.values();
    if (first && count + found === 0) throw first;
    if (count + found > 0) {
      const project = await projectsOf(userId, trx).lock(run.project_id);
      if (project && project.state >= ready && project.state < applied)
        await projectsOf(userId, trx).update(project.id, { state: applied, now });
    }
    const failed = [...refusals].map(([key, { code, message }]) => ({ key, code, message }));
    return { proposals: await visibleProposals(userId, run.id, deps.effects, trx), applied: count, failed };
  });
}

/** Remembers what a person changed on open proposals, see `saveEdits`. @returns all proposals of the run */
export async function changeProposals(
  userId: string,
  { runId, changes }: { runId: string; changes: ProposalChange[] },
  deps: ApplyDeps,
): Promise<ProposalRow[]> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockOffering(userId, runId, trx);
    await saveEdits(userId, run.id, changes, deps.effects, trx);
    return visibleProposals(userId, run.id, deps.effects, trx);
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
      await runs.markUndone(run.id, proposal);
      count += 1;
    }
    const after = await runs.proposals(run.id);
    if (count > 0 && !after.some((proposal) => proposal.state === "applied")) {
      const project = await projectsOf(userId, trx).lock(run.project_id);
      if (project?.state === applied) await projectsOf(userId, trx).update(project.id, { state: ready, now });
    }
    return { proposals: await visibleProposals(userId, run.id, deps.effects, trx), undone: count };
  });
}
