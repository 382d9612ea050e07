import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { settingsContract } from "../contract.ts";
import { changeSettings, settingsOf } from "./usecases.ts";

const api = implement(settingsContract).$context<ApiContext>();

export const settingsHandlers = api.router({
  getSettings: api.getSettings.handler(({ context }) => settingsOf(context.session.userId, context.deps.db)),
  updateSettings: api.updateSettings.handler(({ context, input }) =>
    changeSettings(context.session.userId, input, context.deps),
  ),
});
