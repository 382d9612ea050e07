import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReadSession } from "#src/features/account/server/session.ts";
import { cookieNames } from "#src/features/account/server/cookies.ts";
import { sendRequestedLinks } from "#src/features/account/server/links.ts";
import { hashToken, signToken } from "#src/features/account/server/tokens.ts";
import { registerPerson } from "#src/features/account/server/usecases.ts";
import { dueSchedules } from "#src/features/schedules/server/repository.ts";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { operate } from "#src/server/operate.ts";
import { openTestDatabase } from "#src/testing/database.ts";
import { whileHeld } from "#src/testing/heldTable.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, signIn } from "#src/testing/visitor.ts";

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
const put = (path: string, body: object, person = boss) => person.send("PUT", `/api/operator${path}`, body);
const reason = "because of a test";
const personOf = async (email: string) => (await get(`/people?q=${encodeURIComponent(email)}`)).people[0];
const creditsOf = async (person: Person): Promise<number> => (await person.send("GET", "/api/coins")).body.credits;
const operators = async (): Promise<string[]> =>
  (await product.database.pool.query(`select id from "user" where 'operator' = any(roles)`)).rows.map(({ id }) => id);
const newest = async () => (await get("/audit?limit=1")).rows[0];

const guest = (at: number) => ({
  name: `Guest ${at}`,
  email: `guest-${at}@example.com`,
  password: "a long enough password",
});

/** Does something on an installation where nobody has an account yet. @returns its answer, and who is an operator then */
async function onEmpty(
  config: { appUrl?: string },
  work: (deps: TestProduct["deps"]) => Promise<string[]>,
): Promise<{ made: string[]; operators: string[] }> {
  const empty = await openTestDatabase();
  try {
    const made = await work({ ...product.deps, db: empty.db, config: { ...product.deps.config, ...config } });
    const { rows } = await empty.pool.query<{ id: string }>(`select id from "user" where 'operator' = any(roles)`);
    return { made, operators: rows.map(({ id }) => id) };
  } finally {
    await empty.close();
  }
}

describe("the role", () => {
  test("is the first person's, and nobody's after it", async () => {
    const other = await product.signUp();
    expect((await boss.send("GET", "/api/user")).body.roles).toEqual(["operator"]);
    expect((await other.send("GET", "/api/user")).body.roles).toEqual([]);
    expect((await other.send("GET", "/api/operator/people")).status).toBe(403);
    expect((await product.send("GET", "/api/operator/people")).status).toBe(401);
    const gift = { userId: other.userId, coins: 5, reason, key: newId() };
    expect((await post("/coins", gift, other)).status).toBe(403);
  });

  test("is one person's, however many register at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 8 }), async (count) => {
        const ids = await onEmpty({}, async (deps) => {
          const made = await Promise.all(Array.from({ length: count }, (_, at) => registerPerson(guest(at), deps)));
          return made.map(({ id }) => id);
        });
        expect(ids.made).toHaveLength(count);
        expect(ids.operators).toHaveLength(1);
        expect(ids.made).toContain(ids.operators[0]);
      }),
      { numRuns: 4 },
    );
  }, 60_000);

  test("is nobody's by coming first where strangers can register", async () => {
    const appUrl = "https://pioneer.example.com";
    const hosted = await onEmpty({ appUrl }, async (deps) => [(await registerPerson(guest(1), deps)).id]);
    expect([hosted.made.length, hosted.operators]).toEqual([1, []]);
    const granted = await onEmpty({ appUrl }, async (deps) => {
      await registerPerson(guest(1), deps);
      await registerPerson(guest(2), deps);
      await operate(["grant", guest(2).email], deps);
      return [
        (await deps.db.selectFrom("user").select("id").where("email", "=", guest(2).email).executeTakeFirstOrThrow())
          .id,
      ];
    });
    expect(granted.operators).toEqual(granted.made);
  });

  test("is given and taken, and never by the last who has it", async () => {
    const other = await product.signUp();
    expect((await post("/people", { id: boss.userId, isOperator: false, reason })).body.code).toBe("operator.last");
    expect((await post("/people", { id: boss.userId, isDisabled: true, reason })).body.code).toBe("operator.last");
    expect((await post("/people", { id: other.userId, isOperator: true, reason })).status).toBe(200);
    expect((await post("/people", { id: other.userId, isOperator: true, reason })).status).toBe(200);
    expect((await get("/people", other)).people.length).toBeGreaterThan(1);
    expect((await post("/people", { id: boss.userId, isDisabled: true, reason })).body.code).toBe("operator.self");
    const both = await Promise.all([
      post("/people", { id: boss.userId, isOperator: false, reason }, other),
      post("/people", { id: other.userId, isOperator: false, reason }),
    ]);
    // Whoever was slower is no operator any more, or the last one.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
    expect(await operators()).toHaveLength(1);
    await product.database.pool.query(`update "user" set roles = '{operator}' where id = $1`, [boss.userId]);
    await product.database.pool.query(`update "user" set roles = '{}' where id = $1`, [other.userId]);
  });

  test("somebody has it after whatever operators do to each other at once", async () => {
    const second = await product.signUp();
    const third = await product.signUp();
    const all = [boss, second, third];
    const reset = () =>
      product.database.pool.query(`update "user" set roles = '{operator}', disabled_at = null where id = any($1)`, [
        all.map(({ userId }) => userId),
      ]);
    const acts = fc.array(
      fc.record({ by: fc.nat(2), on: fc.nat(2), what: fc.constantFrom("isOperator", "isDisabled") }),
      { minLength: 2, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (chosen) => {
        await reset();
        const answers = await Promise.all(
          chosen.map(({ by, on, what }) =>
            post("/people", { id: all[on]?.userId, [what]: what === "isDisabled", reason }, all[by]),
          ),
        );
        expect(answers.filter(({ status }) => status >= 500).map(({ body }) => JSON.stringify(body))).toEqual([]);
        const { rows } = await product.database.pool.query(
          `select 1 from "user" where 'operator' = any(roles) and disabled_at is null`,
        );
        expect(rows.length).toBeGreaterThan(0);
        await reset();
        for (const person of all) await signIn(person, person);
      }),
      { numRuns: 10 },
    );
    // The two that are left take it from each other at the same moment.
    await post("/people", { id: third.userId, isOperator: false, reason }, boss);
    const answers = await whileHeld(product, "user", () =>
      Promise.all([
        post("/people", { id: second.userId, isOperator: false, reason }, boss),
        post("/people", { id: boss.userId, isOperator: false, reason }, second),
      ]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await reset();
    await product.database.pool.query(`update "user" set roles = '{}' where id = any($1)`, [
      [second.userId, third.userId],
    ]);
  }, 60_000);

  test("is asked of the database at each call", async () => {
    const other = await product.signUp();
    await post("/people", { id: other.userId, isOperator: true, reason });
    expect((await other.send("GET", "/api/operator/runs")).status).toBe(200);
    await post("/people", { id: other.userId, isOperator: false, reason });
    expect((await other.send("GET", "/api/operator/runs")).status).toBe(403);
  });

  test("asks for a proof of who sits there before people, coins and prices change", async () => {
    const other = await product.signUp();
    const long = "update session set proven_at = now() - interval '11 minutes' where user_id = $1";
    await product.database.pool.query(long, [boss.userId]);
    const gift = { userId: other.userId, coins: 5, reason, key: newId() };
    for (const answer of [
      await post("/coins", gift),
      await post("/people", { id: other.userId, isDisabled: true, reason }),
      await put("/sold/coupons", coupon),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "session.notRecent"]);
    expect(Array.isArray((await get("/people")).people)).toBe(true);
    await product.database.pool.query("update session set proven_at = now() where user_id = $1", [boss.userId]);
    expect((await post("/coins", gift)).status).toBe(200);
  });
});

test("somebody who is disabled is signed out and stays out, by every way in, until let in again", async () => {
  const person = await product.signUp();
  await person.verify?.();
  const { pool } = product.database;
  const feed = (await person.send("POST", "/api/calendar/feeds", { family: null })).body.url as string;
  const feedPath = new URL(feed, product.origin).pathname;
  expect((await product.send("GET", feedPath)).status).toBe(200);
  expect((await post("/people", { id: person.userId, isDisabled: true })).status).toBe(400);
  expect((await post("/people", { id: person.userId, isDisabled: true, reason: "spam" })).status).toBe(200);
  expect(await newest()).toMatchObject({
    operator: "Bea Boss",
    action: "disable",
    subject: person.userId,
    email: person.email,
    reason: "spam",
    isTerminal: false,
  });
  expect((await person.send("GET", "/api/user")).status).toBe(401);
  expect((await product.send("GET", feedPath)).status).toBe(404);
  await expect(signIn(product.visit(), person)).rejects.toThrow(/disabled/);
  // A session that began while they were disabled opens nothing either.
  await pool.query(
    `insert into session (id, user_id, token_hash, ip_address, user_agent, expires_at)
     select gen_random_uuid(), $1, 'x', '', '', now() + interval '1 day'`,
    [person.userId],
  );
  const token = "a token that was stolen before";
  await pool.query("update session set token_hash = $2 where user_id = $1", [person.userId, hashToken(token)]);
  const secret = product.deps.config.authSecret;
  const readSession = openReadSession(pool, secret, false);
  const headers = new Headers({
    cookie: `${cookieNames(false).session}=${encodeURIComponent(signToken(token, secret))}`,
  });
  expect(await readSession(headers)).toBeNull();
  // A link from a mail opens nothing, and works again afterwards.
  const link = await signInLink(person.email);
  const refused = await product.visit().send("POST", "/api/auth/link/finish", { token: link });
  expect([refused.status, refused.body.code]).toEqual([401, "login.disabled"]);
  expect(await personOf(person.email)).toMatchObject({ isDisabled: true });

  expect((await post("/people", { id: person.userId, isDisabled: false })).status).toBe(200);
  expect(await readSession(headers)).toMatchObject({ userId: person.userId });
  expect((await product.visit().send("POST", "/api/auth/link/finish", { token: link })).status).toBe(200);
  expect((await product.send("GET", feedPath)).status).toBe(200);
});

/** Token of a link that the person asked for. */
async function signInLink(email: string): Promise<string> {
  await product.visit().send("POST", "/api/auth/link/request", { email });
  await sendRequestedLinks(product.deps);
  // The job of the product may be at the same request.
  const read = async (): Promise<string> => {
    const { rows } = await product.database.pool.query(
      `select text_body from mail where recipient = $1 and kind = 'account-signIn' order by created_at desc limit 1`,
      [email],
    );
    return /#token=(\S+)/.exec(rows[0]?.text_body)?.[1] ?? "";
  };
  await expect.poll(read).not.toBe("");
  return read();
}

test("signing in while somebody disables the account leaves nobody inside", async () => {
  const person = await product.signUp();
  await person.verify?.();
  const visitors = Array.from({ length: 6 }, () => product.visit());
  await Promise.allSettled([
    ...visitors.map((visitor) => signIn(visitor, person)),
    post("/people", { id: person.userId, isDisabled: true, reason }),
  ]);
  for (const visitor of visitors) expect((await visitor.send("GET", "/api/user")).status).toBe(401);
  const { rows } = await product.database.pool.query("select 1 from session where user_id = $1", [person.userId]);
  expect(rows).toEqual([]);
});

test("sessions are ended and a level is set", async () => {
  const person = await product.signUp();
  expect((await post("/people", { id: person.userId, level: "enterprise", reason })).status).toBe(200);
  expect(await newest()).toMatchObject({ action: "setLevel", details: "enterprise" });
  expect((await person.send("GET", "/api/user")).body.ownedLicense).toBe("enterprise");
  expect((await post("/people", { id: person.userId, endSessions: true })).status).toBe(200);
  expect((await person.send("GET", "/api/user")).status).toBe(401);
  expect((await post("/people", { id: person.userId })).status).toBe(400);
  expect((await post("/people", { id: newId(), endSessions: true })).status).toBe(404);
});

test("coins are given and taken with a reason that the person reads, once for each press", async () => {
  const person = await product.signUp();
  const before = await creditsOf(person);
  const gift = { userId: person.userId, coins: 200, reason: "Sorry for yesterday", key: newId() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("/coins", gift)));
  // Each says what the act did; one of them did it.
  expect(answers.map(({ body }) => body.coins)).toEqual(answers.map(() => 200));
  const audited = await product.database.pool.query("select 1 from operator_audit where subject = $1", [person.userId]);
  expect(audited.rows).toHaveLength(1);
  expect(await creditsOf(person)).toBe(before + 200);
  const { rows } = (await person.send("GET", "/api/coins/statement")).body;
  expect(rows[0]).toMatchObject({ reason: "adjustment", amount: 200, note: "Sorry for yesterday" });
  const taken = { ...gift, coins: -1_000_000, key: newId() };
  expect((await post("/coins", taken)).body.coins).toBe(-(before + 200));
  expect(await creditsOf(person)).toBe(0);
  expect((await post("/coins", { ...gift, coins: 0, key: newId() })).status).toBe(400);
  expect((await post("/coins", { ...gift, userId: newId(), key: newId() })).status).toBe(404);
  expect((await post("/coins", { ...gift, userId: boss.userId })).body.code).toBe("idempotency.mismatch");
  expect((await post("/coins", { ...gift, reason: " " })).status).toBe(400);
  expect((await post("/coins", { ...gift, coins: 1_000_001, key: newId() })).status).toBe(400);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("whatever is given and taken at once, the ledger adds up and nobody falls below 0", async () => {
  const person = await product.signUp();
  const gifts = fc.array(
    fc.record({
      coins: fc.integer({ min: -900, max: 900 }).filter((coins) => coins !== 0),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(gifts, async (chosen) => {
      const before = await creditsOf(person);
      const moved = await Promise.all(
        chosen.map(async ({ coins, times }) => {
          const key = newId();
          const answers = await Promise.all(
            Array.from({ length: times }, () => post("/coins", { userId: person.userId, coins, reason, key })),
          );
          expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
          const most = answers.map(({ body }) => body.coins as number).toSorted((a, b) => Math.abs(b) - Math.abs(a))[0];
          return most ?? 0;
        }),
      );
      const after = await creditsOf(person);
      expect(after).toBeGreaterThanOrEqual(0);
      expect(after - before).toBe(moved.reduce((sum, coins) => sum + coins, 0));
    }),
    { numRuns: 15 },
  );
  expect(await brokenLaws(product.database.pool)).toEqual([]);
}, 60_000);

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
  expect((await put("/sold/items", item)).status).toBe(200);
  expect((await put("/sold/items", { ...item, priceCents: null })).status).toBe(400);
  expect((await put("/sold/items", { ...item, kind: "plan", level: "starter" })).status).toBe(409);
  const person = await product.signUp();
  const packs = async () =>
    (await person.send("GET", "/api/payments/offers")).body.packs.map(({ id }: { id: string }) => id);
  expect(await packs()).toContain("coins-77");
  await put("/sold/items", { ...item, isOffered: false });
  expect(await packs()).not.toContain("coins-77");

  expect((await put("/sold/coupons", coupon)).status).toBe(404);
  expect((await post("/sold/coupons", coupon)).status).toBe(200);
  expect((await put("/sold/coupons", { ...coupon, centsOff: 5 })).status).toBe(400);
  expect((await post("/sold/coupons", { ...coupon, code: "BOTH", centsOff: 5 })).status).toBe(400);
  const price = await person.send("POST", "/api/payments/coupon", { code: "operator5", item: "coins-500" });
  expect(price.body.discountCents).toBe(95);
  expect(await newest()).toMatchObject({ action: "saveCoupon", subject: "OPERATOR5", details: "5 %, 3×" });
  await put("/sold/coupons", { ...coupon, isActive: false });
  const ended = await person.send("POST", "/api/payments/coupon", { code: "operator5", item: "coins-500" });
  expect(ended.body.code).toBe("payments.couponExpired");
  expect(await get("/sold")).toMatchObject({ provider: "local" });
});

test("a coupon that exists is not made again, however many try at once, and is changed where that is asked", async () => {
  const fresh = { ...coupon, code: "ONCE10", percentOff: 10, leastCents: 500 };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => post("/sold/coupons", { ...fresh, mostUses: at + 1 })),
  );
  expect(answers.map(({ status, body }) => `${body.code ?? status}`).toSorted()).toEqual([
    "200",
    ...Array.from({ length: 5 }, () => "operator.couponExists"),
  ]);
  const find = async () => (await get("/sold")).coupons.find(({ code }: { code: string }) => code === "ONCE10");
  const before = await find();
  const again = await post("/sold/coupons", { ...fresh, percentOff: 90, isActive: false });
  expect([again.status, again.body.code]).toEqual([409, "operator.couponExists"]);
  expect(await find()).toEqual(before);
  expect((await put("/sold/coupons", { ...fresh, percentOff: 20, mostUses: null })).status).toBe(200);
  expect(await find()).toEqual({ ...before, percentOff: 20, mostUses: null });
});

test("a plan that people pay for keeps its terms, and may be offered no more", async () => {
  const person = await product.signUp();
  const checkout = await person.send("POST", "/api/payments/checkout", { item: "plan-starter" });
  const card = { email: "mara@example.com", cardNumber: "4242 4242 4242 4242", validUntil: "04 / 49" };
  const paid = { ...card, securityCode: "123", country: "DE" };
  expect((await person.send("POST", `/api/payments/local/${checkout.body.orderId}`, paid)).status).toBe(200);
  const plan = (await get("/sold")).items.find(({ id }: { id: string }) => id === "plan-starter");
  for (const change of [{ priceCents: 1 }, { coins: 999_999 }, { currency: "USD" }, { level: "enterprise" }]) {
    const answer = await put("/sold/items", { ...plan, ...change });
    expect([change, answer.status, answer.body.code]).toEqual([change, 409, "operator.inUse"]);
  }
  expect((await put("/sold/items", { ...plan, isOffered: false })).status).toBe(200);
  await product.database.pool.query("update payment_plan set status = 'ended' where user_id = $1", [person.userId]);
  expect((await put("/sold/items", { ...plan, priceCents: plan.priceCents + 100 })).status).toBe(200);
  expect((await put("/sold/items", plan)).status).toBe(200);
});

test("a level is given and taken back, and the list tells it from the one that counts", async () => {
  const person = await product.signUp();
  const seen = async () => {
    const { level, grantedLevel } = await personOf(person.email);
    return [level, grantedLevel];
  };
  expect(await seen()).toEqual(["justRegistered", null]);
  await post("/people", { id: person.userId, level: "visionary", reason });
  expect(await seen()).toEqual(["visionary", "visionary"]);
  await post("/people", { id: person.userId, level: "justRegistered", reason });
  expect(await seen()).toEqual(["justRegistered", null]);
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
  // Of a link that opens an account nothing is kept: there is nothing to send again.
  await product.database.pool.query("update mail set state = 'failed', text_body = '' where id = $1", [mail.id]);
  expect((await post("/mails/retry", { id: mail.id })).status).toBe(404);
  expect((await get("/mails?state=failed")).mails.map(({ id }: { id: string }) => id)).toContain(mail.id);
  expect(Array.isArray((await get("/runs")).runs)).toBe(true);
  expect(await get("/overview?days=14")).toMatchObject({ currency: "EUR" });
});

test("a workflow that is switched off starts for nobody, and again when it is on", async () => {
  const person = await product.signUp();
  const name = "userStoryWriterWorkflow";
  const path = `/api/workflows/${name}`;
  const { example } = (await person.send("GET", path)).body;
  expect((await put("/workflows", { workflow: name, isOffered: false, reason })).status).toBe(200);
  expect(await newest()).toMatchObject({ action: "switchOff", subject: name, reason });
  const shown = (await person.send("GET", path)).body;
  expect(shown).toMatchObject({ card: { isProductionReady: false }, form: null, example: null });
  const list = (await person.send("GET", "/api/workflows")).body.workflows;
  expect(list.find((card: { workflowName: string }) => card.workflowName === name).isProductionReady).toBe(false);
  const start = (key: string) =>
    person.send("POST", `${path}/runs`, { enData: { formValues: example } }, { "idempotency-key": key });
  const refused = { status: 409, body: { code: "workflow.notLive" } };
  expect(await person.send("POST", `${path}/quote`, { formValues: example })).toMatchObject(refused);
  expect(await start("a-key-of-the-switch-1")).toMatchObject(refused);
  expect((await person.send("GET", "/api/workflows/runs/latest")).body.off).toEqual([name]);
  const before = await creditsOf(person);
  const switches = (await get("/workflows")).workflows;
  expect(switches.find(({ workflow }: { workflow: string }) => workflow === name).isOffered).toBe(false);
  // What is not ready for anybody cannot be switched on.
  expect((await put("/workflows", { workflow: "videoScriptWriterWorkflow", isOffered: true })).status).toBe(404);
  expect((await put("/workflows", { workflow: "nothing", isOffered: true })).status).toBe(404);
  expect((await put("/workflows", { workflow: name, isOffered: true }, person)).status).toBe(403);
  await put("/workflows", { workflow: name, isOffered: true });
  expect(await creditsOf(person)).toBe(before);
  expect((await start("a-key-of-the-switch-2")).status).toBe(202);
});

test("schedules of somebody who is disabled rest", async () => {
  const person = await product.signUp();
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  const headers = { "idempotency-key": "a-key-of-a-schedule" };
  const begun = await person.send("POST", `${path}/runs`, { enData: { formValues: example } }, headers);
  const { projectId } = begun.body.run;
  const rhythm = { every: "week", day: 1, time: "08:00", timeZone: "Europe/Berlin", monthlyLimit: 5000 };
  expect((await person.send("PUT", "/api/workflows/schedules", { projectId, ...rhythm })).status).toBe(200);
  const find = async () =>
    (await dueSchedules(product.deps.db).find(new Date(Date.now() + 2 * 366 * 86_400_000), 100)).map(
      (row) => row.project_id,
    );
  expect(await find()).toContain(projectId);
  await post("/people", { id: person.userId, isDisabled: true, reason });
  expect(await find()).not.toContain(projectId);
});

test("figures count what happened", async () => {
  const before = await get("/overview?days=1");
  await product.signUp();
  const after = await get("/overview?days=1");
  expect([after.people - before.people, after.newPeople - before.newPeople]).toEqual([1, 1]);
  for (const [days, bars] of [
    ["1", 24],
    ["14", 14],
    ["90", 90],
  ] as const) {
    const shown = await get(`/overview?days=${days}`);
    expect(shown.bars).toHaveLength(bars);
    expect(shown.bars.reduce((sum: number, { runs }: { runs: number }) => sum + runs, 0)).toBe(shown.runs);
  }
});

test("the first word of runs and the last backup are told, and a backup that is long ago needs a look", async () => {
  const person = await product.signUp();
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  for (let at = 0; at < 3; at += 1)
    await person.send("POST", `${path}/runs`, { enData: { formValues: example } }, { "idempotency-key": newId() });
  const open = `select 1 from run where user_id = $1 and finished_at is null`;
  const isOver = async () => (await product.database.pool.query(open, [person.userId])).rows.length;
  await expect.poll(isOver, { timeout: 20_000 }).toBe(0);
  await product.database.pool.query("update run set first_text_at = null, status = 'failed'");
  expect(await get("/health")).toMatchObject({ firstTextSeconds: null, resultSeconds: null });
  await product.database.pool.query(
    `with mine as (select id, row_number() over (order by id) as place from run where user_id = $1)
     update run set status = 'succeeded', first_text_at = started_at + make_interval(secs => (place * place)::float8),
       finished_at = started_at + make_interval(secs => (place * 10)::float8) from mine where mine.id = run.id`,
    [person.userId],
  );
  const { firstTextSeconds, resultSeconds } = await get("/health");
  expect([firstTextSeconds.median, resultSeconds.median]).toEqual([4, 20]);
  expect(firstTextSeconds.p95).toBeCloseTo(8.5);
  expect((await get("/overview?days=1")).firstTextSeconds).toEqual(firstTextSeconds);
  const backup = (at: string | null) =>
    product.database.pool.query("update installation set last_backup_at = $1::timestamptz", [at]);
  const looks = async () =>
    (await get("/overview")).needsLook.filter(({ kind }: { kind: string }) => kind === "backupOld");
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  for (const [at, days] of [
    [null, []],
    [ago(50), []],
    [ago(74), [3]],
  ] as const) {
    await backup(at);
    expect((await get("/health")).lastBackup).toBe(at);
    expect((await looks()).map(({ count }: { count: number }) => count)).toEqual(days);
  }
});

test("what operators do is written down, and stays without a name when they go", async () => {
  const { rows } = await get("/audit?limit=200");
  expect(new Set(rows.map(({ action }: { action: string }) => action))).toEqual(
    new Set([
      "disable",
      "enable",
      "endSessions",
      "grantRole",
      "revokeRole",
      "setLevel",
      "giveCoins",
      "takeCoins",
      "saveItem",
      "saveCoupon",
      "stopCoupon",
      "retryMail",
      "switchOn",
      "switchOff",
    ]),
  );
  const second = await product.signUp("Ona Operator");
  await post("/people", { id: second.userId, isOperator: true, reason });
  const person = await product.signUp();
  await post("/coins", { userId: person.userId, coins: 7, reason: "seven", key: newId() }, second);
  expect(await newest()).toMatchObject({ operator: "Ona Operator", details: "7", email: person.email });
  for (const gone of [second, person])
    expect((await gone.send("DELETE", "/api/user", { enData: { userId: gone.userId } })).status).toBe(200);
  expect(await newest()).toMatchObject({ operator: null, isTerminal: false, email: null, reason: "seven" });
});

test("operators see counts and costs, never what people write", async () => {
  const person = await product.signUp("Wanda Words");
  const secret = "zebra-crossing-secret";
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  const formValues = { ...example, requirementTitle: secret };
  await person.send("POST", `${path}/runs`, { enData: { formValues } }, { "idempotency-key": "a-key-of-words" });
  await person.send("POST", "/api/leads", { enData: { leads: [{ name: secret }] } });
  const paths = ["/overview", "/people", "/sold", "/runs", "/mails", "/workflows", "/audit"];
  for (const one of paths) expect(JSON.stringify(await get(one))).not.toContain(secret);
  const { runs } = await get("/runs");
  const run = runs.find(({ userId }: { userId: string }) => userId === person.userId);
  expect(run).toMatchObject({ workflow: "userStoryWriterWorkflow", email: person.email });
  expect(Object.keys(run).toSorted()).toEqual([
    "coins",
    "coinsState",
    "dateCreated",
    "dateFinished",
    "email",
    "errorCode",
    "id",
    "inputTokens",
    "outputTokens",
    "status",
    "userId",
    "workflow",
  ]);
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
  await operate(["disable", person.email, "too", "much", "spam"], deps);
  expect(await newest()).toMatchObject({
    operator: null,
    isTerminal: true,
    action: "disable",
    reason: "too much spam",
  });
  expect((await person.send("GET", "/api/user")).status).toBe(401);
  expect((await operate(["people", person.email], deps)).join("\n")).toMatch(/disabled/);
  expect((await operate(["audit"], deps))[0]).toContain("too much spam");
  expect((await operate(["runs"], deps)).length).toBeGreaterThan(0);
  await product.database.pool.query("update mail set state = 'sent' where user_id = $1", [person.userId]);
  const sent = await operate(["mails", "sent"], deps);
  expect(sent.filter((line) => line.includes(person.email))).toHaveLength(1);
  expect(sent.filter((line) => !line.endsWith(": sent"))).toEqual([]);
  expect((await operate(["mails", "queued"], deps)).filter((line) => line.includes(person.email))).toEqual([]);
  const name = "contentPlannerWorkflow";
  await operate(["workflow", name, "off", "for", "now"], deps);
  expect((await operate(["workflows"], deps)).find((line) => line.startsWith(name))).toMatch(/off$/);
  await operate(["workflow", name, "on"], deps);
  await operate(["hide", "coins-500"], deps);
  expect((await operate(["sold"], deps)).join("\n")).toContain("coins-500: 500 coins, 19.00 EUR (not offered)");
  await operate(["offer", "coins-500"], deps);
  await operate(["coupon", "TERMINAL9", "9"], deps);
  await expect(operate(["coupon", "TERMINAL9", "90"], deps)).rejects.toThrow(/coupon-edit TERMINAL9/);
  expect(await operate(["coupon-edit", "TERMINAL9", "8", "2"], deps)).toEqual(["Coupon TERMINAL9: 8 % off, 2 times."]);
  expect((await operate(["sold"], deps)).join("\n")).toContain("coupon TERMINAL9: used 0 of 2");
  await expect(operate(["coupon-edit", "UNKNOWN1", "8"], deps)).rejects.toThrow(/no coupon UNKNOWN1/);
  await operate(["coupon-edit", "TERMINAL9", "8"], deps);
  await operate(["coupon-off", "TERMINAL9"], deps);
  expect(await operate(["level", person.email, "starter", "a friend"], deps)).toEqual([
    `${person.email} has the level starter at least: starter now.`,
  ]);
  expect(await operate(["level", person.email, "justRegistered", "no more"], deps)).toEqual([
    `${person.email} has no level given any more: justRegistered.`,
  ]);
  expect((await operate(["sold"], deps)).join("\n")).toContain("coupon TERMINAL9: used 0 (off)");
  for (const wrong of [
    [],
    ["coins", person.email, "0", "why"],
    ["coupon", "x", "10"],
    ["grant", "nobody"],
    ["workflow", name],
    ["offer", "nothing"],
    ["coupon-off", "NOTHING"],
    ["retry", "x"],
  ])
    await expect(operate(wrong, deps)).rejects.toThrow(/usage/);
  await expect(operate(["grant", "nobody@example.com"], deps)).rejects.toThrow(/Nobody here/);
});
