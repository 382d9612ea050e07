import { z } from "zod";
import type { PaymentEvent } from "./provider.ts";

/**
 * Events of Stripe, as far as something follows from them. Signed or not, they come from outside: what does not fit
 * these shapes is none of ours. Shapes: Stripe's API of 2026-10-28.
 */
const own = z.looseObject({ orderId: z.uuid(), item: z.string().max(40).optional() });
const reference = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)]);
const seconds = z.int().min(0);
const amount = z.int().min(0).max(1e12);
const currency = z.string().transform((value) => value.toUpperCase());

const session = z.looseObject({
  id: z.string(),
  metadata: own,
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  status: z.enum(["open", "complete", "expired"]).nullable(),
  amount_total: amount.nullable(),
  currency: currency.nullable(),
  payment_intent: reference.nullable(),
  customer: reference.nullable(),
  subscription: reference.nullable(),
});

const subscription = z.looseObject({
  id: z.string(),
  metadata: own,
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  items: z.looseObject({ data: z.array(z.looseObject({ current_period_end: seconds.nullish() })) }),
});

const invoice = z.looseObject({
  id: z.string(),
  billing_reason: z.string().nullable(),
  amount_paid: amount,
  subtotal: amount,
  currency,
  parent: z.looseObject({ subscription_details: z.looseObject({ subscription: reference, metadata: own }) }),
  lines: z.looseObject({ data: z.array(z.looseObject({ period: z.looseObject({ end: seconds }) })) }),
});

const charge = z.looseObject({ payment_intent: reference, amount_refunded: amount, currency });
const dispute = z.looseObject({ payment_intent: reference, status: z.string() });

/** Kinds of events that something follows from; the webhook must send these. */
export const handledTypes: readonly string[] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "invoice.paid",
  "invoice.payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
];

/** The frame of an event, once its signature was found right. */
export const stripeEvent = z.looseObject({
  id: z.string().min(1).max(200),
  type: z.string(),
  api_version: z.string().nullish(),
  created: seconds,
  data: z.looseObject({ object: z.unknown() }),
});
export type StripeEvent = z.infer<typeof stripeEvent>;

const instantOf = (unix: number): string => new Date(unix * 1000).toISOString();
const latest = (ends: readonly (number | null | undefined)[]): string | null => {
  const known = ends.filter((end) => typeof end === "number");
  return known.length > 0 ? instantOf(Math.max(...known)) : null;
};

/**
 * A finished checkout as the purchase it is.
 * @returns null while nothing was paid
 */
export function paidOf(id: string, at: string, value: unknown): Extract<PaymentEvent, { kind: "paid" }> | null {
  const read = session.safeParse(value);
  if (!read.success) return null;
  const { data } = read;
  if (data.status !== "complete" || data.payment_status === "unpaid" || data.amount_total === null) return null;
  return {
    kind: "paid",
    id,
    at,
    orderId: data.metadata.orderId,
    checkoutRef: data.id,
    totalCents: data.amount_total,
    currency: data.currency ?? "",
    paymentRef: data.payment_intent,
    customerId: data.customer,
    planId: data.subscription,
  };
}

const invoiceReasons: Readonly<Record<string, "first" | "change" | "renewal">> = {
  subscription_create: "first",
  subscription_update: "change",
  subscription_cycle: "renewal",
};

/** Statuses of a subscription that still brings its level; others come with an event of their own. */
const planStatuses: Readonly<Record<string, "active" | "pastDue">> = {
  active: "active",
  trialing: "active",
  past_due: "pastDue",
};

const disputeStates: Readonly<Record<string, "won" | "lost">> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

/** What an event of Stripe says, null when nothing here follows from it. */
export function readStripeEvent(event: StripeEvent): PaymentEvent | null {
  const { id, type, data } = event;
  const at = instantOf(event.created);
  const object = data.object;
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return paidOf(id, at, object);
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const read = session.safeParse(object);
      const kind = type === "checkout.session.expired" ? "expired" : "failed";
      return read.success ? { kind, id, at, orderId: read.data.metadata.orderId } : null;
    }
    case "invoice.paid": {
      const read = invoice.safeParse(object);
      if (!read.success) return null;
      const { parent, lines, billing_reason } = read.data;
      const { subscription: planId, metadata } = parent.subscription_details;
      const reason = invoiceReasons[billing_reason ?? ""];
      if (!reason || metadata.item === undefined) return null;
      return {
        kind: "invoicePaid",
        id,
        at,
        orderId: metadata.orderId,
        planId,
        invoiceId: read.data.id,
        itemId: metadata.item,
        reason,
        totalCents: read.data.amount_paid,
        subtotalCents: read.data.subtotal,
        currency: read.data.currency,
        periodEnd: latest(lines.data.map(({ period }) => period.end)),
      };
    }
    case "invoice.payment_failed": {
      const read = invoice.safeParse(object);
      if (!read.success) return null;
      const { subscription: planId, metadata } = read.data.parent.subscription_details;
      return { kind: "invoiceFailed", id, at, orderId: metadata.orderId, planId };
    }
    case "customer.subscription.created":
    case "customer.subscription.updated": {
      const read = subscription.safeParse(object);
      if (!read.success) return null;
      // Stripe has given up to collect it, as an account may ask it to.
      if (read.data.status === "unpaid")
        return { kind: "planEnded", id, at, orderId: read.data.metadata.orderId, planId: read.data.id };
      const status = planStatuses[read.data.status];
      if (!status || read.data.metadata.item === undefined) return null;
      return {
        kind: "planChanged",
        id,
        at,
        orderId: read.data.metadata.orderId,
        planId: read.data.id,
        itemId: read.data.metadata.item,
        status,
        cancelsAtEnd: read.data.cancel_at_period_end || typeof read.data.cancel_at === "number",
        periodEnd: latest(read.data.items.data.map((item) => item.current_period_end)),
      };
    }
    case "customer.subscription.deleted": {
      const read = subscription.safeParse(object);
      return read.success
        ? { kind: "planEnded", id, at, orderId: read.data.metadata.orderId, planId: read.data.id }
        : null;
    }
    case "charge.refunded": {
      const read = charge.safeParse(object);
      if (!read.success) return null;
      const { payment_intent: paymentRef, amount_refunded: refundedCents } = read.data;
      return { kind: "refunded", id, at, paymentRef, refundedCents, currency: read.data.currency };
    }
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const read = dispute.safeParse(object);
      if (!read.success) return null;
      const state = type === "charge.dispute.created" ? "open" : disputeStates[read.data.status];
      return state ? { kind: "dispute", id, at, paymentRef: read.data.payment_intent, state } : null;
    }
    default:
      return null;
  }
}
