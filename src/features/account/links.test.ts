import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { type Accounts, openAccounts, openBrowser } from "./conformance/openAccounts.ts";
import { sendRequestedLinks } from "./server/links.ts";
import { sweepExpired } from "./server/repository.ts";

/* Links in mails: whoever holds one may set a password or confirm an address, once. */

const origin = "https://pioneer.example";
const next = "another good password";
let database: TestDatabase;
let accounts: Accounts;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = await openAccounts({ pool: database.pool, appUrl: origin, throttleFactor: 1000 });
});
afterAll(() => database.close());

async function registered() {
  const browser = openBrowser(accounts);
  const email = `person${(count += 1)}@links.example`;
  await browser.register(email);
  return { browser, email };
}

const mailsTo = (email: string) =>
  accounts.db.selectFrom("mail").selectAll().where("recipient", "=", email).orderBy("id").execute();

/** Token of the newest mail of a kind. */
async function tokenOf(kind: "reset" | "verify" | "signIn", email: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast((one) => one.kind === `account-${kind}`);
  return /#token=(\S+)/.exec(mail?.text_body ?? "")?.[1] ?? "";
}

/** Asks for a link by an address, as somebody who did so long enough ago to be sent a new one. */
async function askFor(kind: "reset" | "link", email: string, headers: Record<string, string> = {}): Promise<Response> {
  await accounts.db
    .updateTable("account_link")
    .set({ created_at: new Date(Date.now() - 61_000), expires_at: new Date(Date.now() + 29 * 60_000) })
    .where("kind", "=", kind === "link" ? "signIn" : kind)
    .where("user_id", "in", (from) => from.selectFrom("user").select("id").where("email", "=", email))
    .execute();
  const answer = await openBrowser(accounts).send("POST", `/api/auth/${kind}/request`, {
    body: JSON.stringify({ email }),
    headers: { "content-type": "application/json", ...headers },
  });
  await sendRequestedLinks(accounts.deps);
  return answer;
}

/** Token of the newest link to set a password, or to sign in. */
async function newToken(kind: "reset" | "link", email: string): Promise<string> {
  const answer = await askFor(kind, email);
  expect([answer.status, await answer.json()]).toEqual([200, { accepted: true }]);
  return tokenOf(kind === "link" ? "signIn" : kind, email);
}

const finish = (token: string, password = next): Promise<Response> =>
  openBrowser(accounts).json("POST", "/api/auth/reset/finish", { token, password });
const codeOf = async (response: Response): Promise<string> =>
  `${response.status} ${((await response.json()) as { code?: string }).code ?? ""}`;

describe("a request for a link", () => {
  test("is answered the same for every address, and only a known one gets a mail", async () => {
    const { email } = await registered();
    const known = await askFor("reset", email.toUpperCase());
    const unknown = await askFor("reset", "nobody@links.example");
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(known.status).toBe(200);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["account-verify", "account-reset"]);
    expect(await mailsTo("nobody@links.example")).toEqual([]);
    expect(await accounts.db.selectFrom("link_request").selectAll().execute()).toEqual([]);
  });

  test("leads to our own address, whatever the request says about its host", async () => {
    const { email } = await registered();
    await askFor("reset", email, { host: "evil.example", "x-forwarded-host": "evil.example" });
    const [, mail] = await mailsTo(email);
    const links = [...`${mail?.text_body} ${mail?.html_body}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !link.startsWith(`${origin}/pioneers/signin?mode=reset#token=`))).toEqual([]);
  });

  test("brings one mail when several processes look at the same time", async () => {
    const { email } = await registered();
    await openBrowser(accounts).json("POST", "/api/auth/reset/request", { email });
    await Promise.all(Array.from({ length: 8 }, () => sendRequestedLinks(accounts.deps)));
    expect((await mailsTo(email)).length).toBe(2);
  });

  test("speaks the language of the person, else that of the page", async () => {
    const { email } = await registered();
    await openBrowser(accounts).json("POST", "/api/auth/reset/request", { email, language: "de" });
    await sendRequestedLinks(accounts.deps);
    const [, mail] = await mailsTo(email);
    expect([mail?.language, mail?.subject]).toEqual(["de", "Neues Passwort für Pioneer festlegen"]);
    expect(mail?.text_body).toContain(`${origin}/de/pioneers/signin?mode=reset#token=`);
  });
});

describe("a link to set a password", () => {
  test("sets it, signs every device out, confirms the address and sends word of it", async () => {
    const { browser, email } = await registered();
    await browser.signIn(email);
    expect(await browser.isSignedIn()).toBe(true);
    expect((await finish(await newToken("reset", email))).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(false);
    expect((await openBrowser(accounts).signIn(email)).status).toBe(401);
    expect((await openBrowser(accounts).signIn(email, next)).status).toBe(200);
    const user = await accounts.db.selectFrom("user").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    expect(user.email_verified).toBe(true);
    expect((await mailsTo(email)).at(-1)?.kind).toBe("account-passwordReset");
  });

  test("works once, also when ten use it at the same time", async () => {
    const { email } = await registered();
    const token = await newToken("reset", email);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => finish(token, `${next} ${at}`)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(await codeOf(await finish(token))).toBe("410 resetAuth.invalidLink");
  });

  test("is dead after a newer one, and after 30 minutes", async () => {
    const { email } = await registered();
    const older = await newToken("reset", email);
    const newer = await newToken("reset", email);
    expect(await codeOf(await finish(older))).toBe("410 resetAuth.invalidLink");
    const row = await accounts.db
      .selectFrom("account_link")
      .selectAll()
      .where("kind", "=", "reset")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(30 * 60_000);
    await accounts.db
      .updateTable("account_link")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("id", "=", row.id)
      .execute();
    expect(await codeOf(await finish(newer))).toBe("410 resetAuth.invalidLink");
    await sweepExpired(accounts.db);
    expect(await accounts.db.selectFrom("account_link").select("id").where("id", "=", row.id).execute()).toEqual([]);
  });

  test("is not replaced within a minute, so that nobody can end the link of another by asking again", async () => {
    const { email } = await registered();
    const sent = await newToken("reset", email);
    await openBrowser(accounts).json("POST", "/api/auth/reset/request", { email });
    await sendRequestedLinks(accounts.deps);
    expect((await mailsTo(email)).filter(({ kind }) => kind === "account-reset")).toHaveLength(1);
    expect((await finish(sent)).status).toBe(200);
    // One that was used does not count.
    expect(await newToken("reset", email)).not.toBe(sent);
  });

  test("is refused when it was changed or made for something else, and is spent by POST only", async () => {
    const { email } = await registered();
    const verify = await tokenOf("verify", email);
    const token = await newToken("reset", email);
    const [user = "", random = "", signature = ""] = token.split(".");
    const changed = [
      verify,
      "",
      "x",
      `${token}.x`,
      `${user}.${random}.${signature.slice(1)}`,
      `${crypto.randomUUID()}.${random}.${signature}`,
    ];
    const answers = await Promise.all(changed.map(async (one) => codeOf(await finish(one))));
    expect(new Set(answers)).toEqual(new Set(["410 resetAuth.invalidLink", "400 request.bad"]));
    for (const path of ["/api/auth/reset/finish", "/api/auth/verify"])
      expect((await openBrowser(accounts).send("GET", `${path}?token=${token}&password=${next}`)).status).toBe(404);
    expect(await codeOf(await finish(token, "short"))).toBe("400 request.bad");
    expect((await finish(token)).status).toBe(200);
  });

  test("says that the account is gone to whoever holds it, and to nobody else", async () => {
    const { email } = await registered();
    const token = await newToken("reset", email);
    await accounts.db.deleteFrom("user").where("email", "=", email).execute();
    expect(await codeOf(await finish(token))).toBe("404 resetAuth.noUserFound");
    expect(await codeOf(await finish(`${crypto.randomUUID()}.aaaa.bbbb`))).toBe("410 resetAuth.invalidLink");
  });

  test("is nowhere in the database but in the mail", async () => {
    const { email } = await registered();
    const token = await newToken("reset", email);
    const rows = await accounts.db.selectFrom("account_link").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.split(".")[1]);
    expect(accounts.logged.join("\n")).not.toContain(token.split(".")[1]);
  });
});

describe("a new password", () => {
  async function withOtherWays() {
    const { browser, email } = await registered();
    await browser.signIn(email);
    await browser.json("POST", "/api/auth/verify", { token: await tokenOf("verify", email) });
    const { id: user_id } = await accounts.db
      .selectFrom("user")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await accounts.db
      .insertInto("account")
      .values({ id: crypto.randomUUID(), user_id, provider_id: "github", account_id: `octo ${email}` })
      .execute();
    return { email, user_id };
  }
  const kindsOf = async (user_id: string): Promise<string[]> =>
    (await accounts.db.selectFrom("account").select("provider_id").where("user_id", "=", user_id).execute()).map(
      ({ provider_id }) => provider_id,
    );

  test("leaves the other ways into a confirmed account, and the notice says so", async () => {
    const { email, user_id } = await withOtherWays();
    expect((await finish(await newToken("reset", email))).status).toBe(200);
    expect((await kindsOf(user_id)).toSorted()).toEqual(["credential", "github"]);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      kind: "account-passwordResetOthersKept",
      text_body: expect.stringContaining("passkeys and connected accounts still work"),
    });
  });

  test("ends them past no second factor without its code", async () => {
    const { email, user_id } = await withOtherWays();
    await accounts.db
      .insertInto("second_factor")
      .values({ user_id, secret: "unreadable", confirmed_at: new Date(), last_step: null })
      .execute();
    const token = await newToken("reset", email);
    const body = { token, password: next, otherWays: "remove" };
    const refused = await openBrowser(accounts).json("POST", "/api/auth/reset/finish", body);
    expect(await codeOf(refused)).toBe("401 login.codeNeeded");
    expect((await kindsOf(user_id)).toSorted()).toEqual(["credential", "github"]);
    expect((await openBrowser(accounts).signIn(email)).status).toBe(401);
    expect((await finish(token)).status).toBe(200);
    expect((await kindsOf(user_id)).toSorted()).toEqual(["credential", "github"]);
  });

  test("ends them on demand", async () => {
    const { email, user_id } = await withOtherWays();
    const token = await newToken("reset", email);
    const body = { token, password: next, otherWays: "remove" };
    expect((await openBrowser(accounts).json("POST", "/api/auth/reset/finish", body)).status).toBe(200);
    expect(await kindsOf(user_id)).toEqual(["credential"]);
    expect((await mailsTo(email)).at(-1)?.kind).toBe("account-passwordReset");
  });
});

describe("a link that confirms an address", () => {
  const isVerified = async (email: string): Promise<boolean> =>
    (await accounts.db.selectFrom("user").select("email_verified").where("email", "=", email).executeTakeFirstOrThrow())
      .email_verified;
  const confirm = (browser: ReturnType<typeof openBrowser>, token: string): Promise<Response> =>
    browser.json("POST", "/api/auth/verify", { token });

  test("comes with the account and works once", async () => {
    const { browser, email } = await registered();
    await browser.signIn(email);
    expect(await isVerified(email)).toBe(false);
    const token = await tokenOf("verify", email);
    expect((await confirm(browser, token)).status).toBe(200);
    expect(await isVerified(email)).toBe(true);
    expect(await codeOf(await confirm(browser, token))).toBe("410 verification.invalidLink");
  });

  test("confirms nothing for its owner where a stranger registered with the address, who then takes the account", async () => {
    const stranger = await registered();
    await stranger.browser.signIn(stranger.email);
    const token = await tokenOf("verify", stranger.email);
    const owner = openBrowser(accounts);
    const other = await registered();
    await other.browser.signIn(other.email);
    for (const browser of [owner, other.browser])
      expect(await codeOf(await confirm(browser, token))).toBe("403 verification.signInFirst");
    expect(await isVerified(stranger.email)).toBe(false);
    const link = await newToken("link", stranger.email);
    expect((await owner.json("POST", "/api/auth/link/finish", { token: link })).status).toBe(200);
    expect((await mailsTo(stranger.email)).at(-1)?.kind).toBe("account-waysRemoved");
    expect(await isVerified(stranger.email)).toBe(true);
    expect(await codeOf(await confirm(stranger.browser, token))).toBe("410 verification.invalidLink");
    expect((await openBrowser(accounts).signIn(stranger.email)).status).toBe(401);
  });

  test("is sent once more on request, until the address is confirmed", async () => {
    const { browser, email } = await registered();
    await browser.signIn(email);
    const first = await tokenOf("verify", email);
    expect(await (await browser.json("POST", "/api/user/verification", {})).json()).toEqual({ sent: true });
    expect(await codeOf(await confirm(browser, first))).toBe("410 verification.invalidLink");
    expect((await confirm(browser, await tokenOf("verify", email))).status).toBe(200);
    expect(await (await browser.json("POST", "/api/user/verification", {})).json()).toEqual({ sent: false });
    expect((await openBrowser(accounts).json("POST", "/api/user/verification", {})).status).toBe(401);
  });
});

describe("a link to sign in", () => {
  const enter = (token: string, browser = openBrowser(accounts)): Promise<Response> =>
    browser.json("POST", "/api/auth/link/finish", { token });

  test("takes from a stranger who registered with the address first every way in", async () => {
    const stranger = await registered();
    await stranger.browser.signIn(stranger.email);
    expect((await stranger.browser.json("POST", "/api/user/two-factor/begin", {})).status).toBe(200);
    const owner = openBrowser(accounts);
    const opened = await enter(await newToken("link", stranger.email), owner);
    expect(opened.status).toBe(200);
    expect((await stranger.browser.send("GET", "/api/user/sessions")).status).toBe(401);
    expect((await openBrowser(accounts).signIn(stranger.email)).status).toBe(401);
    expect(
      await accounts.db
        .selectFrom("second_factor")
        .selectAll()
        .where("user_id", "in", (from) => from.selectFrom("user").select("id").where("email", "=", stranger.email))
        .execute(),
    ).toEqual([]);
  });

  test("signs in by a press, confirms the address, and makes the device known", async () => {
    const { email } = await registered();
    const token = await newToken("link", email);
    const browser = openBrowser(accounts);
    expect(await (await enter(token, browser)).json()).toEqual({ signedIn: true });
    expect(await browser.isSignedIn()).toBe(true);
    expect(Array.from(browser.jar.keys()).toSorted()).toEqual(["__Host-pioneer.device", "__Host-pioneer.session"]);
    const user = await accounts.db.selectFrom("user").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    expect(user.email_verified).toBe(true);
    const [, mail] = await mailsTo(email);
    expect(mail?.text_body).toContain(`${origin}/pioneers/signin?mode=signIn#token=`);
  });

  test("is answered the same for an address without an account, which gets no mail", async () => {
    expect(await newToken("link", "stranger@links.example")).toBe("");
    expect(await mailsTo("stranger@links.example")).toEqual([]);
  });

  test("works once, also when ten use it at the same time", async () => {
    const { email } = await registered();
    const token = await newToken("link", email);
    const browsers = Array.from({ length: 10 }, () => openBrowser(accounts));
    const answers = await Promise.all(browsers.map((browser) => enter(token, browser)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const signedIn = await Promise.all(browsers.map((browser) => browser.isSignedIn()));
    expect(signedIn.filter(Boolean).length).toBe(1);
    expect(await codeOf(await enter(token))).toBe("410 signInLink.invalidLink");
  });

  test("is dead after a newer one, after 30 minutes, and after a new password", async () => {
    const { email } = await registered();
    const older = await newToken("link", email);
    const newer = await newToken("link", email);
    expect(await codeOf(await enter(older))).toBe("410 signInLink.invalidLink");
    const link = accounts.db.selectFrom("account_link").selectAll().where("kind", "=", "signIn").orderBy("id", "desc");
    const row = await link.executeTakeFirstOrThrow();
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(30 * 60_000);
    await accounts.db
      .updateTable("account_link")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("id", "=", row.id)
      .execute();
    expect(await codeOf(await enter(newer))).toBe("410 signInLink.invalidLink");
    const last = await newToken("link", email);
    await finish(await newToken("reset", email));
    expect(await codeOf(await enter(last))).toBe("410 signInLink.invalidLink");
  });

  test("is spent by POST only, and by no link of another kind", async () => {
    const { email } = await registered();
    const [token, verify, reset] = [
      await newToken("link", email),
      await tokenOf("verify", email),
      await newToken("reset", email),
    ];
    expect((await openBrowser(accounts).send("GET", `/api/auth/link/finish?token=${token}`)).status).toBe(404);
    for (const other of [verify, reset]) expect(await codeOf(await enter(other))).toBe("410 signInLink.invalidLink");
    expect(await codeOf(await finish(token))).toBe("410 resetAuth.invalidLink");
    expect((await enter(token)).status).toBe(200);
  });

  test("is refused from another origin", async () => {
    const { email } = await registered();
    const token = await newToken("link", email);
    const foreign = await openBrowser(accounts).send("POST", "/api/auth/link/finish", {
      body: JSON.stringify({ token }),
      headers: { "content-type": "application/json", origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
    expect((await enter(token)).status).toBe(200);
  });
});
