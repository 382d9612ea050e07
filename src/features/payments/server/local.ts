import { createHmac } from "node:crypto";
import type { Deps } from "#src/platform/deps.ts";
import { discountCents } from "../rules.ts";
import type { CheckoutState, Coupon, PaymentEvent, PaymentProvider } from "./provider.ts";
import { loadStripe, readSigned } from "./signature.ts";
import { readStripeEvent } from "./stripeEvent.ts";

/** The payment that a made-up card stands for. */
export interface LocalPayment {
  orderId: string;
  userId: string;
  itemId: string;
  checkoutRef: string;
  totalCents: number;
  currency: string;
  planId: string | null;
}

/** A month of a local plan. */
export interface LocalInvoice {
  orderId: string;
  planId: string;
  itemId: string;
  reason: "subscription_create" | "subscription_update" | "subscription_cycle";
  totalCents: number;
  currency: string;
  periodEnd: Date;
}

export interface LocalProvider extends PaymentProvider {
  /** A paid checkout as a signed event that was read again, like one from outside. */
  paid: (payment: LocalPayment) => Promise<PaymentEvent>;
  invoicePaid: (invoice: LocalInvoice) => Promise<PaymentEvent>;
  planEnded: (plan: { orderId: string; planId: string }) => Promise<PaymentEvent>;
}

/** Cards that end in this are declined; all others that could be card numbers are taken. */
export const declinedEnding = "0002";

export const localCustomer = (userId: string): string => `cus_local_${userId}`;

/** A month later, on the last day of a month that has no such day. */
export function monthAfter(at: Date): Date {
  const next = new Date(at);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== at.getUTCDate()) next.setUTCDate(0);
  return next;
}

/**
 * Payments in which no money moves: pages of our own in place of a provider's, coupons in a table of our own. What
 * happens there is told by events of Stripe's form and signature, which go the way of all events.
 */
export function openLocal(deps: Pick<Deps, "config" | "db" | "newId" | "now">): LocalProvider {
  const secret = `whsec_${createHmac("sha256", deps.config.authSecret).update("payments/local/1").digest("hex")}`;

  async function tell(type: string, object: object): Promise<PaymentEvent> {
    const created = Math.floor(deps.now().getTime() / 1000);
    const body = JSON.stringify({ id: `evt_local_${deps.newId()}`, type, created, data: { object } });
    const Stripe = await loadStripe();
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(Date.now() / 1000),
    });
    const event = await provider.readEvent(body, signature);
    if (!event) throw new Error(`a local ${type} says nothing`);
    return event;
  }

  const provider: LocalProvider = {
    name: "local",
    isTest: true,
    async findCoupon(code): Promise<Coupon | null> {
      const row = await deps.db.selectFrom("coupon").selectAll().where("code", "=", code).executeTakeFirst();
      if (!row) return null;
      return {
        id: row.code,
        code: row.code,
        percentOff: row.percent_off,
        centsOff: row.cents_off,
        currency: row.currency,
        isActive: row.is_active,
        expiresAt: row.expires_at,
        mostUses: row.most_uses,
        uses: row.uses,
        firstPurchaseOnly: row.first_purchase_only,
        leastCents: row.least_cents,
      };
    },
    openCheckout: async (order) => ({
      url: new URL(`/settings/coins/checkout?order=${order.id}`, deps.config.appUrl).href,
      checkoutRef: `cs_local_${order.id}`,
      totalCents: order.priceCents - (order.coupon ? discountCents(order.coupon, order.priceCents) : 0),
    }),
    closeCheckout: async (): Promise<CheckoutState> => "expired",
    openPortal: async () => new URL("/settings/coins/portal", deps.config.appUrl).href,
    readEvent: async (body, signature) => readStripeEvent(await readSigned(body, signature, secret)),
    // An order is paid in the transaction that hears of it: what is open here is open.
    readCheckout: async (): Promise<CheckoutState> => "open",
    invoiceOf: async () => null,
    paidInvoices: async () => [],
    isPlanOver: async () => false,
    // Plans of the test payments live in our own table, where the use case changes them.
    switchPlan: async () => undefined,
    setCancels: async () => undefined,
    endPlan: async () => undefined,
    paid: (payment) =>
      tell("checkout.session.completed", {
        id: payment.checkoutRef,
        metadata: { orderId: payment.orderId, item: payment.itemId },
        status: "complete",
        payment_status: payment.totalCents === 0 ? "no_payment_required" : "paid",
        amount_total: payment.totalCents,
        currency: payment.currency.toLowerCase(),
        payment_intent: payment.totalCents === 0 ? null : `pi_local_${payment.orderId}`,
        customer: localCustomer(payment.userId),
        subscription: payment.planId,
      }),
    invoicePaid: (invoice) =>
      tell("invoice.paid", {
        id: `in_local_${deps.newId()}`,
        billing_reason: invoice.reason,
        amount_paid: invoice.totalCents,
        subtotal: invoice.totalCents,
        currency: invoice.currency.toLowerCase(),
        parent: {
          subscription_details: {
            subscription: invoice.planId,
            metadata: { orderId: invoice.orderId, item: invoice.itemId },
          },
        },
        lines: { data: [{ period: { end: Math.floor(invoice.periodEnd.getTime() / 1000) } }] },
      }),
    planEnded: ({ orderId, planId }) =>
      tell("customer.subscription.deleted", {
        id: planId,
        metadata: { orderId },
        status: "canceled",
        cancel_at_period_end: false,
        items: { data: [] },
      }),
  };
  return provider;
}
