import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import { paymentsContract } from "../contract.ts";
import {
  applyCoupon,
  changePlan,
  getOrder,
  listOrders,
  offersOf,
  openPortal,
  payLocally,
  startCheckout,
} from "./usecases.ts";

const api = implement(paymentsContract).$context<ApiContext>();

export const paymentsHandlers = api.router({
  getOffers: api.getOffers.handler(({ context }) => offersOf(context.session.userId, context.deps)),
  applyCoupon: api.applyCoupon.handler(({ context, input }) => applyCoupon(input, context.session, context.deps)),
  startCheckout: api.startCheckout.handler(({ context, input }) => startCheckout(input, context.session, context.deps)),
  openPortal: api.openPortal.handler(({ context }) => openPortal(context.session, context.deps)),
  changePlan: api.changePlan.handler(async ({ context, input }) => ({
    ownPlan: await changePlan(input, context.session, context.deps),
  })),
  listOrders: api.listOrders.handler(({ context, input }) =>
    listOrders(context.session.userId, input, context.deps.db),
  ),
  getOrder: api.getOrder.handler(async ({ context, input }) => ({
    order: await getOrder(input.id, context.session.userId, context.deps.db),
  })),
  payLocally: api.payLocally.handler(async ({ context, input }) => ({
    order: await payLocally(input, context.session, context.deps),
  })),
});
