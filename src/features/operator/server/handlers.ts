import { implement } from "@orpc/server";
import { dayMs } from "#src/kit/time/dates.ts";
import { requireRecent } from "#src/features/account/server/usecases.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { operatorContract } from "../contract.ts";
import { readAudit, readHealth, readMails, readOverview, readPeople, readRuns } from "./repository.ts";
import {
  adjustCoins,
  changePerson,
  createCoupon,
  listSwitches,
  readSold,
  requireOperator,
  retryMail,
  saveCoupon,
  saveItem,
  setSwitch,
} from "./usecases.ts";

/** Figures and lists of everybody: more than a person reads, less than a program that copies them would like. */
const reads = { name: "operator.reads", points: 240, seconds: 60, isShared: true };
/** What changes something. */
const acts = { name: "operator.acts", points: 30, seconds: 60, isShared: true };

const base = implement(operatorContract).$context<ApiContext>();
const api = base
  // Before anything else, for every call.
  .use(async ({ context, next, path }) => {
    const { deps, session, requestId } = context;
    const operator = await requireOperator(session, deps);
    await deps.throttle.take(reads, operator);
    // What changes something is in the audit log as well; that somebody looked is here.
    deps.log.info({ event: "operator", operator, call: path.at(-1), requestId }, "an operator's call");
    return next({ context: { operator } });
  });
/** For acts that somebody who finds a page left open must not do. */
const provenActor = base.middleware(async ({ context, next }) => {
  await context.deps.throttle.take(acts, context.session.userId);
  requireRecent(context.session, context.deps);
  return next();
});
const actor = base.middleware(async ({ context, next }) => {
  await context.deps.throttle.take(acts, context.session.userId);
  return next();
});

const done = { done: true as const };

export const operatorHandlers = api.router({
  getOverview: api.getOverview.handler(({ context: { deps }, input }) =>
    readOverview({ now: deps.now(), days: Number(input.days), dayMs }, deps.db),
  ),
  getHealth: api.getHealth.handler(({ context: { deps } }) => readHealth(deps.now(), deps.db)),
  listPeople: api.listPeople.handler(({ context, input }) => readPeople(input, context.deps.db)),
  changePerson: api.changePerson.use(provenActor).handler(async ({ context, input }) => {
    await changePerson(context.operator, input, context.deps);
    return done;
  }),
  grantCoins: api.grantCoins.use(provenActor).handler(async ({ context, input }) => ({
    coins: await adjustCoins(context.operator, input, context.deps),
  })),
  listSold: api.listSold.handler(async ({ context: { deps } }) => ({
    provider: deps.payments?.name ?? null,
    ...(await readSold(deps.db)),
  })),
  saveItem: api.saveItem.use(provenActor).handler(async ({ context, input }) => {
    await saveItem(context.operator, input, context.deps);
    return done;
  }),
  createCoupon: api.createCoupon.use(provenActor).handler(async ({ context, input }) => {
    await createCoupon(context.operator, input, context.deps);
    return done;
  }),
  saveCoupon: api.saveCoupon.use(provenActor).handler(async ({ context, input }) => {
    await saveCoupon(context.operator, input, context.deps);
    return done;
  }),
  listRuns: api.listRuns.handler(({ context, input }) => readRuns(input, context.deps.db)),
  listMails: api.listMails.handler(({ context, input }) => readMails(input, context.deps.db)),
  retryMail: api.retryMail.use(actor).handler(async ({ context, input }) => {
    await retryMail(context.operator, input.id, context.deps);
    return done;
  }),
  listSwitches: api.listSwitches.handler(async ({ context }) => ({
    workflows: await listSwitches(context.deps),
  })),
  setSwitch: api.setSwitch.use(actor).handler(async ({ context, input }) => {
    await setSwitch(context.operator, input, context.deps);
    return done;
  }),
  listAudit: api.listAudit.handler(({ context, input }) => readAudit(input, context.deps.db)),
});
