import { lockAccount } from "#src/features/account/server/usecases.ts";
import { settleHold } from "#src/features/coins/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { type RewriteRow, rewritesOf, systemRewrites } from "./rewriteRepository.ts";

type EndDeps = Pick<Deps, "db" | "now" | "newId">;
export type RewriteEnd = Omit<Parameters<ReturnType<typeof systemRewrites>["finish"]>[1], "now">;

/**
 * Ends the writing, once, and settles its coins in the same transaction: `ready` takes them, everything else gives them
 * back. Locks in everybody's order (`lockAccount`): person, project, rewrite, coins.
 * @param within a transaction to make it part of
 * @returns null when it had ended before, or a newer execution has begun
 */
export async function endRewrite(id: string, end: RewriteEnd, deps: EndDeps, within?: Db): Promise<RewriteRow | null> {
  const work = async (trx: Db): Promise<RewriteRow | null> => {
    const row = await systemRewrites(trx).find(id);
    if (!row) return null;
    await lockAccount(row.user_id, trx);
    await projectsOf(row.user_id, trx).lock(row.project_id);
    const now = deps.now();
    const ended = await systemRewrites(trx).finish(id, { ...end, now });
    if (ended && ended.coins > 0)
      await settleHold(trx, id, end.status === "ready" ? "captured" : "released", now, deps.newId);
    return ended;
  };
  return within ? work(within) : deps.db.transaction().execute(work);
}

/**
 * Inside a transaction that starts a run of a project or deletes it, and has locked it: what is in work ends with its
 * coins back. What waits for an answer goes on waiting: the run may bring nothing, the deletion may be undone.
 * @returns id of the one whose work is to be stopped
 */
export async function endWorkingRewrite(
  userId: string,
  projectId: string,
  trx: Db,
  deps: EndDeps,
): Promise<string | null> {
  const open = await rewritesOf(userId, trx).openOfProject(projectId);
  if (!open || open.status === "ready") return null;
  await endRewrite(open.id, { status: "cancelled" }, deps, trx);
  return open.id;
}

/** Inside the transaction that replaces the document of a project, which it has locked: nothing waits any longer. */
export async function refuseReadyRewrite(
  userId: string,
  projectId: string,
  trx: Db,
  { now }: Pick<Deps, "now">,
): Promise<void> {
  const rewrites = rewritesOf(userId, trx);
  const open = await rewrites.openOfProject(projectId);
  if (open) await rewrites.answer(open.id, "refused", now());
}

/** Inside the transaction that deletes a person, who is locked: ends what is in work. @returns their ids */
export async function endAllRewrites(userId: string, trx: Db, deps: EndDeps): Promise<string[]> {
  const working = await rewritesOf(userId, trx).working();
  for (const id of working) await endRewrite(id, { status: "cancelled" }, deps, trx);
  return working;
}
