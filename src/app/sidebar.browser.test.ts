import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withLocale } from "#src/kit/locale.ts";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { sidebarCookie } from "./sidebarState.ts";
import { mobileBelow, scrollHideDelay, toastTimes, tooltip } from "#src/ui/measures.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const widthOf = async (page: Page, selector: string): Promise<number | undefined> =>
  (await page.locator(selector).first().boundingBox())?.width;

const call = (page: Page, method: "POST" | "PATCH", path: string, data: unknown, headers = {}) =>
  page.request.fetch(path, { method, data, headers: { origin: product.url, ...headers } });

/** Runs the cheapest workflow, so that there is one more project. */
async function makeProject(page: Page, requirementTitle: string): Promise<Record<string, unknown>> {
  const { example } = await (await page.request.get("/api/workflows/userStoryWriterWorkflow")).json();
  const started = await call(
    page,
    "POST",
    "/api/workflows/userStoryWriterWorkflow/runs",
    { enData: { formValues: { ...example, requirementTitle } } },
    { "idempotency-key": crypto.randomUUID() },
  );
  const { run } = await started.json();
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status)
    .toBe("succeeded");
  return run;
}

test("The sidebar folds by keyboard, has the specified widths, and remembers its state for seven days", async () => {
  const { context, complaints } = await openContext(product);
  const page = await context.newPage();
  await register(page);
  const side = page.locator(".side");
  await expect.poll(() => widthOf(page, ".side")).toBe(320);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const before = Date.now() / 1000;
  await page.keyboard.press("Control+b");
  await expect.poll(() => widthOf(page, ".side")).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === sidebarCookie.name);
  expect(cookie?.value).toBe("false");
  // The browser rounds to its clock, the page's clock may run a little later than ours.
  expect(cookie?.expires).toBeGreaterThanOrEqual(before + sidebarCookie.maxAge - 1);
  expect(cookie?.expires).toBeLessThanOrEqual(Date.now() / 1000 + sidebarCookie.maxAge + 1);
  await page.reload();
  await side.getByRole("link", { name: "Calendar" }).waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => widthOf(page, ".side")).toBe(48);
  await page.keyboard.press("Meta+b");
  await expect.poll(() => widthOf(page, ".side")).toBe(320);
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === sidebarCookie.name)?.value)
    .toBe("true");

  await page.setViewportSize({ width: mobileBelow, height: 850 });
  await expect.poll(() => widthOf(page, ".side")).toBe(320);
  await page.setViewportSize({ width: mobileBelow - 1, height: 850 });
  await page.getByRole("button", { name: "Open the menu" }).click();
  const sheet = page.getByRole("dialog", { name: "Main navigation" });
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288);
  await sheet.getByRole("link", { name: "Leads" }).click();
  await page.waitForURL("**/leads");
  await sheet.waitFor({ state: "hidden" });
  expect(complaints).toEqual([]);
  await context.close();
});

test(
  "The sidebar lists favorites, projects, and workflows that are live, not live or coming soon",
  { timeout: 240_000 },
  async () => {
    const { context } = await openContext(product);
    const page = await context.newPage();
    await register(page, "Edda Lang");
    await page.getByText("The results of your runs appear here, newest first.").waitFor();
    for (const title of ["First", "Second", "Third", "Fourth"]) await makeProject(page, title);
    await call(page, "POST", "/api/user/settings", { favoriteWorkflows: ["contentPlannerWorkflow"] });
    await call(page, "POST", "/api/leads", { enData: { leads: [{ name: "Stadtwerk Logistik" }] } });
    await page.goto("/settings");
    const side = page.locator(".side");
    const projects = side.locator("section").filter({ hasText: "Your Projects" });
    const titles = (): Promise<string[]> => projects.locator("li .words").allTextContents();
    await expect.poll(titles).toEqual(["Fourth", "Third", "Second", "First"]);
    expect(await projects.locator(".SidebarProjects_side-projects").count()).toBe(0);
    await makeProject(page, "Fifth");
    await page.reload();
    await expect.poll(titles).toEqual(["Fifth", "Fourth", "Third", "Second", "First"]);
    await projects.locator(".SidebarProjects_side-projects .scroll-view").waitFor();
    const fixed = await projects.locator(".SidebarProjects_side-projects").boundingBox();
    await makeProject(page, "Sixth");
    await page.reload();
    await expect.poll(async () => (await titles()).length).toBe(6);
    await expect
      .poll(async () => (await projects.locator(".SidebarProjects_side-projects").boundingBox())?.height)
      .toBe(fixed?.height);
    await side.getByRole("link", { name: /^Leads\s*1 lead$/ }).waitFor();
    await side.getByRole("link", { name: /^Projects\s*6 projects$/ }).waitFor();
    // Nothing to count is not counted.
    await side.getByRole("link", { name: "Calendar", exact: true }).waitFor();

    // The bar shows while the list moves, and goes once it has rested.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await projects.locator("[data-radix-scroll-area-viewport]").evaluate((view) => view.scrollBy(0, 20));
    const bar = projects.locator(".scroll-bar");
    await bar.waitFor();
    // It rests 100 ms after the last movement; the time to hide runs from there.
    await page.clock.runFor(100 + scrollHideDelay - 20);
    expect(await bar.isVisible()).toBe(true);
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return bar.isVisible();
      })
      .toBe(false);
    await page.clock.resume();

    const favorites = side.getByRole("button", { name: "Flow Favorites" });
    await side.getByRole("link", { name: "Content planner" }).waitFor();
    await favorites.click();
    expect(await favorites.getAttribute("aria-expanded")).toBe("false");
    expect(await side.getByRole("link", { name: "Content planner" }).count()).toBe(0);

    await side.getByRole("button", { name: "Your Daily Assistants" }).click();
    await side.getByRole("button", { name: /Work Life/ }).click();
    await side.getByText("coming soon").waitFor();
    await side.getByRole("button", { name: /Private Life/ }).click();
    expect(await side.getByText("2025 / 2026").count()).toBe(4);
    await side.getByRole("button", { name: /^Marketing/ }).click();
    await side.getByRole("link", { name: /Video script writer\s*not live/ }).click();
    await page.waitForURL("**/workflows/marketing/video/script/writer");
    await page.getByRole("heading", { level: 1, name: "Video script writer" }).waitFor();
    // One line is marked: the area of a workflow that is no favourite, the favourite, the project.
    const marked = (): Promise<string[]> =>
      side
        .locator(".side-nav > ul [aria-current], section [aria-current]:not(.SidebarAssistants_side-leaf) .words")
        .allTextContents();
    expect(await marked()).toEqual(["Workflows"]);
    await context.close();
  },
);

test.each<Look>([
  { scheme: "light", locale: "en-GB" },
  { scheme: "dark", locale: "de-DE" },
])("In $scheme and $locale the profile menu is accessible and its links lead to their pages", async (look) => {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  const email = await register(page, "Orla Byrne");
  const inLanguage = (path: string): string => withLocale(path, look.locale === "de-DE" ? "de" : "en");
  await page.locator(".SidebarProfile_who").click();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  const hrefs = await menu.getByRole("menuitem").evaluateAll((items) => items.map((item) => item.getAttribute("href")));
  for (const path of ["/settings", "/community/pioneers/invites", "/settings/coins"])
    expect(hrefs).toContain(inLanguage(path));
  expect(await pageFaults(page)).toEqual([]);
  await menu.getByRole("menuitem", { name: /^(Invite friends|Freunde einladen)$/ }).click();
  await page.waitForURL("**/community/pioneers/invites");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.getByRole("main").getByRole("textbox").count()).toBe(2);
  expect(await pageFaults(page)).toEqual([]);
  const upgrade = page.locator(".side").getByRole("link", { name: /^(Upgrade|Tarif wechseln)$/ });
  expect(await upgrade.getAttribute("href")).toBe(inLanguage("/settings/coins"));
  await product.database.pool.query(`update "user" set owned_license = 'visionary' where email = $1`, [email]);
  await page.reload();
  await page.locator(".SidebarProfile_who").getByText("Visionary").waitFor();
  expect(await upgrade.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("Tooltips, toasts and buttons have the specified times and sizes", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/_kitchen");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await widthOf(page, "[data-test=side]")).toBe(256);
  const heights = async (selector: string): Promise<number[]> => [
    ...new Set(await page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))),
  ];
  expect(await heights(".btn:not(.btn-small, .btn-bar)")).toEqual([40]);
  expect(await heights(".btn-small")).toEqual([30]);
  const widest = await page
    .locator(".btn:not(.btn-full)")
    .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().width)));
  expect(widest).toBe(250);
  const star = page.getByRole("button", { name: "Favorite" });
  expect(await star.getAttribute("aria-pressed")).toBe("true");
  const fill = () => star.locator("svg").evaluate((svg) => getComputedStyle(svg).fill);
  const filled = await fill();
  await star.click();
  expect(await star.getAttribute("aria-pressed")).toBe("false");
  expect(filled).not.toBe("none");
  expect(await fill()).toBe("none");

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const tip = page.getByRole("tooltip");
  // More than one move: the first only leaves, and may be on its way to the tooltip itself.
  const leave = async (): Promise<void> => {
    await expect
      .poll(async () => {
        await page.mouse.move(2, 2);
        await page.mouse.move(4, 4);
        return tip.count();
      })
      .toBe(0);
  };
  const [first, second] = [page.locator("[data-test=tip]"), page.getByRole("button", { name: "Rename", exact: true })];
  await first.hover();
  await page.clock.runFor(tooltip.delay - 1);
  expect(await tip.count()).toBe(0);
  await page.clock.runFor(1);
  await tip.waitFor({ state: "attached" });
  await leave();
  await page.clock.runFor(tooltip.skipDelay - 50);
  // Soon after the last one the next one opens at once, later it waits again.
  await second.hover();
  await tip.waitFor({ state: "attached" });
  await leave();
  await page.clock.runFor(tooltip.skipDelay + 1);
  await second.hover();
  await page.clock.runFor(tooltip.delay - 1);
  expect(await tip.count()).toBe(0);
  await leave();

  const toasts = page.locator(".toast");
  await page.locator("[data-test=toast-ok]").click();
  await toasts.waitFor();
  await page.locator("[data-test=toast-info]").click();
  expect(await toasts.count()).toBe(1);
  await leave();
  await page.clock.runFor(toastTimes.duration - 100);
  expect(await toasts.count()).toBe(1);
  await page.clock.runFor(200);
  await toasts.waitFor({ state: "detached" });

  // Swiped a little it comes back, swiped further than the threshold it goes.
  await page.locator("[data-test=toast-ok]").click();
  await toasts.waitFor();
  const swipe = async (by: number): Promise<void> => {
    const box = await toasts.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 4 });
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(toastTimes.swipeThreshold - 2);
  await leave();
  expect(await toasts.count()).toBe(1);
  await swipe(toastTimes.swipeThreshold + 2);
  await toasts.waitFor({ state: "detached" });

  await page.clock.resume();
  await page.setViewportSize({ width: 375, height: 812 });
  await expect.poll(() => heights(".btn:not(.btn-bar)")).toEqual([35]);
  await context.close();
});

test("In the folded sidebar tooltips show at once", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page, "Ida Falk");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+b");
  await expect.poll(() => widthOf(page, ".side")).toBe(48);
  const link = (name: string) => page.locator(".side").getByRole("link", { name });
  const tip = (name: string) => page.getByRole("tooltip", { name });
  // The tooltips' code comes with the narrow sidebar; once it is here, time stands still.
  await expect
    .poll(async () => {
      await page.mouse.move(700, 400);
      await link("Leads").hover();
      return tip("Leads")
        .waitFor({ state: "attached", timeout: 1_000 })
        .then(() => true)
        .catch(() => false);
    })
    .toBe(true);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await link("Calendar").hover();
  await page.clock.runFor(1);
  await tip("Calendar").waitFor({ state: "attached" });
  expect(tooltip.sidebarDelay).toBe(0);
  await context.close();
});

test("The busy border shows only while a run is in progress", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page, "Tom Keller");
  const run = await makeProject(page, "Watched");
  const open = /\/api\/workflows\/runs\?status=open/;
  await page.route(open, (route) => route.fulfill({ json: { runs: [{ ...run, status: "running" }] } }));
  await page.goto("/settings");
  const border = page.locator(".busy-border");
  await border.waitFor({ state: "attached" });
  await page.unroute(open);
  await border.waitFor({ state: "detached" });
  await context.close();
});
