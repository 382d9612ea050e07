import type Stripe from "stripe";
import type { Logger } from "pino";
import { ProductError } from "#src/kit/errors.ts";
import type { Config } from "#src/platform/config.ts";
import type { CheckoutState, Coupon, PaymentProvider } from "./provider.ts";
import { loadStripe, readSigned } from "./signature.ts";
import { handledTypes, paidOf, readStripeEvent } from "./stripeEvent.ts";

type StripeConfig = Pick<Config, "stripeSecretKey" | "stripeWebhookSecret" | "stripeApiUrl">;

/** Milliseconds that Stripe may take for one answer; somebody is waiting for it. */
const timeout = 10_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "resource_missing";

function noneIfMissing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

/** Statuses of a subscription that brings its level no more. */
const endedStatuses: readonly string[] = ["canceled", "unpaid", "incomplete_expired"];

/** What Stripe refused or did not answer, in words of ours: its own may name the customer. */
const asProductError = (error: unknown): ProductError => {
  const isDeclined = error instanceof Error && "statusCode" in error && error.statusCode === 402;
  return new ProductError("payments.error", {
    status: isDeclined ? 402 : 502,
    message: isDeclined ? "The payment was declined" : "The payment service did not answer as expected",
    cause: error,
  });
};

function couponOf(promotion: Stripe.PromotionCode): Coupon | null {
  const { coupon } = promotion.promotion;
  if (coupon === null || typeof coupon === "string") return null;
  const ends = [promotion.expires_at, coupon.redeem_by].filter((end) => typeof end === "number");
  const limits = [
    { most: promotion.max_redemptions, used: promotion.times_redeemed },
    { most: coupon.max_redemptions, used: coupon.times_redeemed },
  ].filter(({ most }) => most !== null);
  const tightest = limits.toSorted((a, b) => (a.most ?? 0) - a.used - ((b.most ?? 0) - b.used))[0];
  return {
    id: promotion.id,
    code: promotion.code.toUpperCase(),
    // A preview; what is paid is the sum that Stripe's checkout answers.
    percentOff: coupon.percent_off === null ? null : Math.round(coupon.percent_off),
    centsOff: coupon.amount_off,
    currency: coupon.currency?.toUpperCase() ?? null,
    isActive: promotion.active,
    expiresAt: ends.length > 0 ? new Date(Math.min(...ends) * 1000) : null,
    mostUses: tightest?.most ?? null,
    uses: tightest?.used ?? promotion.times_redeemed,
    firstPurchaseOnly: promotion.restrictions.first_time_transaction,
    leastCents: promotion.restrictions.minimum_amount ?? 0,
  };
}

/** Version of the API whose events are understood; that of the library. */
const apiMajorVersion = "endive";

const stateOf = (session: Stripe.Checkout.Session): CheckoutState =>
  session.status === "expired"
    ? "expired"
    : (paidOf(`checkout-${session.id}`, new Date(session.created * 1000).toISOString(), session) ?? "open");

/** Payments by Stripe: its checkout, its portal, its events. */
export function openStripe(config: StripeConfig, log: Pick<Logger, "error">): PaymentProvider {
  const { stripeSecretKey: key = "", stripeWebhookSecret: secret = "" } = config;
  let opened: Promise<Stripe> | undefined;
  const client = async (): Promise<Stripe> => {
    const at = config.stripeApiUrl ? new URL(config.stripeApiUrl) : undefined;
    opened ??= loadStripe().then(
      (Library) =>
        new Library(key, {
          timeout,
          maxNetworkRetries: 2,
          telemetry: false,
          ...(at && {
            host: at.hostname,
            port: at.port || (at.protocol === "http:" ? "80" : "443"),
            protocol: at.protocol === "http:" ? ("http" as const) : ("https" as const),
          }),
        }),
    );
    return opened;
  };
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await work(await client());
    } catch (error) {
      throw error instanceof ProductError ? error : asProductError(error);
    }
  };

  return {
    name: "stripe",
    isTest: key.startsWith("sk_test_") || key.startsWith("rk_test_"),
    findCoupon: (code) =>
      ask(async (stripe) => {
        // Without the filter for active ones: an expired code is told apart from one that never was.
        const found = await stripe.promotionCodes.list({ code, limit: 10, expand: ["data.promotion.coupon"] });
        const [promotion] = found.data.toSorted((a, b) => Number(b.active) - Number(a.active));
        return promotion ? couponOf(promotion) : null;
      }),
    openCheckout: (order) =>
      ask(async (stripe) => {
        const metadata = { orderId: order.id, item: order.itemId };
        const isPlan = order.kind === "plan";
        const open = (customer: string | null) =>
          stripe.checkout.sessions.create(
            {
              mode: isPlan ? "subscription" : "payment",
              client_reference_id: order.userId,
              metadata,
              ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: order.currency.toLowerCase(),
                    unit_amount: order.priceCents,
                    product_data: { name: order.name },
                    ...(isPlan && { recurring: { interval: "month" as const } }),
                  },
                },
              ],
              ...(order.coupon && { discounts: [{ promotion_code: order.coupon.id }] }),
              ...(customer
                ? { customer }
                : { customer_email: order.email, ...(!isPlan && { customer_creation: "always" as const }) }),
              locale: order.language,
              success_url: order.paidUrl,
              cancel_url: order.leftUrl,
            },
            // Other parameters need another key.
            { idempotencyKey: `order-${order.id}${customer ? "-customer" : ""}` },
          );
        const session = await open(order.customerId).catch((error: unknown) => {
          // The customer was erased at Stripe, or belongs to another account.
          if (order.customerId === null || !isMissing(error)) throw error;
          return open(null);
        });
        if (!session.url) throw new Error("a checkout without an address");
        return { url: session.url, checkoutRef: session.id, totalCents: session.amount_total ?? order.priceCents };
      }),
    closeCheckout: (checkoutRef) =>
      ask(async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(checkoutRef);
          return "expired";
        } catch (error) {
          if (isMissing(error)) return "expired";
          return stateOf(await stripe.checkout.sessions.retrieve(checkoutRef));
        }
      }),
    async openPortal(customer, returnUrl, locale) {
      const stripe = await client();
      try {
        return (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl, locale })).url;
      } catch (error) {
        if (isMissing(error)) return null;
        throw asProductError(error);
      }
    },
    async readEvent(body, signature) {
      const signed = await readSigned(body, signature, secret);
      const { id, type, api_version: version } = signed;
      if (!handledTypes.includes(type)) return null;
      // The forms of objects change with the version; Stripe shows a refused event to whoever set up the webhook.
      if (!version?.endsWith(`.${apiMajorVersion}`)) {
        log.error({ event: id, type, version }, `the webhook must send API version ${apiMajorVersion}`);
        throw new ProductError("payments.error", {
          status: 400,
          message: `The webhook must send API version ${apiMajorVersion}`,
        });
      }
      const event = readStripeEvent(signed);
      // Others sell by the same account, so that some events are not ours; one that names an order of ours is.
      if (event === null && body.includes('"orderId"'))
        log.error({ event: id, type }, "a payment event was not understood");
      return event;
    },
    readCheckout: (checkoutRef) =>
      ask(async (stripe): Promise<CheckoutState> => {
        try {
          return stateOf(await stripe.checkout.sessions.retrieve(checkoutRef));
        } catch (error) {
          if (isMissing(error)) return "expired";
          throw error;
        }
      }),
    paidInvoices: (planId) =>
      ask(async (stripe) => {
        const asked = { subscription: planId, status: "paid" as const, limit: 6 };
        const data = await stripe.invoices.list(asked).then(({ data }) => data, noneIfMissing);
        return data.flatMap((invoice) => {
          const event = { id: `invoice-${invoice.id}`, type: "invoice.paid", created: invoice.created };
          return readStripeEvent({ ...event, data: { object: invoice } }) ?? [];
        });
      }),
    isPlanOver: (planId) =>
      ask(async (stripe) => {
        try {
          return endedStatuses.includes((await stripe.subscriptions.retrieve(planId)).status);
        } catch (error) {
          if (isMissing(error)) return true;
          throw error;
        }
      }),
    invoiceOf: (paymentRef) =>
      ask(async (stripe) => {
        const found = await stripe.invoicePayments.list({
          payment: { type: "payment_intent", payment_intent: paymentRef },
          limit: 1,
        });
        const invoice = found.data[0]?.invoice;
        return typeof invoice === "string" ? invoice : (invoice?.id ?? null);
      }),
    switchPlan: (planId, to) =>
      ask(async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(planId);
        const item = subscription.items.data[0];
        if (!item) throw new Error("a subscription without an item");
        const price = await stripe.prices.create({
          currency: to.currency.toLowerCase(),
          unit_amount: to.priceCents,
          recurring: { interval: "month" },
          product_data: { name: to.name },
        });
        await stripe.subscriptions.update(planId, {
          items: [{ id: item.id, price: price.id }],
          metadata: { orderId: to.orderId, item: to.itemId },
          cancel_at_period_end: false,
          ...(to.isUpgrade
            ? {
                proration_behavior: "always_invoice" as const,
                billing_cycle_anchor: { type: "now" as const },
                payment_behavior: "error_if_incomplete" as const,
              }
            : { proration_behavior: "none" as const }),
        });
      }),
    setCancels: (planId, cancels) =>
      ask(async (stripe) => {
        await stripe.subscriptions.update(planId, { cancel_at_period_end: cancels });
      }),
    endPlan: (planId) =>
      ask(async (stripe) => {
        await stripe.subscriptions.cancel(planId).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      }),
  };
}
