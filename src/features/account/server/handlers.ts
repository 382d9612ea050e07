import { implement } from "@orpc/server";
import { balanceOf } from "#src/features/coins/server/usecases.ts";
import { removeAllFiles } from "#src/features/files/server/usecases.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { accountContract, type User } from "../contract.ts";
import { requireOwnAccount, deleteUser, renameUser, userOf } from "./usecases.ts";

const api = implement(accountContract).$context<ApiContext>();

async function activeUser({ session, deps }: Pick<ApiContext, "session" | "deps">): Promise<User> {
  const [user, { credits }] = await Promise.all([userOf(session, deps), balanceOf(session.userId, deps.db)]);
  return { ...user, credits };
}

export const accountHandlers = api.router({
  getUser: api.getUser.handler(({ context }) => activeUser(context)),
  updateUser: api.updateUser.handler(async ({ context, input }) => {
    await renameUser(input.name, context.session, context.deps);
    return activeUser(context);
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
