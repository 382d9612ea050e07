import { implement } from "@orpc/server";
import { notFound } from "#src/kit/errors.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { type Outcome, outcomesContract } from "../contract.ts";
import {
  changeOutcomes,
  countsOfOutcomes,
  createOutcome,
  deleteOutcomes,
  listOutcomes,
  outcomesOf,
  restoreOutcomes,
} from "./usecases.ts";

const api = implement(outcomesContract).$context<ApiContext>();

function required(outcome: Outcome | null | undefined): Outcome {
  if (!outcome) throw notFound("Outcome not found");
  return outcome;
}

export const outcomesHandlers = api.router({
  listOutcomes: api.listOutcomes.handler(({ context: { session, deps }, input }) =>
    listOutcomes(session.userId, input, deps.pool),
  ),
  countOutcomes: api.countOutcomes.handler(({ context: { session, deps }, input }) =>
    countsOfOutcomes(session.userId, input, deps.pool),
  ),
  getOutcome: api.getOutcome.handler(async ({ context: { session, deps }, input }) => ({
    outcome: required(await outcomesOf(session.userId, deps.db).find(input.id)),
  })),
  createOutcome: api.createOutcome.handler(async ({ context: { session, deps }, input }) => ({
    outcome: await createOutcome(session.userId, input.enData, deps, input.withEntry),
  })),
  updateOutcome: api.updateOutcome.handler(async ({ context: { session, deps }, input }) => ({
    outcome: required((await changeOutcomes(session.userId, [input], deps))[0]),
  })),
  deleteOutcome: api.deleteOutcome.handler(async ({ context: { session, deps }, input }) => {
    await deleteOutcomes(session.userId, [input.enData.id], deps);
    return { deleted: true as const };
  }),
  restoreOutcome: api.restoreOutcome.handler(async ({ context: { session, deps }, input }) => ({
    outcome: required((await restoreOutcomes(session.userId, [input.id], deps))[0]),
  })),
  updateOutcomes: api.updateOutcomes.handler(async ({ context: { session, deps }, input }) => ({
    outcomes: await changeOutcomes(session.userId, input.updates, deps),
  })),
  deleteOutcomes: api.deleteOutcomes.handler(async ({ context: { session, deps }, input: { enData } }) => {
    await deleteOutcomes(session.userId, enData.ids, deps);
    return { deleted: new Set(enData.ids).size };
  }),
  restoreOutcomes: api.restoreOutcomes.handler(async ({ context: { session, deps }, input }) => ({
    outcomes: await restoreOutcomes(session.userId, input.ids, deps),
  })),
});
