import { notFound } from "#src/kit/errors.ts";
import { itemsOfEntries } from "../rules.ts";
import type { ProposalRow } from "../contract.ts";
import { type Compared, compare, conflictsOf, recordState, visibleProposals, unitOf } from "./comparing.ts";
import { type ApplyDeps, createRecord, lockOffering, recordsOf } from "./proposals.ts";
import { runsOf } from "./repository.ts";

/** What of a record becomes what the document proposes now; what the person changed too stays, unless it is replaced. */
function updatesOf({ newer, revision, stored }: Compared, kept: ReadonlySet<string>, changed: ReadonlySet<string>) {
  const fields = revision
    .fields(stored.payload)
    .filter((field) => changed.has(unitOf(field)) && !kept.has(unitOf(field)));
  return Object.fromEntries(fields.map((field) => [field, newer?.[field] ?? null]));
}

/**
 * Updates the records of applied proposals from an edited document. A content item and its calendar entry are updated
 * together. Changes that the person made in a record are preserved, and records that were sent or deleted are left
 * alone; `replace` overwrites those changes and recreates deleted records. What was sent is never changed.
 * @returns all proposals of the run, and how many records were written
 */
export async function updateProposals(
  userId: string,
  wanted: { runId: string; keys: string[]; replace: boolean },
  deps: ApplyDeps,
): Promise<{ proposals: ProposalRow[]; updated: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockOffering(userId, wanted.runId, trx);
    const runs = runsOf(userId, trx);
    const all = await runs.proposals(run.id);
    for (const key of wanted.keys) if (!all.some((one) => one.key === key)) throw notFound("Proposal not found");
    const itemOf = itemsOfEntries(all);
    const named = new Set(wanted.keys.map((key) => itemOf.get(key) ?? key));
    const now = deps.now();
    const recordOf = recordsOf(all);
    let updated = 0;
    for (const group of await compare(userId, all, deps.effects, trx)) {
      if (!group.some(({ stored: { key } }) => named.has(key))) continue;
      const offered = group.filter((one) => one.newer !== null);
      const state = recordState(group);
      if (state === "final" || offered.length === 0 || (state === "deleted" && !wanted.replace)) continue;
      if (state === "deleted") {
        // Parts of a suggestion belong together: the remaining ones are removed, and all are recreated.
        for (const { stored, record } of group.toReversed())
          if (record !== null && stored.recordId !== null)
            await deps.effects[stored.kind].remove(userId, stored.recordId, {
              db: trx,
              now: () => now,
              payload: stored.payload,
            });
        for (const { stored, payload } of offered.map((one) => ({ ...one, payload: one.effective }))) {
          const record = await createRecord({ ...stored, payload }, recordOf, { run, trx, now, deps });
          recordOf.set(stored.key, record.id);
          await runs.takeNewer(run.id, stored, record);
          updated += 1;
        }
        continue;
      }
      const kept = new Set(wanted.replace ? [] : conflictsOf(group));
      const changed = new Set(offered.flatMap((one) => [...one.changed]));
      for (const one of offered) {
        const { stored, revision, effective } = one;
        if (stored.recordId === null) continue;
        const fields = updatesOf(one, kept, changed);
        if (Object.keys(fields).length > 0) {
          await revision.write(userId, stored.recordId, fields, { db: trx, now: () => now });
          updated += 1;
        }
        await runs.takeNewer(run.id, stored, { id: stored.recordId, isOlder: false, payload: effective });
      }
    }
    return { proposals: await visibleProposals(userId, run.id, deps.effects, trx), updated };
  });
}
