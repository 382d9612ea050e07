import { implement } from "@orpc/server";
import { dayMs } from "#src/kit/time/dates.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { operatorContract } from "../contract.ts";
import { readAudit, readMails, readOverview, readPeople, readRuns } from "./repository.ts";
import { adjustCoins, changePerson, readSold, requireOperator, retryMail, saveCoupon, saveItem } from "./usecases.ts";

const api = implement(operatorContract)
  .$context<ApiContext>()
  // Before anything else, for every call.
  .use(async ({ context, next }) =>
    next({ context: { operator: await requireOperator(context.session, context.deps) } }),
  );

const done = { done: true as const };

export const operatorHandlers = api.router({
  getOverview: api.getOverview.handler(({ context: { deps }, input }) =>
    readOverview(new Date(deps.now().getTime() - Number(input.days) * dayMs), deps.db),
  ),
  listPeople: api.listPeople.handler(({ context, input }) => readPeople(input, context.deps.db)),
  changePerson: api.changePerson.handler(async ({ context, input }) => {
    await changePerson(context.operator, input, context.deps);
    return done;
  }),
  grantCoins: api.grantCoins.handler(async ({ context, input }) => ({
    coins: await adjustCoins(context.operator, input, context.deps),
  })),
  listSold: api.listSold.handler(({ context }) => readSold(context.deps.db)),
  saveItem: api.saveItem.handler(async ({ context, input }) => {
    await saveItem(context.operator, input, context.deps);
    return done;
  }),
  saveCoupon: api.saveCoupon.handler(async ({ context, input }) => {
    await saveCoupon(context.operator, input, context.deps);
    return done;
  }),
  listRuns: api.listRuns.handler(({ context, input }) => readRuns(input, context.deps.db)),
  listMails: api.listMails.handler(({ context, input }) => readMails(input, context.deps.db)),
  retryMail: api.retryMail.handler(async ({ context, input }) => {
    await retryMail(context.operator, input.id, context.deps);
    return done;
  }),
  listAudit: api.listAudit.handler(({ context, input }) => readAudit(input, context.deps.db)),
});
