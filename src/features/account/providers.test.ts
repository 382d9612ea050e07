import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import {
  domainTenant,
  type Elsewhere,
  openOpenIdDouble,
  type OpenIdDouble,
  personalTenant,
} from "#src/testing/openIdDouble.ts";
import { type Answer, type Person, register, signIn, type Visitor } from "#src/testing/visitor.ts";
import { addressKey } from "#src/kit/addressKey.ts";
import { readConfig } from "#src/platform/config.ts";
import { type Accounts, openAccounts, openBrowser } from "./conformance/openAccounts.ts";
import { stepAt, totpCode } from "./server/totp.ts";

/* Sign-in with an account at a provider, over the wire against a provider of our own, with everything it may do wrong. */

const all = ["google", "microsoft", "linkedin", "github"] as const;
type Id = (typeof all)[number];

let double: OpenIdDouble;
let product: TestProduct;
let count = 0;

beforeAll(async () => {
  double = await openOpenIdDouble();
  product = await openTestProduct({ env: double.env });
});
afterAll(async () => {
  await product.close();
  await double.close();
});
beforeEach(() => double.become(somebody()));
afterEach(() => double.fail({}));

/** The feature alone, with settings of its own. */
const accountsWith = (env: Record<string, string>): Promise<Accounts> =>
  openAccounts({
    pool: product.database.pool,
    appUrl: product.origin,
    throttleFactor: 1000,
    overrides: {
      config: { ...readConfig(env), appUrl: product.origin, authSecret: "a secret of a test, 32 characters and more" },
    },
  });

const tenant = "3f2a7c1e-0b57-4a8e-9d5c-6b1f0e2d4c8a";

/** A person who is known at the provider and has proven the address there. */
function somebody(more: Partial<Elsewhere> = {}): Elsewhere {
  count += 1;
  const subject = String(40_000 + count);
  return {
    subject,
    name: "Ada Lovelace",
    email: `ada${count}@elsewhere.example`,
    isVerified: true,
    more: { tid: tenant, oid: `object-${subject}` },
    ...more,
  };
}

/** Whether the provider answers for the mailboxes of its people. */
const isOwner = (id: Id): boolean => id === "google" || id === "microsoft";

/** Makes somebody the one who sits at the provider. */
function sits(more: Partial<Elsewhere> = {}): Elsewhere & { email: string } {
  const person = somebody(more);
  double.become(person);
  return { ...person, email: person.email ?? "" };
}

/** Address of the provider's page, as the button of the sign-in page gets it. */
async function begin(visitor: Visitor, id: Id, fields: Record<string, string> = {}): Promise<Answer> {
  const { csrfToken } = (await visitor.send("GET", "/api/auth/csrf")).body as { csrfToken: string };
  return visitor.send(
    "POST",
    `/api/auth/signin/${id}`,
    new URLSearchParams({ csrfToken, json: "true", callbackUrl: "/calendar", ...fields }),
  );
}

/** Goes to the provider and comes back with what it sent along. */
async function comeBack(visitor: Visitor, id: Id, fields?: Record<string, string>): Promise<string> {
  const { body } = await begin(visitor, id, fields);
  return double.visit(body.url as string);
}

/** The whole way: where the browser ends, as path and query. */
async function go(visitor: Visitor, id: Id, fields?: Record<string, string>): Promise<string> {
  return leadOf(await visitor.send("GET", await comeBack(visitor, id, fields)));
}
function leadOf(answer: Answer): string {
  const location = answer.headers.get("location");
  if (location === null) return `${answer.status} ${answer.body?.code}`;
  const url = new URL(location, product.origin);
  return url.origin === product.origin ? url.pathname + url.search + url.hash : url.href;
}
const errorOf = async (visitor: Visitor, id: Id): Promise<string | null> =>
  new URL(await go(visitor, id), product.origin).searchParams.get("error");
const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send("GET", "/api/user")).status === 200;
const pending = async (visitor: Visitor): Promise<Answer> => visitor.send("GET", "/api/auth/provider/pending");
const finish = (visitor: Visitor, body: unknown): Promise<Answer> =>
  visitor.send("POST", "/api/auth/provider/finish", body);
const accept = { name: "Ada Lovelace", termsAccepted: true };

/** A new account by a provider, signed in. */
async function joined(id: Id = "google", more: Partial<Elsewhere> = {}) {
  const person = sits(more);
  const visitor = product.visit();
  expect(await go(visitor, id)).toBe("/pioneers/signin?mode=provider");
  expect((await finish(visitor, accept)).status).toBe(200);
  return { visitor, person };
}

/** An account with a password and a confirmed address, signed in. */
async function confirmed(): Promise<Person> {
  const person = await product.signUp();
  await person.verify?.();
  return person;
}
/** Turns the second factor on. @returns the code that did it, and the recovery codes */
async function turnFactorOn(visitor: Visitor): Promise<{ code: string; recoveryCodes: string[] }> {
  const begun = (await visitor.send("POST", "/api/user/two-factor/begin", {})).body as { secret: string };
  const bits = Array.from(begun.secret, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const code = totpCode(secret, stepAt(new Date()));
  const on = await visitor.send("POST", "/api/user/two-factor", { code });
  return { code, recoveryCodes: on.body.recoveryCodes };
}

const accounts = (email: string) =>
  product.database.db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.user_id")
    .select(["account.provider_id", "account.access_token", "account.id_token"])
    .where("user.email", "=", email)
    .orderBy("account.provider_id")
    .execute();
const kindsOf = async (email: string): Promise<string[]> =>
  (await accounts(email)).map(({ provider_id }) => provider_id);
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await product.database.db.selectFrom("mail").select("kind").where("recipient", "=", email).orderBy("id").execute()
  ).map(({ kind }) => kind);

describe("the sign-in page", () => {
  test("offers the providers whose settings are there, and only those", async () => {
    const offered = (await product.send("GET", "/api/auth/ways")).body;
    expect(offered.providers.map(({ name }: { name: string }) => name)).toEqual([
      "Google",
      "Microsoft",
      "LinkedIn",
      "GitHub",
    ]);
    expect(Object.keys((await product.send("GET", "/api/auth/providers")).body)).toEqual(["credentials", ...all]);
    const bare = await accountsWith({});
    const visitor = openBrowser(bare);
    expect(await (await visitor.send("GET", "/api/auth/ways")).json()).toEqual({ providers: [], welcomeCoins: 500 });
    for (const [answer, status] of [
      [visitor.form("/api/auth/signin/google", {}), 404],
      [visitor.send("GET", "/api/auth/callback/google?code=1&state=2"), 404],
    ] as const)
      await expect(answer).resolves.toMatchObject({ status });
  });

  test.each(all)("sends to %s with state, and comes back to our own address alone", async (id) => {
    const { body } = await begin(product.visit(), id, { callbackUrl: "https://evil.example/" });
    const asked = new URL(body.url as string);
    expect(asked.origin).toBe(double.url);
    expect(asked.searchParams.get("redirect_uri")).toBe(`${product.origin}/api/auth/callback/${id}`);
    expect(asked.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
    expect(asked.searchParams.get("client_id")).toBe(double.clientId);
    expect(asked.searchParams.has("client_secret")).toBe(false);
    if (id !== "github") expect(asked.searchParams.get("nonce")).toMatch(/^[\w-]{43}$/);
    if (id !== "linkedin") expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    // Where to go on is kept here, on our own origin.
    sits();
    const visitor = product.visit();
    await go(visitor, id, { callbackUrl: "https://evil.example/" });
    expect((await finish(visitor, accept)).body.url).toBe(`${product.origin}/`);
  });

  test("needs the token of its own form", async () => {
    const form = new URLSearchParams({ csrfToken: "x", json: "true" });
    expect((await product.send("POST", "/api/auth/signin/google", form)).status).toBe(403);
  });
});

describe("somebody new", () => {
  test.each(all)("gets an account by %s: once asked for name and terms, with the welcome coins once", async (id) => {
    const person = sits();
    const visitor = product.visit();
    expect(await go(visitor, id, { language: "de" })).toBe("/de/pioneers/signin?mode=provider");
    expect(await isSignedIn(visitor)).toBe(false);
    const waiting = await pending(visitor);
    expect(waiting.body).toEqual({ step: "register", provider: id, name: person.name, email: person.email });
    expect((await finish(visitor, { name: "Ada" })).status).toBe(400);
    const answers = await Promise.all([1, 2, 3, 4].map(() => finish(visitor, accept)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      signedIn: true,
      url: `${product.origin}/calendar`,
    });
    const user = (await visitor.send("GET", "/api/user")).body;
    expect(user).toMatchObject({ name: "Ada Lovelace", email: person.email, emailVerified: isOwner(id), credits: 500 });
    // Who does not run the mailbox may have proven it years ago.
    expect((await mailsTo(person.email)).includes("account-verify")).toBe(!isOwner(id));
    const row = await product.database.db
      .selectFrom("user")
      .select(["terms_accepted_at", "language"])
      .where("email", "=", person.email)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ terms_accepted_at: expect.any(Date), language: "de" });
    // No token of the provider is kept.
    expect(await accounts(person.email)).toEqual([{ provider_id: id, access_token: null, id_token: null }]);
    const again = product.visit();
    expect(await go(again, id)).toBe("/calendar");
    expect((await again.send("GET", "/api/user")).body).toMatchObject({ id: user.id, credits: 500 });
  });

  test("is counted with those who register by the form", async () => {
    const counted = await accountsWith(double.env);
    const address = "203.0.113.99";
    const key = createHash("sha256")
      .update(`register.address\n${addressKey(address)}`)
      .digest("base64url");
    sits();
    const visitor = openBrowser(counted, address);
    const begun = await visitor.form("/api/auth/signin/google", {});
    const back = await double.visit(((await begun.json()) as { url: string }).url);
    await visitor.send("GET", back.slice(new URL(back).origin.length));
    expect((await visitor.json("POST", "/api/auth/provider/finish", accept)).status).toBe(200);
    const rows = await product.database.db.selectFrom("throttle").select("points").where("key", "=", key).execute();
    expect(rows).toEqual([{ points: 1 }]);
  });

  test("who signs up by the form has the acceptance of the terms kept as well", async () => {
    const visitor = product.visit();
    const form = { name: "Ada", email: "terms@elsewhere.example", password: "a long enough password" };
    expect((await visitor.send("POST", "/api/auth/register", { ...form, termsAccepted: true })).status).toBe(201);
    const row = await product.database.db
      .selectFrom("user")
      .select("terms_accepted_at")
      .where("email", "=", form.email)
      .executeTakeFirstOrThrow();
    expect(row.terms_accepted_at).toEqual(expect.any(Date));
  });

  test("brings the code of an invite along", async () => {
    const inviter = await confirmed();
    const { body } = await inviter.send("GET", "/api/community/invites");
    const code: string = body.overview.link.split("/").at(-1);
    sits();
    const visitor = product.visit();
    await go(visitor, "google", { inviteCode: code });
    await finish(visitor, accept);
    const { id } = (await visitor.send("GET", "/api/user")).body;
    const found = await product.database.db.selectFrom("referral").selectAll().where("invited_id", "=", id).execute();
    expect(found.length).toBe(1);
  });

  test("gets none in two tabs at once, but one account", async () => {
    const person = sits();
    const tabs = [product.visit(), product.visit()];
    for (const tab of tabs) await go(tab, "google");
    const answers = await Promise.all(tabs.map((tab) => finish(tab, accept)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await kindsOf(person.email)).toEqual(["google"]);
  });

  test("is refused where the provider does not say that the address is theirs", async () => {
    for (const id of all) {
      sits({ isVerified: false });
      expect([id, await errorOf(product.visit(), id)]).toEqual([id, "ProviderUnverified"]);
      sits({ email: null });
      expect([id, await errorOf(product.visit(), id)]).toEqual([id, "ProviderUnverified"]);
    }
    const odd = sits({ email: "not an address" });
    expect(await errorOf(product.visit(), "google")).toBe("ProviderUnverified");
    expect(await kindsOf(odd.email)).toEqual([]);
  });

  test("is believed by Entra's own claims for a proven address", async () => {
    for (const [claims, error] of [
      [{ xms_edov: true }, null],
      [{ xms_edov: false }, "ProviderUnverified"],
      [{ xms_edov: undefined, verified_primary_email: ["other@elsewhere.example"] }, "ProviderUnverified"],
      [{ xms_edov: undefined }, "ProviderUnverified"],
    ] as const) {
      sits();
      double.fail({ claims: { email_verified: undefined, ...claims } });
      expect([claims, await errorOf(product.visit(), "microsoft")]).toEqual([claims, error]);
    }
  });
});

describe("somebody with an account", () => {
  test("gets in by a provider that proved the same address, is told by mail, and keeps the password", async () => {
    const person = await confirmed();
    sits({ email: person.email.toUpperCase() });
    const visitor = product.visit();
    expect(await go(visitor, "google")).toBe("/calendar");
    expect((await visitor.send("GET", "/api/user")).body.id).toBe(person.userId);
    expect(await kindsOf(person.email)).toEqual(["credential", "google"]);
    expect(await mailsTo(person.email)).toContain("account-providerLinked");
    const { events } = (await visitor.send("GET", "/api/user/events")).body;
    expect(events.map(({ kind }: { kind: string }) => kind)).toContain("providerLinked");
    await signIn(product.visit(), person);
  });

  test("gets in by no provider where the address was never confirmed, and nothing is linked", async () => {
    const person = await product.signUp();
    sits({ email: person.email });
    const visitor = product.visit();
    expect(await errorOf(visitor, "google")).toBe("OAuthAccountNotLinked");
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await kindsOf(person.email)).toEqual(["credential"]);
  });

  test("gets in by no provider that cannot know whose the address is today, and connects it in the settings", async () => {
    const person = await confirmed();
    sits({ email: person.email });
    for (const id of ["linkedin", "github"] as const)
      expect([id, await errorOf(product.visit(), id)]).toEqual([id, "OAuthAccountNotLinked"]);
    // An address of a domain that Google does not run was proven there at some time.
    double.fail({ claims: { hd: undefined } });
    expect(await errorOf(product.visit(), "google")).toBe("OAuthAccountNotLinked");
    for (const claims of [{ xms_edov: undefined }, { acct: 1 }]) {
      double.fail({ claims });
      expect([claims, await errorOf(product.visit(), "microsoft")]).toEqual([claims, "OAuthAccountNotLinked"]);
    }
    // A personal account may have been made with any address, years ago.
    sits({ email: person.email, more: { tid: personalTenant, oid: "personal" } });
    double.fail({});
    expect(await errorOf(product.visit(), "microsoft")).toBe("OAuthAccountNotLinked");
    sits({ email: person.email });
    expect(await kindsOf(person.email)).toEqual(["credential"]);
    const { body } = await person.send("POST", "/api/user/providers/github/link", {});
    await person.send("GET", await double.visit(body.url as string));
    expect(await go(product.visit(), "github")).toBe("/calendar");
  });

  test("is known by Google's own mailboxes without a Workspace", async () => {
    const address = `ada.${count}@gmail.com`;
    const { userId } = await confirmed();
    await product.database.db.updateTable("user").set({ email: address }).where("id", "=", userId).execute();
    sits({ email: address });
    double.fail({ claims: { hd: undefined } });
    expect(await go(product.visit(), "google")).toBe("/calendar");
    expect(await kindsOf(address)).toEqual(["credential", "google"]);
  });

  test("is not linked where the address became another while a code was asked for", async () => {
    const person = await confirmed();
    const { recoveryCodes } = await turnFactorOn(person);
    sits({ email: person.email });
    const visitor = product.visit();
    await go(visitor, "google");
    await product.database.db
      .updateTable("user")
      .set({ email: `moved.${person.email}` })
      .where("id", "=", person.userId)
      .execute();
    expect((await finish(visitor, { code: recoveryCodes[0] })).body.code).toBe("signIn.expired");
    expect(await kindsOf(`moved.${person.email}`)).toEqual(["credential"]);
  });

  test("of a provider is not taken over by a registration with the same address", async () => {
    const { person } = await joined();
    expect(
      await register(product.visit(), { name: "Eve", email: person.email, password: "another long password" }),
    ).toBeNull();
    await expect(signIn(product.visit(), { email: person.email, password: "another long password" })).rejects.toThrow();
    expect(await kindsOf(person.email)).toEqual(["google"]);
  });

  test("is the one whom the provider names, whatever became of the address there", async () => {
    const { person, visitor } = await joined();
    const { id } = (await visitor.send("GET", "/api/user")).body;
    double.become({ ...person, email: "another@elsewhere.example", isVerified: false });
    const again = product.visit();
    expect(await go(again, "google")).toBe("/calendar");
    expect((await again.send("GET", "/api/user")).body.id).toBe(id);
    // Another person who got the old address opens nothing that is linked to the first one.
    sits({ email: person.email });
    expect(await errorOf(product.visit(), "google")).toBe("ProviderTaken");
  });

  test("stays out while an operator has disabled the account", async () => {
    const { person, visitor } = await joined();
    const { id } = (await visitor.send("GET", "/api/user")).body;
    const disable = (at: string) =>
      product.database.pool.query(`update "user" set disabled_at = ${at} where id = $1`, [id]);
    await disable("now()");
    const again = product.visit();
    expect(await errorOf(again, "google")).toBe("AccountDisabled");
    expect((await again.send("GET", "/api/user")).status).toBe(401);
    await disable("null");
    sits(person);
    expect(await go(again, "google")).toBe("/calendar");
  });

  test("is asked for the second factor, and each code opens it once", async () => {
    const { person, visitor } = await joined();
    const { code, recoveryCodes } = await turnFactorOn(visitor);
    const [recovery, other] = recoveryCodes;
    double.become(person);
    const again = product.visit();
    expect(await go(again, "google")).toBe("/pioneers/signin?mode=provider");
    expect(await isSignedIn(again)).toBe(false);
    expect((await pending(again)).body).toEqual({ step: "code", provider: "google" });
    // The code that turned it on was used by that.
    expect((await finish(again, { code })).body.code).toBe("login.wrongCode");
    const { events } = (await visitor.send("GET", "/api/user/events")).body;
    expect(events[0].kind).toBe("signInFailed");
    expect((await finish(again, accept)).body.code).toBe("signIn.expired");
    expect((await finish(again, { code: recovery })).status).toBe(200);
    expect(await isSignedIn(again)).toBe(true);
    expect((await finish(again, { code: other })).body.code).toBe("signIn.expired");
    // Another browser has nothing that waits.
    expect((await finish(product.visit(), { code: other })).body.code).toBe("signIn.expired");
  });

  test("links a provider only once the second factor was right", async () => {
    const person = await confirmed();
    await product.database.db
      .insertInto("second_factor")
      .values({ user_id: person.userId, secret: "unreadable", confirmed_at: new Date(), last_step: null })
      .execute();
    sits({ email: person.email });
    expect(await go(product.visit(), "google")).toBe("/pioneers/signin?mode=provider");
    expect(await kindsOf(person.email)).toEqual(["credential"]);
  });
});

describe("a callback", () => {
  test("is refused without the state, with another one, and of another browser", async () => {
    const visitor = product.visit();
    const back = new URL(await comeBack(visitor, "google"));
    const other = new URL(back);
    other.searchParams.set("state", "A".repeat(43));
    const none = new URL(back);
    none.searchParams.delete("state");
    // It has begun a way of its own.
    const stranger = product.visit();
    await begin(stranger, "google");
    for (const [who, url] of [
      [visitor, none],
      [visitor, other],
      [stranger, back],
    ] as const) {
      expect(leadOf(await who.send("GET", url.href))).toBe("/pioneers/signin?error=ProviderExpired&provider=google");
      expect(await isSignedIn(who)).toBe(false);
    }
  });

  test("of one provider is none of another", async () => {
    const visitor = product.visit();
    const back = new URL(await comeBack(visitor, "google"));
    back.pathname = "/api/auth/callback/linkedin";
    expect(leadOf(await visitor.send("GET", back.href))).toContain("error=ProviderExpired");
  });

  test("works once, also when several come at the same time", async () => {
    const { person } = await joined();
    double.become(person);
    const visitor = product.visit();
    const back = await comeBack(visitor, "google");
    const leads = (await Promise.all([1, 2, 3, 4].map(() => visitor.send("GET", back)))).map(leadOf);
    expect(leads.filter((lead) => lead === "/calendar").length).toBe(1);
    expect(leads.filter((lead) => lead.includes("error=ProviderExpired")).length).toBe(3);
  });

  test("with a code of another way is refused by the verifier", async () => {
    for (const id of ["google", "microsoft", "github"] as const) {
      const [one, two] = [product.visit(), product.visit()];
      const [first, second] = [new URL(await comeBack(one, id)), new URL(await comeBack(two, id))];
      second.searchParams.set("code", first.searchParams.get("code") ?? "");
      expect([id, leadOf(await two.send("GET", second.href))]).toEqual([id, expect.stringContaining("ProviderFailed")]);
    }
  });

  test("with a code that was redeemed already is refused", async () => {
    const visitor = product.visit();
    const first = new URL(await comeBack(visitor, "github"));
    await visitor.send("GET", first.href);
    const second = new URL(await comeBack(visitor, "github"));
    second.searchParams.set("code", first.searchParams.get("code") ?? "");
    expect(leadOf(await visitor.send("GET", second.href))).toContain("ProviderFailed");
  });

  test("of a person who said no tells that", async () => {
    for (const [denied, error] of [
      ["access_denied", "AccessDenied"],
      ["user_cancelled_login", "AccessDenied"],
      ["temporarily_unavailable", "ProviderFailed"],
    ] as const) {
      double.fail({ denied });
      expect(await go(product.visit(), "google")).toBe(
        `/pioneers/signin?${new URLSearchParams({ error, provider: "google", callbackUrl: `${product.origin}/calendar` })}`,
      );
    }
  });

  const idOnly = ["google", "microsoft", "linkedin"] as const;
  const past = Math.floor(Date.now() / 1000) - 7200;
  test.each([
    ["another nonce", { claims: { nonce: "another" } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["another audience", { claims: { aud: "another app" } }],
    ["another party", { claims: { aud: ["pioneer-at-the-double", "another app"], azp: "another app" } }],
    ["a time that is over", { claims: { iat: past, exp: past + 60 } }],
    ["no time", { claims: { exp: undefined } }],
    ["an old issue", { claims: { iat: past } }],
    ["nobody", { claims: { sub: "", oid: "" } }],
    ["a stranger's signature", { signature: "stranger" as const }],
    ["a signature by a secret", { signature: "secret" as const }],
    ["no signature", { signature: "none" as const }],
  ])("with a token of %s is refused", async (_what, faults) => {
    for (const id of idOnly) {
      sits();
      double.fail(faults);
      const visitor = product.visit();
      expect([id, await errorOf(visitor, id)]).toEqual([id, "ProviderFailed"]);
      expect((await pending(visitor)).status).toBe(410);
    }
  });

  test("without a nonce is refused, except of LinkedIn, which repeats none", async () => {
    for (const [id, error] of [
      ["google", "ProviderFailed"],
      ["microsoft", "ProviderFailed"],
      ["linkedin", null],
    ] as const) {
      sits();
      double.fail({ claims: { nonce: undefined } });
      expect([id, await errorOf(product.visit(), id)]).toEqual([id, error]);
    }
  });

  test("of a tenant is refused when its issuer names another one", async () => {
    double.fail({ claims: { tid: "00000000-0000-4000-8000-000000000000" } });
    expect(await errorOf(product.visit(), "microsoft")).toBe("ProviderFailed");
    double.fail({ claims: { tid: "x/../../evil" } });
    expect(await errorOf(product.visit(), "microsoft")).toBe("ProviderFailed");
    double.fail({ claims: { iss: "https://evil.example" } });
    expect(await errorOf(product.visit(), "google")).toBe("ProviderFailed");
  });

  test("waits for no provider that is away or slow, follows none elsewhere, and reads no nonsense", async () => {
    const token = { google: "/token", github: "/access_token" } as const;
    for (const id of ["google", "github"] as const) {
      for (const [faults, error] of [
        [{ status: { path: token[id], code: 503 } }, "ProviderDown"],
        [{ status: { path: token[id], code: 400 } }, "ProviderFailed"],
        [{ slow: { path: token[id], ms: 3000 } }, "ProviderDown"],
        [{ redirect: token[id] }, "ProviderDown"],
        [{ body: { path: token[id], text: "<html>" } }, "ProviderFailed"],
        [{ body: { path: token[id], text: JSON.stringify({ id_token: "x".repeat(400_000) }) } }, "ProviderDown"],
      ] as const) {
        double.fail(faults);
        expect([id, faults, await errorOf(product.visit(), id)]).toEqual([id, faults, error]);
      }
    }
    expect(double.asked.filter((one) => one.endsWith("/elsewhere"))).toEqual([]);
    for (const path of ["/user", "/emails"]) {
      double.fail({ status: { path, code: 500 } });
      expect(await errorOf(product.visit(), "github")).toBe("ProviderDown");
    }
  });

  test("leads to no error of ours, whatever its query holds", async () => {
    for (const query of [
      "",
      "?code=1",
      "?state=%00",
      "?error=x",
      `?code=${"x".repeat(5000)}&state=y`,
      "?state=a&state=b",
    ]) {
      const lead = leadOf(await product.send("GET", `/api/auth/callback/google${query}`));
      expect([query.slice(0, 20), lead]).toEqual([
        query.slice(0, 20),
        "/pioneers/signin?error=ProviderExpired&provider=google",
      ]);
    }
  });
});

test("Microsoft lets in people of the tenants that are asked for, whatever name they have", async () => {
  for (const [name, tid, isIn] of [
    ["consumers", personalTenant, true],
    ["consumers", tenant, false],
    ["firm.example", domainTenant, true],
    ["firm.example", tenant, false],
    ["organizations", tenant, true],
    ["organizations", personalTenant, false],
    ["Common", personalTenant, true],
  ] as const) {
    const own = await accountsWith({ ...double.env, MICROSOFT_TENANT: name });
    sits({ more: { tid, oid: `object-${count}` } });
    const visitor = openBrowser(own);
    const begun = await visitor.form("/api/auth/signin/microsoft", {});
    const back = await double.visit(((await begun.json()) as { url: string }).url);
    const answer = await visitor.send("GET", back.slice(new URL(back).origin.length));
    const lead = answer.headers.get("location");
    expect([name, tid, lead]).toEqual([
      name,
      tid,
      expect.stringContaining(isIn ? "mode=provider" : "error=ProviderFailed"),
    ]);
  }
});

test("A provider that is away when the button is pressed is told at once, and asked again later", async () => {
  const away = await openOpenIdDouble();
  const visitor = openBrowser(await accountsWith(away.env));
  const code = async (): Promise<unknown> =>
    ((await (await visitor.form("/api/auth/signin/google", {})).json()) as { code?: string }).code;
  const path = "openid-configuration";
  for (const faults of [
    { status: { path, code: 500 } },
    { body: { path, text: JSON.stringify({ issuer: "https://evil.example" }) } },
    { slow: { path, ms: 3000 } },
  ]) {
    away.fail(faults);
    expect([faults, await code()]).toEqual([faults, "signIn.providerDown"]);
  }
  away.fail({});
  expect(await code()).toBeUndefined();
  const before = away.asked.length;
  expect(await code()).toBeUndefined();
  expect(away.asked.length).toBe(before);
  await away.close();
});

describe("the settings", () => {
  async function linkBy(person: Visitor, id: Id): Promise<Answer> {
    const { body } = await person.send("POST", `/api/user/providers/${id}/link`, {});
    return person.send("GET", await double.visit(body.url as string));
  }
  const ways = async (visitor: Visitor) => (await visitor.send("GET", "/api/user/ways-in")).body;
  const linkedOf = async (visitor: Visitor): Promise<string[]> =>
    (await ways(visitor)).providers.flatMap((one: { id: string; dateLinked: string | null }) =>
      one.dateLinked ? one.id : [],
    );

  test("link a provider and unlink it, each told by mail", async () => {
    const person = await confirmed();
    sits();
    expect(leadOf(await linkBy(person, "linkedin"))).toBe("/settings?provider=linkedin&done=link#account");
    expect(await linkedOf(person)).toEqual(["linkedin"]);
    expect(await go(product.visit(), "linkedin")).toBe("/calendar");
    expect((await person.send("DELETE", "/api/user/providers/linkedin", {})).body).toEqual({ unlinked: true });
    expect(await linkedOf(person)).toEqual([]);
    expect((await person.send("DELETE", "/api/user/providers/linkedin", {})).status).toBe(404);
    expect((await mailsTo(person.email)).slice(-2)).toEqual(["account-providerLinked", "account-providerUnlinked"]);
  });

  test("never unlink the last way in, also when all go at the same time", async () => {
    const { visitor } = await joined();
    expect((await visitor.send("DELETE", "/api/user/providers/google", {})).body.code).toBe("waysIn.last");
    sits();
    await linkBy(visitor, "github");
    const answers = await Promise.all(
      ["google", "github"].map((id) => visitor.send("DELETE", `/api/user/providers/${id}`, {})),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await linkedOf(visitor)).length).toBe(1);
  });

  test("add a password to an account that has none, which then has to be known for the next", async () => {
    const { visitor, person } = await joined();
    expect((await ways(visitor)).password).toBe(false);
    const password = "a fresh long password";
    expect((await visitor.send("POST", "/api/user/password", { newPassword: password })).status).toBe(200);
    expect((await ways(visitor)).password).toBe(true);
    await signIn(product.visit(), { email: person.email, password });
    const next = await visitor.send("POST", "/api/user/password", { newPassword: "yet another password" });
    expect(next.body.code).toBe("login.wrongPassword");
    expect((await visitor.send("DELETE", "/api/user/providers/google", {})).status).toBe(200);
  });

  test("ask for a recent sign-in, which a linked provider proves and no other", async () => {
    const { visitor, person } = await joined("microsoft");
    const age = (): Promise<unknown> =>
      product.database.db
        .updateTable("session")
        .set({ proven_at: new Date(Date.now() - 3_600_000) })
        .execute();
    await age();
    for (const [method, path, body] of [
      ["POST", "/api/user/providers/github/link", {}],
      ["DELETE", "/api/user/providers/microsoft", {}],
      ["POST", "/api/user/password", { newPassword: "a fresh long password" }],
    ] as const)
      expect([path, (await visitor.send(method, path, body)).body.code]).toEqual([path, "session.notRecent"]);
    const prove = async (): Promise<string> => {
      const { body } = await visitor.send("POST", "/api/user/providers/microsoft/prove", {});
      expect(new URL(body.url as string).searchParams.get("prompt")).toBe("login");
      return leadOf(await visitor.send("GET", await double.visit(body.url as string)));
    };
    sits();
    expect(await prove()).toBe("/settings?error=ProviderTaken&provider=microsoft#account");
    expect((await visitor.send("DELETE", "/api/user/providers/microsoft", {})).body.code).toBe("session.notRecent");
    double.become({ ...person, signedInAt: new Date(Date.now() - 3_600_000) });
    expect(await prove()).toBe("/settings?error=ProviderNotFresh&provider=microsoft#account");
    expect((await visitor.send("DELETE", "/api/user/providers/microsoft", {})).body.code).toBe("session.notRecent");
    double.become(person);
    expect(await prove()).toBe("/settings?provider=microsoft&done=prove#account");
    expect((await visitor.send("POST", "/api/user/password", { newPassword: "a fresh long password" })).status).toBe(
      200,
    );
    // From now on the password proves it: the provider's page may let the browser through without a question.
    await age();
    const refused = await visitor.send("POST", "/api/user/providers/microsoft/prove", {});
    expect([refused.status, refused.body.code]).toEqual([403, "login.passwordNeeded"]);
  });

  test("link nothing to an account whose address is not confirmed, nor by an address that is not", async () => {
    const person = await product.signUp();
    expect((await person.send("POST", "/api/user/providers/google/link", {})).body.code).toBe("verification.needed");
    const sure = await confirmed();
    sits({ isVerified: false });
    expect(leadOf(await linkBy(sure, "google"))).toContain("error=ProviderUnverified");
    expect(await linkedOf(sure)).toEqual([]);
  });

  test("link what opens another account to none", async () => {
    const { person } = await joined();
    double.become(person);
    const other = await confirmed();
    expect(leadOf(await linkBy(other, "google"))).toBe("/settings?error=ProviderTaken&provider=google#account");
    expect(await linkedOf(other)).toEqual([]);
  });

  test("link in the session that began and in no other", async () => {
    const person = await confirmed();
    const { body } = await person.send("POST", "/api/user/providers/google/link", {});
    const back = await double.visit(body.url as string);
    await person.signOut();
    await signIn(person, person);
    expect(leadOf(await person.send("GET", back))).toContain("error=ProviderExpired");
    expect(await linkedOf(person)).toEqual([]);
  });
});

test("A link from a mail takes an unconfirmed account from whoever holds it, a linked provider too", async () => {
  const { visitor, person } = await joined();
  await product.database.db
    .updateTable("user")
    .set({ email_verified: false })
    .where("email", "=", person.email)
    .execute();
  await product.send("POST", "/api/auth/link/request", { email: person.email });
  let token = "";
  for (let turn = 0; turn < 100 && token === ""; turn += 1) {
    await new Promise((go) => setTimeout(go, 100));
    const mails = await product.database.db
      .selectFrom("mail")
      .select("text_body")
      .where("recipient", "=", person.email)
      .execute();
    token = /#token=(\S+)/.exec(mails.at(-1)?.text_body ?? "")?.[1] ?? "";
  }
  expect((await product.send("POST", "/api/auth/link/finish", { token })).status).toBe(200);
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await kindsOf(person.email)).toEqual([]);
});
