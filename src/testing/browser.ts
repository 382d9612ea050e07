import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { openTestProduct, type TestProduct, type TestProductOptions } from "./openProduct.ts";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

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
  const [product, browser] = await Promise.all([
    openTestProduct({ ...options, appUrl: url }),
    chromium.launch({ executablePath: process.env["CHROME_PATH"] || "/usr/bin/chromium", args }),
  ]);
  answer = product.fetch;
  return {
    ...product,
    url,
    browser,
    async close() {
      await browser.close();
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

/** A browser of its own for one person; what the console complains about is collected. */
export async function openContext(
  product: ServedProduct,
  look: Look = {},
): Promise<{ context: BrowserContext; complaints: string[] }> {
  const context = await product.browser.newContext({
    baseURL: product.url,
    viewport: { width: look.width ?? 1350, height: 850 },
    colorScheme: look.scheme ?? "light",
    locale: look.locale ?? "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => complaints.push(`page: ${error.error().message}`));
  return { context, complaints };
}

export const password = "correct horse battery";
let people = 0;

/** Creates an account through the page and waits for the dashboard. */
export async function register(page: Page, name = "Mara Brandt"): Promise<string> {
  people += 1;
  const email = `browser-${people}-${Date.now()}@example.com`;
  await page.goto("/pioneers/signin");
  const form = page.locator("form").filter({ has: page.locator("input[name=name], input[autocomplete=name]") });
  await form.locator("input[autocomplete=name], input[name=name]").fill(name);
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[type=password]").fill(password);
  await form.locator("button[type=submit]").click();
  await page.waitForURL((url) => url.pathname.endsWith("/welcome"));
  await page.goto(new URL(page.url()).pathname.replace("/welcome", "/dashboard"));
  return email;
}

/**
 * Makes an account and signs its person in by calls alone, past the setup and the question about counting visits: for
 * tests that are about other pages. The language is that of the look.
 * @returns a way to send more calls as that person
 */
export async function signInByCalls(product: ServedProduct, context: BrowserContext, look: Look, name = "Mara Brandt") {
  people += 1;
  const person = { email: `browser-${people}-${Date.now()}@example.com`, password };
  const headers = { origin: product.url };
  const send = async (method: string, path: string, data: unknown, more: Record<string, string> = {}) => {
    const answer = await context.request.fetch(path, { method, data, headers: { ...headers, ...more } });
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const language = look.locale === "de-DE" ? "de" : "en";
  await send("POST", "/api/auth/register", { name, ...person, language });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const form = { ...person, csrfToken, callbackUrl: product.url, json: "true" };
  await context.request.post("/api/auth/callback/credentials", { form, headers });
  await send("POST", "/api/user/settings", { onboardingState: "skipped", application: { appLanguage: language } });
  return { send, email: person.email };
}
