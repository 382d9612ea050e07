import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Browser, type BrowserContext, chromium, type Cookie, type Page } from "playwright-core";
import { onTestFinished, type TestContext } from "vitest";
import { isSecondTry, openWitness } from "./evidence.ts";
import { inTime } from "./inTime.ts";
import { openTestProduct, type TestProduct, type TestProductOptions } from "./openProduct.ts";
import { watchRequests } from "./settled.ts";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--process-per-site",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A microphone that beeps. A browser without windows cannot ask for leave: this switch answers for the person.
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
];

let shared: Promise<Browser> | undefined;

/**
 * The browser of this process: it starts once for all files that a worker runs, and ends with the worker. What
 * belongs to one test is its context.
 */
export function launchBrowser(): Promise<Browser> {
  shared ??= startBrowser(args);
  return shared;
}

/** A browser whose person refuses the microphone and the camera. Close it at the end of the test. */
export const launchRefusingBrowser = (): Promise<Browser> =>
  startBrowser(args.map((arg) => (arg === "--use-fake-ui-for-media-stream" ? `${arg}=deny` : arg)));

const startBrowser = (given: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: process.env["CHROME_PATH"] || "/usr/bin/chromium", args: given });

/** The whole product behind a real port, and a real Chromium to use it. */
export interface ServedProduct extends TestProduct {
  url: string;
  browser: Browser;
}

/** Serves the built client and the product. Call once per file and close it. */
export async function openServedProduct(options: TestProductOptions = {}): Promise<ServedProduct> {
  let answer: TestProduct["fetch"] = () => new Response("not yet", { status: 503 });
  const server = createAdaptorServer({ fetch: (request, env) => answer(request, env) });
  server.listen(0, "localhost");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const [product, browser] = await Promise.all([openTestProduct({ ...options, appUrl: url }), launchBrowser()]);
  answer = product.fetch;
  return {
    ...product,
    url,
    browser,
    async close() {
      await Promise.all(browser.contexts().map(closeInTime));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await product.close();
    },
  };
}

export interface Look {
  width?: 1350 | 375;
  scheme?: "light" | "dark";
  locale?: "en-GB" | "de-DE";
}

/** What a context belongs to, for those who get only a page of it. */
const origins = new WeakMap<BrowserContext, { product: ServedProduct; look: Look }>();

/** How long a browser that is alive may take to open a context, on a machine however busy; milliseconds. */
const openingMs = 60_000;

async function newContext(product: ServedProduct, look: Look) {
  const opening = product.browser.newContext({
    baseURL: product.url,
    viewport: { width: look.width ?? 1350, height: 850 },
    colorScheme: look.scheme ?? "light",
    locale: look.locale ?? "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  const context = await inTime(opening, "The whole browser hangs: a new context", openingMs);
  origins.set(context, { product, look });
  watchRequests(context);
  const witness = await openWitness(context);
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => complaints.push(`page: ${error.error().message}`));
  return { context, complaints, witness };
}

/**
 * A browser of its own for one person; what the console complains about is collected. It closes when the test ends;
 * of a test that fails it leaves what it saw.
 */
export async function openContext(
  product: ServedProduct,
  look: Look = {},
): Promise<{ context: BrowserContext; complaints: string[] }> {
  const { context, complaints, witness } = await newContext(product, look);
  const close = context.close.bind(context);
  const isInTest = atEndOfTest(async ({ task }) => {
    if (isSecondTry || task.result?.state === "fail") await witness.testify(task);
    await closeInTime({ close });
  });
  // Closed by the test, it would have nothing to show any more: what fails may fail after that.
  if (isInTest) context.close = () => Promise.resolve();
  return { context, complaints };
}

/**
 * A browser that the tests of a file use one after the other, because a new one would fetch and compile the whole
 * client anew. Each test finds it as it began: with these cookies, an empty storage and a clock that goes.
 * @returns gives a test a page of it
 */
export function shareContext(product: ServedProduct, look: Look, cookies: Cookie[]): () => Promise<Page> {
  let shared: Awaited<ReturnType<typeof newContext>> | undefined;
  let keeper: Page | undefined;
  return async () => {
    if (!shared) {
      shared = await newContext(product, look);
      keeper = await shared.context.newPage();
      await keeper.goto("/version");
    }
    const { context, witness } = shared;
    await context.clearCookies();
    await context.addCookies(cookies);
    const page = await context.newPage();
    atEndOfTest(async ({ task }) => {
      const isFailed = task.result?.state === "fail";
      if (isSecondTry || isFailed) await witness.testify(task);
      const isClean = !isFailed && !isSecondTry && (await inTime(clean(page), "A page").catch(() => false));
      const areClosed = await Promise.all(context.pages().flatMap((one) => (one === keeper ? [] : [closeInTime(one)])));
      if (isClean && areClosed.every(Boolean)) return;
      shared = undefined;
      await closeInTime(context);
    });
    return page;
  };
}

/** How long a page or a context may take to close; milliseconds. */
const closingMs = 5_000;

/**
 * Closes a page or a context. What hangs is left behind: the test that used it has its result by then, and whoever
 * comes next opens another one.
 * @returns whether it closed
 */
const closeInTime = (one: { close: () => Promise<void> }): Promise<boolean> =>
  inTime(one.close(), "The end", closingMs).then(
    () => true,
    () => false,
  );

/** Empties what a page has stored. @returns false when the page left more behind, such as a clock of its own */
async function clean(page: Page): Promise<boolean> {
  if (page.url() === "about:blank") return true;
  return page.evaluate(() => {
    localStorage.clear();
    return String(Date).includes("[native code]") && String(setTimeout).includes("[native code]");
  });
}

/** @returns false outside of a test: what is opened before all tests of a file is closed with its product */
function atEndOfTest(work: (test: TestContext) => Promise<void>): boolean {
  try {
    onTestFinished(work);
    return true;
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("inside a test"))) throw error;
    return false;
  }
}

export const password = "correct horse battery";
let people = 0;
const newEmail = (): string => {
  people += 1;
  return `browser-${people}-${Date.now()}@example.com`;
};

/** Creates an account through the page and waits for the dashboard: for tests that are about this way. */
export async function registerOnPage(page: Page, name = "Mara Brandt"): Promise<string> {
  const email = newEmail();
  await page.goto("/pioneers/signin?mode=register");
  const form = page.locator("form").filter({ has: page.locator("input[name=name], input[autocomplete=name]") });
  await form.locator("input[autocomplete=name], input[name=name]").fill(name);
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[type=password]").fill(password);
  await form.locator("input[name=terms]").check();
  await form.locator("button[type=submit]").click();
  await page.waitForURL((url) => url.pathname.endsWith("/welcome"));
  await page.goto(new URL(page.url()).pathname.replace("/welcome", "/dashboard"));
  return email;
}

/** Creates an account by calls, in the language of the look, and opens the dashboard; the setup is still to do. */
export async function register(page: Page, name = "Mara Brandt"): Promise<string> {
  const origin = origins.get(page.context());
  if (!origin) throw new Error("The page belongs to no context of openContext");
  const { email } = await createAccount(origin.product, page.context(), origin.look, name);
  await page.goto(origin.look.locale === "de-DE" ? "/de/dashboard" : "/dashboard");
  return email;
}

async function createAccount(product: ServedProduct, context: BrowserContext, look: Look, name: string) {
  const person = { email: newEmail(), password };
  const headers = { origin: product.url };
  const send = async (method: string, path: string, data: unknown, more: Record<string, string> = {}) => {
    const answer = await context.request.fetch(path, { method, data, headers: { ...headers, ...more } });
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const language = look.locale === "de-DE" ? "de" : "en";
  const { user } = await send("POST", "/api/auth/register", { name, ...person, language });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const form = { ...person, csrfToken, callbackUrl: product.url, json: "true" };
  await context.request.post("/api/auth/callback/credentials", { form, headers });
  return { send, email: person.email, language, userId: user.id as string };
}

/** Nothing lies over the pages of a context: counting visits is declined and support put away. */
export const closeNotices = (context: BrowserContext) =>
  context.addInitScript(() => {
    // Pages without an origin have no storage.
    if (location.origin === "null") return;
    localStorage.setItem("trackingConsent", "denied");
    localStorage.setItem("pioneer.support.closed", "true");
  });

/**
 * Makes an account and signs its person in by calls alone, past the setup and the question about counting visits: for
 * tests that are about other pages. The language is that of the look.
 * @returns a way to send more calls as that person
 */
export async function signInByCalls(product: ServedProduct, context: BrowserContext, look: Look, name = "Mara Brandt") {
  const { send, email, language, userId } = await createAccount(product, context, look, name);
  await send("POST", "/api/user/settings", { onboardingState: "skipped", application: { appLanguage: language } });
  return { send, email, userId };
}
