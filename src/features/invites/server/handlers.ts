import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { invitesContract } from "../contract.ts";
import { createInvite, listInvites, acknowledgeRewards, untoldRewards, withdrawInvite } from "./usecases.ts";

const api = implement(invitesContract).$context<ApiContext>();

export const invitesHandlers = api.router({
  listInvites: api.listInvites.handler(({ context: { deps, session }, input }) =>
    listInvites(session.userId, input, deps),
  ),
  createInvite: api.createInvite.handler(async ({ context: { deps, session }, input }) => ({
    invite: await createInvite(session, input, deps),
  })),
  withdrawInvite: api.withdrawInvite.handler(async ({ context: { deps, session }, input }) => ({
    invite: await withdrawInvite(session.userId, input.enData.id, deps),
  })),
  listRewards: api.listRewards.handler(({ context: { deps, session } }) => untoldRewards(session.userId, deps.db)),
  markRewards: api.markRewards.handler(async ({ context: { deps, session }, input }) => ({
    marked: await acknowledgeRewards(session.userId, input.ids, deps.db),
  })),
});
