import { implement } from "@orpc/server";
import { notFound } from "#src/kit/errors.ts";
import type { ApiContext } from "#src/server/http/context.ts";
import { outcomesContract } from "../contract.ts";
import { createOutcome, listOutcomes, outcomesOf } from "./usecases.ts";

const api = implement(outcomesContract).$context<ApiContext>();

export const outcomesHandlers = api.router({
  listOutcomes: api.listOutcomes.handler(({ context, input }) =>
    listOutcomes(context.session.userId, input, context.deps.pool),
  ),
  createOutcome: api.createOutcome.handler(async ({ context, input }) => ({
    outcome: await createOutcome(context.session.userId, input.enData, context.deps),
  })),
  updateOutcome: api.updateOutcome.handler(async ({ context, input }) => {
    const outcome = await outcomesOf(context.session.userId, context.deps.db).update(input.id, {
      ...input.updates,
      now: context.deps.now(),
    });
    if (!outcome) throw notFound("Outcome not found");
    return { outcome };
  }),
  deleteOutcome: api.deleteOutcome.handler(async ({ context, input }) => {
    if (!(await outcomesOf(context.session.userId, context.deps.db).delete(input.enData.id)))
      throw notFound("Outcome not found");
    return { deleted: true as const };
  }),
});
