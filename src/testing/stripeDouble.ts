import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

/**
 * A server that answers like Stripe's API as far as the product asks it, over the wire and with its form encoding, and
 * that signs events with the library's own helper. Shapes: API of 2026-10-28.
 */
export interface StripeDouble {
  url: string;
  secretKey: string;
  webhookSecret: string;
  /** What was asked, in order: `POST /v1/checkout/sessions`, with its fields. */
  asked: { call: string; fields: Record<string, string>; idempotencyKey: string | null }[];
  addPromotion: (promotion: Promotion) => void;
  /** The checkout that was opened last. */
  lastSession: () => Session;
  /** The checkout of an order. */
  sessionOf: (orderId: string) => Session;
  /** The person pays: the checkout is complete from now on. @returns the events that follow, not sent yet */
  pay: (session: Session) => SignedEvent[];
  /** Events of the next month of a subscription. */
  renew: (subscriptionId: string) => SignedEvent[];
  /** The invoice of a plan that was changed within a month. */
  change: (subscriptionId: string, paidCents: number) => SignedEvent;
  refund: (paymentIntent: string, cents: number) => SignedEvent;
  dispute: (paymentIntent: string, type: "created" | "closed", status?: string) => SignedEvent;
  subscriptionEvent: (subscriptionId: string, type: "updated" | "deleted") => SignedEvent;
  /** Changes the status of a subscription, without a word; null when Stripe knows it no longer. */
  setStatus: (subscriptionId: string, status: string | null) => void;
  /** An event of any kind about any object, signed. */
  sign: (type: string, object: object, more?: { id?: string; created?: number; signedAt?: number }) => SignedEvent;
  /** Signs a body as it is. */
  signBody: (body: string) => { body: string; signature: string };
  /** The customer is erased. */
  forget: (customer: string) => void;
  /** Every call from now on is answered like this; null for as usual. */
  fail: (status: number | null) => void;
  close: () => Promise<void>;
}

export interface SignedEvent {
  id: string;
  body: string;
  signature: string;
}

interface Promotion {
  code: string;
  percentOff?: number;
  amountOff?: number;
  active?: boolean;
  expiresAt?: number;
  most?: number;
  used?: number;
  firstTime?: boolean;
  least?: number;
}

export interface Session {
  id: string;
  mode: string;
  metadata: Record<string, string>;
  status: "open" | "complete" | "expired";
  payment_status: string;
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  customer: string | null;
  subscription: string | null;
  created: number;
  url: string;
}

interface Subscription {
  id: string;
  metadata: Record<string, string>;
  status: string;
  cancel_at_period_end: boolean;
  cancel_at: null;
  items: { data: { id: string; price: string; amount: number; current_period_end: number }[] };
}

const day = 86_400;

/** `a[b][0]` of a form as `a.b.0`. */
const flat = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(form)].map(([key, value]) => [key.replaceAll(/\]?\[/g, ".").replace(/\]$/, ""), value]),
  );

const partOf = (fields: Record<string, string>, start: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      key.startsWith(`${start}.`) ? [[key.slice(start.length + 1), value]] : [],
    ),
  );

/** Opens the double. Close it. */
export async function openStripeDouble(): Promise<StripeDouble> {
  const secretKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const webhookSecret = `whsec_${randomBytes(16).toString("hex")}`;
  const asked: StripeDouble["asked"] = [];
  const promotions: Promotion[] = [];
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const prices = new Map<string, number>();
  const customers = new Set<string>();
  const invoices: { parent: { subscription_details: { subscription: string } } }[] = [];
  const invoiceOfPayment = new Map<string, string>();
  let status: number | null = null;
  let count = 0;
  const nextId = (start: string): string => `${start}_${(count += 1)}${randomBytes(6).toString("hex")}`;
  const seconds = (): number => Math.floor(Date.now() / 1000);

  const promotionOf = (one: Promotion): object => ({
    id: `promo_${one.code}`,
    object: "promotion_code",
    active: one.active ?? true,
    code: one.code,
    expires_at: one.expiresAt ?? null,
    max_redemptions: one.most ?? null,
    times_redeemed: one.used ?? 0,
    promotion: {
      type: "coupon",
      coupon: {
        id: `coupon_${one.code}`,
        percent_off: one.percentOff ?? null,
        amount_off: one.amountOff ?? null,
        currency: one.amountOff === undefined ? null : "eur",
        max_redemptions: null,
        times_redeemed: one.used ?? 0,
        redeem_by: null,
      },
    },
    restrictions: {
      first_time_transaction: one.firstTime ?? false,
      minimum_amount: one.least ?? null,
      minimum_amount_currency: one.least === undefined ? null : "eur",
    },
  });

  function openSession(fields: Record<string, string>): Session {
    const amount = Number(fields["line_items.0.price_data.unit_amount"]);
    const promotion = promotions.find(({ code }) => `promo_${code}` === fields["discounts.0.promotion_code"]);
    const off = promotion ? (promotion.amountOff ?? Math.round((amount * (promotion.percentOff ?? 0)) / 100)) : 0;
    const id = nextId("cs_test");
    const session: Session = {
      id,
      mode: fields["mode"] ?? "payment",
      metadata: partOf(fields, "metadata"),
      status: "open",
      payment_status: "unpaid",
      amount_total: Math.max(0, amount - off),
      currency: fields["line_items.0.price_data.currency"] ?? "eur",
      payment_intent: null,
      customer: fields["customer"] ?? null,
      subscription: null,
      created: seconds(),
      url: `https://checkout.stripe.example/c/pay/${id}`,
    };
    sessions.set(id, session);
    if (promotion) promotion.used = (promotion.used ?? 0) + 1;
    return session;
  }

  type Reply = [status: number, body: object];
  const missing = (what: string): Reply => [
    404,
    { error: { type: "invalid_request_error", code: "resource_missing", message: `No such ${what}` } },
  ];

  function answer(method: string, path: string, fields: Record<string, string>, key: string | null): Reply {
    const [, id = ""] = /\/([^/]+)$/.exec(path) ?? [];
    if (method === "GET" && path === "/v1/promotion_codes") {
      const found = promotions.filter(({ code }) => code.toLowerCase() === fields["code"]?.toLowerCase());
      return [200, { object: "list", data: found.map(promotionOf), has_more: false, url: path }];
    }
    if (method === "POST" && path === "/v1/checkout/sessions") {
      const known = key === null ? undefined : byKey.get(key);
      if (fields["customer"] && !customers.has(fields["customer"])) return missing("customer");
      const session = known ?? openSession(fields);
      if (key !== null) byKey.set(key, session);
      return [200, session];
    }
    if (path.startsWith("/v1/checkout/sessions/") && path.endsWith("/expire")) {
      const session = sessions.get(path.split("/")[4] ?? "");
      if (!session) return missing("checkout.session");
      if (session.status !== "open") return [400, { error: { type: "invalid_request_error", message: "not open" } }];
      session.status = "expired";
      return [200, session];
    }
    if (path === "/v1/invoices") {
      const data = invoices.filter((one) => one.parent.subscription_details.subscription === fields["subscription"]);
      return [200, { object: "list", data: data.toReversed(), has_more: false }];
    }
    if (path.startsWith("/v1/checkout/sessions/")) {
      const session = sessions.get(id);
      return session ? [200, session] : missing("checkout.session");
    }
    if (path === "/v1/billing_portal/sessions")
      return customers.has(fields["customer"] ?? "")
        ? [200, { id: nextId("bps"), url: "https://billing.stripe.example/session" }]
        : missing("customer");
    if (path === "/v1/invoice_payments") {
      const invoice = invoiceOfPayment.get(fields["payment.payment_intent"] ?? "");
      return [200, { object: "list", data: invoice ? [{ id: nextId("inpay"), invoice }] : [], has_more: false }];
    }
    if (path === "/v1/prices") {
      const price = nextId("price");
      prices.set(price, Number(fields["unit_amount"]));
      return [200, { id: price }];
    }
    const subscription = path.startsWith("/v1/subscriptions/") ? subscriptions.get(id) : undefined;
    if (!subscription) return missing("subscription");
    if (method === "DELETE") subscription.status = "canceled";
    const [item] = subscription.items.data;
    if (method === "POST" && item) {
      Object.assign(subscription.metadata, partOf(fields, "metadata"));
      if (fields["cancel_at_period_end"]) subscription.cancel_at_period_end = fields["cancel_at_period_end"] === "true";
      const price = fields["items.0.price"];
      if (price) Object.assign(item, { price, amount: prices.get(price) ?? item.amount });
    }
    return [200, subscription];
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://stripe.example");
      const method = request.method ?? "GET";
      const fields = flat(method === "POST" ? Buffer.concat(chunks).toString() : url.search.slice(1));
      const key = request.headers["idempotency-key"];
      const idempotencyKey = typeof key === "string" ? key : null;
      const isKnown = request.headers.authorization === `Bearer ${secretKey}`;
      asked.push({ call: `${method} ${url.pathname}`, fields, idempotencyKey });
      const [code, body] = !isKnown
        ? [401, { error: { type: "invalid_request_error", message: "Invalid API Key provided" } }]
        : status !== null
          ? [status, { error: { type: status === 402 ? "card_error" : "api_error", message: "no" } }]
          : answer(method, url.pathname, fields, idempotencyKey);
      response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const signBody = (body: string, timestamp = seconds()) => ({
    body,
    signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp }),
  });
  const sign: StripeDouble["sign"] = (type, object, more = {}) => {
    const id = more.id ?? nextId("evt");
    const created = more.created ?? seconds();
    const body = JSON.stringify({
      id,
      object: "event",
      api_version: "2026-10-28.endive",
      type,
      created,
      livemode: false,
      data: { object },
    });
    return { id, ...signBody(body, more.signedAt) };
  };

  const subscriptionOf = (id: string): Subscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  };

  function invoiceEvent(subscription: Subscription, reason: string, paid: number, end: number): SignedEvent {
    const id = nextId("in");
    invoiceOfPayment.set(`pi_${id}`, id);
    const invoice = {
      id,
      object: "invoice",
      billing_reason: reason,
      amount_paid: paid,
      subtotal: reason === "subscription_update" ? paid : (subscription.items.data[0]?.amount ?? paid),
      currency: "eur",
      parent: {
        type: "subscription_details",
        subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
      },
      lines: { data: [{ period: { start: seconds(), end } }] },
      created: seconds(),
    };
    invoices.push(invoice);
    return sign("invoice.paid", invoice);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    webhookSecret,
    asked,
    addPromotion: (promotion) => promotions.push(promotion),
    lastSession() {
      const last = [...sessions.values()].at(-1);
      if (!last) throw new Error("no checkout was opened");
      return last;
    },
    sessionOf(orderId) {
      const session = [...sessions.values()].find(({ metadata }) => metadata["orderId"] === orderId);
      if (!session) throw new Error(`no checkout of ${orderId}`);
      return session;
    },
    pay(session) {
      const customer = session.customer ?? nextId("cus");
      customers.add(customer);
      Object.assign(session, {
        status: "complete",
        payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
        customer,
      });
      if (session.mode !== "subscription") {
        session.payment_intent = session.amount_total === 0 ? null : nextId("pi");
        return [sign("checkout.session.completed", session)];
      }
      const end = seconds() + 30 * day;
      const subscription: Subscription = {
        id: nextId("sub"),
        metadata: { ...session.metadata },
        status: "active",
        cancel_at_period_end: false,
        cancel_at: null,
        items: {
          data: [{ id: nextId("si"), price: "price_1", amount: session.amount_total, current_period_end: end }],
        },
      };
      subscriptions.set(subscription.id, subscription);
      session.subscription = subscription.id;
      return [
        sign("customer.subscription.created", subscription),
        invoiceEvent(subscription, "subscription_create", session.amount_total, end),
        sign("checkout.session.completed", session),
      ];
    },
    renew(id) {
      const subscription = subscriptionOf(id);
      const [item] = subscription.items.data;
      if (!item) throw new Error("a subscription without an item");
      item.current_period_end += 30 * day;
      return [
        invoiceEvent(subscription, "subscription_cycle", item.amount, item.current_period_end),
        sign("customer.subscription.updated", subscription),
      ];
    },
    change(id, paidCents) {
      const subscription = subscriptionOf(id);
      const end = seconds() + 30 * day + 60;
      for (const item of subscription.items.data) item.current_period_end = end;
      return invoiceEvent(subscription, "subscription_update", paidCents, end);
    },
    refund: (paymentIntent, cents) =>
      sign("charge.refunded", {
        id: nextId("ch"),
        payment_intent: paymentIntent,
        amount_refunded: cents,
        currency: "eur",
      }),
    dispute: (paymentIntent, type, disputeStatus = "needs_response") =>
      sign(`charge.dispute.${type}`, { id: nextId("dp"), payment_intent: paymentIntent, status: disputeStatus }),
    subscriptionEvent: (id, type) => sign(`customer.subscription.${type}`, subscriptionOf(id)),
    setStatus(id, next) {
      if (next === null) subscriptions.delete(id);
      else subscriptionOf(id).status = next;
    },
    sign,
    signBody: (body) => signBody(body),
    forget: (customer) => void customers.delete(customer),
    fail(next) {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
