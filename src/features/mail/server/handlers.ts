import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { mailContract } from "../contract.ts";
import { sendCase } from "./usecases.ts";

const api = implement(mailContract).$context<ApiContext>();

export const mailHandlers = api.router({
  sendEmail: api.sendEmail.handler(({ context, input }) => sendCase(input, context.session, context.deps)),
});
