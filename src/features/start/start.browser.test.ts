import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { faultsIn } from "#src/testing/everyLook.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const screens = process.env["SCREENS_DIR"];

const looks = (["en-GB", "de-DE"] as const).flatMap((locale) =>
  ([1350, 375] as const).flatMap((width) =>
    (["light", "dark"] as const).map((scheme): Required<Look> => ({ locale, width, scheme })),
  ),
);

async function openStart(look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  await page.goto("/");
  return { page, complaints };
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test.each(looks)("Visitors see a start page without faults ($locale, $width, $scheme)", async (look) => {
  const { page, complaints } = await openStart(look);
  const isGerman = look.locale === "de-DE";
  expect(pathOf(page)).toBe(isGerman ? "/de" : "/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe(look.scheme);
  if (screens) {
    const path = join(screens, `start-${isGerman ? "de" : "en"}-${look.width}-${look.scheme}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  expect(await faultsIn(page, look)).toEqual([]);
  const unfold = page.getByRole("button", { name: isGerman ? "Alle 20 Preise anzeigen" : "Show all 20 prices" });
  const names = page.locator("#prices li a:visible");
  if (look.width === 375) {
    expect(await names.count()).toBe(5);
    await unfold.click();
    expect(await page.locator(":focus").getAttribute("href")).toContain("/examples/");
  }
  expect(await unfold.isVisible()).toBe(false);
  expect(await names.count()).toBe(cards.length);
  expect(complaints).toEqual([]);
});

test("The largest thing that is painted first is the heading", async () => {
  const { page } = await openStart({ width: 375 });
  const largest = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        new PerformanceObserver((list) => {
          const last: PerformanceEntry | undefined = list.getEntries().at(-1);
          const element: unknown = last && Reflect.get(last, "element");
          done(element instanceof Element ? element.tagName : "");
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  expect(largest).toBe("H1");
});

test("Each fact opens what it rests on: by its number, by the pager, by keys", async () => {
  const { page } = await openStart();
  const slip = page.getByRole("region", { name: "Evidence", exact: true });
  expect(await slip.innerText()).toMatch(/\(41 \+ 58 \+ 50\) ÷ 240 = 62\.1\s%/);
  const [first, second] = [page.locator(".claim-mark").nth(0), page.locator(".claim-mark").nth(1)];
  expect(await first.getAttribute("aria-expanded")).toBe("true");
  await second.click();
  expect(await slip.count()).toBe(1);
  expect(await slip.innerText()).toContain("Days off the road");
  // What was cut by the rule is in sight now.
  const [frame, box] = [await page.locator(".StartExample_start-frame").boundingBox(), await slip.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
  expect(await second.getAttribute("aria-controls")).toBe(await slip.getAttribute("id"));
  await slip.getByRole("button", { name: "Next piece of evidence" }).click();
  expect(await slip.innerText()).toMatch(/62\.1\s%/);
  await page.keyboard.press("Escape");
  expect(await slip.count()).toBe(0);
  expect(await first.evaluate((mark) => mark === document.activeElement)).toBe(true);
  expect(await first.getAttribute("aria-expanded")).toBe("false");
});

test("Create account leads to the form for it, sign in to the other", async () => {
  const { page } = await openStart({ width: 375, locale: "de-DE" });
  await page.getByRole("link", { name: "Konto anlegen" }).first().click();
  await page.waitForURL("/de/pioneers/signin?mode=register");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  const field = await page.locator("input[name=name]").boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? Infinity)).toBeLessThan(850);
  await page.goto("/de");
  await page.getByRole("link", { name: "Anmelden" }).first().click();
  await page.waitForURL("/de/pioneers/signin?mode=signin");
});

test("The language is chosen and remembered", async () => {
  const { page } = await openStart();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL("/de");
  await page.goto("/");
  await page.waitForURL("/de");
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
});

test("Somebody who is signed in comes to the dashboard, and protected pages lead visitors to the sign-in", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/dashboard");
  await page.waitForURL(/\/pioneers\/signin\?/);
  await register(page);
  await page.goto("/");
  await page.waitForURL("/dashboard");
  expect(await page.locator(".StartFrame_start").count()).toBe(0);
});

test("A name in the price list opens its example, which is read without an account", async () => {
  const { page, complaints } = await openStart();
  await page.getByRole("link", { name: "Market analyser" }).click();
  await page.waitForURL("/examples/marketAnalyser");
  await page.locator("article h1").waitFor();
  const mark = page.locator(".claim-mark").first();
  await mark.click();
  await page.getByRole("region", { name: "Evidence", exact: true }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Create an account to run it" }).first().click();
  await page.waitForURL(/\/pioneers\/signin\?mode=register&callbackUrl=/);
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/workflows/general/market/analyser");
  expect(complaints).toEqual([]);
});

test.each(looks)("The public example has no faults ($locale, $width, $scheme)", async (look) => {
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  await page.goto("/examples/contentPlanner");
  await page.locator("article h1").waitFor();
  expect(pathOf(page)).toBe(look.locale === "de-DE" ? "/de/examples/contentPlanner" : "/examples/contentPlanner");
  if (screens)
    await page.screenshot({ path: join(screens, `example-${look.locale}-${look.width}-${look.scheme}.png`) });
  expect(await faultsIn(page, look)).toEqual([]);
});

test("The example of a visitor is in the middle of its sheet", async () => {
  const { context } = await openContext(product, { width: 1350 });
  const page = await context.newPage();
  await page.goto("/examples/contentPlanner");
  await page.locator(".doc-title").waitFor();
  const offset = await page.evaluate(() => {
    const sheet = document.querySelector(".doc-sheet")?.getBoundingClientRect() ?? new DOMRect();
    const text = document.querySelector(".doc-text")?.getBoundingClientRect() ?? new DOMRect();
    return text.left - sheet.left - (sheet.right - text.right);
  });
  expect(Math.abs(offset)).toBeLessThan(16);
  await context.close();
});

test("Whoever is signed in reads the example inside of the shell; an unknown one is not found", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  expect((await page.goto("/examples/nothing"))?.status()).toBe(404);
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  await register(page);
  await page.goto("/examples/marketAnalyser");
  await page.waitForURL("/workflows/general/market/analyser?example=true");
  await page.locator("article h1").waitFor();
});
