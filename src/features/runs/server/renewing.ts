import { isDeepStrictEqual } from "node:util";
import type { Proposal } from "#src/features/documents/document.ts";
import type { Effects } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import { intoContentItem } from "./contentItem.ts";
import { normalizedValue } from "./proposalEdits.ts";
import { dropInvalid } from "./proposals.ts";
import { runsOf, systemRuns } from "./repository.ts";

/**
 * Replaces proposals by those of an edited document, in the transaction that stores its revision. The caller has locked
 * person and project (`lockAccount`). Open proposals are replaced and keep the person's changes; those no longer
 * proposed are deleted. Applied ones and their records are unchanged: the newer payload is stored beside them, for the
 * person to accept or ignore.
 * @param proposals valid ones, as `dropInvalid` leaves them; the same key is the same suggestion before and after an
 *   edit
 */
export async function renewProposals(runId: string, proposals: readonly Proposal[], trx: Db): Promise<void> {
  const run = await systemRuns(trx).find(runId);
  if (!run) return;
  const runs = runsOf(run.user_id, trx);
  await runs.lock(runId);
  const rows = await runs.proposals(runId);
  const before = new Map(rows.map((proposal, at) => [proposal.key, { ...proposal, at }]));
  const seen = new Set<string>();
  for (const [position, proposal] of proposals.entries()) {
    const { key, kind, payload, requires = [] } = proposal;
    if (seen.has(key)) continue;
    seen.add(key);
    const known = before.get(key);
    const isSame =
      known !== undefined &&
      known.kind === kind &&
      isSamePayload(payload, known.proposed) &&
      isDeepStrictEqual(requires, known.requires);
    // Most edits change one of many: the others are not written again.
    if (isSame && known.at === position && known.newer === null && !known.isGone) continue;
    if (!known) await runs.addProposals(runId, [proposal], position);
    else if (known.state !== "applied") await runs.replace(runId, proposal, position, known.kind === kind);
    else if (known.kind !== kind) await runs.offer(runId, key, "gone", position);
    else await runs.offer(runId, key, isSame ? null : { payload, requires }, position);
  }
  const gone = [...before.values()].filter(({ key }) => !seen.has(key));
  for (const { key, state } of gone) if (state === "applied") await runs.offer(runId, key, "gone");
  await runs.removeOpen(
    runId,
    gone.map(({ key }) => key),
  );
}

/** Most are written alike too, and comparing them as they are costs least. */
const isSamePayload = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(a, b) || isDeepStrictEqual(normalizedValue(a), normalizedValue(b));

/** Takes over what the edited document of a project proposes, for its newest result; nothing of a returned one. */
export async function renewAfterEdit(
  project: { userId: string; projectId: string; workflow: string },
  proposals: Proposal[],
  trx: Db,
  effects: Effects,
): Promise<void> {
  const run = await runsOf(project.userId, trx).lastResult(project.projectId);
  if (!run || run.returned_at !== null) return;
  await renewProposals(run.id, dropInvalid(await intoContentItem(proposals, project, trx), effects), trx);
}
