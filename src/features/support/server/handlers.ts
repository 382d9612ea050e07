import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { supportContract } from "../contract.ts";

const api = implement(supportContract).$context<ApiContext>();

export const supportHandlers = api.router({
  getContact: api.getContact.handler(({ context }) => context.deps.support),
});
