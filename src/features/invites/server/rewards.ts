import { lockAccount, personOf } from "#src/features/account/server/usecases.ts";
import { grantCoins } from "#src/features/coins/server/usecases.ts";
import { hasKeptPurchase } from "#src/features/payments/server/usecases.ts";
import { hasPaidRun, ownerOfRun } from "#src/features/runs/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import { allInvites, type PendingReferral } from "./repository.ts";

export type RewardDeps = Pick<Deps, "config" | "db" | "newId" | "now" | "log">;

/** People looked at together. */
const portion = 200;

/** Whether a person did what rewards wait for. */
const isDue = (userId: string, deps: RewardDeps): Promise<boolean> =>
  deps.config.inviteRewardOn === "purchase"
    ? hasKeptPurchase(userId, deps.now(), deps.db)
    : hasPaidRun(userId, deps.now(), deps.db);

/**
 * Gives both sides their coins, in one transaction and once: the referral is marked in it, and each side has an
 * idempotency key of its own in the ledger. A side whose account is gone, or disabled, gets nothing.
 * @returns false when it was done before, or the person who signed up is gone
 */
export async function rewardReferral(referral: PendingReferral, deps: RewardDeps): Promise<boolean> {
  const { id, userId, invitedId, coins } = referral;
  return deps.db.transaction().execute(async (trx) => {
    const isLeft = async (person: string | null): Promise<boolean> =>
      person !== null && (await lockAccount(person, trx)) && !(await personOf(person, trx))?.disabled_at;
    if (!(await isLeft(invitedId))) return false;
    const isInviterPaid = await isLeft(userId);
    if (!(await allInvites(trx).markRewarded(id, isInviterPaid, deps.now()))) return false;
    const sides = [
      { side: "invited", owner: invitedId },
      ...(userId !== null && isInviterPaid ? [{ side: "inviter", owner: userId }] : []),
    ];
    // Accounts of several people in the order of their ids, so that two rewards never wait for each other.
    for (const { side, owner } of sides.toSorted((one, other) => (one.owner < other.owner ? -1 : 1)))
      await grantCoins(trx, { key: `reward:invite:${id}:${side}`, reason: "reward", owner, coins }, deps.newId);
    return true;
  });
}

async function rewardIfDue(referral: PendingReferral, deps: RewardDeps): Promise<boolean> {
  try {
    return (await isDue(referral.invitedId, deps)) && (await rewardReferral(referral, deps));
  } catch (error) {
    // The others are not held up by one.
    deps.log.warn({ err: error, referralId: referral.id }, "a reward was not given and is tried again");
    return false;
  }
}

/** Rewards everything that became due; several processes may do this at the same time. @returns how many were given */
export async function rewardInvites(deps: RewardDeps): Promise<number> {
  const all = allInvites(deps.db);
  let given = 0;
  let last: string | null = null;
  for (;;) {
    const pending: PendingReferral[] = await all.pending(last, portion);
    for (const referral of pending) if (await rewardIfDue(referral, deps)) given += 1;
    if (pending.length < portion) return given;
    last = pending.at(-1)?.id ?? null;
  }
}

/** Looks at once whether the end of a run makes a reward due. Never throws: the job looks again. */
export async function rewardAfterRun(runId: string, deps: RewardDeps): Promise<void> {
  try {
    const owner = await ownerOfRun(runId, deps.db);
    if (owner === null) return;
    for (const referral of await allInvites(deps.db).pending(null, 1, owner)) await rewardIfDue(referral, deps);
  } catch (error) {
    deps.log.warn({ err: error, runId }, "rewards were not looked for and are later");
  }
}
