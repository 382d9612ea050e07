import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { sharingContract } from "../contract.ts";
import {
  cancelInvitation,
  createFeed,
  deleteFeed,
  listFeeds,
  listInvitations,
  resendInvitation,
  shareEntry,
} from "./usecases.ts";

const api = implement(sharingContract).$context<ApiContext>();

export const sharingHandlers = api.router({
  listInvitations: api.listInvitations.handler(({ context, input }) =>
    listInvitations(context.session.userId, input.id, context.deps),
  ),
  shareEntry: api.shareEntry.handler(({ context, input }) => shareEntry(context.session, input, context.deps)),
  resendInvitation: api.resendInvitation.handler(async ({ context, input }) => ({
    invitation: await resendInvitation(context.session, input.id, context.deps),
  })),
  cancelInvitation: api.cancelInvitation.handler(async ({ context, input }) => ({
    invitation: await cancelInvitation(context.session.userId, input.enData.id, context.deps),
  })),
  listFeeds: api.listFeeds.handler(async ({ context }) => ({
    feeds: await listFeeds(context.session.userId, context.deps.db),
  })),
  createFeed: api.createFeed.handler(({ context, input }) => createFeed(context.session, input.family, context.deps)),
  deleteFeed: api.deleteFeed.handler(async ({ context, input }) => {
    await deleteFeed(context.session.userId, input.enData.id, context.deps.db);
    return { deleted: true as const };
  }),
});
