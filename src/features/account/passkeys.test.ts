import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthenticatorFaults, type Authenticator, openAuthenticator } from "#src/testing/authenticator.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Answer, type Person, signIn, type Visitor } from "#src/testing/visitor.ts";

/* Passkeys, over the wire with a device in software. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const begin = async (visitor: Pick<Visitor, "send">, path = "/api/auth/passkey/begin") =>
  (await visitor.send("POST", path, {})).body;
const finish = (visitor: Pick<Visitor, "send">, credential: unknown): Promise<Answer> =>
  visitor.send("POST", "/api/auth/passkey/finish", { credential });
async function add(
  person: Person,
  device: Authenticator,
  faults?: AuthenticatorFaults,
  name = "Laptop",
): Promise<Answer> {
  const credential = device.create(await begin(person, "/api/user/passkeys/begin"), faults);
  return person.send("POST", "/api/user/passkeys", { name, credential });
}
const outcomeOf = ({ status, body }: Answer): string => `${status} ${body.code ?? "ok"}`;
const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send("GET", "/api/user")).status === 200;
const passkeysOf = async (person: Pick<Visitor, "send">) =>
  (await person.send("GET", "/api/user/ways-in")).body.passkeys as {
    id: string;
    name: string;
    dateLastUsed: string | null;
  }[];
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await product.database.db.selectFrom("mail").select("kind").where("recipient", "=", email).orderBy("id").execute()
  ).map(({ kind }) => kind);
const age = (person: Person): Promise<unknown> =>
  product.database.db
    .updateTable("session")
    .set({ proven_at: new Date(Date.now() - 3_600_000) })
    .where("user_id", "=", person.userId)
    .execute();

/** A person with a passkey, and the device that holds it. */
async function holder(faults?: AuthenticatorFaults): Promise<Person & { device: Authenticator }> {
  const person = await product.signUp();
  // Mails go to confirmed addresses only.
  await person.verify?.();
  const device = openAuthenticator(product.origin);
  expect(outcomeOf(await add(person, device, faults))).toBe("201 ok");
  return { ...person, device };
}

describe("a passkey", () => {
  test("is added by the person, told by mail and in the log, and signs in without a name", async () => {
    const person = await holder();
    expect(await mailsTo(person.email)).toContain("account-passkeyAdded");
    const visitor = product.visit();
    const asked = await begin(visitor);
    expect(asked).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
    expect(outcomeOf(await finish(visitor, person.device.get(asked)))).toBe("200 ok");
    expect((await visitor.send("GET", "/api/user")).body.id).toBe(person.userId);
    expect((await passkeysOf(person))[0]).toMatchObject({
      name: "Laptop",
      dateLastUsed: expect.any(String),
      isSynced: true,
    });
    const { events } = (await person.send("GET", "/api/user/events")).body;
    expect(events.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(["signedIn", "passkeyAdded"]);
  });

  test("is two factors at once: no code is asked for", async () => {
    const person = await holder();
    await product.database.db
      .insertInto("second_factor")
      .values({ user_id: person.userId, secret: "unreadable", confirmed_at: new Date(), last_step: null })
      .execute();
    const visitor = product.visit();
    expect(outcomeOf(await finish(visitor, person.device.get(await begin(visitor))))).toBe("200 ok");
  });

  test.each<[string, AuthenticatorFaults]>([
    ["the page of another origin", { origin: "https://evil.example" }],
    ["another port", { origin: "http://localhost:3001" }],
    ["another challenge", { challenge: "A".repeat(43) }],
    ["another id of ours", { rpId: "evil.example" }],
    ["a person who did not open the device", { isVerified: false }],
    ["another kind of answer", { type: "webauthn.create" }],
    ["another key", { isForged: true }],
    ["another person's handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ])("of %s is refused", async (_what, faults) => {
    const person = await holder();
    const visitor = product.visit();
    expect(outcomeOf(await finish(visitor, person.device.get(await begin(visitor), faults)))).toBe(
      "401 passkey.refused",
    );
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test.each<[string, AuthenticatorFaults]>([
    ["for another origin", { origin: "https://evil.example" }],
    ["for another challenge", { challenge: "A".repeat(43) }],
    ["for another id of ours", { rpId: "evil.example" }],
    ["without opening the device", { isVerified: false }],
    ["by an answer of another kind", { type: "webauthn.get" }],
  ])("is not added %s", async (_what, faults) => {
    const person = await product.signUp();
    expect(outcomeOf(await add(person, openAuthenticator(product.origin), faults))).toBe("403 passkey.refused");
    expect(await passkeysOf(person)).toEqual([]);
  });

  test("signs in once with each challenge, also when ten use it at the same time", async () => {
    const person = await holder();
    const answer = person.device.get(await begin(product.visit()));
    const visitors = Array.from({ length: 10 }, () => product.visit());
    const answers = await Promise.all(visitors.map((visitor) => finish(visitor, answer)));
    expect(answers.map(outcomeOf).toSorted()).toEqual([
      "200 ok",
      ...Array.from({ length: 9 }, () => "401 passkey.refused"),
    ]);
    expect(outcomeOf(await finish(product.visit(), answer))).toBe("401 passkey.refused");
  });

  test("has its challenge used up by a wrong answer, too", async () => {
    const person = await holder();
    const asked = await begin(product.visit());
    expect(outcomeOf(await finish(product.visit(), person.device.get(asked, { isForged: true })))).toBe(
      "401 passkey.refused",
    );
    expect(outcomeOf(await finish(product.visit(), person.device.get(asked)))).toBe("401 passkey.refused");
  });

  test("answers no question that was asked for something else", async () => {
    const person = await holder();
    const asked = await begin(person, "/api/user/proof/begin");
    expect(outcomeOf(await finish(product.visit(), person.device.get(asked)))).toBe("401 passkey.refused");
    const made = await begin(person, "/api/user/passkeys/begin");
    const forSignIn = person.device.get({ ...made, rpId: made.rp.id });
    expect(outcomeOf(await finish(product.visit(), forSignIn))).toBe("401 passkey.refused");
    const signInQuestion = await begin(product.visit());
    const device = openAuthenticator(product.origin);
    const credential = device.create({ ...made, challenge: signInQuestion.challenge });
    expect(outcomeOf(await person.send("POST", "/api/user/passkeys", { name: "x", credential }))).toBe(
      "403 passkey.refused",
    );
  });

  test("whose challenge is 15 minutes old is refused", async () => {
    const person = await holder();
    const asked = await begin(product.visit());
    await product.database.db
      .updateTable("verification")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect(outcomeOf(await finish(product.visit(), person.device.get(asked)))).toBe("401 passkey.refused");
  });

  test("whose counter does not go on is refused as a copy, and the log tells the person", async () => {
    const person = await holder({ counter: 5 });
    const use = async (counter: number): Promise<string> => {
      const visitor = product.visit();
      return outcomeOf(await finish(visitor, person.device.get(await begin(visitor), { counter })));
    };
    expect(await use(6)).toBe("200 ok");
    for (const counter of [6, 5, 0]) expect([counter, await use(counter)]).toEqual([counter, "401 passkey.refused"]);
    expect(await use(9)).toBe("200 ok");
    const { events } = (await person.send("GET", "/api/user/events")).body;
    expect(events.filter(({ kind }: { kind: string }) => kind === "passkeyRefused").length).toBe(3);
  });

  test("that nobody knows, and nonsense, is refused", async () => {
    const device = openAuthenticator(product.origin);
    device.create({ challenge: "x", rp: { id: "localhost" }, user: { id: "AAAA" } });
    const asked = await begin(product.visit());
    const good = device.get(asked);
    expect(outcomeOf(await finish(product.visit(), good))).toBe("401 passkey.refused");
    for (const response of [
      { ...good.response, clientDataJSON: "e30" },
      { ...good.response, clientDataJSON: "AAAA" },
      { ...good.response, authenticatorData: "AA" },
    ])
      expect(outcomeOf(await finish(product.visit(), { ...good, response }))).toBe("401 passkey.refused");
    expect((await finish(product.visit(), { id: "x" })).status).toBe(400);
  });
});

describe("the settings", () => {
  test("name and remove passkeys, only one's own", async () => {
    const [person, other] = [await holder(), await holder()];
    const [passkey] = await passkeysOf(person);
    const { id } = passkey ?? { id: "" };
    const rename = { id, name: "Phone" };
    expect((await other.send("PATCH", "/api/user/passkeys", rename)).status).toBe(404);
    expect((await other.send("DELETE", "/api/user/passkeys", { id })).status).toBe(404);
    expect((await person.send("PATCH", "/api/user/passkeys", rename)).status).toBe(200);
    expect((await passkeysOf(person)).map(({ name }) => name)).toEqual(["Phone"]);
    expect((await person.send("DELETE", "/api/user/passkeys", { id })).body).toEqual({ removed: true });
    expect(await passkeysOf(person)).toEqual([]);
    expect((await mailsTo(person.email)).at(-1)).toBe("account-passkeyRemoved");
    const visitor = product.visit();
    expect(outcomeOf(await finish(visitor, person.device.get(await begin(visitor))))).toBe("401 passkey.refused");
  });

  test("never remove the last way in", async () => {
    const person = await holder();
    await product.database.db.deleteFrom("account").where("user_id", "=", person.userId).execute();
    const [passkey] = await passkeysOf(person);
    expect(outcomeOf(await person.send("DELETE", "/api/user/passkeys", { id: passkey?.id }))).toBe("409 waysIn.last");
    expect((await passkeysOf(person)).length).toBe(1);
  });

  test("ask for a recent sign-in, which a passkey of one's own proves", async () => {
    const [person, other] = [await holder(), await holder()];
    const [passkey] = await passkeysOf(person);
    await age(person);
    expect(outcomeOf(await person.send("POST", "/api/user/passkeys/begin", {}))).toBe("403 session.notRecent");
    expect(outcomeOf(await person.send("DELETE", "/api/user/passkeys", { id: passkey?.id }))).toBe(
      "403 session.notRecent",
    );
    const prove = async (device: Authenticator): Promise<string> => {
      const asked = await begin(person, "/api/user/proof/begin");
      return outcomeOf(await person.send("POST", "/api/user/proof", { passkey: device.get(asked) }));
    };
    expect(await prove(other.device)).toBe("403 passkey.refused");
    // Another session's question is none of this one.
    const elsewhere = product.visit();
    await signIn(elsewhere, person);
    const foreign = await begin(elsewhere, "/api/user/proof/begin");
    const answer = await person.send("POST", "/api/user/proof", { passkey: person.device.get(foreign) });
    expect(outcomeOf(answer)).toBe("403 passkey.refused");
    expect(await prove(person.device)).toBe("200 ok");
    expect((await person.send("DELETE", "/api/user/passkeys", { id: passkey?.id })).status).toBe(200);
  });

  test("take the same credential once and at most twenty", async () => {
    const [person, other] = [await product.signUp(), await product.signUp()];
    const device = openAuthenticator(product.origin);
    const first = device.create(await begin(person, "/api/user/passkeys/begin"));
    expect(outcomeOf(await person.send("POST", "/api/user/passkeys", { name: "Laptop", credential: first }))).toBe(
      "201 ok",
    );
    for (const again of [person, other])
      expect(outcomeOf(await add(again, openAuthenticator(product.origin), { credentialId: first.id }))).toBe(
        "409 passkey.known",
      );
    expect(await passkeysOf(other)).toEqual([]);
    for (let at = 1; at < 19; at += 1) expect(outcomeOf(await add(person, device))).toBe("201 ok");
    // Three that began while there was room for one.
    const made = [];
    for (let at = 0; at < 3; at += 1) made.push(device.create(await begin(person, "/api/user/passkeys/begin")));
    const answers = await Promise.all(
      made.map((credential) => person.send("POST", "/api/user/passkeys", { name: "Laptop", credential })),
    );
    expect(answers.map(outcomeOf).toSorted()).toEqual(["201 ok", "409 passkey.tooMany", "409 passkey.tooMany"]);
    expect(await passkeysOf(person)).toHaveLength(20);
    expect(outcomeOf(await person.send("POST", "/api/user/passkeys/begin", {}))).toBe("409 passkey.tooMany");
  }, 60_000);
});

test("A new password by a link takes the passkeys of an account that was never confirmed", async () => {
  const person = await holder();
  await product.database.db
    .updateTable("user")
    .set({ email_verified: false })
    .where("id", "=", person.userId)
    .execute();
  await product.send("POST", "/api/auth/reset/request", { email: person.email });
  let token = "";
  for (let turn = 0; turn < 100 && token === ""; turn += 1) {
    await new Promise((go) => setTimeout(go, 100));
    const mail = await product.database.db
      .selectFrom("mail")
      .select("text_body")
      .where("recipient", "=", person.email)
      .where("kind", "=", "account-reset")
      .executeTakeFirst();
    token = /#token=(\S+)/.exec(mail?.text_body ?? "")?.[1] ?? "";
  }
  expect(
    (await product.send("POST", "/api/auth/reset/finish", { token, password: "a fresh long password" })).status,
  ).toBe(200);
  const visitor = product.visit();
  expect(outcomeOf(await finish(visitor, person.device.get(await begin(visitor))))).toBe("401 passkey.refused");
});
