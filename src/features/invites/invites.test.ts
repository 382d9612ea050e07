import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balanceOf, holdCoins, settleHold } from "#src/features/coins/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { purgeOld } from "#src/server/retention.ts";
import { callsBehindLock } from "#src/testing/database.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, register, signIn, signOut, type Person } from "#src/testing/visitor.ts";
import { changePerson } from "#src/features/operator/server/usecases.ts";
import { allInvites } from "./server/repository.ts";
import { rewardInvites, rewardReferral } from "./server/rewards.ts";

const invites = "/api/community/invites";
const stories = "/api/workflows/userStoryWriterWorkflow";
const password = "a long enough password";
const day = 86_400_000;

let product: TestProduct;
/** Milliseconds that the product's clock is ahead. */
let ahead = 0;
let count = 0;
beforeAll(async () => {
  product = await openTestProduct({
    now: () => new Date(Date.now() + ahead),
    env: { INVITES_PER_MONTH: "8", INVITE_REWARD_COINS: "70" },
  });
});
afterAll(() => product.close());

const newEmail = (): string => `guest-${(count += 1)}-${newId().slice(-12)}@guests.example`;
const confirm = ({ userId }: Pick<Person, "userId">) =>
  product.deps.db.updateTable("user").set({ email_verified: true }).where("id", "=", userId).execute();
const creditsOf = async (person: Person): Promise<number> => (await person.send("GET", "/api/coins")).body.credits;
const listOf = async (person: Person) => (await person.send("GET", invites)).body;
const mailsTo = (email: string) =>
  product.deps.db.selectFrom("mail").selectAll().where("recipient", "=", email).orderBy("id").execute();

/** A person who may invite in their own name. */
async function inviter(name = "Mara Brandt"): Promise<Person> {
  const person = await product.signUp(name);
  await confirm(person);
  return person;
}

/** Code of a person's own link. */
const linkOf = async (person: Person): Promise<string> => (await listOf(person)).overview.link.split("/").at(-1);

/** Signs somebody up with a code. */
async function join(inviteCode: string | undefined, email = newEmail(), name = "Jonas Albrecht"): Promise<Person> {
  const visitor = product.visit();
  const answer = await visitor.send("POST", "/api/auth/register", { name, email, password, inviteCode });
  expect(answer.status).toBe(201);
  await signIn(visitor, { email, password });
  return { ...visitor, userId: answer.body.user.id, email, password, signOut: () => signOut(visitor) };
}

/** A run to its end. */
async function run(person: Person): Promise<string> {
  const { example } = (await person.send("GET", stories)).body;
  const key = { "idempotency-key": newId() };
  const { body } = await person.send("POST", `${stories}/runs`, { enData: { formValues: example } }, key);
  await readEvents(person, body.run.id);
  return body.run.id;
}

/** Waits until a person's reward has come. */
async function rewarded(person: Person): Promise<void> {
  const states = async (): Promise<string[]> =>
    (await listOf(person)).invites.map((one: { state: string }) => one.state);
  await expect.poll(states).toContain("rewarded");
}

describe("an invite by email", () => {
  test("is sent once, in the person's name, with a link that works, in the language that was asked for", async () => {
    const mara = await inviter();
    const email = newEmail();
    const { status, body } = await mara.send("POST", invites, { email: email.toUpperCase(), language: "de" });
    expect(status).toBe(201);
    expect(body.invite).toMatchObject({ state: "sent", email, name: null, coins: 0 });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: "reseller-invite",
      language: "de",
      subject: "Mara Brandt lädt Sie zu Pioneer ein",
      reply_to: mara.email,
    });
    const link = new URL(/https?:\S+invite=\S+/.exec(mail?.text_body ?? "")?.[0] ?? "");
    expect(link.pathname).toBe("/de/pioneers/signin");
    expect(mail?.html_body).toContain(link.href.replaceAll("&", "&amp;"));
    const code = link.searchParams.get("invite") ?? "";
    const offer = await product.send("GET", `${invites}/offer/${code}`);
    expect([offer.status, offer.body]).toEqual([200, { invitedBy: "Mara Brandt", coins: 70, on: "run" }]);
    const jonas = await join(code, email);
    expect((await listOf(mara)).invites).toMatchObject([{ state: "registered", email: null, name: "Jonas Albrecht" }]);
    await confirm(jonas);
    expect((await listOf(mara)).invites).toMatchObject([{ state: "verified" }]);
    // A code that was used leads nowhere.
    expect((await product.send("GET", `${invites}/offer/${code}`)).status).toBe(404);
  });

  test("a second one to the same mailbox is refused, however the address is written, and sends nothing", async () => {
    const mara = await inviter();
    const name = `guest.${newId().slice(-12)}`;
    expect((await mara.send("POST", invites, { email: `${name}@gmail.com` })).status).toBe(201);
    for (const again of [`${name}@gmail.com`, `${name.replace(".", "")}@googlemail.com`, `${name}+two@Gmail.com`]) {
      const { status, body } = await mara.send("POST", invites, { email: again });
      expect([again, status, body.code]).toEqual([again, 409, "resellerInvites.duplicateInvite"]);
    }
    expect(await mailsTo(`${name}+two@gmail.com`)).toEqual([]);
  });

  test("of 20 at once to one address, one is sent", async () => {
    const mara = await inviter();
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => mara.send("POST", invites, { email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("to somebody with an account is refused and sends nothing, with a tag, too", async () => {
    const [mara, jonas] = [await inviter(), await product.signUp("Jonas Weber")];
    for (const email of [jonas.email, jonas.email.replace("@", "+news@")]) {
      const { status, body } = await mara.send("POST", invites, { email });
      expect([status, body.code]).toEqual([409, "resellerInvites.duplicateRegisteredUser"]);
      expect((await mailsTo(email)).filter(({ kind }) => kind === "reseller-invite")).toEqual([]);
    }
  });

  test("to the own address is refused at its field, with a tag, too", async () => {
    const mara = await inviter();
    for (const email of [mara.email, mara.email.replace("@", "+me@").toUpperCase()]) {
      const { status, body } = await mara.send("POST", invites, { email });
      expect([status, body.fields[0].path, body.fields[0].messageKey]).toEqual([400, "email", "validation.ownAddress"]);
    }
  });

  test("is limited in 30 days, also for many at once, and a link that was withdrawn leads nowhere", async () => {
    const mara = await inviter();
    const answers = await callsBehindLock(
      product.database,
      "select 1 from invite_link where user_id = $1 for update",
      mara.userId,
      () => Array.from({ length: 14 }, () => mara.send("POST", invites, { email: newEmail() })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(answers.filter(({ body }) => body.code === "invites.limit")).toHaveLength(6);
    const { overview } = await listOf(mara);
    expect([overview.used, overview.limit]).toEqual([8, 8]);
    // The link has no room either, and offers nothing that would not be kept.
    const code = await linkOf(mara);
    expect((await product.send("GET", `${invites}/offer/${code}`)).status).toBe(404);
    await join(code);
    expect((await listOf(mara)).overview.used).toBe(8);

    const { invite } = answers.find(({ status }) => status === 201)?.body ?? {};
    const [mail] = await mailsTo(invite.email);
    const sent = /invite=(\w+)/.exec(mail?.text_body ?? "")?.[1];
    const withdrawn = await mara.send("DELETE", invites, { enData: { id: invite.id } });
    expect([withdrawn.status, withdrawn.body.invite.state]).toEqual([200, "withdrawn"]);
    expect((await product.send("GET", `${invites}/offer/${sent}`)).status).toBe(404);
    await join(sent, invite.email);
    expect((await listOf(mara)).invites.filter(({ state }: { state: string }) => state === "registered")).toEqual([]);
    ahead = 31 * day;
    const later = await listOf(mara);
    expect(later.overview.used).toBe(0);
    expect(new Set(later.invites.map(({ state }: { state: string }) => state))).toEqual(
      new Set(["expired", "withdrawn"]),
    );
    ahead = 0;
  });

  test("reaches one mailbox from three people at most, then it is invited already for everybody", async () => {
    const email = newEmail();
    const codes: unknown[] = [];
    for (let person = 0; person < 4; person += 1) {
      const { status, body } = await (await inviter()).send("POST", invites, { email });
      codes.push(status === 201 ? status : body.code);
    }
    expect(codes).toEqual([201, 201, 201, "resellerInvites.duplicateInvite"]);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test("of somebody whose name says something else, or whose address is not confirmed, names nobody", async () => {
    const [loud, silent] = [await inviter("Win at www.evil.example"), await product.signUp("Mara Brandt")];
    for (const person of [loud, silent]) {
      const email = newEmail();
      await person.send("POST", invites, { email });
      const [mail] = await mailsTo(email);
      expect(mail?.subject).toBe("Someone invites you to Pioneer");
      expect(`${mail?.text_body} ${mail?.html_body}`).not.toMatch(/evil|Brandt/);
    }
    expect((await mailsTo(silent.email)).length).toBeGreaterThan(0);
  });

  test("cannot be seen, taken back or counted by others", async () => {
    const [mara, jonas] = [await inviter(), await inviter("Jonas Weber")];
    const { invite } = (await mara.send("POST", invites, { email: newEmail() })).body;
    expect((await listOf(jonas)).invites).toEqual([]);
    expect((await jonas.send("DELETE", invites, { enData: { id: invite.id } })).status).toBe(404);
    expect((await jonas.send("POST", `${invites}/rewards`, { ids: [invite.id] })).body).toEqual({ marked: 0 });
    expect((await listOf(mara)).invites).toMatchObject([{ id: invite.id, state: "sent" }]);
    expect((await mara.send("DELETE", invites, { enData: { id: newId() } })).status).toBe(404);
  });

  test("the list comes in pages without gaps, sign-ups and messages together", async () => {
    const mara = await inviter();
    for (let one = 0; one < 3; one += 1) {
      await mara.send("POST", invites, { email: newEmail() });
      await join(await linkOf(mara));
    }
    const whole = (await listOf(mara)).invites;
    expect(whole).toHaveLength(6);
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await mara.send(
        "GET",
        `${invites}?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
      );
      paged.push(...body.invites);
      cursor = body.nextCursor;
    } while (cursor);
    expect(paged).toEqual(whole);
  });
});

describe("a sign-up", () => {
  test("goes on whatever the code says, and a code of nothing is worth nothing", async () => {
    for (const code of ["", "no code at all", "aaaaaaaaaaaa", "'; drop table invite; --"]) {
      const person = await join(code);
      expect((await person.send("GET", `${invites}/rewards`)).body).toEqual({ rewards: [], isPending: false });
    }
  });

  test("with the own link, or from a mailbox that is known, brings nobody a reward", async () => {
    const mara = await inviter();
    const [friend] = [await product.signUp("Jonas Weber")];
    const code = await linkOf(mara);
    const name = newId().slice(-12);
    for (const email of [
      mara.email.replace("@", "+friend@"),
      friend.email.replace("@", "+again@"),
      `${name}@gmail.com`,
      `${name.slice(0, 3)}.${name.slice(3)}+x@googlemail.com`,
    ])
      await confirm(await join(code, email));
    expect((await listOf(mara)).invites).toHaveLength(1);
    // Neither at once.
    const other = newId().slice(-12);
    const fresh = await inviter();
    const freshCode = await linkOf(fresh);
    const tags = ["", "+a", "+b", "+c", "+d"];
    await Promise.all(tags.map((tag) => join(freshCode, `${other}${tag}@guests.example`)));
    expect((await listOf(fresh)).invites).toHaveLength(1);
  });

  test("by the short address leads to the form, and nowhere else", async () => {
    const code = await linkOf(await inviter());
    const answer = await product.send("GET", `/i/${code}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      `/pioneers/signin?mode=register&invite=${code}`,
    ]);
    for (const path of ["/i/nothing", "/i/%2F%2Fevil.example", "/i/https:%2F%2Fevil.example"])
      expect((await product.send("GET", path)).headers.get("location")).toBe("/pioneers/signin");
  });

  test("of 10 at once with one invite, one counts", async () => {
    const mara = await inviter();
    const email = newEmail();
    await mara.send("POST", invites, { email });
    const code = /invite=(\w+)/.exec((await mailsTo(email))[0]?.text_body ?? "")?.[1];
    await Promise.all(Array.from({ length: 10 }, () => join(code)));
    expect((await listOf(mara)).invites).toHaveLength(1);
  });
});

describe("a reward", () => {
  test("comes for both after a confirmed address and a run that was paid for, and both are told once", async () => {
    const mara = await inviter();
    const jonas = await join(await linkOf(mara));
    expect((await mara.send("GET", `${invites}/rewards`)).body).toEqual({ rewards: [], isPending: true });
    await run(jonas);
    await rewardInvites(product.deps);
    expect([await creditsOf(mara), await creditsOf(jonas)]).toEqual([500, 480]);
    await confirm(jonas);
    await rewarded(mara);
    expect([await creditsOf(mara), await creditsOf(jonas)]).toEqual([570, 550]);
    expect((await listOf(mara)).overview.earned).toMatchObject({
      coins: 70,
      count: 1,
      latest: [{ name: "Jonas Albrecht" }],
    });
    for (const [person, side] of [
      [mara, "inviter"],
      [jonas, "invited"],
    ] as const) {
      const { rewards, isPending } = (await person.send("GET", `${invites}/rewards`)).body;
      expect([rewards, isPending]).toEqual([[{ id: expect.any(String), side, coins: 70 }], false]);
      const told = await person.send("POST", `${invites}/rewards`, { ids: [rewards[0].id] });
      expect(told.body).toEqual({ marked: 1 });
      expect((await person.send("GET", `${invites}/rewards`)).body.rewards).toEqual([]);
    }
    expect((await mara.send("GET", "/api/coins/statement")).body.rows[0]).toMatchObject({
      reason: "reward",
      amount: 70,
    });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("comes at the end of the run when the address was confirmed before", async () => {
    const mara = await inviter();
    const jonas = await join(await linkOf(mara));
    await confirm(jonas);
    await run(jonas);
    await rewarded(mara);
    expect(await creditsOf(jonas)).toBe(550);
  });

  test("is given once by 50 calls at once", async () => {
    const mara = await inviter();
    const jonas = await join(await linkOf(mara));
    const referral = await product.deps.db
      .selectFrom("referral")
      .select(["id", "coins"])
      .where("invited_id", "=", jonas.userId)
      .executeTakeFirstOrThrow();
    const one = { ...referral, userId: mara.userId, invitedId: jonas.userId };
    const given = await Promise.all(Array.from({ length: 50 }, () => rewardReferral(one, product.deps)));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect([await creditsOf(mara), await creditsOf(jonas)]).toEqual([570, 570]);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("waits while the run may be returned, and does not come for one that was", async () => {
    const mara = await inviter();
    const jonas = await join(await linkOf(mara));
    const runId = await run(jonas);
    const update = (values: object) => product.deps.db.updateTable("run").set(values).where("id", "=", runId).execute();
    await update({ returnable_until: new Date(Date.now() + day), returnable_coins: 20 });
    await confirm(jonas);
    expect(await rewardInvites(product.deps)).toBe(0);
    expect((await jonas.send("POST", `/api/workflows/runs/${runId}/return`, {})).status).toBe(200);
    ahead = 2 * day;
    await rewardInvites(product.deps);
    ahead = 0;
    expect([await creditsOf(mara), await creditsOf(jonas)]).toEqual([500, 500]);
    await run(jonas);
    await rewarded(mara);
    expect(await creditsOf(jonas)).toBe(550);
  });

  test("is that of the sign-up, whatever the operator gives later", async () => {
    const mara = await inviter();
    const jonas = await join(await linkOf(mara));
    const { config } = product.deps;
    const [one] = await allInvites(product.deps.db).pending(null, 1, jonas.userId);
    expect(one).toBeUndefined();
    await run(jonas);
    await confirm(jonas);
    await rewardInvites({ ...product.deps, config: { ...config, inviteRewardCoins: 5 } });
    await rewarded(mara);
    expect(await creditsOf(mara)).toBe(570);
  });

  test("for a first purchase wait until it is kept, and not for a run or one that went back", async () => {
    let days = 0;
    // Only the calls: rewards are looked for by the test alone.
    const shop = await openTestProduct({
      env: { INVITE_REWARD_ON: "purchase", ROLE: "web", PAYMENTS: "local" },
      now: () => new Date(Date.now() + days * dayMs),
    });
    try {
      const { db } = shop.deps;
      const mara = await shop.signUp();
      const code = (await mara.send("GET", invites)).body.overview.link.split("/").at(-1);
      const jonas = shop.visit();
      const guest = { name: "Jonas", email: newEmail(), password, inviteCode: code };
      const { user } = (await jonas.send("POST", "/api/auth/register", guest)).body;
      await signIn(jonas, guest);
      await db.updateTable("user").set({ email_verified: true }).where("id", "=", user.id).execute();
      const balances = async () =>
        [await balanceOf(mara.userId, db), await balanceOf(user.id, db)].map((one) => one.credits);
      const hold = { runId: newId(), owner: user.id, coins: 20, workflow: "x", projectId: newId(), at: new Date() };
      await db.transaction().execute(async (trx) => {
        await holdCoins(trx, hold, newId);
        await settleHold(trx, hold.runId, "captured", new Date(), newId);
      });
      expect(await rewardInvites(shop.deps)).toBe(0);
      expect(await balances()).toEqual([500, 480]);
      const buy = async (): Promise<string> => {
        const { packs } = (await jonas.send("GET", "/api/payments/offers")).body;
        const { orderId } = (await jonas.send("POST", "/api/payments/checkout", { item: packs[0].id })).body;
        const card = { cardNumber: "4242 4242 4242 4242", validUntil: "04 / 79", securityCode: "123", country: "DE" };
        const paid = await jonas.send("POST", `/api/payments/local/${orderId}`, { email: guest.email, ...card });
        expect(paid.status).toBe(200);
        return orderId;
      };
      const returned = await buy();
      await db.updateTable("payment_order").set({ refunded_cents: 1900 }).where("id", "=", returned).execute();
      days = 20;
      expect(await rewardInvites(shop.deps)).toBe(0);
      await signIn(jonas, guest);
      await buy();
      // It may still go back.
      days = 25;
      expect(await rewardInvites(shop.deps)).toBe(0);
      days = 40;
      const before = await balances();
      const given = await Promise.all(Array.from({ length: 8 }, () => rewardInvites(shop.deps)));
      expect(given.reduce((sum, one) => sum + one, 0)).toBe(1);
      expect(await balances()).toEqual(before.map((coins) => coins + 100));
    } finally {
      await shop.close();
    }
  });
});

describe("a disabled account", () => {
  const disable = (person: Person, isDisabled: boolean) =>
    changePerson(null, { id: person.userId, isDisabled, reason: "of a test" }, product.deps);
  // The first person of an installation is its operator, whom nobody disables.
  beforeAll(async () => {
    await product.signUp();
  });

  test("invites nobody: its link and its messages lead nowhere until it is let in again", async () => {
    const mara = await inviter();
    const email = newEmail();
    await mara.send("POST", invites, { email });
    const sent = /invite=(\S+)/.exec((await mailsTo(email))[0]?.text_body ?? "")?.[1] ?? "";
    const own = await linkOf(mara);
    await disable(mara, true);
    for (const code of [own, sent]) expect((await product.send("GET", `${invites}/offer/${code}`)).status).toBe(404);
    await join(own);
    await join(sent, email);
    expect(
      await product.deps.db.selectFrom("referral").select("id").where("user_id", "=", mara.userId).execute(),
    ).toEqual([]);
    await disable(mara, false);
    for (const code of [own, sent]) expect((await product.send("GET", `${invites}/offer/${code}`)).status).toBe(200);
  });

  test("of the one who invited gets no coins, and the friend still does; a disabled friend waits", async () => {
    const mara = await inviter();
    const code = await linkOf(mara);
    const [jonas, ida] = [await join(code), await join(code)];
    for (const one of [jonas, ida]) await run(one);
    await disable(ida, true);
    await disable(mara, true);
    const before = await creditsOf(jonas);
    for (const one of [jonas, ida]) await confirm(one);
    await expect.poll(() => creditsOf(jonas)).toBe(before + 70);
    await disable(mara, false);
    await signIn(mara, mara);
    const { overview } = await listOf(mara);
    expect(overview.earned).toMatchObject({ coins: 0, count: 0 });
    await rewardInvites(product.deps);
    expect((await listOf(mara)).overview.earned).toMatchObject({ coins: 0 });
    await disable(ida, false);
    await rewardInvites(product.deps);
    expect((await listOf(mara)).overview.earned).toMatchObject({ coins: 70, count: 1 });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});

describe("a deleted account", () => {
  const remove = (person: Person) => person.send("DELETE", "/api/user", { enData: { userId: person.userId } });
  const rowOf = async (id: string) =>
    product.deps.db.selectFrom("referral").selectAll().where("id", "=", id).executeTakeFirst();

  test("of somebody who was invited leaves the invite without a name, and no reward comes any more", async () => {
    const mara = await inviter();
    const jonas = await join(await linkOf(mara));
    await confirm(jonas);
    const [{ id }] = (await listOf(mara)).invites;
    expect((await remove(jonas)).status).toBe(200);
    expect((await listOf(mara)).invites).toMatchObject([{ id, name: null, email: null, state: "registered" }]);
    expect(await rowOf(id)).toMatchObject({ invited_id: null, user_id: mara.userId });
    expect((await mara.send("GET", `${invites}/rewards`)).body.isPending).toBe(false);
    await rewardInvites(product.deps);
    expect(await creditsOf(mara)).toBe(500);
    // Coming back with the same mailbox is no new person.
    await confirm(await join(await linkOf(mara), jonas.email));
    expect((await listOf(mara)).invites).toHaveLength(1);
    await remove(mara);
    await purgeOld(product.deps.config, product.deps);
    expect(await rowOf(id)).toBeUndefined();
  });

  test("of the one who invited ends open invites, and the other side still gets its reward", async () => {
    const mara = await inviter();
    const email = newEmail();
    await mara.send("POST", invites, { email });
    const code = /invite=(\w+)/.exec((await mailsTo(email))[0]?.text_body ?? "")?.[1];
    const jonas = await join(await linkOf(mara));
    await confirm(jonas);
    await remove(mara);
    expect((await product.send("GET", `${invites}/offer/${code}`)).status).toBe(404);
    await join(code, email);
    await run(jonas);
    await expect.poll(() => creditsOf(jonas)).toBe(550);
    const { rows } = await product.database.pool.query(
      `select 1 from coin_account where owner = $1 and kind = 'person' and balance <> 500`,
      [mara.userId],
    );
    expect(rows).toEqual([]);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});

describe("limits", () => {
  let strict: TestProduct;
  beforeAll(async () => {
    strict = await openTestProduct({ env: { THROTTLES: "default", ROLE: "web" } });
  });
  afterAll(() => strict.close());

  /** Somebody signed in whose address is confirmed. */
  async function somebody(): Promise<Person> {
    const person = await strict.signUp();
    await strict.deps.db.updateTable("user").set({ email_verified: true }).where("id", "=", person.userId).execute();
    return person;
  }

  test("whoever asks who has an account learns it of four addresses a day, and then nothing of any", async () => {
    const mara = await somebody();
    const known: Person[] = [];
    for (let one = 0; one < 5; one += 1) known.push(await strict.signUp("Jonas Weber"));
    const codes: unknown[] = [];
    for (const { email } of known) codes.push((await mara.send("POST", invites, { email })).body.code);
    expect(codes).toEqual([...Array(4).fill("resellerInvites.duplicateRegisteredUser"), "request.tooMany"]);
    const stranger = await mara.send("POST", invites, { email: newEmail() });
    expect([stranger.status, stranger.body.code]).toEqual([429, "request.tooMany"]);
    expect(Number(stranger.headers.get("retry-after"))).toBeGreaterThan(3600);
  });

  test("20 tries a day, three of them without a confirmed address", async () => {
    const [mara, jonas] = [await somebody(), await strict.signUp("Jonas Weber")];
    const own: number[] = [];
    for (let one = 0; one < 21; one += 1) own.push((await mara.send("POST", invites, { email: mara.email })).status);
    expect(own).toEqual([...Array(20).fill(400), 429]);
    const answers: unknown[] = [];
    for (let one = 0; one < 4; one += 1) {
      const { status, body } = await jonas.send("POST", invites, { email: newEmail() });
      answers.push(status === 201 ? status : body.code);
    }
    expect(answers).toEqual([201, 201, 201, "invites.unconfirmed"]);
  });

  test("codes cannot be found by trying", async () => {
    const statuses: number[] = [];
    for (let one = 0; one < 61; one += 1)
      statuses.push((await strict.send("GET", `${invites}/offer/aaaaaaaaaa${one + 10}`)).status);
    expect(statuses).toEqual([...Array(60).fill(404), 429]);
  });
});

test("everybody has a link", async () => {
  const visitor = product.visit();
  expect(await register(visitor, { name: "Ute", email: newEmail(), password })).not.toBeNull();
  const { rows } = await product.database.pool.query(
    `select count(*)::int as n from "user" u left join invite_link l on l.user_id = u.id where l.code is null`,
  );
  expect(rows[0].n).toBe(0);
});
