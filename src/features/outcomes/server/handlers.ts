import { implement } from "@orpc/server";
import { notFound } from "#src/kit/errors.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { outcomesContract } from "../contract.ts";
import {
  changeOutcome,
  changeOutcomes,
  countsOfOutcomes,
  createOutcome,
  deleteOutcomes,
  listOutcomes,
  outcomesOf,
  restoreOutcomes,
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
    outcome: await createOutcome(
      context.session.userId,
      input.enData,
      context.deps,
      input.withEntry ? context.deps.entryOfOutcome.create : undefined,
    ),
  })),
  updateOutcome: api.updateOutcome.handler(async ({ context, input }) => ({
    outcome: await changeOutcome(context.session.userId, input, context.deps, context.deps.entryOfOutcome.move),
  })),
  deleteOutcome: api.deleteOutcome.handler(async ({ context, input }) => {
    await deleteOutcomes(context.session.userId, [input.enData.id], context.deps, context.deps.entryOfOutcome.delete);
    return { deleted: true as const };
  }),
  restoreOutcome: api.restoreOutcome.handler(async ({ context, input }) => {
    const { deps, session } = context;
    const [outcome] = await restoreOutcomes(session.userId, [input.id], deps, deps.entryOfOutcome.restore);
    if (!outcome) throw notFound("Outcome not found");
    return { outcome };
  }),
  updateOutcomes: api.updateOutcomes.handler(async ({ context, input }) => ({
    outcomes: await changeOutcomes(
      context.session.userId,
      input.updates,
      context.deps,
      context.deps.entryOfOutcome.move,
    ),
  })),
  deleteOutcomes: api.deleteOutcomes.handler(async ({ context, input }) => {
    const { ids } = input.enData;
    await deleteOutcomes(context.session.userId, ids, context.deps, context.deps.entryOfOutcome.delete);
    return { deleted: new Set(ids).size };
  }),
  restoreOutcomes: api.restoreOutcomes.handler(async ({ context, input }) => ({
    outcomes: await restoreOutcomes(
      context.session.userId,
      input.ids,
      context.deps,
      context.deps.entryOfOutcome.restore,
    ),
  })),
});
