import { implement } from "@orpc/server";
import { moveWithOutcome } from "#src/features/calendar/server/usecases.ts";
import { notFound } from "#src/kit/errors.ts";
import type { ApiContext } from "#src/server/http/context.ts";
import { outcomesContract } from "../contract.ts";
import {
  changeOutcome,
  countsOfOutcomes,
  createOutcome,
  listOutcomes,
  outcomesOf,
  restoreOutcome,
} from "./usecases.ts";

const api = implement(outcomesContract).$context<ApiContext>();

export const outcomesHandlers = api.router({
  listOutcomes: api.listOutcomes.handler(({ context, input }) =>
    listOutcomes(context.session.userId, input, context.deps.pool),
  ),
  countOutcomes: api.countOutcomes.handler(({ context, input }) =>
    countsOfOutcomes(context.session.userId, input, context.deps.pool),
  ),
  getOutcome: api.getOutcome.handler(async ({ context, input }) => {
    const outcome = await outcomesOf(context.session.userId, context.deps.db).find(input.id);
    if (!outcome) throw notFound("Outcome not found");
    return { outcome };
  }),
  createOutcome: api.createOutcome.handler(async ({ context, input }) => ({
    outcome: await createOutcome(context.session.userId, input.enData, context.deps),
  })),
  updateOutcome: api.updateOutcome.handler(async ({ context, input }) => ({
    outcome: await changeOutcome(context.session.userId, input, context.deps, moveWithOutcome),
  })),
  deleteOutcome: api.deleteOutcome.handler(async ({ context, input }) => {
    const { deps, session } = context;
    if (!(await outcomesOf(session.userId, deps.db).delete(input.enData.id, deps.now())))
      throw notFound("Outcome not found");
    return { deleted: true as const };
  }),
  restoreOutcome: api.restoreOutcome.handler(async ({ context, input }) => ({
    outcome: await restoreOutcome(context.session.userId, input.id, context.deps),
  })),
});
