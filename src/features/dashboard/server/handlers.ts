import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { dashboardContract } from "../contract.ts";
import { dashboardOf } from "./usecases.ts";

const api = implement(dashboardContract).$context<ApiContext>();

export const dashboardHandlers = api.router({
  getDashboard: api.getDashboard.handler(({ context, input }) =>
    dashboardOf(context.session.userId, input, context.deps),
  ),
});
