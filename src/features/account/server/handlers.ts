import { implement } from "@orpc/server";
import { balanceOf } from "#src/features/coins/server/usecases.ts";
import { removeAllFiles } from "#src/features/files/server/usecases.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { accountContract } from "../contract.ts";
import { requireOwnAccount, deleteUser, userOf } from "./usecases.ts";

const api = implement(accountContract).$context<ApiContext>();

export const accountHandlers = api.router({
  getUser: api.getUser.handler(async ({ context: { session, deps } }) => {
    const [user, { credits }] = await Promise.all([userOf(session, deps), balanceOf(session.userId, deps.db)]);
    return { ...user, credits };
  }),
  deleteUser: api.deleteUser.handler(async ({ context: { session, deps }, input }) => {
    requireOwnAccount(input.enData, session, deps);
    await deps.openWork.cancelAll(session.userId, deps);
    await removeAllFiles({ userId: session.userId }, deps);
    // Whatever was started since then ends inside the transaction that deletes.
    const left: string[] = [];
    const answer = await deleteUser(input.enData, session, deps, async (trx) => {
      left.push(...(await deps.openWork.endAll(session.userId, trx, deps)));
    });
    for (const runId of left) await deps.jobs.cancel(runId);
    return answer;
  }),
});
