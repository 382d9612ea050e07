import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tables } from "#src/platform/tables.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { type Accounts, openAccounts, openBrowser } from "./conformance/openAccounts.ts";
import { openAuth } from "./server/auth.ts";
import { deriveEnvelopeKey } from "./server/envelopeKey.ts";
import { hashPassword, isPassword } from "./server/password.ts";
import { sweepExpired } from "./server/repository.ts";
import { deleteUser, userOf } from "./server/usecases.ts";

const origin = "https://pioneer.example";
let database: TestDatabase;
let accounts: Accounts;
let count = 0;
const newEmail = (): string => `person${(count += 1)}@example.com`;

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = await openAccounts({ pool: database.pool, appUrl: origin, throttleFactor: 1000 });
});
afterAll(() => database.close());

/** A browser whose person is registered and signed in. */
async function signedIn() {
  const browser = openBrowser(accounts);
  const email = newEmail();
  await browser.register(email);
  await browser.signIn(email);
  const session = await accounts.deps.readSession(new Headers({ cookie: cookieOf(browser) }));
  if (!session) throw new Error("The person could not be signed in");
  return { browser, email, session };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;
const cookieOf = (browser: ReturnType<typeof openBrowser>): string =>
  Array.from(browser.jar, ([name, value]) => `${name}=${value}`).join("; ");
const bodyOf = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

describe("registration", () => {
  test("creates a person with a hashed password and grants the welcome coins", async () => {
    const email = newEmail();
    const response = await openBrowser(accounts).register(email.toUpperCase());
    expect(response.status).toBe(201);
    const { user } = (await response.json()) as { user: { id: string; email: string } };
    expect(user.email).toBe(email);
    expect(accounts.welcomed).toContain(user.id);
    const row = await accounts.db
      .selectFrom("account")
      .select("password")
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("rejects a second account for the same email address in any letter case, even with ten concurrent requests", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => openBrowser(accounts).register(index % 2 ? email : email.toUpperCase())),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ code: "register.duplicateUser" });
  });

  test("stores nothing when the welcome coins cannot be granted", async () => {
    const broken = await openAccounts({
      pool: database.pool,
      appUrl: origin,
      overrides: { welcome: () => Promise.reject(new Error("no coins")) },
    });
    const email = newEmail();
    await openBrowser(broken)
      .register(email)
      .catch(() => undefined);
    expect(await accounts.db.selectFrom("user").select("id").where("email", "=", email).execute()).toEqual([]);
  });

  test.each([
    ["a short password", { password: "short" }],
    ["no name", { name: " " }],
    ["a name with NUL", { name: "a\u0000b" }],
    ["no address", { email: "nobody" }],
    ["an unknown key", { credits: 5 }],
    ["a role", { roles: ["admin"] }],
    ["a license", { ownedLicense: "enterprise" }],
    ["an unknown language", { language: "xx" }],
  ])("rejects %s with 400", async (_what, wrong) => {
    const body = { name: "Ada", email: newEmail(), password: "correct horse battery", ...wrong };
    expect((await openBrowser(accounts).json("POST", "/api/auth/register", body)).status).toBe(400);
  });

  test.each(["null", "[]", "1e21", "{", '"x"', '{"__proto__":{"name":"x"}}'])(
    "returns 400 for the body %s",
    async (body) => {
      const response = await openBrowser(accounts).send("POST", "/api/auth/register", {
        body,
        headers: { "content-type": "application/json" },
      });
      expect(response.status).toBe(400);
    },
  );

  test("returns 413 for an oversized body", async () => {
    const body = JSON.stringify({ name: "x".repeat(100_000) });
    const response = await openBrowser(accounts).send("POST", "/api/auth/register", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(413);
  });
});

describe("session and provider endpoints", () => {
  test("return an empty object to a visitor who is not signed in", async () => {
    const response = await openBrowser(accounts).send("GET", "/api/auth/session");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toBe("{}");
  });

  test("return the user and the expiry of the session", async () => {
    const { browser, email, session } = await signedIn();
    expect(await browser.session()).toEqual({
      user: { id: session.userId, name: "Ada Lovelace", email, image: null },
      expires: session.expiresAt.toISOString(),
    });
  });

  test("list credentials as the only sign-in provider", async () => {
    const body = await bodyOf(await openBrowser(accounts).send("GET", "/api/auth/providers"));
    expect(body).toEqual({
      credentials: {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        signinUrl: `${origin}/api/auth/signin/credentials`,
        callbackUrl: `${origin}/api/auth/callback/credentials`,
      },
    });
  });

  test("clear a session cookie whose session no longer exists", async () => {
    const { browser, session } = await signedIn();
    await accounts.db.deleteFrom("session").where("id", "=", session.id).execute();
    expect(await browser.session()).toEqual({});
    expect([...browser.jar.keys()].some((name) => name.endsWith("session"))).toBe(false);
  });
});

describe("sign-in", () => {
  test("returns the absolute URL of the dashboard", async () => {
    const email = newEmail();
    const browser = openBrowser(accounts);
    await browser.register(email);
    const response = await browser.signIn(email.toUpperCase());
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ url: `${origin}/dashboard` });
    expect(await browser.isSignedIn()).toBe(true);
  });

  test("redirects a plain form submission, to the error page when the password is wrong", async () => {
    const email = newEmail();
    const browser = openBrowser(accounts);
    await browser.register(email);
    const response = await browser.signIn(email, "correct horse battery", { json: "false" });
    expect([response.status, response.headers.get("location")]).toEqual([302, `${origin}/dashboard`]);
    const wrong = await browser.signIn(email, "wrong wrong wrong", { json: "false" });
    expect([wrong.status, wrong.headers.get("location")]).toEqual([
      302,
      `${origin}/api/auth/error?error=CredentialsSignin`,
    ]);
  });

  test.each(["true", "false"])("says that the account is disabled (json: %s)", async (json) => {
    const { browser, email, session } = await signedIn();
    await database.pool.query(`update "user" set disabled_at = now() where id = $1`, [session.userId]);
    const refused = await browser.signIn(email, "correct horse battery", { json });
    const url = json === "true" ? (await bodyOf(refused))["url"] : refused.headers.get("location");
    expect(url).toBe(`${origin}/api/auth/error?error=AccountDisabled`);
  });

  test.each([
    ["a wrong password", (email: string) => ({ email, password: "wrong wrong wrong" })],
    ["an unknown address", () => ({ email: "unknown@example.com", password: "correct horse battery" })],
    ["no address", () => ({ email: "", password: "correct horse battery" })],
    ["a broken address", () => ({ email: "a\u0000b@example.com", password: "correct horse battery" })],
    ["no password", (email: string) => ({ email, password: "" })],
    ["an endless password", (email: string) => ({ email, password: "x".repeat(10_000) })],
  ])("returns the same 401 for %s", async (_what, fields) => {
    const email = newEmail();
    const browser = openBrowser(accounts);
    await browser.register(email);
    const { email: typed, password } = fields(email);
    const response = await browser.signIn(typed, password);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ url: `${origin}/api/auth/error?error=CredentialsSignin` });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test("computes one password hash for unknown and for known email addresses, so that both take the same time", async () => {
    const { email } = await signedIn();
    const spent: string[] = [];
    const auth = await openAuth(accounts.deps, {
      hash: (password) => (spent.push("hash"), hashPassword(password)),
      isPassword: (stored, password) => (spent.push("verify"), isPassword(stored, password)),
    });
    const caller = { address: "203.0.113.9", userAgent: "test" };
    expect(await auth.signIn({ email, password: "wrong wrong wrong" }, caller)).toBeNull();
    expect(await auth.signIn({ email: "unknown@example.com", password: "wrong wrong wrong" }, caller)).toBeNull();
    expect(spent).toEqual(["verify", "hash"]);
  });

  test("reports a database failure instead of a wrong password", async () => {
    const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
    const away = await openAuth({
      ...accounts.deps,
      db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    });
    const attempt = away.signIn(
      { email: newEmail(), password: "correct horse battery" },
      { address: "203.0.113.9", userAgent: "test" },
    );
    await expect(attempt).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("issues a new session token and ends the previous session", async () => {
    const { browser, email, session } = await signedIn();
    const before = cookieOf(browser);
    await browser.signIn(email);
    expect(cookieOf(browser)).not.toBe(before);
    expect(await accounts.deps.readSession(new Headers({ cookie: before }))).toBeNull();
    const now = await accounts.deps.readSession(new Headers({ cookie: cookieOf(browser) }));
    expect(now?.id).not.toBe(session.id);
  });

  test("replaces a session token planted by somebody else", async () => {
    const email = newEmail();
    const browser = openBrowser(accounts);
    await browser.register(email);
    browser.jar.set("__Host-pioneer.session", "planted.planted");
    await browser.signIn(email);
    expect(browser.jar.get("__Host-pioneer.session")).not.toContain("planted");
  });

  test("redirects the sign-in and error endpoints to the product's sign-in page", async () => {
    const browser = openBrowser(accounts);
    const at = async (path: string): Promise<string | null> =>
      (await browser.send("GET", path)).headers.get("location");
    expect(await at("/api/auth/signin")).toBe(`${origin}/pioneers/signin`);
    expect(await at("/api/auth/signin?error=SessionRequired&callbackUrl=%2Fleads")).toBe(
      `${origin}/pioneers/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${origin}/leads`)}`,
    );
    expect(await at("/api/auth/error?error=CredentialsSignin")).toBe(
      `${origin}/pioneers/signin?error=CredentialsSignin`,
    );
    expect(await at("/api/auth/error?error=%3Cscript%3E")).toBe(`${origin}/pioneers/signin?error=Default`);
    const form = await browser.form("/api/auth/signin/credentials", { callbackUrl: "/leads" });
    expect(await form.json()).toEqual({
      url: `${origin}/pioneers/signin?callbackUrl=${encodeURIComponent(`${origin}/leads`)}`,
    });
  });

  test("exposes none of the auth library's own endpoints", async () => {
    const { browser, email } = await signedIn();
    const paths = [
      "sign-in/email",
      "sign-up/email",
      "sign-in/social",
      "sign-out",
      "get-session",
      "list-sessions",
      "revoke-sessions",
      "update-user",
      "change-password",
      "change-email",
      "delete-user",
      "verify-password",
      "ok",
    ];
    for (const path of paths) {
      for (const method of ["GET", "POST"]) {
        const init =
          method === "GET"
            ? {}
            : {
                body: JSON.stringify({ email, password: "correct horse battery" }),
                headers: { "content-type": "application/json" },
              };
        expect([path, (await browser.send(method, `/api/auth/${path}`, init)).status]).toEqual([path, 404]);
      }
    }
  });
});

describe("cookies", () => {
  test("are host-prefixed, HttpOnly and secure over HTTPS, and the database never holds the session token", async () => {
    const email = newEmail();
    const browser = openBrowser(accounts);
    await browser.register(email);
    const csrf = await browser.send("GET", "/api/auth/csrf");
    const lines = [...csrf.headers.getSetCookie(), ...(await browser.signIn(email)).headers.getSetCookie()];
    expect(lines.length).toBe(3);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-pioneer\./);
      for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"])
        expect(line.split("; ")).toContain(attribute);
      expect(line).not.toContain("Domain");
    }
    const token = decodeURIComponent(browser.jar.get("__Host-pioneer.session") ?? "").split(".")[0] ?? "";
    expect(token.length).toBe(32);
    for (const table of ["user", "session", "account", "verification"] as const) {
      expect(JSON.stringify(await accounts.db.selectFrom(table).selectAll().execute())).not.toContain(token);
    }
  });

  test("omit the host prefix and the Secure attribute over plain HTTP", async () => {
    const plain = await openAccounts({ pool: database.pool, appUrl: "http://localhost:3000", throttleFactor: 1000 });
    const browser = openBrowser(plain);
    const email = newEmail();
    await browser.register(email);
    const lines = (await browser.signIn(email)).headers.getSetCookie();
    expect(lines.some((line) => line.startsWith("pioneer.session="))).toBe(true);
    for (const line of lines) {
      expect(line.split("; ")).not.toContain("Secure");
      expect(line.split("; ")).toContain("HttpOnly");
    }
    expect(await browser.isSignedIn()).toBe(true);
  });

  test("open no session when they contain the stored hash, no signature or a forged signature", async () => {
    const { browser, session } = await signedIn();
    const row = await accounts.db
      .selectFrom("session")
      .select("token_hash")
      .where("id", "=", session.id)
      .executeTakeFirstOrThrow();
    const signed = decodeURIComponent(browser.jar.get("__Host-pioneer.session") ?? "");
    const [token, signature] = [signed.slice(0, 32), signed.slice(33)];
    for (const value of [
      row.token_hash,
      `${row.token_hash}.${signature}`,
      token,
      `${token}.`,
      `${token}.${"A".repeat(44)}`,
      `${signed}x`,
      "",
    ]) {
      const headers = new Headers({ cookie: `__Host-pioneer.session=${encodeURIComponent(value)}` });
      expect(await accounts.deps.readSession(headers)).toBeNull();
    }
  });
});

describe("sessions", () => {
  const age = (id: string, change: { created?: string; expires?: string; updated?: string }): Promise<unknown> =>
    database.pool.query(
      `update session set created_at = now() + $2::interval, expires_at = now() + $3::interval, updated_at = now() + $4::interval where id = $1`,
      [id, change.created ?? "-1 day", change.expires ?? "6 days", change.updated ?? "-1 minute"],
    );

  test("end at sign-out", async () => {
    const { browser, session } = await signedIn();
    const cookie = cookieOf(browser);
    const response = await browser.signOut();
    expect(await response.json()).toEqual({ url: `${origin}/pioneers/signin` });
    expect(await accounts.deps.readSession(new Headers({ cookie }))).toBeNull();
    expect(await accounts.db.selectFrom("session").select("id").where("id", "=", session.id).execute()).toEqual([]);
  });

  test("end on every device when the password changes", async () => {
    const { browser, email, session } = await signedIn();
    const other = openBrowser(accounts);
    await other.signIn(email);
    const before = cookieOf(browser);
    const wrong = await browser.json("POST", "/api/user/password", {
      currentPassword: "wrong wrong wrong",
      newPassword: "another horse battery",
    });
    expect([wrong.status, (await bodyOf(wrong))["code"]]).toEqual([403, "login.wrongPassword"]);
    expect(await other.isSignedIn()).toBe(true);
    const changed = await browser.json("POST", "/api/user/password", {
      currentPassword: "correct horse battery",
      newPassword: "another horse battery",
    });
    expect(changed.status).toBe(200);
    expect(await accounts.deps.readSession(new Headers({ cookie: before }))).toBeNull();
    expect(await other.isSignedIn()).toBe(false);
    expect(await browser.isSignedIn()).toBe(true);
    expect((await accounts.deps.readSession(new Headers({ cookie: cookieOf(browser) })))?.id).not.toBe(session.id);
    expect((await openBrowser(accounts).signIn(email)).status).toBe(401);
    expect((await openBrowser(accounts).signIn(email, "another horse battery")).status).toBe(200);
  });

  test.each([
    [
      "gets a new password",
      (person: SignedIn) =>
        person.browser.json("POST", "/api/user/password", {
          currentPassword: "correct horse battery",
          newPassword: "another horse battery",
        }),
    ],
    ["is deleted", (person: SignedIn) => deleteUser({ userId: person.session.userId }, person.session, accounts.deps)],
  ])("are not created when the user %s while the old password is being verified", async (_what, change) => {
    const person = await signedIn();
    const auth = await openAuth(accounts.deps, {
      hash: hashPassword,
      isPassword: async (stored, password) => {
        const isRight = await isPassword(stored, password);
        await change(person);
        return isRight;
      },
    });
    const caller = { address: "203.0.113.9", userAgent: "slow" };
    expect(await auth.signIn({ email: person.email, password: "correct horse battery" }, caller)).toBeNull();
    expect(
      await accounts.db
        .selectFrom("session")
        .select("id")
        .where("user_id", "=", person.session.userId)
        .where("user_agent", "=", "slow")
        .execute(),
    ).toEqual([]);
  });

  test("end when the account is deleted, and no session or credentials remain", async () => {
    const { browser, session } = await signedIn();
    await deleteUser({ userId: session.userId }, session, accounts.deps);
    expect(await browser.isSignedIn()).toBe(false);
    for (const table of ["session", "account"] as const) {
      expect(await accounts.db.selectFrom(table).select("id").where("user_id", "=", session.userId).execute()).toEqual(
        [],
      );
    }
  });

  test("end after seven idle days and after thirty days in total", async () => {
    const { browser, session } = await signedIn();
    await age(session.id, { expires: "-1 second" });
    expect(await browser.isSignedIn()).toBe(false);
    const second = await signedIn();
    await age(second.session.id, { created: "-30 days -1 second", expires: "1 day" });
    expect(await second.browser.isSignedIn()).toBe(false);
  });

  test("are extended to seven days after the last use, up to thirty days in total", async () => {
    const { browser, session } = await signedIn();
    await age(session.id, { created: "-10 days", expires: "1 day", updated: "-2 hours" });
    const days = async (): Promise<number> => {
      const now = await accounts.deps.readSession(new Headers({ cookie: cookieOf(browser) }));
      return Math.round(((now?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000);
    };
    expect(await days()).toBe(7);
    await age(session.id, { created: "-28 days", expires: "1 day", updated: "-2 hours" });
    expect(await days()).toBe(2);
  });

  test("are purged after expiry, while active ones remain", async () => {
    const [gone, kept] = [await signedIn(), await signedIn()];
    await age(gone.session.id, { expires: "-1 second" });
    expect(await sweepExpired(accounts.db)).toBeGreaterThanOrEqual(1);
    expect(await kept.browser.isSignedIn()).toBe(true);
    expect(await accounts.db.selectFrom("session").select("id").where("id", "=", gone.session.id).execute()).toEqual(
      [],
    );
  });
});

describe("account endpoints", () => {
  test("list the user's sessions page by page, with ids and without tokens", async () => {
    const { browser, email, session } = await signedIn();
    for (let turn = 0; turn < 3; turn += 1) await openBrowser(accounts).signIn(email);
    const all = await bodyOf(await browser.send("GET", "/api/user/sessions"));
    expect(all["sessions"]).toHaveLength(4);
    expect(JSON.stringify(all)).not.toContain("token");
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = (await bodyOf(await browser.send("GET", `/api/user/sessions?limit=1${cursor}`))) as {
        sessions: { id: string; current: boolean }[];
        nextCursor?: string;
      };
      for (const entry of page.sessions) {
        expect(entry.current).toBe(entry.id === session.id);
        seen.push(entry.id);
      }
      if (page.nextCursor === undefined) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(4);
  });

  test("revoke one session or all others, and never those of another user", async () => {
    const { browser, email, session } = await signedIn();
    const stranger = await signedIn();
    const [second, third] = [openBrowser(accounts), openBrowser(accounts)];
    await second.signIn(email);
    await third.signIn(email);
    const foreign = await browser.json("DELETE", "/api/user/sessions", { id: stranger.session.id });
    expect(foreign.status).toBe(404);
    expect(await stranger.browser.isSignedIn()).toBe(true);
    const secondId = (await accounts.deps.readSession(new Headers({ cookie: cookieOf(second) })))?.id;
    expect(await bodyOf(await browser.json("DELETE", "/api/user/sessions", { id: secondId }))).toEqual({ ended: 1 });
    expect(await second.isSignedIn()).toBe(false);
    expect(await bodyOf(await browser.json("DELETE", "/api/user/sessions", { others: true }))).toEqual({ ended: 1 });
    expect([await third.isSignedIn(), await browser.isSignedIn()]).toEqual([false, true]);
    expect((await browser.json("DELETE", "/api/user/sessions", { id: session.id, others: true })).status).toBe(400);
  });

  test.each([
    ["GET", "/api/user/sessions"],
    ["DELETE", "/api/user/sessions"],
    ["GET", "/api/user/envelope-key"],
    ["POST", "/api/user/password"],
    ["POST", "/api/auth/init-logout"],
  ])("require a session for %s %s", async (method, path) => {
    const response = await openBrowser(accounts).send(
      method,
      path,
      method === "GET" ? {} : { body: "{}", headers: { "content-type": "application/json" } },
    );
    expect([response.status, (await bodyOf(response))["message"]]).toEqual([401, "User is not authenticated"]);
  });
});

describe("user account", () => {
  test("returns the user record of the specification without the coins", async () => {
    const { email, session } = await signedIn();
    expect(await userOf(session, accounts.deps)).toEqual({
      id: session.userId,
      name: "Ada Lovelace",
      email,
      ownedLicense: "justRegistered",
      emailVerified: false,
      image: null,
      roles: [],
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      rights: { parallelRuns: 3, schedules: null, attachments: 20, attachmentBytes: 524_288_000, deepResearch: true },
    });
  });

  test("is not deleted with another user's id or long after sign-in", async () => {
    const { session } = await signedIn();
    const stranger = await signedIn();
    await expect(deleteUser({ userId: stranger.session.userId }, session, accounts.deps)).rejects.toMatchObject({
      status: 403,
    });
    const late = { ...accounts.deps, now: () => new Date(Date.now() + 10 * 60_000 + 5_000) };
    await expect(deleteUser({ userId: session.userId }, session, late)).rejects.toMatchObject({
      code: "session.notRecent",
    });
    expect((await userOf(session, accounts.deps)).id).toBe(session.userId);
  });

  test("stores the date of the last logout and never one in the future", async () => {
    const { browser, session } = await signedIn();
    const at = async (dateLastLogout: string): Promise<Record<string, unknown>> =>
      bodyOf(await browser.json("POST", "/api/auth/init-logout", { dateLastLogout }));
    expect(await at("2026-01-02T03:04:05.000Z")).toEqual({ dateLastLogout: "2026-01-02T03:04:05.000Z" });
    expect(Date.parse(String((await at("2199-01-01T00:00:00Z"))["dateLastLogout"]))).toBeLessThanOrEqual(
      Date.now() + 1000,
    );
    for (const wrong of ["yesterday", "0000-01-01T00:00:00Z", 5, null]) {
      expect((await browser.json("POST", "/api/auth/init-logout", { dateLastLogout: wrong })).status).toBe(400);
    }
    expect(
      (
        await accounts.db
          .selectFrom("user")
          .select("date_last_logout")
          .where("id", "=", session.userId)
          .executeTakeFirstOrThrow()
      ).date_last_logout,
    ).not.toBeNull();
  });

  test("receives an envelope key that is not cacheable and differs per session", async () => {
    const { browser, email, session } = await signedIn();
    const response = await browser.send("GET", "/api/user/envelope-key");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const expected = Buffer.from(deriveEnvelopeKey(accounts.deps.config.authSecret, session.id)).toString("base64");
    expect(await response.json()).toEqual({ key: expected });
    await browser.signIn(email);
    expect(await bodyOf(await browser.send("GET", "/api/user/envelope-key"))).not.toEqual({ key: expected });
  });
});

describe("log endpoint for browsers", () => {
  test("logs only level, code and message, truncated", async () => {
    const browser = openBrowser(accounts);
    const canary = "secret-canary-7731";
    const beacon = new URLSearchParams({
      level: "error",
      code: "CLIENT_FETCH_ERROR",
      message: "x".repeat(2000),
      stack: canary,
    });
    expect((await browser.send("POST", "/api/auth/_log", { body: beacon })).status).toBe(200);
    const body = JSON.stringify({ level: "fatal", code: "OOPS", message: "line\nbreak", token: canary });
    expect(
      (await browser.send("POST", "/_log", { body, headers: { "content-type": "application/json" } })).status,
    ).toBe(200);
    expect((await browser.send("POST", "/_log", { body: "nonsense" })).status).toBe(400);
    const lines = accounts.logged.filter((line) => line.includes("client.log"));
    expect(lines.some((line) => line.includes("CLIENT_FETCH_ERROR"))).toBe(true);
    for (const line of lines) {
      expect(line).not.toContain(canary);
      expect(line.length).toBeLessThan(1000);
      expect(line.trimEnd()).not.toContain("\n");
    }
  });

  test("limits the size and the number of entries", async () => {
    const limited = await openAccounts({ pool: database.pool, appUrl: origin });
    const browser = openBrowser(limited);
    expect((await browser.send("POST", "/_log", { body: "x".repeat(20_000) })).status).toBe(413);
    const answers: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) answers.push((await browser.send("POST", "/_log", { body: "{}" })).status);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});
