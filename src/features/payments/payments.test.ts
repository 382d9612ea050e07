import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { license, type License } from "#src/features/account/contract.ts";
import { licenseRanks } from "#src/features/account/rules.ts";
import { setLevel } from "#src/features/account/server/usecases.ts";
import { changePerson } from "#src/features/operator/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { paymentMigrations } from "./server/schema.ts";
import { reconcilePayments } from "./server/reconcile.ts";
import { upgradeCents } from "./server/usecases.ts";

/* The test payments: everything but the money is real. */

let product: TestProduct;
let days = 0;
const now = (): Date => new Date(Date.now() + days * dayMs);

beforeAll(async () => {
  product = await openTestProduct({ now });
});
afterAll(() => product.close());

const card = (more: object = {}) => ({
  email: "mara@example.com",
  cardNumber: "4242 4242 4242 4242",
  validUntil: "04 / 49",
  securityCode: "123",
  country: "DE",
  ...more,
});
const creditsOf = async (person: Person): Promise<number> => (await person.send("GET", "/api/coins")).body.credits;
const offers = async (person: Person) => (await person.send("GET", "/api/payments/offers")).body;
const checkout = (person: Person, item: string, coupon?: string) =>
  person.send("POST", "/api/payments/checkout", { item, ...(coupon === undefined ? {} : { coupon }) });
const pay = (person: Person, orderId: string, more: object = {}) =>
  person.send("POST", `/api/payments/local/${orderId}`, card(more));

async function buy(person: Person, item: string, coupon?: string) {
  const { body } = await checkout(person, item, coupon);
  const paid = await pay(person, body.orderId);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return paid.body.order;
}

let codes = 0;
async function coupon(more: Record<string, unknown> = {}): Promise<string> {
  const code = `TEST${(codes += 1)}`;
  await product.deps.db
    .insertInto("coupon")
    .values({ code, percent_off: 10, cents_off: null, currency: null, expires_at: null, most_uses: null, ...more })
    .execute();
  return code;
}

describe("a pack", () => {
  test("brings its coins, a line in the statement, a receipt and its mail, once", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const started = await checkout(person, "coins-1500");
    expect(started.status).toBe(200);
    expect(new URL(started.body.url).pathname).toBe("/settings/coins/checkout");
    expect(await creditsOf(person)).toBe(before);

    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(person, started.body.orderId)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await creditsOf(person)).toBe(before + 1500);
    const { order } = answers[0]?.body ?? {};
    expect(order).toMatchObject({ status: "paid", totalCents: 4900, coins: 1500, item: "coins-1500" });
    expect(order.receipt).toMatch(/^\d{4}-\d{4,}$/);

    const { rows } = (await person.send("GET", "/api/coins/statement")).body;
    expect(rows[0]).toMatchObject({ reason: "purchase", amount: 1500, balance: before + 1500, note: order.receipt });
    expect((await person.send("GET", "/api/payments/orders")).body.orders).toEqual([order]);
    const mails = await product.deps.db
      .selectFrom("mail")
      .selectAll()
      .where("kind", "=", "payment-receipt")
      .where("recipient", "=", person.email)
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text_body).toContain(order.receipt);
    expect(mails[0]?.text_body).toContain("€49.00");
    expect(mails[0]?.text_body).toContain("€7.82");
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("takes nothing of a declined card, and the order can be paid with another one", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    const { orderId } = (await checkout(person, "coins-500")).body;
    const declined = await pay(person, orderId, { cardNumber: "4000 0000 0000 0002" });
    expect([declined.status, declined.body.code]).toEqual([402, "payments.error"]);
    expect(await creditsOf(person)).toBe(before);
    expect((await pay(person, orderId)).status).toBe(200);
    expect(await creditsOf(person)).toBe(before + 500);
  });

  test("says which field of a card is not right", async () => {
    const person = await product.signUp();
    const { orderId } = (await checkout(person, "coins-500")).body;
    const wrong = await pay(person, orderId, {
      cardNumber: "4242 4242 4242 4241",
      validUntil: "13/30",
      securityCode: "x",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.fields.map(({ path }: { path: string }) => path)).toEqual([
      "cardNumber",
      "validUntil",
      "securityCode",
    ]);
    const past = await pay(person, orderId, { validUntil: "10/25" });
    expect(past.body.fields).toMatchObject([{ path: "validUntil", messageKey: "validation.cardPassed" }]);
  });

  test("is its buyer's: nobody else sees, pays or finds the order", async () => {
    const [mara, jonas] = [await product.signUp(), await product.signUp("Jonas")];
    const { orderId } = (await checkout(mara, "coins-500")).body;
    expect((await jonas.send("GET", `/api/payments/orders/${orderId}`)).status).toBe(404);
    expect((await pay(jonas, orderId)).status).toBe(404);
    expect((await mara.send("GET", `/api/payments/orders/${orderId}`)).body.order.status).toBe("open");
  });

  test("is not sold when there is none, or when its price is on request", async () => {
    const person = await product.signUp();
    expect((await checkout(person, "coins-7")).status).toBe(404);
    expect((await checkout(person, "plan-enterprise")).status).toBe(400);
  });
});

describe("a coupon", () => {
  const apply = (person: Person, code: string, item = "coins-1500") =>
    person.send("POST", "/api/payments/coupon", { code, item });
  const refusal = async (person: Person, code: string, item?: string) => (await apply(person, code, item)).body.code;

  test("takes its share off the price and is counted when it is paid", async () => {
    const person = await product.signUp();
    const code = await coupon();
    const price = (await apply(person, ` ${code.toLowerCase()} `)).body;
    expect(price).toEqual({
      item: "coins-1500",
      coupon: code,
      percentOff: 10,
      priceCents: 4900,
      discountCents: 490,
      totalCents: 4410,
      currency: "EUR",
    });
    const order = await buy(person, "coins-1500", code);
    expect(order).toMatchObject({ totalCents: 4410, discountCents: 490, coins: 1500, coupon: code });
    const row = await product.deps.db.selectFrom("coupon").select("uses").where("code", "=", code).executeTakeFirst();
    expect(row?.uses).toBe(1);
  });

  test("is refused in six ways", async () => {
    const person = await product.signUp();
    expect(await refusal(person, "no code!")).toBe("payments.couponNamedWrong");
    expect(await refusal(person, "NOSUCHCODE")).toBe("payments.couponDoesNotExist");
    expect(await refusal(person, await coupon({ expires_at: new Date(now().getTime() - 1) }))).toBe(
      "payments.couponExpired",
    );
    expect(await refusal(person, await coupon({ is_active: false }))).toBe("payments.couponExpired");
    expect(await refusal(person, await coupon({ most_uses: 3, uses: 3 }))).toBe("payments.couponUsageAchieved");
    const large = await coupon({ least_cents: 5000 });
    expect(await refusal(person, large)).toBe("payments.couponAmountPriceTooLow");
    expect((await apply(person, large, "coins-5000")).status).toBe(200);
    const first = await coupon({ first_purchase_only: true });
    expect((await apply(person, first)).status).toBe(200);
    await buy(person, "coins-500");
    expect(await refusal(person, first)).toBe("payments.couponNotFirstTime");
    expect(await refusal(person, await coupon({ percent_off: null, cents_off: 100, currency: "USD" }))).toBe(
      "payments.couponDoesNotExist",
    );
  });

  test("that is the last one is used once by fifty people at the same time", async () => {
    const code = await coupon({ most_uses: 1 });
    const people = await Promise.all(Array.from({ length: 50 }, () => product.signUp()));
    const orders = await Promise.all(people.map(async (person) => (await checkout(person, "coins-500", code)).body));
    const answers = await Promise.all(people.map((person, at) => pay(person, orders[at].orderId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(["payments.couponUsageAchieved"]),
    );
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("for a first purchase is used for one of two that are paid at once", async () => {
    const person = await product.signUp();
    const code = await coupon({ first_purchase_only: true });
    const orders = [(await checkout(person, "coins-500", code)).body, (await checkout(person, "coins-500", code)).body];
    const answers = await Promise.all(orders.map(({ orderId }) => pay(person, orderId)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe("a plan", () => {
  const change = (person: Person, body: object) => person.send("POST", "/api/payments/plan", body);
  const levelOf = async (person: Person) => (await person.send("GET", "/api/user")).body.ownedLicense;

  test("brings its level and its coins each month, until it is cancelled", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    await buy(person, "plan-starter");
    expect(await levelOf(person)).toBe("starter");
    expect(await creditsOf(person)).toBe(before + 400);
    expect((await offers(person)).ownPlan).toMatchObject({ item: "plan-starter", status: "active" });
    expect((await checkout(person, "plan-visionary")).body.code).toBe("payments.planExists");

    await reconcilePayments(product.deps);
    expect(await creditsOf(person)).toBe(before + 400);
    days += 32;
    await Promise.all([reconcilePayments(product.deps), reconcilePayments(product.deps)]);
    expect(await creditsOf(person)).toBe(before + 800);
    expect((await person.send("GET", "/api/payments/orders")).body.orders).toHaveLength(2);

    expect((await change(person, { cancel: true })).body.ownPlan).toMatchObject({ cancelsAtEnd: true });
    expect(await levelOf(person)).toBe("starter");
    days += 32;
    await reconcilePayments(product.deps);
    expect(await levelOf(person)).toBe("justRegistered");
    expect(await creditsOf(person)).toBe(before + 800);
    expect((await offers(person)).ownPlan).toBeNull();
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("is changed to a dearer one at once, and to a cheaper one with the next month", async () => {
    const person = await product.signUp();
    const before = await creditsOf(person);
    await buy(person, "plan-starter");
    const up = await change(person, { item: "plan-visionary" });
    expect(up.body.ownPlan).toMatchObject({ item: "plan-visionary", nextItem: null });
    expect(await levelOf(person)).toBe("visionary");
    const [order] = (await person.send("GET", "/api/payments/orders")).body.orders;
    expect(order.totalCents).toBeLessThan(3900);
    expect(order.coins).toBe(Math.floor((2000 * order.totalCents) / 3900));
    expect(await creditsOf(person)).toBe(before + 400 + order.coins);

    const down = await change(person, { item: "plan-starter" });
    expect(down.body.ownPlan).toMatchObject({ item: "plan-visionary", nextItem: "plan-starter" });
    expect(await levelOf(person)).toBe("visionary");
    days += 32;
    await reconcilePayments(product.deps);
    expect(await levelOf(person)).toBe("starter");
    expect(await creditsOf(person)).toBe(before + 800 + order.coins);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  const give = (person: Person, level: License) =>
    changePerson(null, { id: person.userId, level, reason: "agreed by hand" }, product.deps);

  test("does not undo a level that an operator gave; the higher one counts until each ends", async () => {
    const person = await product.signUp();
    await give(person, "visionary");
    await buy(person, "plan-starter");
    expect(await levelOf(person)).toBe("visionary");
    await give(person, "justRegistered");
    expect(await levelOf(person)).toBe("starter");
    await give(person, "individual");
    days += 32;
    await reconcilePayments(product.deps);
    expect(await levelOf(person)).toBe("individual");
    await change(person, { cancel: true });
    days += 32;
    await reconcilePayments(product.deps);
    expect(await levelOf(person)).toBe("individual");
    await give(person, "justRegistered");
    expect(await levelOf(person)).toBe("justRegistered");
    // Nor does a grant below what is paid for take anything.
    await buy(person, "plan-visionary");
    await give(person, "starter");
    expect(await levelOf(person)).toBe("visionary");
  });

  test("and a grant bring the higher level, in whatever order and however close together they come", async () => {
    const person = await product.signUp();
    const level = fc.constantFrom(...license.options);
    const change = fc.record({ by: fc.constantFrom("plan" as const, "operator" as const), level });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), level, level, async (before, paid, given) => {
        const set = (one: { by: "plan" | "operator"; level: License }) =>
          setLevel(
            person.userId,
            one.by === "plan" ? { paid: one.level } : { granted: one.level === "justRegistered" ? null : one.level },
            product.deps.db,
          );
        for (const one of before) await set(one);
        await Promise.all([set({ by: "plan", level: paid }), set({ by: "operator", level: given })]);
        expect(licenseRanks[license.parse(await levelOf(person))]).toBe(
          Math.max(licenseRanks[paid], licenseRanks[given]),
        );
      }),
      { numRuns: 25 },
    );
  });

  test("explains a level of before: what no plan explains was given", async () => {
    const [paying, both, given, nobody] = [
      await product.signUp(),
      await product.signUp(),
      await product.signUp(),
      await product.signUp(),
    ];
    for (const person of [paying, both]) await buy(person, "plan-starter");
    const { pool } = product.database;
    await pool.query(`update "user" set granted_license = null, paid_license = 'justRegistered'`);
    await pool.query(`update "user" set owned_license = 'individual' where id = any($1)`, [
      [both.userId, given.userId],
    ]);
    for (const line of paymentMigrations["0042_operators"]) await pool.query(line);
    const { rows } = await pool.query(
      `select id, owned_license as owned, granted_license as granted, paid_license as paid from "user" where id = any($1)`,
      [[paying, both, given, nobody].map(({ userId }) => userId)],
    );
    const of = ({ userId }: Person) => {
      const { owned, granted, paid } = rows.find(({ id }) => id === userId);
      return [owned, granted, paid];
    };
    expect([paying, both, given, nobody].map(of)).toEqual([
      ["starter", null, "starter"],
      ["individual", "individual", "starter"],
      ["individual", "individual", "justRegistered"],
      ["justRegistered", null, "justRegistered"],
    ]);
  });

  test("costs, when it is dearer, what is left of the old month less", () => {
    const end = new Date("2026-12-31T00:00:00Z");
    expect(upgradeCents(3900, 1200, end, new Date("2026-12-01T00:00:00Z"))).toBe(2700);
    expect(upgradeCents(3900, 1200, end, new Date("2026-12-16T00:00:00Z"))).toBe(3300);
    expect(upgradeCents(3900, 1200, end, end)).toBe(3900);
    expect(upgradeCents(3900, 1200, null, end)).toBe(3900);
  });

  test("is nobody's who has none", async () => {
    const person = await product.signUp();
    expect((await change(person, { cancel: true })).status).toBe(404);
    expect((await change(person, { item: "plan-starter" })).status).toBe(404);
  });

  test("ends with the account, and is not paid again", async () => {
    // A sign-in is recent by the clock of the database.
    const before = days;
    days = 0;
    const person = await product.signUp();
    await buy(person, "plan-starter");
    const deleted = await person.send("DELETE", "/api/user", { enData: { userId: person.userId } });
    expect(deleted.status).toBe(200);
    days = before + 32;
    await reconcilePayments(product.deps);
    const rows = await product.deps.db
      .selectFrom("payment_plan")
      .select("status")
      .where("user_id", "=", person.userId)
      .execute();
    expect(rows).toEqual([{ status: "ended" }]);
    const orders = await product.deps.db
      .selectFrom("payment_order")
      .select("id")
      .where("user_id", "=", person.userId)
      .execute();
    expect(orders).toHaveLength(1);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});

test("the portal opens after the first purchase", async () => {
  const person = await product.signUp();
  const refused = await person.send("POST", "/api/payments/portal", {});
  expect([refused.status, refused.body.code]).toEqual([404, "payments.portalUserNotFound"]);
  await buy(person, "coins-500");
  expect(new URL((await person.send("POST", "/api/payments/portal", {})).body.url).pathname).toBe(
    "/settings/coins/portal",
  );
  expect((await offers(person)).cardEnding).toBe("4242");
});

test("an order that nobody paid ends, and cannot be paid any more", async () => {
  const person = await product.signUp();
  const { orderId } = (await checkout(person, "coins-500")).body;
  days += 3;
  await reconcilePayments(product.deps);
  expect((await person.send("GET", `/api/payments/orders/${orderId}`)).body.order.status).toBe("expired");
  expect((await pay(person, orderId)).status).toBe(409);
});

test("events of strangers are refused", async () => {
  const person = await product.signUp();
  const { orderId } = (await checkout(person, "coins-5000")).body;
  const before = await creditsOf(person);
  const body = JSON.stringify({
    id: "evt_forged",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: `cs_local_${orderId}`,
        metadata: { orderId },
        status: "complete",
        payment_status: "paid",
        amount_total: 13900,
        currency: "eur",
        payment_intent: null,
        customer: null,
        subscription: null,
      },
    },
  });
  for (const signature of [undefined, "", "t=1,v1=00", `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`]) {
    const headers = signature === undefined ? undefined : { "stripe-signature": signature };
    const answer = await product.send("POST", "/api/payments/webhook", body, headers);
    expect([answer.status, answer.body.code]).toEqual([400, "payments.error"]);
  }
  expect(await creditsOf(person)).toBe(before);
});

test("nothing is sold where payments are off", async () => {
  const closed = await openTestProduct({ beside: product, env: { PAYMENTS: "off", ROLE: "web" } });
  try {
    const person = await closed.signUp();
    expect(await offers(person)).toMatchObject({ provider: null, packs: [], plans: [], ownPlan: null });
    expect((await checkout(person, "coins-500")).status).toBe(404);
    expect((await closed.send("POST", "/api/payments/webhook", "{}")).status).toBe(404);
    expect((await pay(person, newId())).status).toBe(404);
  } finally {
    await closed.close();
  }
});
