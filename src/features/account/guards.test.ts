import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { type Accounts, openAccounts, openBrowser } from "./conformance/openAccounts.ts";
import { errorName, ownUrl } from "./rules.ts";
import { csrfTokenOf, isCsrfProven, isOwnOrigin, newCsrfToken } from "./server/csrf.ts";
import { addressKey } from "#src/kit/addressKey.ts";
import { deviceCookie, knownDevice } from "./server/guessing.ts";

const origin = "https://pioneer.example";
const secret = "a secret of a test, 32 characters and more";
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The accounts of the database, nobody counted yet. */
const open = async (): Promise<Accounts> => {
  await database.pool.query("delete from throttle");
  return openAccounts({ pool: database.pool, appUrl: origin });
};
let count = 0;
const newEmail = (): string => `guarded${(count += 1)}@example.com`;

describe("sign-in redirects", () => {
  test("always lead to our own origin", () => {
    const nasty = fc.constantFrom(
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "https:evil.example",
      "https:/evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "https://pioneer.example@evil.example/",
      "https://pioneer.example.evil.example",
      "http://pioneer.example/",
      "https://pioneer.example:444/",
      "https://evil.example/#https://pioneer.example",
      " https://evil.example",
      "\thttps://evil.example",
      "https://user:pass@pioneer.example/",
      "blob:https://pioneer.example/x",
      "filesystem:https://pioneer.example/temporary/x",
      "ht\ntps://evil.example",
      "///evil.example",
    );
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string(), fc.webUrl(), fc.webPath(), fc.constant("x".repeat(5000))), (asked) => {
        const url = new URL(ownUrl(asked, origin));
        expect([url.protocol, url.origin, url.username, url.password]).toEqual(["https:", origin, "", ""]);
      }),
    );
  });

  test.each([
    "blob:https://pioneer.example/x",
    "filesystem:https://pioneer.example/temporary/x",
    "/.//evil.example",
    "/a/..//evil.example",
  ])("lead to a page and not to %s", (asked) => expect(ownUrl(asked, origin)).toBe(`${origin}/`));

  test("preserve the query and fragment of a path on our origin", () => {
    fc.assert(
      fc.property(
        fc
          .webPath()
          .filter(
            (path) =>
              path.startsWith("/") && !path.startsWith("//") && !new URL(path, origin).pathname.startsWith("//"),
          ),
        fc.webQueryParameters(),
        (path, query) => {
          expect(ownUrl(`${path}?${query}`, origin)).toBe(new URL(`${path}?${query}`, origin).href);
          expect(ownUrl(`${origin}${path}`, origin)).toBe(new URL(path, origin).href);
        },
      ),
    );
  });

  test.each(["https://evil.example/", "//evil.example/x", "javascript:alert(1)"])("never lead to %s", async (asked) => {
    const browser = openBrowser(await open());
    const email = newEmail();
    await browser.register(email);
    const signIn = (await (await browser.signIn(email, undefined, { callbackUrl: asked })).json()) as { url: string };
    const page =
      (await browser.send("GET", `/api/auth/signin?callbackUrl=${encodeURIComponent(asked)}`)).headers.get(
        "location",
      ) ?? "";
    const start = (await (await browser.form("/api/auth/signin/credentials", { callbackUrl: asked })).json()) as {
      url: string;
    };
    const signOut = (await (await browser.form("/api/auth/signout", { callbackUrl: asked })).json()) as {
      url: string;
    };
    for (const url of [signIn.url, page, start.url, signOut.url]) {
      expect(new URL(url).origin).toBe(origin);
      expect(url).not.toContain("evil");
      expect(url).not.toContain("alert");
    }
  });

  test("report errors by fixed names, without text from the URL", () => {
    fc.assert(
      fc.property(fc.string(), (asked) => {
        expect(errorName(asked)).toMatch(/^[A-Za-z]{1,40}$/);
      }),
    );
  });
});

describe("CSRF protection", () => {
  test("accepts only the token that belongs to the signed cookie", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 107 }), (text, at) => {
        const { token, cookie } = newCsrfToken(secret);
        expect(isCsrfProven(cookie, token, secret)).toBe(true);
        expect(isCsrfProven(cookie, text, secret)).toBe(false);
        expect(isCsrfProven(text, token, secret)).toBe(false);
        expect(isCsrfProven(cookie, null, secret)).toBe(false);
        expect(isCsrfProven(null, token, secret)).toBe(false);
        expect(isCsrfProven(newCsrfToken(secret).cookie, token, secret)).toBe(false);
        expect(isCsrfProven(newCsrfToken("another secret").cookie, token, secret)).toBe(false);
        const changed = cookie.slice(0, at) + (cookie[at] === "0" ? "1" : "0") + cookie.slice(at + 1);
        expect(csrfTokenOf(changed, secret)).toBeNull();
        expect(csrfTokenOf(cookie.slice(0, at), secret)).toBeNull();
      }),
    );
  });

  test("returns the same token while the cookie exists", async () => {
    const browser = openBrowser(await open());
    const read = async (): Promise<unknown> => (await browser.send("GET", "/api/auth/csrf")).json();
    const first = await read();
    expect(await read()).toEqual(first);
    browser.jar.clear();
    expect(await read()).not.toEqual(first);
  });

  describe.each(["/api/auth/callback/credentials", "/api/auth/signin/credentials", "/api/auth/signout"])(
    "of %s",
    (path) => {
      test.each([
        ["no token", (_own: string) => ({})],
        ["an empty token", (_own: string) => ({ csrfToken: "" })],
        ["a token of another browser", (_own: string) => ({ csrfToken: newCsrfToken(secret).token })],
        ["the whole cookie", (own: string) => ({ csrfToken: decodeURIComponent(own) })],
      ])("rejects %s with 403", async (_what, fields) => {
        const browser = openBrowser(await open());
        const email = newEmail();
        await browser.register(email);
        await browser.signIn(email);
        const body = new URLSearchParams({
          email,
          password: "correct horse battery",
          json: "true",
          ...fields(browser.jar.get("__Host-pioneer.csrf-token") ?? ""),
        });
        const response = await browser.send("POST", path, { body });
        expect(response.status).toBe(403);
        // The stock client reads `url` of every answer.
        expect(await response.json()).toMatchObject({ url: `${origin}/api/auth/signin?csrf=true` });
        expect(response.headers.getSetCookie()).toEqual([]);
        expect(await browser.isSignedIn()).toBe(true);
      });

      test("rejects a valid token without its cookie", async () => {
        const browser = openBrowser(await open());
        const { csrfToken } = (await (await browser.send("GET", "/api/auth/csrf")).json()) as { csrfToken: string };
        browser.jar.clear();
        expect((await browser.send("POST", path, { body: new URLSearchParams({ csrfToken }) })).status).toBe(403);
      });

      test("returns 415 for bodies that a cross-site form could send as plain text", async () => {
        const browser = openBrowser(await open());
        const { csrfToken } = (await (await browser.send("GET", "/api/auth/csrf")).json()) as { csrfToken: string };
        expect((await browser.send("POST", path, { body: `csrfToken=${csrfToken}` })).status).toBe(415);
      });
    },
  );
});

describe("origin check", () => {
  const matrix: [string, Record<string, string>, boolean][] = [
    ["our own", { origin }, true],
    ["another host", { origin: "https://evil.example" }, false],
    ["another port", { origin: "https://pioneer.example:444" }, false],
    ["another scheme", { origin: "http://pioneer.example" }, false],
    ["a host that begins like ours", { origin: "https://pioneer.example.evil.example" }, false],
    ["an opaque one", { origin: "null" }, false],
    ["an empty one", { origin: "" }, false],
    ["none, but the fetch is same-origin", { "sec-fetch-site": "same-origin" }, true],
    ["none, and the fetch is cross-site", { "sec-fetch-site": "cross-site" }, false],
    ["none, and the fetch is same-site", { "sec-fetch-site": "same-site" }, false],
    ["none, but a referer of ours", { referer: `${origin}/leads` }, true],
    ["none, and a foreign referer", { referer: "https://evil.example/" }, false],
    ["none, and a broken referer", { referer: "x" }, false],
    ["none at all, as programs send it", {}, true],
  ];
  test.each(matrix)("decides correctly when the origin is %s", (_what, headers, allowed) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(isOwnOrigin(new Request(`${origin}/api/x`, { method, headers }), `${origin}/`)).toBe(allowed);
    }
    expect(isOwnOrigin(new Request(`${origin}/api/x`, { headers }), origin)).toBe(true);
  });

  test.each([
    ["POST", "/api/auth/register"],
    ["POST", "/api/auth/callback/credentials"],
    ["POST", "/api/auth/signout"],
    ["POST", "/api/auth/init-logout"],
    ["POST", "/_log"],
    ["POST", "/api/user/password"],
    ["DELETE", "/api/user/sessions"],
  ])("rejects %s %s from a foreign origin despite valid cookies and body", async (method, path) => {
    const browser = openBrowser(await open());
    const email = newEmail();
    await browser.register(email);
    await browser.signIn(email);
    for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
      const response = await browser.send(method, path, {
        body: "{}",
        headers: { "content-type": type, origin: "https://evil.example" },
      });
      expect(response.status).toBe(403);
    }
    expect(await browser.isSignedIn()).toBe(true);
  });
});

describe("sign-in throttling", () => {
  const wrong = "wrong wrong wrong";

  test("blocks an account after ten failed attempts, however many addresses are used", async () => {
    const accounts = await open();
    const email = newEmail();
    await openBrowser(accounts).register(email);
    const answers: Response[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      answers.push(await openBrowser(accounts, `198.51.100.${turn}`).signIn(email, wrong));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const last = answers.at(-1);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await last?.json()).toMatchObject({
      url: `${origin}/api/auth/error?error=TooManyRequests`,
      code: "request.tooMany",
    });
    // Not even the right password opens it from an unknown device now.
    expect((await openBrowser(accounts, "192.0.2.1").signIn(email)).status).toBe(429);
  });

  test("blocks an account that does not exist in the same way", async () => {
    const accounts = await open();
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      statuses.push((await openBrowser(accounts, `198.51.100.${turn}`).signIn("nobody@example.com", wrong)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("lets the user sign in on a device that has signed in before", async () => {
    const accounts = await open();
    const email = newEmail();
    const device = openBrowser(accounts);
    await device.register(email);
    await device.signIn(email);
    await device.signOut();
    for (let turn = 0; turn < 12; turn += 1) await openBrowser(accounts, `198.51.100.${turn}`).signIn(email, wrong);
    expect((await openBrowser(accounts).signIn(email)).status).toBe(429);
    expect((await device.signIn(email)).status).toBe(200);
  });

  test("blocks attempts on a known device too, and that device gives no access to other accounts", async () => {
    const accounts = await open();
    const [own, other] = [newEmail(), newEmail()];
    const device = openBrowser(accounts);
    await device.register(own);
    await device.register(other);
    await device.signIn(own);
    for (let turn = 0; turn < 10; turn += 1) expect((await device.signIn(own, wrong)).status).toBe(401);
    expect((await device.signIn(own)).status).toBe(429);
    for (let turn = 0; turn < 10; turn += 1) await openBrowser(accounts, `198.51.100.${turn}`).signIn(other, wrong);
    expect((await device.signIn(other)).status).toBe(429);
  });

  test("blocks an address that tries many accounts, even with correct passwords in between", async () => {
    const accounts = await open();
    const email = newEmail();
    await openBrowser(accounts).register(email);
    const statuses: number[] = [];
    for (let turn = 0; turn < 101; turn += 1) {
      const browser = openBrowser(accounts, "2001:db8:1:2::" + turn.toString(16));
      statuses.push(
        (await (turn % 10 === 9 ? browser.signIn(email) : browser.signIn(`guess${turn}@example.com`, wrong))).status,
      );
    }
    expect(statuses.slice(0, 100)).not.toContain(429);
    expect(statuses[100]).toBe(429);
    expect((await openBrowser(accounts, "2001:db8:1:3::1").signIn(email)).status).toBe(200);
  });

  test("counts failed attempts from zero after a successful sign-in", async () => {
    const accounts = await open();
    const email = newEmail();
    await openBrowser(accounts).register(email);
    for (let round = 0; round < 3; round += 1) {
      for (let turn = 0; turn < 9; turn += 1)
        expect((await openBrowser(accounts).signIn(email, wrong)).status).toBe(401);
      expect((await openBrowser(accounts).signIn(email)).status).toBe(200);
    }
  });

  test("limits attempts at the current password when it is changed", async () => {
    const browser = openBrowser(await open());
    const email = newEmail();
    await browser.register(email);
    await browser.signIn(email);
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      statuses.push(
        (
          await browser.json("POST", "/api/user/password", {
            currentPassword: wrong,
            newPassword: "another horse battery",
          })
        ).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });

  test("limits registrations per address", async () => {
    const accounts = await open();
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) statuses.push((await openBrowser(accounts).register(newEmail())).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    expect((await openBrowser(accounts, "192.0.2.1").register(newEmail())).status).toBe(201);
  });

  test("recognizes known devices by cookies that cannot be forged and are bound to one account", () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.emailAddress(), fc.string(), (email, other, text) => {
        const cookie = deviceCookie(null, email, secret);
        const device = knownDevice(cookie, email, secret);
        expect(device).not.toBeNull();
        expect(knownDevice(deviceCookie(device, email, secret), email, secret)).toBe(device);
        expect(knownDevice(text, email, secret)).toBeNull();
        expect(knownDevice(`x${cookie}`, email, secret)).toBeNull();
        expect(knownDevice(cookie, email, "another secret")).toBeNull();
        if (other !== email) expect(knownDevice(cookie, other, secret)).toBeNull();
      }),
    );
  });

  test("counts IPv6 addresses per /64 network", () => {
    expect(addressKey("203.0.113.7")).toBe("203.0.113.7");
    expect(addressKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(addressKey("2001:db8:1:2::1")).toBe(addressKey("2001:0db8:0001:0002:ffff::9"));
    expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(addressKey(text)).toEqual(expect.any(String));
      }),
    );
  });
});
