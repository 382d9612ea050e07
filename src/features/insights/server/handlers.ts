import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { insightsContract } from "../contract.ts";
import { changeInsight, createInsights, listInsights } from "./usecases.ts";

const api = implement(insightsContract).$context<ApiContext>();

export const insightsHandlers = api.router({
  listInsights: api.listInsights.handler(({ context, input }) =>
    listInsights(context.session.userId, input, context.deps.db),
  ),
  createInsights: api.createInsights.handler(async ({ context, input }) => {
    const insights = await createInsights(context.session.userId, input.enData.insights, context.deps);
    const [insight] = insights;
    if (!insight) throw new Error("a created list has a first insight");
    return { insights, insight };
  }),
  updateInsight: api.updateInsight.handler(async ({ context, input }) => ({
    insight: await changeInsight(context.session.userId, input, context.deps),
  })),
});
