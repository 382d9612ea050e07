import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { hasFocus } from "#src/testing/keyboard.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const looks: Look[] = [
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
];

const pathOf = (page: Page): string => new URL(page.url()).pathname.replace(/^\/de(?=\/)/, "");

/** Waits until the page that is open is remembered as opened: its session has been read by then. */
const isRemembered = (page: Page, id: string): Promise<unknown> =>
  page.waitForFunction((wanted) => Object.values(localStorage).some((kept) => kept.startsWith(`["${wanted}"`)), id);

/** A page signed in, with one lead and one entry of today's that no store of the page knows. */
async function openPage(look: Look, name: string) {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  await register(page, name);
  await isRemembered(page, "page:/dashboard");
  const post = (path: string, data: unknown) => page.request.post(path, { data, headers: { origin: product.url } });
  await post("/api/leads", { enData: { leads: [{ name: "Stadtwerk Logistik", address: { city: "Leipzig" } }] } });
  const at = new Date().toISOString();
  await post("/api/calendar/entry", { enData: { type: "1010", title: "Stadtwerk, first call", start: at, end: at } });
  await page.goto("/settings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const options = page.getByRole("option");
  const open = async (): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search or run|Suchen oder starten/ }).waitFor();
  };
  return { context, complaints, page, options, open };
}

test.each(looks)(
  "At $width px in $scheme and $locale the command palette finds everything by keyboard and is accessible",
  async (look) => {
    const { context, complaints, page, options, open } = await openPage(look, "Mara Brandt");
    await open();
    const field = page.getByRole("combobox");
    await expect.poll(() => hasFocus(field)).toBe(true);
    expect(await pageFaults(page)).toEqual([]);
    const box = await page.getByRole("dialog", { name: /Search or run|Suchen oder starten/ }).boundingBox();
    if (look.width === 375) expect(box).toMatchObject({ x: 0, y: 0, width: 375 });

    // Prices stand at the line, also of what is not live.
    const isGerman = look.locale === "de-DE";
    await field.fill("video");
    await options.filter({ hasText: isGerman ? /10 Coins, nicht verfügbar/ : /10 coins, not live/ }).waitFor();

    // A lead and an entry that only the server knows; the list is walked by arrows, round its end.
    await field.fill("stadtwerk");
    await options.filter({ hasText: "Leipzig" }).waitFor();
    await options.filter({ hasText: "first call" }).waitFor();
    const chosen = page.locator('[role=option][aria-selected="true"]');
    await expect.poll(() => options.count()).toBe(2);
    const first = await chosen.textContent();
    await page.keyboard.press("ArrowUp");
    expect(await chosen.textContent()).not.toBe(first);
    await page.keyboard.press("ArrowDown");
    expect(await chosen.textContent()).toBe(first);
    expect(await field.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    await field.fill("<b>nobody</b>");
    await page.getByText("<b>nobody</b>").waitFor();
    expect(await pageFaults(page)).toEqual([]);

    await field.fill("Stadtwerk Log");
    await options.filter({ hasText: "Leipzig" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => pathOf(page)).toBe("/leads");
    expect(new URL(page.url()).searchParams.get("lead")).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole("dialog").filter({ has: field }).waitFor({ state: "detached" });

    // An entry is opened on its day, and the address keeps it open: it is read beside its hours, on phones as a page.
    await page.goto("/settings");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await open();
    await field.fill("stadtwerk, first");
    await options.filter({ hasText: "first call" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Stadtwerk, first call" });
    await expect
      .poll(() => hasFocus(look.width === 1350 ? dialog.getByRole("button", { name: "Edit" }) : dialog))
      .toBe(true);
    await dialog.getByRole("button", { name: look.width === 1350 ? "Edit" : "Bearbeiten" }).waitFor();
    expect(new URL(page.url()).searchParams.get("entry")).toMatch(/^[0-9a-f-]{36}$/);
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(pathOf(page)).toBe("/settings");
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("The command palette lists recent items first and returns the focus when it closes", async () => {
  const { context, page, options, open } = await openPage({}, "Edda Lang");
  const search = page.getByRole("button", { name: /^Search or run/ });
  await search.focus();
  await open();
  await page.keyboard.type("calend");
  await page.keyboard.press("Enter");
  await expect.poll(() => pathOf(page)).toBe("/calendar");
  await page.goto("/workflows/marketing/content/planner");
  await isRemembered(page, "workflow:contentPlanner");
  await page.goto("/settings");
  await search.focus();
  await open();
  const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
  await expect.poll(() => recent.allTextContents()).toEqual(["Content planner300 coins", "Calendar", "Dashboard"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(search)).toBe(true);

  await open();
  await page.keyboard.type("appearance dark");
  await options.first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  await open();
  await page.keyboard.type("deutsch");
  await options.first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("pioneer.recent:")));
  expect(await kept()).toHaveLength(1);
  await open();
  await page.keyboard.type("abmelden");
  await options.first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => pathOf(page)).toBe("/pioneers/signin");
  expect(await kept()).toEqual([]);
  await context.close();
});

test("The command palette cancels a search when more is typed", async () => {
  const { context, page, options, open } = await openPage({}, "Ida Falk");
  let release: (() => void) | undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/api\/leads\?q=st&/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const aborted: string[] = [];
  page.on("requestfailed", (request) => aborted.push(new URL(request.url()).searchParams.get("q") ?? ""));
  await open();
  const asked = page.waitForRequest(/\/api\/leads\?q=st&/);
  await page.keyboard.type("st");
  await asked;
  await page.keyboard.type("adtwerk");
  await options.filter({ hasText: "Leipzig" }).waitFor();
  await expect.poll(() => aborted).toContain("st");
  release?.();
  await context.close();
});

test("Single-key shortcuts open pages, except in text fields and when they are switched off", async () => {
  const { context, page } = await openPage({}, "Orla Byrne");
  const go = async (keys: string): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  for (const [keys, path] of [
    ["gd", "/dashboard"],
    ["gc", "/calendar"],
    ["gl", "/leads"],
    ["gs", "/settings"],
  ] as const) {
    await go(keys);
    await expect.poll(() => pathOf(page)).toBe(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await go("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  expect(await pageFaults(page)).toEqual([]);
  // A question is open: keys are its own.
  await go("gd");
  await sheet.getByRole("switch", { name: "Use single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await go("?gd");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or run" });
  await field.waitFor();
  await go("?gd");
  expect(await field.inputValue()).toBe("?gd");
  expect(pathOf(page)).toBe("/settings");
  expect(await sheet.count()).toBe(0);
  await context.close();
});

test("The balance suggests affordable workflows from 50 coins on, and is red at 80 coins or fewer", async () => {
  const { context, complaints } = await openContext(product);
  const page = await context.newPage();
  await register(page, "Ole Brandt");
  for (const [credits, isLow, isOffered] of [
    [500, false, true],
    [81, false, true],
    [80, true, true],
    [50, true, true],
    [49, true, false],
  ] as const) {
    await page.route("**/api/coins", (route) => route.fulfill({ json: { balance: credits, held: 0, credits } }));
    await page.goto("/community/pioneers/invites");
    const balance = page.locator(".top .balance");
    await balance.filter({ hasText: String(credits) }).waitFor();
    const colours = await balance.evaluate((element) => {
      const style = getComputedStyle(element);
      const probe = document.createElement("i");
      probe.style.color = "var(--danger)";
      element.append(probe);
      const danger = getComputedStyle(probe).color;
      probe.remove();
      return { border: style.borderTopColor, danger };
    });
    expect(colours.border === colours.danger).toBe(isLow);
    expect(await balance.getAttribute("href")).toBe("/settings/coins");
    const popup = page.locator(".BalancePopup_balance-popup");
    await page.getByRole("button", { name: /^Search or run/ }).focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => hasFocus(balance)).toBe(true);
    if (!isOffered) {
      await balance.hover();
      await page.keyboard.press("Tab");
      expect(await popup.count()).toBe(0);
      continue;
    }
    await popup.waitFor();
    const figures = (await popup.locator("li .figure").allTextContents()).map(Number);
    const possible = cards.filter((card) => card.isProductionReady && card.coins <= credits);
    expect(figures).toHaveLength(Math.min(5, possible.length));
    expect(figures.every((figure) => possible.some(({ coins }) => coins === figure))).toBe(true);
    if (credits === 500) expect(await pageFaults(page)).toEqual([]);
    // The way into it is the next key, and Escape leads back.
    await page.keyboard.press("Tab");
    expect(await popup.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await popup.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(balance)).toBe(true);
    await page.mouse.move(300, 500);
    await balance.hover();
    await popup.waitFor();
    await page.mouse.move(300, 500);
    await popup.waitFor({ state: "detached" });
  }
  expect(complaints).toEqual([]);
  await context.close();
});
