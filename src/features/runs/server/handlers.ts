import { implement } from "@orpc/server";
import { switchedOff } from "#src/features/workflows/server/switches.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { runsContract } from "../contract.ts";
import { outlineOf } from "./outline.ts";
import {
  applyProposals,
  cancelRun,
  changeProposals,
  latestRuns,
  listRuns,
  proposalsOf,
  quoteRun,
  returnResult,
  startRun,
  describeRun,
  undoProposals,
  updateProposals,
} from "./usecases.ts";

const api = implement(runsContract).$context<ApiContext>();

export const runsHandlers = api.router({
  quoteRun: api.quoteRun.handler(({ context, input }) => quoteRun(context.session.userId, input, context.deps)),
  startRun: api.startRun.handler(async ({ context, input }) => {
    const { session, deps, headers } = context;
    const run = await startRun(session.userId, { ...input, key: headers.get("idempotency-key") }, deps);
    return { run, outline: await outlineOf(session.userId, run.id, deps) };
  }),
  listRuns: api.listRuns.handler(({ context, input }) => listRuns(context.session.userId, input, context.deps.db)),
  listLatestRuns: api.listLatestRuns.handler(async ({ context }) => ({
    runs: await latestRuns(context.session.userId, context.deps.db),
    off: [...(await switchedOff(context.deps.db))],
  })),
  getRun: api.getRun.handler(({ context, input }) => describeRun(context.session.userId, input.runId, context.deps)),
  listProposals: api.listProposals.handler(async ({ context, input }) => ({
    proposals: await proposalsOf(context.session.userId, input.runId, context.deps),
  })),
  cancelRun: api.cancelRun.handler(async ({ context, input }) => ({
    run: await cancelRun(context.session.userId, input.runId, context.deps),
  })),
  returnResult: api.returnResult.handler(async ({ context, input }) => ({
    run: await returnResult(context.session.userId, input.runId, context.deps),
  })),
  changeProposals: api.changeProposals.handler(async ({ context, input }) => ({
    proposals: await changeProposals(context.session.userId, input, context.deps),
  })),
  applyProposals: api.applyProposals.handler(({ context, input }) =>
    applyProposals(context.session.userId, input, context.deps),
  ),
  updateProposals: api.updateProposals.handler(({ context, input }) =>
    updateProposals(context.session.userId, input, context.deps),
  ),
  undoProposals: api.undoProposals.handler(({ context, input }) =>
    undoProposals(context.session.userId, input, context.deps),
  ),
});
