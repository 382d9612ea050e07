import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { coinsContract } from "../contract.ts";
import { balanceOf, statementOf } from "./usecases.ts";

const api = implement(coinsContract).$context<ApiContext>();

export const coinsHandlers = api.router({
  getCoins: api.getCoins.handler(({ context }) => balanceOf(context.session.userId, context.deps.db)),
  getStatement: api.getStatement.handler(({ context, input }) =>
    statementOf(context.session.userId, input, context.deps.db),
  ),
});
