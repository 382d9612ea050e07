import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const notice = (page: Page) => page.locator("[role=status].connection");
const sidebar = (page: Page) => page.getByRole("navigation").first();

test("Without a network the page says so, keeps typed text, and clears the notice when the network is back", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page);
  await page.goto("/workflows/marketing/content/planner");
  await page.getByLabel("Title").first().fill("Spring campaign");
  await context.setOffline(true);
  await notice(page).getByText("You're offline.").waitFor();
  await context.setOffline(false);
  await expect.poll(() => notice(page).innerText()).toBe("");
  expect(await page.getByLabel("Title").first().inputValue()).toBe("Spring campaign");
  await context.close();
});

test("A page whose code cannot be loaded keeps the sidebar, and opens when the connection is back", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page);
  await page.goto("/dashboard");
  await settled(page);
  await context.setOffline(true);
  await page.locator('a[href="/calendar"]').first().click();
  const alert = page.getByRole("alert").filter({ hasText: "Couldn't open this page" });
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/Request ID: [\w-]{20,}/);
  expect(await sidebar(page).isVisible()).toBe(true);
  await context.setOffline(false);
  await page.getByRole("grid").or(page.locator(".CalendarPage_cal")).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/calendar");
  await context.close();
});

test("When the server does not answer the page says so, and loads its data once the server is back", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page);
  await page.goto("/dashboard");
  await settled(page);
  // Parts of the page are here already; only the server is gone.
  await page.locator('a[href="/leads"]').first().hover();
  await settled(page);
  const gone = /\/(api|health)\//;
  await context.route(gone, (route) => route.abort());
  await page.locator('a[href="/leads"]').first().click();
  await notice(page).getByText("Pioneer isn't responding.").waitFor();
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/leads" && answer.ok());
  await context.unroute(gone);
  await read;
  await expect.poll(() => notice(page).innerText()).toBe("");
  await context.close();
});

test("After signing out the back button shows nothing of the person", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page, "Orla Byrne");
  await page.goto("/settings/coins");
  await page.getByRole("button", { name: /Orla Byrne/ }).click();
  await page.getByRole("menuitem", { name: /log ?out|sign out/i }).click();
  await page.waitForURL((url) => url.pathname === "/pioneers/signin");
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get("error") === "SessionRequired");
  expect(await page.getByText("Orla Byrne").count()).toBe(0);
  await context.close();
});
