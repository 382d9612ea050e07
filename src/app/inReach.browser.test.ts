import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { newId } from "#src/kit/ids.ts";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { settled } from "#src/testing/settled.ts";

/** Where the focus stands, what is open and the way back stay in reach, whatever is gone. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ env: { SUPPORT_EMAIL: "help@pioneer.example" } });
});
afterAll(() => product.close());

/** A page of somebody who is signed in; the question about counting visits is answered. */
async function openPage(): Promise<{ page: Page; close: () => Promise<void> }> {
  const { context } = await openContext(product);
  await signInByCalls(product, context, {});
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("pioneer.support", "closed"));
  return { page, close: () => context.close() };
}

const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.className ?? null);

test("An element of the sidebar keeps the focus when the sidebar folds and unfolds", async () => {
  const { page, close } = await openPage();
  await page.goto("/dashboard");
  await settled(page);
  const side = page.locator(".side");
  const toggle = async (isNarrow: boolean): Promise<void> => {
    await page.keyboard.press("Control+b");
    await expect.poll(async () => ((await side.boundingBox())?.width ?? 0) < 100).toBe(isNarrow);
    await settled(page);
  };
  for (const [line, narrow, wide] of [
    [side.getByRole("link", { name: "Leads" }), "/leads", "/leads"],
    [side.getByRole("button", { name: "Collapse the sidebar" }), "icon-btn", "icon-btn"],
    // It has no icon: the button that brings it back.
    [side.getByRole("button", { name: "Your Daily Assistants" }), "icon-btn", "icon-btn"],
    [side.locator(".SidebarProfile_who"), "SidebarProfile_who", "SidebarProfile_who"],
  ] as const) {
    await line.focus();
    await toggle(true);
    await expect.poll(() => focused(page)).toBe(narrow);
    await toggle(false);
    await expect.poll(() => focused(page)).toBe(wide);
  }
  // Whoever has left the sidebar is not called back into it.
  await page.locator("main h1").click();
  await toggle(true);
  expect(await page.evaluate(() => document.activeElement?.closest(".side") ?? null)).toBeNull();
  await close();
});

test("The sidebar scrolls to the open favourite, on wide screens and in the menu of phones", async () => {
  const { page, close } = await openPage();
  const live = cards.filter(({ isProductionReady, path }) => isProductionReady && path !== "");
  await page.request.post("/api/user/settings", {
    data: { favoriteWorkflows: live.map(({ workflowName }) => workflowName) },
    headers: { origin: product.url },
  });
  const isInSight = (): Promise<boolean | undefined> =>
    page.evaluate(() => {
      const list = document.querySelector(".side-nav")?.getBoundingClientRect();
      const lines = document.querySelectorAll(".side-nav [aria-current]");
      const line = lines[0]?.getBoundingClientRect();
      return list && line && lines.length === 1 && line.top >= list.top && line.bottom <= list.bottom;
    });
  await page.setViewportSize({ width: 1350, height: 600 });
  await page.goto(live.at(-1)?.path ?? "");
  await expect.poll(isInSight).toBe(true);
  expect(await page.locator(".side-nav").evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 375, height: 600 });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect.poll(isInSight).toBe(true);
  await close();
});

test("An entry, lead or project that does not exist says so and leads back, without offering to try again", async () => {
  const { page, close } = await openPage();
  const gone = newId();
  for (const [path, says, back, to] of [
    [`/calendar?entry=${gone}`, "Entry not found", "Back to the calendar", "/calendar"],
    [`/leads?lead=${gone}`, "Lead not found", "Back to leads", "/leads"],
    [`/pioneer/workflow/projects/${gone}`, "Project not found", "All projects", "/pioneer/workflow/projects"],
  ] as const) {
    await page.goto(path);
    // A page of its own says it by its heading.
    const message = page.locator("[role=alert], .page:has(> h1)").filter({ hasText: says });
    await message.waitFor();
    expect(await message.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await message
      .getByRole("button", { name: back })
      .or(message.getByRole("link", { name: back }))
      .click();
    await message.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(to);
  }
  await close();
});

test("The balance popup does not open when the focus has moved on before its code loaded", async () => {
  const { page, close } = await openPage();
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((done) => (arrive = done));
  await page.route(/\/assets\/BalancePopup-[^/]*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto("/settings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const balance = page.locator(".TopBar_balance-place a");
  await balance.waitFor();
  // What the next key leads to stays.
  await settled(page);
  const asked = page.waitForRequest(/\/assets\/BalancePopup-/);
  await page.locator(".top [aria-keyshortcuts]").focus();
  await page.keyboard.press("Tab");
  await asked;
  await page.keyboard.press("Tab");
  const came = page.waitForResponse(/\/assets\/BalancePopup-/);
  arrive();
  await (await came).finished();
  await settled(page);
  expect(await page.locator(".BalancePopup_balance-popup").count()).toBe(0);
  // It opens for somebody who stays.
  await page.keyboard.press("Shift+Tab");
  await page.locator(".BalancePopup_balance-popup").waitFor();
  await close();
});

test("A part whose code cannot be loaded leaves the rest of the page, and loads when it is tried again", async () => {
  const { page, close } = await openPage();
  const parts = /\/assets\/(EntryPanel|OutreachList)-[^/]*\.js$/;
  // The page would load itself anew from a server that answers: see missingChunk.ts.
  await page.route(/\/health\/live$/, (route) => route.abort());
  await page.route(parts, (route) => route.abort());
  const alert = page.getByRole("alert").filter({ hasText: "Couldn't load this section" });
  const again = alert.getByRole("button", { name: "Try again" });

  await page.goto("/calendar");
  await settled(page);
  const sheet = page.locator(".CalendarPage_cal-sheet:not(.MonthView_cal-coming)");
  await sheet.waitFor();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "More options" }).click();
  const panel = page.getByRole("region", { name: "New entry" });
  await panel.waitFor();
  expect(await sheet.isVisible()).toBe(true);
  await panel.getByRole("button", { name: "Close" }).click();
  await panel.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "More options" }).click();
  await page.unroute(parts);
  await again.click();
  await page.getByRole("dialog", { name: "New entry" }).getByLabel("Title").waitFor();

  await page.route(parts, (route) => route.abort());
  await page.goto("/leads?view=outreach");
  await alert.waitFor();
  expect(await page.getByRole("heading", { level: 1, name: /Leads/ }).isVisible()).toBe(true);
  await page.unroute(parts);
  // The browser tells that the connection is back: nobody has to press.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await alert.waitFor({ state: "detached" });
  await close();
});

test("Visitors can reach support from the sign-in page", async () => {
  const { context, complaints } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/pioneers/signin");
  const button = page.getByRole("button", { name: "Support", exact: true });
  await button.waitFor();
  const popup = page.getByRole("dialog", { name: "Support" });
  // The prices stand where it would lie.
  expect([await button.getAttribute("aria-expanded"), await popup.count()]).toEqual(["false", 0]);
  await button.click();
  await popup.getByRole("link", { name: "help@pioneer.example" }).waitFor();
  expect(await popup.getByRole("tab").allInnerTexts()).toEqual(["Email"]);
  await page.keyboard.press("Escape");
  await popup.waitFor({ state: "detached" });
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("A page under a dialog does not scroll, cannot be clicked and keeps its layout", async () => {
  const { page, close } = await openPage();
  await page.setViewportSize({ width: 1350, height: 500 });
  await page.goto("/settings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
  const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
  const wheel = async (by: number): Promise<void> => {
    await page.mouse.move(700, 480);
    await page.mouse.wheel(0, by);
    await settled(page);
  };
  const body = () =>
    page.evaluate(() => {
      const { position, pointerEvents } = getComputedStyle(document.body);
      const gap = getComputedStyle(document.body).getPropertyValue("--removed-body-scroll-bar-size");
      return [position, pointerEvents, gap, document.querySelector("main")?.getBoundingClientRect().width];
    });
  await wheel(150);
  await expect.poll(scrolled).toBe(150);
  const before = await body();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.waitFor();
  await wheel(200);
  expect(await scrolled()).toBe(150);
  expect(await body()).toEqual(before);
  const box = await page.locator(".side").getByText("Leads", { exact: true }).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await palette.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/settings");
  await expect.poll(body).toEqual(before);
  const isLocked = (): Promise<boolean> => page.evaluate(() => "locked" in document.documentElement.dataset);
  await expect.poll(isLocked).toBe(false);
  await wheel(100);
  await expect.poll(scrolled).toBe(250);

  // One dialog over another: the page moves again when the last one is gone.
  await page.goto("/calendar");
  await page.getByRole("button", { name: "New entry" }).click();
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Half a thought");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  expect(await isLocked()).toBe(true);
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(isLocked).toBe(false);
  await close();
});
