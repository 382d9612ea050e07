import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { deletionsContract } from "../contract.ts";
import { listDeleted } from "./usecases.ts";

const api = implement(deletionsContract).$context<ApiContext>();

export const deletionsHandlers = api.router({
  listDeleted: api.listDeleted.handler(({ context }) => listDeleted(context.session.userId, context.deps)),
});
