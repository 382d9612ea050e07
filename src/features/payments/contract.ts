import { oc } from "@orpc/contract";
import { z } from "zod";
import { license } from "#src/features/account/contract.ts";
import { coins, email, id, page, recordId, recordInstant, text } from "#src/kit/schemas.ts";

/** Whole amounts in the smallest unit of the currency. */
const cents = z.int().min(0);
const itemId = text(40, 1).regex(/^[a-z0-9-]+$/, "must be the id of a pack or plan");

/** Coins that are bought once. */
const pack = z.object({
  id: itemId,
  coins,
  priceCents: cents,
  currency: z.string(),
  isRecommended: z.boolean(),
});
export type Pack = z.infer<typeof pack>;

/** A level with coins each month. */
const plan = z.object({
  id: itemId,
  level: license,
  /** Coins each month. */
  coins,
  /** Null for a price on request. */
  priceCents: cents.nullable(),
  currency: z.string(),
});
export type Plan = z.infer<typeof plan>;

const ownPlan = z.object({
  item: itemId,
  level: license,
  /** Plan from the next period on, where it is another one. */
  nextItem: itemId.nullable(),
  /** `pastDue`: the last payment failed and is tried again. */
  status: z.enum(["active", "pastDue"]),
  /** End of the month that is paid for. */
  periodEnd: recordInstant.nullable(),
  cancelsAtEnd: z.boolean(),
});
export type OwnPlan = z.infer<typeof ownPlan>;

const offers = z.object({
  /** Null where this installation sells nothing. */
  provider: z.enum(["stripe", "local"]).nullable(),
  /** Payments in which no money moves. */
  isTest: z.boolean(),
  taxPercent: z.number(),
  /** Coins that a new account starts with. */
  welcomeCoins: coins,
  /** Whether levels limit here what people may do. */
  hasLevelLimits: z.boolean(),
  packs: z.array(pack),
  plans: z.array(plan),
  ownPlan: ownPlan.nullable(),
  /** Last four digits of the card of the test payments. */
  cardEnding: z.string().nullable(),
  /** Whether the customer portal knows the person. */
  hasPortal: z.boolean(),
});
export type Offers = z.infer<typeof offers>;

/** What an item costs with a coupon. */
const price = z.object({
  item: itemId,
  coupon: z.string().nullable(),
  /** Whole per cent; null for an amount. */
  percentOff: z.int().nullable(),
  priceCents: cents,
  discountCents: cents,
  totalCents: cents,
  currency: z.string(),
});
export type Price = z.infer<typeof price>;

export const orderStatus = z.enum(["open", "paid", "failed", "expired", "refunded", "disputed"]);
export type OrderStatus = z.infer<typeof orderStatus>;

const order = z.object({
  id: recordId,
  item: itemId,
  kind: z.enum(["pack", "plan"]),
  coins,
  level: license.nullable(),
  coupon: z.string().nullable(),
  priceCents: cents,
  discountCents: cents,
  totalCents: cents,
  refundedCents: cents,
  currency: z.string(),
  status: orderStatus,
  /** `2026-0418`; null until it is paid. */
  receipt: z.string().nullable(),
  dateCreated: recordInstant,
  datePaid: recordInstant.nullable(),
});
export type Order = z.infer<typeof order>;

/** A card as it is typed into the test checkout. None of it is kept but its last four digits. */
export const typedCard = z.strictObject({
  email,
  cardNumber: text(40, 1),
  /** Month and year of the end, `04 / 29`. */
  validUntil: text(12, 1),
  securityCode: text(8, 1),
  country: text(2, 2).regex(/^[A-Z]{2}$/, "must be two letters"),
});
export type TypedCard = z.infer<typeof typedCard>;

const route = (method: "GET" | "POST", path: `/${string}`, summary: string) =>
  oc.route({ method, path: `/payments${path}`, summary, tags: ["payments"] });

export const paymentsContract = {
  getOffers: route("GET", "/offers", "Packs and plans, and the plan of the person").output(offers),
  applyCoupon: route("POST", "/coupon", "What an item costs with a coupon")
    .input(z.strictObject({ code: text(200), item: itemId }))
    .output(price),
  startCheckout: route("POST", "/checkout", "Begin to buy a pack or a plan")
    .input(z.strictObject({ item: itemId, coupon: text(200).optional() }))
    .output(z.object({ url: z.string(), orderId: recordId })),
  openPortal: route("POST", "/portal", "Address of the customer portal")
    .input(z.strictObject({}))
    .output(z.object({ url: z.string() })),
  changePlan: route("POST", "/plan", "Change, cancel or resume the plan")
    .input(
      z.union([
        z.strictObject({ item: itemId }),
        z.strictObject({ cancel: z.literal(true) }),
        z.strictObject({ resume: z.literal(true) }),
      ]),
    )
    .output(z.object({ ownPlan: ownPlan.nullable() })),
  listOrders: route("GET", "/orders", "Purchases, newest first")
    .input(page)
    .output(z.object({ orders: z.array(order), nextCursor: z.string().optional() })),
  getOrder: route("GET", "/orders/{id}", "A purchase").input(z.strictObject({ id })).output(z.object({ order })),
  payLocally: route("POST", "/local/{id}", "Pay an order of the test payments with a made-up card")
    .input(typedCard.extend({ id }))
    .output(z.object({ order })),
};
