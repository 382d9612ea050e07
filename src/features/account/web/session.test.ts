import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { open } from "#src/kit/envelope.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { type Accounts, openAccounts, openBrowser } from "../conformance/openAccounts.ts";
import { deriveEnvelopeKey } from "../server/envelopeKey.ts";
import { openSessionClient, type SessionClient } from "./session.ts";
import type { SessionWorld, TabMessage } from "./sessionWorld.ts";

const origin = "https://pioneer.example";
let database: TestDatabase;
let accounts: Accounts;
const opened: SessionClient[] = [];
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = await openAccounts({ pool: database.pool, appUrl: origin, throttleFactor: 1000 });
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  for (const client of opened.splice(0)) client.close();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await database.close();
});

/** A browser with tabs: cookies in common, messages between them, each tab with a page of its own. */
function openTabs() {
  const browser = openBrowser(accounts);
  const tabs: { hear: Set<(message: TabMessage) => void> }[] = [];
  const calls: string[] = [];
  let isOffline = false;
  const openTab = () => {
    const hear = new Set<(message: TabMessage) => void>();
    const returned = new Set<(restored: boolean) => void>();
    const left: string[] = [];
    const due: (() => void)[] = [];
    const clock = { at: Date.now() };
    tabs.push({ hear });
    const world: SessionWorld = {
      fetch: async (path, init = {}) => {
        calls.push(`${init.method ?? "GET"} ${path}`);
        if (isOffline) throw new TypeError("Failed to fetch");
        const headers = Object.fromEntries(new Headers(init.headers));
        return browser.send(init.method ?? "GET", path, { headers, ...(init.body ? { body: init.body } : {}) });
      },
      now: () => new Date(clock.at),
      later: (_milliseconds, action) => {
        due.push(action);
        return () => void due.splice(due.indexOf(action) >>> 0, 1);
      },
      navigate: (path) => void left.push(path),
      // Channel and storage both carry each message.
      post: (message) => {
        for (const tab of tabs)
          if (tab.hear !== hear)
            for (const listener of tab.hear) [1, 2].forEach(() => listener(structuredClone(message)));
      },
      onMessage: (listener) => {
        hear.add(listener);
        return () => hear.delete(listener);
      },
      onReturn: (listener) => {
        returned.add(listener);
        return () => returned.delete(listener);
      },
    };
    const client = openSessionClient(world);
    opened.push(client);
    const becomes = (status: string): Promise<void> => vi.waitFor(() => expect(client.getState().status).toBe(status));
    return {
      client,
      left,
      due,
      clock,
      becomes,
      comeBack: (restored: boolean) => returned.forEach((listener) => listener(restored)),
    };
  };
  const say = (message: TabMessage): void => {
    for (const tab of tabs) for (const listener of tab.hear) listener(message);
  };
  return { browser, openTab, calls, say, setOffline: (offline: boolean) => void (isOffline = offline) };
}

async function newPerson() {
  const person = { name: "Ada Lovelace", email: `tab${(count += 1)}@example.com`, password: "correct horse battery" };
  const tabs = openTabs();
  const tab = tabs.openTab();
  expect(await tab.client.register(person)).toEqual({ ok: true });
  return { person, tabs, tab };
}

describe("session client", () => {
  test("starts as loading, becomes unauthenticated and notifies its subscribers", async () => {
    const { openTab } = openTabs();
    const { client, becomes } = openTab();
    const seen: string[] = [client.getState().status];
    client.subscribe(() => seen.push(client.getState().status));
    await becomes("unauthenticated");
    expect(seen).toEqual(["loading", "unauthenticated"]);
  });

  test("becomes authenticated in every tab after sign-in", async () => {
    const { person, tabs, tab } = await newPerson();
    const other = tabs.openTab();
    await other.becomes("unauthenticated");
    expect(await tab.client.signIn({ ...person, callbackUrl: "/leads" })).toEqual({ ok: true, url: `${origin}/leads` });
    expect(tab.client.getState().data?.user.email).toBe(person.email);
    await other.becomes("authenticated");
  });

  test("returns the error code of a failed sign-in or registration", async () => {
    const { person, tabs, tab } = await newPerson();
    expect(await tab.client.signIn({ ...person, password: "wrong wrong wrong" })).toEqual({
      ok: false,
      code: "login.wrongPassword",
    });
    expect(await tab.client.register(person)).toEqual({ ok: false, code: "register.duplicateUser" });
    expect(await tab.client.register({ ...person, password: "short" })).toMatchObject({
      ok: false,
      code: "request.bad",
      fields: [{ path: "password", messageKey: "validation.password" }],
    });
    tabs.setOffline(true);
    expect(await tab.client.signIn(person)).toEqual({ ok: false, code: "network.offline" });
    expect(await tab.client.register(person)).toEqual({ ok: false, code: "network.offline" });
  });

  test("signs out in every tab, recording the logout date before leaving the page", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    const other = tabs.openTab();
    await other.becomes("authenticated");
    tabs.calls.length = 0;
    expect(await tab.client.signOut()).toEqual({ ok: true });
    expect(tabs.calls.filter((call) => call.startsWith("POST"))).toEqual([
      "POST /api/auth/init-logout",
      "POST /api/auth/signout",
    ]);
    expect(tab.left).toEqual(["/pioneers/signin"]);
    await other.becomes("unauthenticated");
    for (const { client } of [tab, other]) expect(client.getState()).toMatchObject({ signedOut: true });
    expect(await tabs.browser.isSignedIn()).toBe(false);
  });

  test("signs out even if the logout date cannot be recorded, and logs the failure", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    await database.pool.query('delete from session where user_id = (select id from "user" where email = $1)', [
      person.email,
    ]);
    expect(await tab.client.signOut()).toEqual({ ok: true });
    expect(tab.left).toEqual(["/pioneers/signin"]);
    await vi.waitFor(() => expect(accounts.logged.some((line) => line.includes("INIT_LOGOUT_ERROR"))).toBe(true));
    expect(tabs.calls).toContain("POST /_log");
  });

  test("keeps the session when sign-out cannot reach the server", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    tabs.setOffline(true);
    expect(await tab.client.signOut()).toEqual({ ok: false, code: "network.offline" });
    expect(tab.client.getState().status).toBe("authenticated");
    expect(tab.left).toEqual([]);
  });

  test("keeps the session while the server is unreachable, and logs the failure", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    tabs.setOffline(true);
    const before = tab.client.getState();
    await tab.client.refresh();
    expect(tab.client.getState()).toBe(before);
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining("CLIENT_SESSION_ERROR"));
  });

  test("stays loading and retries until the first response arrives", async () => {
    const tabs = openTabs();
    tabs.setOffline(true);
    const { client, due, becomes } = tabs.openTab();
    await vi.waitFor(() => expect(due.length).toBe(1));
    expect(client.getState().status).toBe("loading");
    tabs.setOffline(false);
    due[0]?.();
    await becomes("unauthenticated");
  });

  test("hides a page restored from the back-forward cache until the server has answered", async () => {
    const { person, tab } = await newPerson();
    await tab.client.signIn(person);
    const seen: string[] = [];
    tab.client.subscribe(() => seen.push(tab.client.getState().status));
    await database.pool.query('delete from session where user_id = (select id from "user" where email = $1)', [
      person.email,
    ]);
    tab.comeBack(true);
    expect(tab.client.getState()).toEqual({ status: "loading", data: null });
    await tab.becomes("unauthenticated");
    expect(seen).toEqual(["loading", "unauthenticated"]);
    expect(tab.client.getState()).not.toHaveProperty("signedOut");
  });

  test("refreshes when the page becomes visible again, at most once every few seconds", async () => {
    const { tabs, tab } = await newPerson();
    await tab.becomes("unauthenticated");
    const asked = (): number => tabs.calls.filter((call) => call === "GET /api/auth/session").length;
    const before = asked();
    tab.comeBack(false);
    expect(asked()).toBe(before);
    tab.clock.at += 11_000;
    tab.comeBack(false);
    expect(asked()).toBe(before + 1);
  });

  test("follows the sign-out message of a stock client", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    await tabs.browser.signOut();
    const heard: TabMessage = { event: "session", data: { trigger: "getSession" }, timestamp: 1 };
    expect(tab.client.getState().status).toBe("authenticated");
    tabs.say(heard);
    await tab.becomes("unauthenticated");
  });
});

describe("sealed request bodies", () => {
  test("use a session key that is fetched once and replaced after a new sign-in", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    const openedWith = async (sealed: string) => {
      const session = await accounts.deps.readSession(
        new Headers({ cookie: Array.from(tabs.browser.jar, ([name, value]) => `${name}=${value}`).join("; ") }),
      );
      return open(deriveEnvelopeKey(accounts.deps.config.authSecret, session?.id ?? ""), "POST", "/api/leads", sealed);
    };
    const keys = (): number => tabs.calls.filter((call) => call.endsWith("/envelope-key")).length;
    const sealed = await Promise.all([1, 2, 3].map((lead) => tab.client.sealBody("POST", "/api/leads", { lead })));
    for (const [index, text] of sealed.entries())
      expect(await openedWith(text)).toEqual({ ok: true, value: { lead: index + 1 } });
    expect(keys()).toBe(1);
    const other = tabs.openTab();
    await other.becomes("authenticated");
    await other.client.signIn(person);
    await vi.waitFor(async () =>
      expect((await openedWith(await tab.client.sealBody("POST", "/api/leads", {}))).ok).toBe(true),
    );
    expect(keys()).toBeGreaterThan(1);
  });

  test("end the session when the server no longer knows it", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    tabs.browser.jar.clear();
    await expect(tab.client.sealBody("POST", "/api/leads", {})).rejects.toMatchObject({ status: 401 });
    await tab.becomes("unauthenticated");
  });

  test("retry fetching the key after a failure", async () => {
    const { person, tabs, tab } = await newPerson();
    await tab.client.signIn(person);
    tabs.setOffline(true);
    await expect(tab.client.sealBody("POST", "/api/leads", {})).rejects.toMatchObject({ status: 503 });
    tabs.setOffline(false);
    expect(await tab.client.sealBody("POST", "/api/leads", {})).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });
});
