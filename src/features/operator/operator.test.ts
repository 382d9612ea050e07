import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { operate } from "#src/server/operate.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { signIn, type Person } from "#src/testing/visitor.ts";

let product: TestProduct;
/** The first person of the installation. */
let boss: Person;
beforeAll(async () => {
  product = await openTestProduct();
  boss = await product.signUp("Bea Boss");
});
afterAll(() => product.close());

const get = async (path: string, person = boss) => (await person.send("GET", `/api/operator${path}`)).body;
const post = (path: string, body: object, person = boss) => person.send("POST", `/api/operator${path}`, body);
const personOf = async (email: string) => (await get(`/people?q=${encodeURIComponent(email)}`)).people[0];
const creditsOf = async (person: Person): Promise<number> => (await person.send("GET", "/api/coins")).body.credits;

describe("the role", () => {
  test("is the first person's, and nobody's after it", async () => {
    const other = await product.signUp();
    expect((await boss.send("GET", "/api/user")).body.roles).toEqual(["operator"]);
    expect((await other.send("GET", "/api/user")).body.roles).toEqual([]);
    expect((await other.send("GET", "/api/operator/people")).status).toBe(403);
    expect((await product.send("GET", "/api/operator/people")).status).toBe(401);
    expect((await post("/coins", { userId: other.userId, coins: 5, reason: "mine", key: newId() }, other)).status).toBe(
      403,
    );
  });

  test("is given and taken, and never by the last who has it", async () => {
    const other = await product.signUp();
    expect((await post("/people", { id: boss.userId, isOperator: false })).body.code).toBe("operator.last");
    expect((await post("/people", { id: boss.userId, isDisabled: true })).body.code).toBe("operator.last");
    expect((await post("/people", { id: other.userId, isOperator: true })).status).toBe(200);
    expect((await get("/people", other)).people.length).toBeGreaterThan(1);
    const both = await Promise.all([
      post("/people", { id: boss.userId, isOperator: false }, other),
      post("/people", { id: other.userId, isOperator: false }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { rows } = await product.database.pool.query(`select id from "user" where 'operator' = any(roles)`);
    expect(rows).toHaveLength(1);
    await product.database.pool.query(`update "user" set roles = '{operator}' where id = $1`, [boss.userId]);
    await product.database.pool.query(`update "user" set roles = '{}' where id = $1`, [other.userId]);
  });
});

test("somebody who is disabled is signed out and stays out until let in again", async () => {
  const person = await product.signUp();
  expect((await post("/people", { id: person.userId, isDisabled: true })).status).toBe(200);
  expect((await person.send("GET", "/api/user")).status).toBe(401);
  await expect(signIn(product.visit(), person)).rejects.toThrow(/disabled/);
  expect(await personOf(person.email)).toMatchObject({ isDisabled: true, sessions: 0 });
  await post("/people", { id: person.userId, isDisabled: false });
  await signIn(product.visit(), person);
});

test("coins are given and taken with a reason that the person reads, once for each press", async () => {
  const person = await product.signUp();
  const before = await creditsOf(person);
  const gift = { userId: person.userId, coins: 200, reason: "Sorry for yesterday", key: newId() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("/coins", gift)));
  expect(answers.reduce((sum, { body }) => sum + body.coins, 0)).toBe(200);
  expect(await creditsOf(person)).toBe(before + 200);
  const { rows } = (await person.send("GET", "/api/coins/statement")).body;
  expect(rows[0]).toMatchObject({ reason: "adjustment", amount: 200, note: "Sorry for yesterday" });
  const taken = { ...gift, coins: -1_000_000, key: newId() };
  expect((await post("/coins", taken)).body.coins).toBe(-(before + 200));
  expect(await creditsOf(person)).toBe(0);
  expect((await post("/coins", { ...gift, coins: 0, key: newId() })).status).toBe(400);
  expect((await post("/coins", { ...gift, userId: newId(), key: newId() })).status).toBe(404);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("packs and coupons are made and changed, and sold as they are", async () => {
  const item = {
    id: "coins-77",
    kind: "pack",
    coins: 77,
    priceCents: 700,
    currency: "EUR",
    level: null,
    isOffered: true,
    isRecommended: false,
    place: 7,
  };
  const put = (path: string, body: object) => boss.send("PUT", `/api/operator/sold${path}`, body);
  expect((await put("/items", item)).status).toBe(200);
  expect((await put("/items", { ...item, priceCents: null })).status).toBe(400);
  expect((await put("/items", { ...item, kind: "plan", level: "starter" })).status).toBe(409);
  const person = await product.signUp();
  const packs = async () =>
    (await person.send("GET", "/api/payments/offers")).body.packs.map(({ id }: { id: string }) => id);
  expect(await packs()).toContain("coins-77");
  await put("/items", { ...item, isOffered: false });
  expect(await packs()).not.toContain("coins-77");

  const coupon = {
    code: "OPERATOR5",
    percentOff: 5,
    centsOff: null,
    currency: null,
    expiresAt: null,
    mostUses: 3,
    firstPurchaseOnly: false,
    leastCents: 0,
    isActive: true,
  };
  expect((await put("/coupons", coupon)).status).toBe(200);
  expect((await put("/coupons", { ...coupon, centsOff: 5 })).status).toBe(400);
  const price = await person.send("POST", "/api/payments/coupon", { code: "operator5", item: "coins-500" });
  expect(price.body.discountCents).toBe(95);
});

test("runs and mails are seen without a word of what is in them, and a failed mail is tried again", async () => {
  const person = await product.signUp();
  await product.database.pool.query(
    `update mail set state = 'failed', finished_at = now(), last_error = '550' where user_id = $1`,
    [person.userId],
  );
  const { mails } = await get("/mails?state=failed");
  const mail = mails.find(({ recipient }: { recipient: string }) => recipient === person.email);
  expect(mail).toMatchObject({ state: "failed", lastError: "550" });
  expect(JSON.stringify(mails)).not.toContain("#token=");
  expect((await post("/mails/retry", { id: mail.id })).status).toBe(200);
  expect((await post("/mails/retry", { id: mail.id })).status).toBe(404);
  expect(Array.isArray((await get("/runs")).runs)).toBe(true);
  expect(await get("/overview?days=14")).toMatchObject({ currency: "EUR" });
});

test("what operators do is written down, and stays without a name when they go", async () => {
  const { rows } = await get("/audit?limit=200");
  expect(new Set(rows.map(({ action }: { action: string }) => action))).toEqual(
    new Set(["changePerson", "grantCoins", "saveItem", "saveCoupon", "retryMail"]),
  );
  expect(rows.every(({ operator }: { operator: string }) => operator !== undefined)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("@example.com");
});

test("the same is done at the terminal, where nobody needs the role", async () => {
  const person = await product.signUp();
  const { db } = product.deps;
  const deps = { db, newId, now: () => new Date() };
  expect(await operate(["grant", person.email.toUpperCase()], deps)).toEqual([
    `${person.email.toUpperCase()} is an operator now.`,
  ]);
  expect((await person.send("GET", "/api/operator/people")).status).toBe(200);
  await operate(["revoke", person.email], deps);
  expect((await person.send("GET", "/api/operator/people")).status).toBe(403);
  const before = await creditsOf(person);
  expect(await operate(["coins", person.email, "40", "a", "gift"], deps)).toEqual([`40 coins for ${person.email}.`]);
  expect(await creditsOf(person)).toBe(before + 40);
  expect((await operate(["sold"], deps)).join("\n")).toContain("coins-500: 500 coins, 19.00 EUR");
  await operate(["disable", person.email], deps);
  expect((await person.send("GET", "/api/user")).status).toBe(401);
  for (const wrong of [[], ["coins", person.email, "0", "why"], ["coupon", "x", "10"], ["grant", "nobody"]])
    await expect(operate(wrong, deps)).rejects.toThrow(/usage/);
  await expect(operate(["grant", "nobody@example.com"], deps)).rejects.toThrow(/Nobody here/);
});
