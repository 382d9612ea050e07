import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { openAccounts } from "./openAccounts.ts";
import { buildStockPage } from "./stockClient.ts";

const args = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const person = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };

let database: TestDatabase;
let server: ReturnType<typeof createAdaptorServer>;
let origin: string;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  database = await openTestDatabase();
  let answer: (request: Request) => Response | Promise<Response> = () => new Response("not yet", { status: 503 });
  server = createAdaptorServer({ fetch: (request) => answer(request) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { app } = await openAccounts({ pool: database.pool, appUrl: origin });
  const html = await buildStockPage();
  app.get("/", (c) => c.html(html));
  app.get("/pioneers/signin", (c) => c.html(`<h1>${c.req.query("error") ? "refused" : "sign in"}</h1>`));
  answer = (request) => app.fetch(request);
  const registered = await fetch(`${origin}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  expect(registered.status).toBe(201);
  browser = await chromium.launch({ executablePath: process.env["CHROME_PATH"] || "/usr/bin/chromium", args });
});
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  await database?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

const openTab = async (): Promise<Page> => {
  const tab = await context.newPage();
  await tab.goto(origin);
  return tab;
};
const shows = (tab: Page, id: string, text: string) => tab.waitForFunction(
  ([element, wanted]) => document.getElementById(element ?? "")?.textContent === wanted, [id, text] as const, { timeout: 60_000 });
async function signIn(tab: Page, password: string): Promise<Record<string, unknown>> {
  await tab.fill("#address", person.email);
  await tab.fill("#password", password);
  await tab.click("#sign-in");
  await tab.waitForFunction(() => document.getElementById("outcome")?.textContent !== "", undefined, { timeout: 60_000 });
  return JSON.parse((await tab.textContent("#outcome")) ?? "null") as Record<string, unknown>;
}

it("The stock client signs in, and a second tab is signed in after a reload", async () => {
  const [first, second] = [await openTab(), await openTab()];
  await shows(second, "status", "unauthenticated");
  expect(await signIn(first, person.password)).toEqual({ error: null, status: 200, ok: true, url: `${origin}/?after` });
  await shows(first, "status", "authenticated");
  await shows(first, "email", person.email);
  await second.reload();
  await shows(second, "email", person.email);
});

it("The stock client is refused with a wrong password", async () => {
  const tab = await openTab();
  expect(await signIn(tab, "wrong wrong wrong")).toEqual({ error: "CredentialsSignin", status: 401, ok: false, url: null });
  await shows(tab, "status", "unauthenticated");
  expect((await context.cookies()).some(({ name }) => name.includes("session"))).toBe(false);
});

it("The stock client signs out, and a second tab follows by itself", async () => {
  const [first, second] = [await openTab(), await openTab()];
  await signIn(first, person.password);
  await second.reload();
  await shows(second, "status", "authenticated");
  await first.click("#sign-out");
  await shows(first, "status", "unauthenticated");
  await shows(second, "status", "unauthenticated");
  await second.reload();
  await shows(second, "status", "unauthenticated");
});

it("The stock client is redirected where it asked after signing out, and to our sign-in page", async () => {
  const tab = await openTab();
  await signIn(tab, person.password);
  await tab.click("#sign-out-and-leave");
  await tab.waitForURL(`${origin}/?left`);
  await shows(tab, "status", "unauthenticated");
  await tab.click("#sign-in-page");
  await tab.waitForURL((url) => url.pathname === "/pioneers/signin" && url.searchParams.get("callbackUrl") === `${origin}/?left`);
  await tab.goto(`${origin}/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${origin}/leads`)}`);
  const url = new URL(tab.url());
  expect([url.pathname, url.searchParams.get("error"), url.searchParams.get("callbackUrl")]).toEqual(["/pioneers/signin", "SessionRequired", `${origin}/leads`]);
});
