import { conflict, notFound, ProductError } from "#src/kit/errors.ts";
import { keepAccount } from "#src/features/account/server/usecases.ts";
import { newEntry } from "#src/features/calendar/contract.ts";
import { entriesOf } from "#src/features/calendar/server/usecases.ts";
import { newOutcome } from "#src/features/outcomes/contract.ts";
import { outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import type { Db } from "#src/server/tables.ts";
import type { ProposalRow } from "../contract.ts";
import { projectState } from "../rules.ts";
import type { Proposal } from "../workflow.ts";
import { runsOf, type RunRow } from "./repository.ts";

type ApplyDeps = Pick<Deps, "db" | "now" | "newId">;

const { applied, ready } = projectState;

/** `outcomeKey` links an entry to the outcome of another proposal; it is ours, not the calendar's. */
function parsePayload(proposal: Pick<Proposal, "kind" | "payload">) {
  const { outcomeKey, ...payload } = proposal.payload;
  if (proposal.kind === "outcome")
    return { kind: "outcome" as const, record: newOutcome.safeParse(payload), outcomeKey: null };
  if (proposal.kind === "calendarEntry") {
    return {
      kind: "calendarEntry" as const,
      record: newEntry.safeParse(payload),
      outcomeKey: typeof outcomeKey === "string" ? outcomeKey : null,
    };
  }
  return null;
}

/** Drops what no area would take, and what requires something dropped. */
export function keepValid(proposals: Proposal[]): Proposal[] {
  const keys = new Set<string>();
  let kept = proposals.filter((proposal) => {
    const isNew = !keys.has(proposal.key);
    keys.add(proposal.key);
    return isNew && parsePayload(proposal)?.record.success === true;
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

/** Locks in everybody's order (`keepAccount`). */
async function lockSucceeded(userId: string, runId: string, trx: Db): Promise<RunRow> {
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
    const runs = runsOf(userId, trx);
    const all = await runs.proposals(run.id);
    const now = deps.now();
    const recordOf = new Map(
      all.flatMap((proposal) => (proposal.recordId ? [[proposal.key, proposal.recordId] as const] : [])),
    );
    let count = 0;
    for (const proposal of withRequirements(all, wanted.keys)) {
      if (proposal.state === "applied") continue;
      const parsed = parsePayload(proposal);
      if (!parsed?.record.success)
        throw new ProductError("proposal.invalid", { status: 422, message: "The proposal does not fit its area" });
      const id = deps.newId();
      if (parsed.kind === "outcome") {
        await outcomesOf(userId, trx).insert({
          ...parsed.record.data,
          projectId: run.project_id,
          id,
          runId: run.id,
          now,
        });
      } else {
        const outcomeId = (parsed.outcomeKey && recordOf.get(parsed.outcomeKey)) ?? null;
        await entriesOf(userId, trx).insert({ ...parsed.record.data, projectId: run.project_id, outcomeId, id, now });
        if (outcomeId) await outcomesOf(userId, trx).update(outcomeId, { calendarEntryId: id, now });
      }
      recordOf.set(proposal.key, id);
      await runs.markProposal(run.id, proposal.key, id);
      count += 1;
    }
    if (count > 0) {
      const project = await projectsOf(userId, trx).lock(run.project_id);
      if (project && project.state >= ready && project.state < applied)
        await projectsOf(userId, trx).update(project.id, { state: applied, now });
    }
    return { proposals: await runs.proposals(run.id), applied: count };
  });
}

/** Removes what was applied, all of it or the named proposals with whatever requires them. */
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
      if (proposal.kind === "outcome") await outcomesOf(userId, trx).delete(proposal.recordId, now);
      else if (proposal.kind === "calendarEntry") await entriesOf(userId, trx).delete(proposal.recordId);
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
