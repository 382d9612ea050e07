import { implement } from "@orpc/server";
import { rewritesContract } from "#src/features/projects/contract.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { acceptRewrite, cancelRewrite, refuseRewrite, rewriteOf } from "./answerRewrite.ts";
import { rewritePlanOf, startRewrite } from "./startRewrite.ts";

const api = implement(rewritesContract).$context<ApiContext>();

/** Handlers for rewriting a section of a project. */
export const rewriteHandlers = api.router({
  getRewritePlan: api.getRewritePlan.handler(({ context, input }) =>
    rewritePlanOf(context.session.userId, input.projectId, context.deps),
  ),
  startRewrite: api.startRewrite.handler(async ({ context, input }) => ({
    rewrite: await startRewrite(
      context.session.userId,
      { ...input, key: context.headers.get("idempotency-key") },
      context.deps,
    ),
  })),
  getRewrite: api.getRewrite.handler(async ({ context, input }) => ({
    rewrite: await rewriteOf(context.session.userId, input.rewriteId, context.deps),
  })),
  cancelRewrite: api.cancelRewrite.handler(async ({ context, input }) => ({
    rewrite: await cancelRewrite(context.session.userId, input.rewriteId, context.deps),
  })),
  acceptRewrite: api.acceptRewrite.handler(({ context, input }) =>
    acceptRewrite(context.session.userId, input, context.deps),
  ),
  refuseRewrite: api.refuseRewrite.handler(async ({ context, input }) => ({
    rewrite: await refuseRewrite(context.session.userId, input.rewriteId, context.deps),
  })),
});
