import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openStripeDouble, type SignedEvent, type StripeDouble } from "#src/testing/stripeDouble.ts";
import type { Person } from "#src/testing/visitor.ts";
import { reconcilePayments } from "./server/reconcile.ts";

/* Payments by Stripe, over the wire against a double of its API, with events signed by its own library. */

let stripe: StripeDouble;
let product: TestProduct;

beforeAll(async () => {
  stripe = await openStripeDouble();
  product = await openTestProduct({
    env: {
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
  });
});
afterEach(async () => {
  stripe.fail(null);
  const broken = await brokenLaws(product.database.pool);
  if (broken.length > 0) throw new Error(broken.join("\n"));
});
afterAll(async () => {
  await product.close();
  await stripe.close();
});

/** As Stripe sends it: no cookie, no origin. */
const deliver = async (event: SignedEvent): Promise<number> => {
  const answer = await product.fetch(
    new Request(`${product.origin}/api/payments/webhook`, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": event.signature },
      body: event.body,
    }),
  );
  return answer.status;
};
const deliverAll = async (events: readonly SignedEvent[]): Promise<void> => {
  for (const event of events) expect(await deliver(event)).toBe(200);
};
const creditsOf = async (person: Person): Promise<number> => (await person.send("GET", "/api/coins")).body.credits;
const levelOf = async (person: Person): Promise<string> => (await person.send("GET", "/api/user")).body.ownedLicense;
const checkout = (person: Person, item: string, coupon?: string) =>
  person.send("POST", "/api/payments/checkout", { item, ...(coupon === undefined ? {} : { coupon }) });
const orderOf = async (person: Person, id: string) =>
  (await person.send("GET", `/api/payments/orders/${id}`)).body.order;
const problemsOf = async (event: SignedEvent) =>
  (
    await product.deps.db
      .selectFrom("payment_event")
      .select(["problem", "handled_at"])
      .where("id", "=", event.id)
      .executeTakeFirst()
  )?.problem;

/** A bought pack, its order and its payment. */
async function bought(person: Person, item = "coins-1500") {
  const { orderId } = (await checkout(person, item)).body;
  const session = stripe.lastSession();
  await deliverAll(stripe.pay(session));
  return { orderId, session, payment: session.payment_intent ?? "" };
}

describe("a checkout", () => {
  test("is opened with the order, its price and its coupon, and credits when Stripe says so", async () => {
    stripe.addPromotion({ code: "WINTER10", percentOff: 10 });
    const person = await product.signUp();
    const before = await creditsOf(person);
    const started = await checkout(person, "coins-1500", "winter10");
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const session = stripe.lastSession();
    expect(started.body.url).toBe(session.url);
    const { fields, idempotencyKey } = stripe.asked.findLast(({ call }) => call === "POST /v1/checkout/sessions") ?? {};
    expect(idempotencyKey).toBe(`order-${started.body.orderId}`);
    expect(fields).toMatchObject({
      mode: "payment",
      "metadata.orderId": started.body.orderId,
      "payment_intent_data.metadata.orderId": started.body.orderId,
      "line_items.0.price_data.unit_amount": "4900",
      "line_items.0.price_data.currency": "eur",
      "discounts.0.promotion_code": "promo_WINTER10",
      customer_email: person.email,
      success_url: `${product.origin}/settings/coins?order=${started.body.orderId}`,
    });
    expect(await creditsOf(person)).toBe(before);
    const [event] = stripe.pay(session);
    if (!event) throw new Error("nothing was paid");
    await Promise.all(Array.from({ length: 20 }, () => deliver(event)));
    expect(await creditsOf(person)).toBe(before + 1500);
    expect(await orderOf(person, started.body.orderId)).toMatchObject({ status: "paid", totalCents: 4410 });
    // The next purchase names the customer that Stripe made.
    await checkout(person, "coins-500");
    expect(stripe.asked.at(-1)?.fields["customer"]).toBe(session.customer);
  });

  test("answers 502 in words when Stripe does not, and nothing is ordered that could be paid", async () => {
    const person = await product.signUp();
    stripe.fail(500);
    const answer = await checkout(person, "coins-500");
    expect([answer.status, answer.body.code]).toEqual([502, "payments.error"]);
    expect(JSON.stringify(answer.body)).not.toContain(stripe.secretKey);
  });

  test("of which no event came is found by asking", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const { orderId } = (await checkout(person, "coins-500")).body;
    stripe.pay(stripe.lastSession());
    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(before);
    await product.deps.db
      .updateTable("payment_order")
      .set({ created_at: new Date(product.deps.now().getTime() - 11 * 60_000) })
      .where("id", "=", orderId)
      .execute();
    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(before + 500);
    expect(await orderOf(person, orderId)).toMatchObject({ status: "paid" });
  });
});

test("a coupon of a broken per cent costs what Stripe says, and brings all coins", async () => {
  stripe.addPromotion({ code: "HALF1", percentOff: 12.5 });
  const person = await product.signUp();
  const before = await creditsOf(person);
  const { orderId } = (await checkout(person, "coins-5000", "HALF1")).body;
  const session = stripe.lastSession();
  await deliverAll(stripe.pay(session));
  expect(await creditsOf(person)).toBe(before + 5000);
  expect(await orderOf(person, orderId)).toMatchObject({ status: "paid", totalCents: session.amount_total });
});

test("a checkout that is begun ends those before it, so that one coupon for a first purchase is used once", async () => {
  stripe.addPromotion({ code: "FIRST2", percentOff: 50, firstTime: true });
  const person = await product.signUp();
  const first = (await checkout(person, "coins-500", "FIRST2")).body.orderId;
  const session = stripe.lastSession();
  await checkout(person, "coins-500", "FIRST2");
  expect(session.status).toBe("expired");
  expect(await orderOf(person, first)).toMatchObject({ status: "expired" });
  // One that was paid meanwhile is no lost payment.
  const before = await creditsOf(person);
  stripe.pay(stripe.lastSession());
  await checkout(person, "coins-1500");
  expect(await creditsOf(person)).toBe(before + 500);
});

test("of checkouts that are begun at once the newest stays open, and no other can be paid", async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await product.signUp();
    const answers = await Promise.all(["coins-500", "coins-1500", "coins-5000"].map((item) => checkout(person, item)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const orders = await product.deps.db
      .selectFrom("payment_order")
      .select(["id", "status"])
      .where("user_id", "=", person.userId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    expect(orders.map(({ status }) => status)).toEqual(["open", "expired", "expired"]);
    const sessions = orders.map(({ id }) => stripe.sessionOf(id).status);
    expect(sessions).toEqual(["open", "expired", "expired"]);
  }
});

test("a customer whom Stripe forgot can buy again", async () => {
  const person = await product.signUp();
  const { session } = await bought(person, "coins-500");
  stripe.forget(session.customer ?? "");
  const again = await checkout(person, "coins-500");
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  await deliverAll(stripe.pay(stripe.lastSession()));
  expect((await person.send("POST", "/api/payments/portal", {})).status).toBe(200);
});

test("an order that Stripe does not know holds up nobody else's", async () => {
  const [mara, jonas] = [await product.signUp(), await product.signUp("Jonas")];
  const unknown = (await checkout(mara, "coins-500")).body.orderId;
  const { orderId } = (await checkout(jonas, "coins-500")).body;
  const before = await creditsOf(jonas);
  stripe.pay(stripe.lastSession());
  const age = (minutes: number) => new Date(product.deps.now().getTime() - minutes * 60_000);
  const orders = product.deps.db.updateTable("payment_order");
  await orders
    .set({ checkout_ref: "cs_gone", created_at: age(30) })
    .where("id", "=", unknown)
    .execute();
  await orders
    .set({ created_at: age(20) })
    .where("id", "=", orderId)
    .execute();
  await reconcilePayments(product.deps);
  expect(await creditsOf(jonas)).toBe(before + 500);
  expect(await orderOf(mara, unknown)).toMatchObject({ status: "expired" });
});

test("each of the six refusals of a coupon follows from what Stripe keeps of it", async () => {
  const person = await product.signUp();
  const past = Math.floor(Date.now() / 1000) - 60;
  stripe.addPromotion({ code: "OLD1", percentOff: 10, active: false, expiresAt: past });
  stripe.addPromotion({ code: "USED1", percentOff: 10, active: false, most: 5, used: 5 });
  stripe.addPromotion({ code: "LARGE1", amountOff: 500, least: 5000 });
  stripe.addPromotion({ code: "FIRST1", percentOff: 50, firstTime: true });
  const refusal = async (code: string) =>
    (await person.send("POST", "/api/payments/coupon", { code, item: "coins-1500" })).body.code;
  expect(await refusal("a b")).toBe("payments.couponNamedWrong");
  expect(await refusal("NOBODYS1")).toBe("payments.couponDoesNotExist");
  expect(await refusal("OLD1")).toBe("payments.couponExpired");
  expect(await refusal("USED1")).toBe("payments.couponUsageAchieved");
  expect(await refusal("LARGE1")).toBe("payments.couponAmountPriceTooLow");
  expect(await refusal("FIRST1")).toBeUndefined();
  await bought(person);
  expect(await refusal("FIRST1")).toBe("payments.couponNotFirstTime");
});

describe("an event", () => {
  test("that was tampered with, is old, or has another's signature changes nothing", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const { orderId } = (await checkout(person, "coins-5000")).body;
    const session = stripe.lastSession();
    const [event] = stripe.pay(session);
    if (!event) throw new Error("nothing was paid");
    const old = stripe.sign("checkout.session.completed", session, { signedAt: Math.floor(Date.now() / 1000) - 301 });
    const other = stripe.sign("checkout.session.completed", { ...session, amount_total: 1 });
    for (const bad of [
      { ...event, body: event.body.replace("13900", "13901") },
      { ...event, body: `${event.body} ` },
      { ...event, signature: other.signature },
      { ...event, signature: "" },
      old,
    ])
      expect(await deliver(bad)).toBe(400);
    expect(await creditsOf(person)).toBe(before);
    expect(await orderOf(person, orderId)).toMatchObject({ status: "open" });
  });

  test("of another version of the API is refused, so that Stripe shows it to whoever set up the webhook", async () => {
    const person = await product.signUp();
    await checkout(person, "coins-500");
    const [event] = stripe.pay(stripe.lastSession());
    if (!event) throw new Error("nothing was paid");
    const other = event.body.replace("2026-10-28.endive", "2024-06-20");
    expect(await deliver({ ...event, ...stripe.signBody(other) })).toBe(400);
    expect(await deliver(event)).toBe(200);
  });

  test("whose amount, currency, checkout or order is another brings no coins, and the operator sees why", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    await checkout(person, "coins-5000");
    const session = stripe.lastSession();
    stripe.pay(session);
    const wrong = [
      { ...session, amount_total: 1 },
      { ...session, amount_total: 1_000_000 },
      { ...session, currency: "jpy" },
      { ...session, id: "cs_another" },
      { ...session, metadata: { ...session.metadata, orderId: crypto.randomUUID() } },
    ];
    for (const object of wrong) {
      const event = stripe.sign("checkout.session.completed", object);
      expect(await deliver(event)).toBe(200);
      expect(await problemsOf(event)).toBeTruthy();
    }
    for (const object of [
      { ...session, amount_total: -13900 },
      { ...session, amount_total: 0.5 },
      { ...session, payment_status: "unpaid" },
      { ...session, status: "open" },
      { ...session, metadata: {} },
      {},
    ])
      expect(await deliver(stripe.sign("checkout.session.completed", object))).toBe(200);
    expect(await creditsOf(person)).toBe(before);
  });

  test(
    "of a thousand purchases, each twenty times and shuffled, credits exactly once",
    { timeout: 300_000 },
    async () => {
      // CI does a tenth of them; FULL=1 does all.
      const purchases = process.env["FULL"] === "1" ? 1000 : 100;
      const people = await Promise.all(Array.from({ length: 10 }, () => product.signUp()));
      const before = await Promise.all(people.map(creditsOf));
      const events: SignedEvent[] = [];
      for (let at = 0; at < purchases; at += 1) {
        const person = people[at % people.length];
        if (!person) continue;
        const id = crypto.randomUUID();
        await product.deps.db
          .insertInto("payment_order")
          .values({
            id,
            user_id: person.userId,
            provider: "stripe",
            item_id: "coins-500",
            kind: "pack",
            coins: 500,
            level: null,
            coupon: null,
            price_cents: 1900,
            discount_cents: 0,
            total_cents: 1900,
            currency: "EUR",
            checkout_ref: `cs_${id}`,
            invoice_ref: null,
            payment_ref: null,
            plan_id: null,
            receipt: null,
            dispute: null,
            created_at: product.deps.now(),
            paid_at: null,
          })
          .execute();
        events.push(
          stripe.sign("checkout.session.completed", {
            id: `cs_${id}`,
            metadata: { orderId: id },
            status: "complete",
            payment_status: "paid",
            amount_total: 1900,
            currency: "eur",
            payment_intent: `pi_${id}`,
            customer: null,
            subscription: null,
          }),
        );
      }
      const copies = events.flatMap((event) => Array.from({ length: 20 }, () => event));
      for (let at = copies.length - 1; at > 0; at -= 1) {
        const other = Math.floor(Math.random() * (at + 1));
        [copies[at], copies[other]] = [copies[other] as SignedEvent, copies[at] as SignedEvent];
      }
      const queues = Array.from({ length: 16 }, (_, queue) => copies.filter((_event, at) => at % 16 === queue));
      await Promise.all(queues.map(deliverAll));
      const after = await Promise.all(people.map(creditsOf));
      expect(after.map((credits, at) => credits - (before[at] ?? 0))).toEqual(
        people.map(() => (purchases / people.length) * 500),
      );
      const receipts = await product.deps.db
        .selectFrom("payment_order")
        .select("receipt")
        .where("receipt", "is not", null)
        .execute();
      expect(new Set(receipts.map(({ receipt }) => receipt)).size).toBe(receipts.length);
    },
  );
});

describe("money that goes back", () => {
  test("takes the coins of its share, and in the end all of them", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const { payment, orderId } = await bought(person);
    await deliverAll([stripe.refund(payment, 1633)]);
    expect(await creditsOf(person)).toBe(before + 1500 - Math.floor((1500 * 1633) / 4900));
    await deliverAll([stripe.refund(payment, 4900), stripe.refund(payment, 1633)]);
    expect(await creditsOf(person)).toBe(before);
    expect(await orderOf(person, orderId)).toMatchObject({ status: "refunded" });
    const { rows } = (await person.send("GET", "/api/coins/statement")).body;
    expect(rows[0]).toMatchObject({ reason: "reversal", balance: before });
  });

  test("never takes what is spent, and takes the rest when coins come again", async () => {
    const person = await product.signUp();
    const { payment } = await bought(person, "coins-500");
    const { takeBackCoins } = await import("#src/features/coins/server/usecases.ts");
    // All but 120 are spent.
    const spent = (await creditsOf(person)) - 120;
    await product.deps.db
      .transaction()
      .execute((trx) =>
        takeBackCoins(
          trx,
          { key: `test:${person.userId}`, reason: "adjustment", owner: person.userId, coins: spent },
          product.deps.newId,
        ),
      );
    await deliverAll([stripe.refund(payment, 1900)]);
    expect(await creditsOf(person)).toBe(0);
    await bought(person, "coins-1500");
    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(1500 - 380);
    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(1500 - 380);
  });

  test("in a dispute takes the coins until it is won", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const { payment, orderId } = await bought(person);
    await deliverAll([stripe.dispute(payment, "created")]);
    expect(await creditsOf(person)).toBe(before);
    expect(await orderOf(person, orderId)).toMatchObject({ status: "disputed" });
    await deliverAll([stripe.dispute(payment, "closed", "won")]);
    expect(await creditsOf(person)).toBe(before + 1500);
    await deliverAll([stripe.dispute(payment, "created")]);
    expect(await creditsOf(person)).toBe(before + 1500);
  });

  test(
    "leads to the same coins whatever the order of events, and however often each comes",
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: 1900 }), { maxLength: 4 }),
          fc.constantFrom("none", "open", "won", "lost"),
          fc.infiniteStream(fc.nat(1000)),
          async (refunds, dispute, chance) => {
            const person = await product.signUp();
            const before = await creditsOf(person);
            await checkout(person, "coins-500");
            const session = stripe.lastSession();
            const paid = stripe.pay(session);
            const payment = session.payment_intent ?? "";
            const events = [
              ...paid,
              ...refunds.map((cents) => stripe.refund(payment, cents)),
              ...(dispute === "none" ? [] : [stripe.dispute(payment, "created")]),
              ...(dispute === "won" || dispute === "lost" ? [stripe.dispute(payment, "closed", dispute)] : []),
            ];
            const shuffled = [...events, ...events]
              .map((event) => ({ event, place: chance.next().value }))
              .toSorted((a, b) => a.place - b.place);
            await deliverAll(shuffled.map(({ event }) => event));
            await reconcilePayments(product.deps);
            const refunded = Math.max(0, ...refunds);
            const due = dispute === "open" || dispute === "lost" ? 500 : Math.floor((500 * refunded) / 1900);
            expect(await creditsOf(person)).toBe(before + 500 - due);
            expect(await brokenLaws(product.database.pool)).toEqual([]);
          },
        ),
        { numRuns: 25 },
      );
    },
  );
});

describe("a plan", () => {
  async function subscribed(
    person: Person,
    item = "plan-starter",
    order: (events: SignedEvent[]) => SignedEvent[] = (all) => all,
  ) {
    await checkout(person, item);
    const session = stripe.lastSession();
    expect(session.mode).toBe("subscription");
    await deliverAll(order(stripe.pay(session)));
    return session.subscription ?? "";
  }

  /** Lets the month of a plan that was paid last have ended some days ago. */
  const endMonth = (plan: string, days: number) =>
    product.deps.db
      .updateTable("payment_plan")
      .set({ period_end: new Date(product.deps.now().getTime() - days * 86_400_000) })
      .where("id", "=", plan)
      .execute();
  const ownPlanOf = async (person: Person) => (await person.send("GET", "/api/payments/offers")).body.ownPlan;

  test("brings level and coins once, in any order of its events, and again each month", async () => {
    for (const order of [(all: SignedEvent[]) => all, (all: SignedEvent[]) => [...all, ...all].toReversed()]) {
      const person = await product.signUp();
      const before = await creditsOf(person);
      const plan = await subscribed(person, "plan-starter", order);
      expect(await creditsOf(person)).toBe(before + 400);
      expect(await levelOf(person)).toBe("starter");
      const month = stripe.renew(plan);
      await deliverAll(order(month));
      expect(await creditsOf(person)).toBe(before + 800);
    }
  });

  test("whose month was paid without a word is found by asking", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const plan = await subscribed(person);
    stripe.renew(plan);
    await endMonth(plan, 4 / 24);
    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(before + 800);
  });

  test("whose month could not be paid is not active again by the months before it", async () => {
    const person = await product.signUp();
    const plan = await subscribed(person);
    stripe.setStatus(plan, "past_due");
    await deliverAll([stripe.subscriptionEvent(plan, "updated")]);
    await endMonth(plan, 4 / 24);
    await reconcilePayments(product.deps);
    expect(await ownPlanOf(person)).toMatchObject({ status: "pastDue" });
    stripe.setStatus(plan, "active");
    await deliverAll(stripe.renew(plan));
    expect(await ownPlanOf(person)).toMatchObject({ status: "active" });
  });

  test.each([
    { name: "canceled", status: "canceled" },
    { name: "unpaid", status: "unpaid" },
    { name: "forgotten by Stripe", status: null },
  ])("whose end got lost is found by asking: $name", async ({ status }) => {
    const person = await product.signUp();
    const plan = await subscribed(person);
    stripe.setStatus(plan, status);
    await endMonth(plan, 60);
    await reconcilePayments(product.deps);
    expect([await ownPlanOf(person), await levelOf(person)]).toEqual([null, "justRegistered"]);
    expect((await checkout(person, "plan-starter")).status).toBe(200);
  });

  test("whose first invoice got lost has its level by the checkout alone", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    await checkout(person, "plan-starter");
    const events = stripe.pay(stripe.lastSession());
    await deliverAll(events.slice(-1));
    expect(await levelOf(person)).toBe("starter");
    expect(await creditsOf(person)).toBe(before + 400);
    await deliverAll(events);
    expect(await creditsOf(person)).toBe(before + 400);
  });

  test("a month is worth its price, whatever the subscription was named when its invoice was final", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const plan = await subscribed(person);
    const [month] = stripe.renew(plan);
    if (!month) throw new Error("no invoice");
    const renamed = month.body.replaceAll("plan-starter", "plan-visionary");
    await deliverAll([{ ...month, ...stripe.signBody(renamed) }]);
    expect(await creditsOf(person)).toBe(before + 800);
    expect(await levelOf(person)).toBe("starter");
  });

  test("is changed, cancelled and resumed at Stripe, and follows its events", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const plan = await subscribed(person);
    expect((await person.send("POST", "/api/payments/plan", { item: "plan-visionary" })).status).toBe(200);
    expect(stripe.asked.at(-1)).toMatchObject({
      call: `POST /v1/subscriptions/${plan}`,
      fields: { proration_behavior: "always_invoice", "metadata.item": "plan-visionary" },
    });
    expect(await levelOf(person)).toBe("starter");
    await deliverAll([stripe.subscriptionEvent(plan, "updated"), stripe.change(plan, 2700)]);
    expect(await levelOf(person)).toBe("visionary");
    expect(await creditsOf(person)).toBe(before + 400 + Math.floor((2000 * 2700) / 3900));

    expect((await person.send("POST", "/api/payments/plan", { cancel: true })).body.ownPlan.cancelsAtEnd).toBe(true);
    expect((await person.send("POST", "/api/payments/plan", { resume: true })).body.ownPlan.cancelsAtEnd).toBe(false);
    await deliverAll([stripe.subscriptionEvent(plan, "deleted")]);
    expect(await levelOf(person)).toBe("justRegistered");
    // An event that comes late does not bring it back.
    await deliverAll([stripe.subscriptionEvent(plan, "updated")]);
    expect(await levelOf(person)).toBe("justRegistered");
  });

  test("that cannot be paid stays until Stripe ends it, and a refused change is told", async () => {
    const person = await product.signUp();
    const plan = await subscribed(person);
    stripe.fail(402);
    const declined = await person.send("POST", "/api/payments/plan", { item: "plan-visionary" });
    expect([declined.status, declined.body.code]).toEqual([402, "payments.error"]);
    expect(await levelOf(person)).toBe("starter");
    expect((await person.send("GET", "/api/payments/offers")).body.ownPlan).toMatchObject({
      item: "plan-starter",
      nextItem: null,
    });
    stripe.fail(null);
    expect(plan).not.toBe("");
  });

  test("a refunded month gives its coins back, found by the invoice of the payment", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const plan = await subscribed(person);
    const [invoice] = stripe.renew(plan);
    if (!invoice) throw new Error("no invoice");
    const invoiceId = JSON.parse(invoice.body).data.object.id;
    // The refund is quicker than the invoice.
    await deliverAll([stripe.refund(`pi_${invoiceId}`, 1200)]);
    await deliverAll([invoice]);
    expect(await creditsOf(person)).toBe(before + 800);
    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(before + 400);
  });

  test("of an account that is deleted is ended at Stripe", async () => {
    const person = await product.signUp();
    const plan = await subscribed(person);
    expect((await person.send("DELETE", "/api/user", { enData: { userId: person.userId } })).status).toBe(200);
    await reconcilePayments(product.deps);
    expect(stripe.asked.some(({ call }) => call === `DELETE /v1/subscriptions/${plan}`)).toBe(true);
  });
});

test("the portal is Stripe's, and a customer that Stripe forgot is told so", async () => {
  const person = await product.signUp();
  expect((await person.send("POST", "/api/payments/portal", {})).body.code).toBe("payments.portalUserNotFound");
  await bought(person, "coins-500");
  expect((await person.send("POST", "/api/payments/portal", {})).body.url).toBe(
    "https://billing.stripe.example/session",
  );
  await product.deps.db
    .updateTable("payment_customer")
    .set({ customer_id: `cus_gone_${person.userId}` })
    .where("user_id", "=", person.userId)
    .execute();
  const gone = await person.send("POST", "/api/payments/portal", {});
  expect([gone.status, gone.body.code]).toEqual([404, "payments.portalUserNotFound"]);
});
