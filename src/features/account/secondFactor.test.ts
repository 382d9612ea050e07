import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Answer, type Person, signIn, type Visitor } from "#src/testing/visitor.ts";
import { stepAt, totpCode } from "./server/totp.ts";

/* Two-factor sign-in: codes of an app, each once, and recovery codes, each once. */

/** Moves on so that no test waits for the next code. */
let clock = Date.now();
const nextStep = (): void => void (clock += 30_000);

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(clock) });
});
afterAll(() => product.close());

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

interface Guarded extends Person {
  code: () => string;
  recoveryCodes: string[];
}

/** A person whose second factor is on; the session is proven by the clock of the test. */
async function guarded({ isVerified = false } = {}): Promise<Guarded> {
  const person = await product.signUp();
  if (isVerified) await person.verify?.();
  await product.database.db
    .updateTable("session")
    .set({ proven_at: new Date(clock) })
    .where("user_id", "=", person.userId)
    .execute();
  const begun = (await person.send("POST", "/api/user/two-factor/begin", {})).body as { secret: string; uri: string };
  const secret = fromBase32(begun.secret);
  const code = (): string => totpCode(secret, stepAt(new Date(clock)));
  const on = await person.send("POST", "/api/user/two-factor", { code: code() });
  expect(on.status).toBe(200);
  nextStep();
  return { ...person, code, recoveryCodes: on.body.recoveryCodes };
}

async function tryToSignIn(visitor: Visitor, person: Person, more: Record<string, string> = {}): Promise<Answer> {
  const { csrfToken } = (await visitor.send("GET", "/api/auth/csrf")).body as { csrfToken: string };
  const { email, password } = person;
  const fields = { email, password, callbackUrl: "/", csrfToken, json: "true", ...more };
  return visitor.send("POST", "/api/auth/callback/credentials", new URLSearchParams(fields));
}
const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send("GET", "/api/user")).status === 200;
const outcomeOf = ({ status, body }: Answer): string => `${status} ${body.code ?? "ok"}`;

describe("a code of the app", () => {
  test("is asked for once the password was right, and opens the session", async () => {
    const person = await guarded();
    const visitor = product.visit();
    expect(outcomeOf(await tryToSignIn(visitor, person))).toBe("401 login.codeNeeded");
    expect(outcomeOf(await tryToSignIn(visitor, person, { code: "000000" }))).toBe("401 login.wrongCode");
    expect(await isSignedIn(visitor)).toBe(false);
    // Who does not know the password learns nothing of a second factor.
    const wrong = await tryToSignIn(visitor, person, { password: "wrong wrong wrong", code: person.code() });
    expect(wrong.body).toEqual({ url: `${product.origin}/api/auth/error?error=CredentialsSignin` });
    expect(outcomeOf(await tryToSignIn(visitor, person, { code: person.code() }))).toBe("200 ok");
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("works once, also when ten use it at the same time, and none of before works after it", async () => {
    const person = await guarded();
    const [before, code] = [person.code(), (nextStep(), person.code())];
    const visitors = Array.from({ length: 10 }, () => product.visit());
    const answers = await Promise.all(visitors.map((visitor) => tryToSignIn(visitor, person, { code })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect((await Promise.all(visitors.map(isSignedIn))).filter(Boolean).length).toBe(1);
    expect(outcomeOf(await tryToSignIn(product.visit(), person, { code }))).toBe("401 login.wrongCode");
    expect(outcomeOf(await tryToSignIn(product.visit(), person, { code: before }))).toBe("401 login.wrongCode");
  });

  test("that turned it on does not sign in", async () => {
    const person = await product.signUp();
    await signIn(person, person);
    await product.database.db
      .updateTable("session")
      .set({ proven_at: new Date(clock) })
      .where("user_id", "=", person.userId)
      .execute();
    const { secret } = (await person.send("POST", "/api/user/two-factor/begin", {})).body;
    // Until a code was typed, nothing is on.
    expect(outcomeOf(await tryToSignIn(product.visit(), person))).toBe("200 ok");
    const code = totpCode(fromBase32(secret), stepAt(new Date(clock)));
    expect((await person.send("POST", "/api/user/two-factor", { code })).status).toBe(200);
    expect(outcomeOf(await tryToSignIn(product.visit(), person, { code }))).toBe("401 login.wrongCode");
  });

  test("proves who sits there in an open session", async () => {
    const person = await guarded();
    await product.database.db
      .updateTable("session")
      .set({ proven_at: new Date(0) })
      .execute();
    const off = (): Promise<Answer> => person.send("DELETE", "/api/user/two-factor", {});
    expect(outcomeOf(await off())).toBe("403 session.notRecent");
    expect(outcomeOf(await person.send("POST", "/api/user/proof", { code: "000000" }))).toBe("403 login.wrongCode");
    expect((await person.send("POST", "/api/user/proof", { code: person.code() })).status).toBe(200);
    await product.database.db
      .updateTable("session")
      .set({ proven_at: new Date(clock) })
      .where("user_id", "=", person.userId)
      .execute();
    expect((await off()).status).toBe(200);
    expect(outcomeOf(await off())).toBe("409 twoFactor.isOff");
    expect(outcomeOf(await tryToSignIn(product.visit(), person))).toBe("200 ok");
  });
});

test("a link to sign in asks for the code too, and stays good until it was right", async () => {
  const person = await guarded();
  // Of an address that nobody confirmed a stranger may have guarded the account.
  await product.database.pool.query(`update "user" set email_verified = true where id = $1`, [person.userId]);
  await product.send("POST", "/api/auth/link/request", { email: person.email });
  const mail = () =>
    product.database.db
      .selectFrom("mail")
      .select("text_body")
      .where("recipient", "=", person.email)
      .where("kind", "=", "account-signIn")
      .executeTakeFirst();
  await expect.poll(mail).toBeDefined();
  const token = /#token=(\S+)/.exec((await mail())?.text_body ?? "")?.[1] ?? "";
  const visitor = product.visit();
  const enter = (code?: string): Promise<Answer> => visitor.send("POST", "/api/auth/link/finish", { token, code });
  expect(outcomeOf(await enter())).toBe("401 login.codeNeeded");
  expect(outcomeOf(await enter("000000"))).toBe("401 login.wrongCode");
  expect(await isSignedIn(visitor)).toBe(false);
  expect(outcomeOf(await enter(person.code()))).toBe("200 ok");
  expect(await isSignedIn(visitor)).toBe(true);
});

describe("a recovery code", () => {
  test("opens one session, also when fifty use it at the same time", async () => {
    const person = await guarded();
    const [code = ""] = person.recoveryCodes;
    const visitors = Array.from({ length: 50 }, () => product.visit());
    const answers = await Promise.all(visitors.map((visitor) => tryToSignIn(visitor, person, { code })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect((await person.send("GET", "/api/user/security")).body).toMatchObject({ twoFactor: true, recoveryCodes: 9 });
    expect(outcomeOf(await tryToSignIn(product.visit(), person, { code }))).toBe("401 login.wrongCode");
  }, 60_000);

  test("may be typed in capitals and with blanks, belongs to one person, and dies with a new set", async () => {
    const [person, other] = [await guarded(), await guarded()];
    const [first = "", second = "", third = ""] = person.recoveryCodes;
    expect(new Set([...person.recoveryCodes, ...other.recoveryCodes]).size).toBe(20);
    expect(outcomeOf(await tryToSignIn(product.visit(), other, { code: first }))).toBe("401 login.wrongCode");
    const typed = ` ${first.toUpperCase().replace("-", " ")} `;
    expect(outcomeOf(await tryToSignIn(product.visit(), person, { code: typed }))).toBe("200 ok");
    const renewed = await person.send("POST", "/api/user/two-factor/codes", {});
    expect(renewed.body.recoveryCodes.length).toBe(10);
    for (const old of [second, third])
      expect(outcomeOf(await tryToSignIn(product.visit(), person, { code: old }))).toBe("401 login.wrongCode");
    const [fresh] = renewed.body.recoveryCodes;
    expect(outcomeOf(await tryToSignIn(product.visit(), person, { code: fresh }))).toBe("200 ok");
  });
});

test("secret and recovery codes are nowhere in the database as they are", async () => {
  const person = await guarded();
  const { db } = product.database;
  const rows = JSON.stringify([
    await db.selectFrom("second_factor").selectAll().execute(),
    await db.selectFrom("recovery_code").selectAll().execute(),
    await db.selectFrom("account_event").selectAll().execute(),
    await db.selectFrom("mail").selectAll().execute(),
  ]);
  for (const code of person.recoveryCodes) expect(rows).not.toContain(code);
  const sealed = await db
    .selectFrom("second_factor")
    .selectAll()
    .where("user_id", "=", person.userId)
    .executeTakeFirstOrThrow();
  // Another person's key does not open it: the row of one person is no use in another's place.
  const other = await guarded();
  await db.updateTable("second_factor").set({ secret: sealed.secret }).where("user_id", "=", other.userId).execute();
  nextStep();
  expect((await tryToSignIn(product.visit(), other, { code: person.code() })).status).toBe(500);
});

test("guesses are limited, with the right password too", async () => {
  const strict = await openTestProduct({
    beside: product,
    env: { THROTTLES: "default", ROLE: "web" },
    now: () => new Date(clock),
  });
  try {
    const person = await guarded();
    const outcomes: string[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const visitor = strict.visit();
      outcomes.push(outcomeOf(await tryToSignIn(visitor, person, { code: "000000" })));
    }
    // The code that turned it on was the first of ten.
    expect(outcomes.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => "401 login.wrongCode"));
    expect(outcomes.slice(9)).toEqual(["429 request.tooMany", "429 request.tooMany"]);
    expect((await tryToSignIn(strict.visit(), person, { code: person.code() })).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test("the log and the mails of the account tell of it", async () => {
  const person = await guarded({ isVerified: true });
  await tryToSignIn(product.visit(), person, { code: "000000" });
  await tryToSignIn(product.visit(), person, { code: person.recoveryCodes[3] ?? "" });
  const { events } = (await person.send("GET", "/api/user/events")).body as { events: { kind: string }[] };
  expect(events.map(({ kind }) => kind)).toEqual([
    "signedIn",
    "recoveryCodeUsed",
    "signInFailed",
    "twoFactorOn",
    "signedIn",
  ]);
  const mails = await product.database.db
    .selectFrom("mail")
    .select("kind")
    .where("recipient", "=", person.email)
    .execute();
  expect(mails.map(({ kind }) => kind)).toContain("account-twoFactorOn");
});
