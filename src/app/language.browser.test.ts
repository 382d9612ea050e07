import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openContext,
  openServedProduct,
  password,
  register,
  registerOnPage,
  type ServedProduct,
} from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

async function signIn(page: Page, email: string): Promise<void> {
  const form = page.locator("form").filter({ hasNot: page.locator("input[name=name]") });
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[type=password]").fill(password);
  await form.locator("button[type=submit]").click();
}

test("The address decides the language: links and reloads keep it, and the profile menu changes it", async () => {
  const { context, complaints } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/pioneers/signin?mode=signin");
  expect(await languageOf(page)).toBe("en");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL("/de/pioneers/signin?mode=signin");
  await page.getByRole("heading", { level: 1, name: "Anmelden" }).waitFor();
  expect(await languageOf(page)).toBe("de");
  await page.reload();
  expect(await languageOf(page)).toBe("de");
  await page.getByRole("heading", { level: 1, name: "Anmelden" }).waitFor();

  await registerOnPage(page, "Jonas Albrecht");
  expect(new URL(page.url()).pathname).toMatch(/^\/de\//);
  await page.goto("/de/dashboard");
  const links = page.locator("nav a[href^='/']");
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.filter((href) => !href.startsWith("/de/"))).toEqual([]);

  // A link from somebody who works in English.
  await page.goto("/settings/coins?from=mail");
  await page.waitForURL("/de/settings/coins?from=mail");

  await page.getByRole("button", { name: /Jonas Albrecht/ }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.waitForURL("/settings/coins?from=mail");
  await expect.poll(() => languageOf(page)).toBe("en");
  await expect.poll(() => links.first().getAttribute("href")).not.toMatch(/^\/de\//);
  // The entry before it was a German address.
  await page.goBack();
  await page.waitForURL("/dashboard");
  expect(complaints).toEqual([]);
  await context.close();
});

test("A person's own language wins over the address, also on the way back from the sign-in page", async () => {
  const german = await openContext(product, { locale: "de-DE" });
  const first = await german.context.newPage();
  const email = await register(first, "Orla Byrne");
  await german.context.close();

  const { context, complaints } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/settings/coins?from=mail");
  await page.waitForURL((url) => url.pathname === "/pioneers/signin");
  const asked = new URL(page.url()).searchParams;
  expect([asked.get("error"), asked.get("callbackUrl")]).toEqual(["SessionRequired", "/settings/coins?from=mail"]);
  await signIn(page, email);
  await page.waitForURL("/de/settings/coins?from=mail");
  expect(await languageOf(page)).toBe("de");
  expect(complaints).toEqual([]);
  await context.close();
});

test("A browser that prefers German is redirected to the German page, also for an unknown address", async () => {
  const { context } = await openContext(product, { locale: "de-DE" });
  const page = await context.newPage();
  await page.goto("/nothing/here?a=1");
  expect(page.url()).toBe(`${product.url}/de/nothing/here?a=1`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await languageOf(page)).toBe("de");
  await context.close();
});

test.each([1350, 375] as const)("At %d px a visitor can read the privacy notice in both languages", async (width) => {
  const { context, complaints } = await openContext(product, { width });
  const page = await context.newPage();
  await page.goto("/privacy");
  await page.getByRole("heading", { level: 1, name: "Privacy" }).waitFor();
  await page.getByText("This is the built-in text of Pioneer.").waitFor();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL("/de/privacy");
  await page.getByRole("heading", { level: 1, name: "Datenschutz" }).waitFor();
  await page.getByText("Dies ist der eingebaute Text von Pioneer.").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  expect(await languageOf(page)).toBe("de");
  expect(complaints).toEqual([]);
  await context.close();
});
