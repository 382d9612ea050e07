import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, signIn } from "#src/testing/visitor.ts";

/* Grave acts ask for a proof of the last ten minutes, in the very session that does them. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ env: { THROTTLES: "default" } });
});
afterAll(() => product.close());

/** Lets the last proof of every session of a person be some minutes old. */
const age = (person: Person, minutes: number) =>
  product.database.db
    .updateTable("session")
    .set({ proven_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    .where("user_id", "=", person.userId)
    .execute();

/** Every call that asks for a recent sign-in. */
const grave: Record<string, (person: Person) => ReturnType<Person["send"]>> = {
  "POST /api/user/email": (person) => person.send("POST", "/api/user/email", { email: `new-${person.email}` }),
  "POST /api/user/two-factor/begin": (person) => person.send("POST", "/api/user/two-factor/begin", {}),
  "POST /api/user/export": (person) => person.send("POST", "/api/user/export", {}),
  "POST /api/calendar/feeds": (person) => person.send("POST", "/api/calendar/feeds", { family: null }),
  "DELETE /api/user": (person) => person.send("DELETE", "/api/user", { enData: { userId: person.userId } }),
};

describe("a recent sign-in", () => {
  test.each(Object.entries(grave))("is needed for %s", async (_name, act) => {
    const person = await product.signUp();
    await age(person, 11);
    const refused = await act(person);
    expect([refused.status, refused.body.code]).toEqual([403, "session.notRecent"]);
    expect((await person.send("GET", "/api/user")).status).toBe(200);
    expect((await person.send("POST", "/api/user/proof", { password: person.password })).body).toEqual({
      proven: true,
    });
    expect((await act(person)).status).toBeLessThan(300);
  });

  test("is needed before anything else is said of the second factor", async () => {
    const person = await product.signUp();
    await age(person, 11);
    const answers = [
      await person.send("POST", "/api/user/two-factor", { code: "000000" }),
      await person.send("POST", "/api/user/two-factor/codes", {}),
      await person.send("DELETE", "/api/user/two-factor", {}),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array.from(answers, () => "session.notRecent"));
  });

  test("is proven by the password alone, and each session proves its own", async () => {
    const person = await product.signUp();
    const elsewhere = product.visit();
    await signIn(elsewhere, person);
    await age(person, 11);
    const wrong = await person.send("POST", "/api/user/proof", { password: "wrong wrong wrong" });
    expect([wrong.status, wrong.body.code]).toEqual([403, "login.wrongPassword"]);
    const deletion = { enData: { userId: person.userId } };
    expect((await person.send("DELETE", "/api/user", deletion)).status).toBe(403);
    await elsewhere.send("POST", "/api/user/proof", { password: person.password });
    expect((await person.send("DELETE", "/api/user", deletion)).status).toBe(403);
    expect((await elsewhere.send("DELETE", "/api/user", deletion)).status).toBe(200);
  });

  test("cannot be guessed", async () => {
    const person = await product.signUp();
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push((await person.send("POST", "/api/user/proof", { password: `guess ${turn}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    expect((await person.send("POST", "/api/user/proof", { password: person.password })).status).toBe(429);
  });

  test("may be as old as nine minutes", async () => {
    const person = await product.signUp();
    await age(person, 9);
    expect((await person.send("DELETE", "/api/user", { enData: { userId: person.userId } })).status).toBe(200);
  });
});

test("a new password ends all other sessions, keeps this one and sends word of it", async () => {
  const person = await product.signUp();
  await person.verify?.();
  const elsewhere = product.visit();
  await signIn(elsewhere, person);
  const before = person.cookie();
  const change = { currentPassword: person.password, newPassword: "another long password" };
  expect((await person.send("POST", "/api/user/password", change)).status).toBe(200);
  expect((await elsewhere.send("GET", "/api/coins")).status).toBe(401);
  expect((await person.send("GET", "/api/coins")).status).toBe(200);
  expect(person.cookie()).not.toBe(before);
  expect((await product.send("GET", "/api/coins", undefined, { cookie: before })).status).toBe(401);
  const mails = await product.database.db
    .selectFrom("mail")
    .select("kind")
    .where("recipient", "=", person.email)
    .orderBy("id")
    .execute();
  expect(mails.map(({ kind }) => kind)).toEqual(["account-verify", "account-passwordChanged"]);
});

test.each([
  ["POST", "/api/user/password", { currentPassword: "{current}", newPassword: "another long password" }],
  ["POST", "/api/calendar/feeds", { family: null }],
  ["POST", "/api/user/export", {}],
  ["POST", "/api/user/email", { email: "elsewhere@slow.example" }],
  ["POST", "/api/user/two-factor/begin", {}],
  ["DELETE", "/api/user/sessions", { others: true }],
])("a change whose body came after the session had ended is refused: %s %s", async (method, path, value) => {
  const person = await product.signUp();
  const body = JSON.stringify(value).replace("{current}", person.password);
  let finish = (): void => undefined;
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      const bytes = new TextEncoder().encode(body);
      controller.enqueue(bytes.slice(0, -1));
      finish = () => {
        controller.enqueue(bytes.slice(-1));
        controller.close();
      };
    },
  });
  const answer = product.fetch(
    new Request(product.origin + path, {
      method,
      headers: { "content-type": "application/json", origin: product.origin, cookie: person.cookie() },
      body: slow,
      duplex: "half",
    } as RequestInit),
  );
  // The session has been read by now; then whoever owns the address ends it.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await product.database.db.deleteFrom("session").where("user_id", "=", person.userId).execute();
  finish();
  expect((await answer).status).toBe(401);
  await signIn(person, person);
});

test("a new password needs a recent sign-in where two-factor is on", async () => {
  const person = await product.signUp();
  await product.database.pool.query(
    "insert into second_factor (user_id, secret, confirmed_at) values ($1, 'x', now())",
    [person.userId],
  );
  await age(person, 11);
  const change = { currentPassword: person.password, newPassword: "another long password" };
  const answer = await person.send("POST", "/api/user/password", change);
  expect([answer.status, answer.body.code]).toEqual([403, "session.notRecent"]);
});

test("word of changes goes to proven addresses alone, and five times a day at most", async () => {
  const strange = await product.signUp();
  const change = (person: Person, currentPassword: string, newPassword: string) =>
    person.send("POST", "/api/user/password", { currentPassword, newPassword });
  expect((await change(strange, strange.password, "another long password")).status).toBe(200);
  const noticesTo = (email: string) =>
    product.database.db
      .selectFrom("mail")
      .select("kind")
      .where("recipient", "=", email)
      .where("kind", "=", "account-passwordChanged")
      .execute();
  expect(await noticesTo(strange.email)).toEqual([]);
  const person = await product.signUp();
  await person.verify?.();
  let password = person.password;
  for (let turn = 0; turn < 7; turn += 1) {
    expect((await change(person, password, `another long password ${turn}`)).status).toBe(200);
    password = `another long password ${turn}`;
  }
  expect(await noticesTo(person.email)).toHaveLength(5);
});
