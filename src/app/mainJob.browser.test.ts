import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openContext, openServedProduct, register, registerOnPage, type ServedProduct } from "#src/testing/browser.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";

const { engine, hold } = createHeldEngine();
let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ engine });
});
afterAll(() => product.close());

const planner = "/workflows/marketing/content/planner";

async function fillExample(page: Page): Promise<void> {
  await page.goto(planner);
  await page.getByRole("button", { name: "Fill with an example" }).click();
  await page.getByText(/Price fixed until/).waitFor();
}

const runButton = (page: Page) => page.getByRole("button", { name: "Run for 300 coins" });
const balance = (page: Page) => page.getByRole("banner").getByRole("link", { name: /coins|free/i });
const coins = async (page: Page) => (await page.request.get("/api/coins")).json();
const runs = async (page: Page) => (await (await page.request.get("/api/workflows/runs")).json()).runs;

/** What the document says, without the run's log and proposals. */
const documentText = (page: Page): Promise<string> => page.locator("article").innerText();

/** The end of a long document is drawn some frames after its beginning. */
const wholeDocument = (page: Page): Promise<void> =>
  page.locator("article").getByText("How this was made").first().waitFor({ state: "attached" });

describe("the main job", () => {
  test("A new person can sign up, see the price, run a workflow, apply and undo its suggestions, and find the plan again", async () => {
    const { context, complaints } = await openContext(product);
    const page = await context.newPage();
    await registerOnPage(page);
    await page
      .getByRole("link", { name: /content planner/i })
      .first()
      .click();
    await fillExample(page);
    expect(await page.getByText("Draft without AI").count()).toBeGreaterThan(0);
    const promise = page.getByText("only when your result is finished.");
    expect(await promise.isVisible()).toBe(true);
    await runButton(page).click();
    await page.getByRole("button", { name: /^Apply \d+ of \d+$/ }).waitFor();
    expect(await coins(page)).toEqual({ balance: 200, held: 0, credits: 200 });
    await expect.poll(() => balance(page).innerText()).toContain("200");
    await page.getByRole("button", { name: /^Apply \d+ of \d+$/ }).click();
    const planned = async () =>
      (await (await page.request.get("/api/workflows/scheduled/outcome?limit=200")).json()).outcomes.length;
    await expect.poll(planned).toBeGreaterThan(50);
    await page.getByRole("complementary").getByRole("button", { name: /undo/i }).first().click();
    await expect.poll(planned).toBe(0);
    await page.getByRole("button", { name: /^Apply \d+ of \d+$/ }).waitFor();

    const title = await page.getByRole("heading", { level: 1 }).first().innerText();
    await page.goto("/dashboard");
    await page.getByRole("navigation").getByRole("link", { name: title }).first().click();
    await page.getByRole("button", { name: /^Apply \d+ of \d+$/ }).waitFor();

    await page.goto(planner);
    await page.getByRole("button", { name: "Fill with an example" }).click();
    await page.getByText("This run costs 300 coins. You have 200.").first().waitFor();
    // Whoever has had a result knows what becomes of the coins.
    await expect.poll(() => promise.isVisible()).toBe(false);
    await page.getByText("Returned in full if there's no result").click();
    expect(await promise.isVisible()).toBe(true);
    expect(await runs(page)).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("A reload, a closed page and a second tab during a run all show the same document, for one charge", async () => {
    const { context } = await openContext(product);
    const page = await context.newPage();
    await register(page, "Jonas Albrecht");
    await fillExample(page);
    let release = (): void => {};
    hold.until = new Promise((resolve) => {
      release = resolve;
    });
    try {
      await runButton(page).dblclick();
      await page.getByRole("button", { name: "Cancel run" }).waitFor();
      const address = page.url();
      expect(await coins(page)).toEqual({ balance: 500, held: 300, credits: 200 });
      await page.reload();
      await page.getByRole("button", { name: "Cancel run" }).waitFor();
      await page.close();
      const [second, third] = await Promise.all([context.newPage(), context.newPage()]);
      await Promise.all([second.goto(address), third.goto(address)]);
      await second.getByRole("button", { name: "Cancel run" }).waitFor();
      release();
      for (const tab of [second, third]) await tab.getByRole("button", { name: /^Apply \d+ of \d+$/ }).waitFor();
      for (const tab of [second, third]) await wholeDocument(tab);
      const text = await documentText(second);
      expect(text.length).toBeGreaterThan(2000);
      expect(await documentText(third)).toBe(text);
      await second.reload();
      await second.getByRole("button", { name: /^Apply \d+ of \d+$/ }).waitFor();
      await wholeDocument(second);
      expect(await documentText(second)).toBe(text);
      expect(await runs(second)).toHaveLength(1);
      expect(await coins(second)).toEqual({ balance: 200, held: 0, credits: 200 });
    } finally {
      hold.until = null;
      await context.close();
    }
  });

  test("Cancelling a run returns all coins and keeps the form, and a failed run costs nothing", async () => {
    const { context } = await openContext(product);
    const page = await context.newPage();
    await register(page, "Ilse Winter");
    await fillExample(page);
    hold.until = new Promise(() => {});
    try {
      await runButton(page).click();
      await page.getByRole("button", { name: "Cancel run" }).click();
      await page.getByText("All 300 coins were returned.").first().waitFor();
      expect(await coins(page)).toEqual({ balance: 500, held: 0, credits: 500 });
      hold.until = null;
      hold.fail = true;
      await page
        .getByRole("link", { name: /run again/i })
        .or(page.getByRole("button", { name: /run again/i }))
        .first()
        .click();
      await page.getByText(/Price fixed until/).waitFor();
      expect(await page.getByLabel("Title").first().inputValue()).not.toBe("");
      await runButton(page).click();
      await page.getByRole("alert").filter({ hasText: "300" }).waitFor();
      expect(await coins(page)).toEqual({ balance: 500, held: 0, credits: 500 });
    } finally {
      hold.until = null;
      hold.fail = false;
      await context.close();
    }
  });

  test("Text typed into a workflow form survives a reload", async () => {
    const { context } = await openContext(product);
    const page = await context.newPage();
    await register(page, "Nadia Roth");
    await page.goto(planner);
    await page.getByLabel("Title").first().fill("A plan that is not finished");
    await page.waitForFunction(() => JSON.stringify(localStorage).includes("not finished"));
    await page.reload();
    await expect.poll(() => page.getByLabel("Title").first().inputValue()).toBe("A plan that is not finished");
    await context.close();
  });

  test("Signing out in one tab signs out the other", async () => {
    const { context } = await openContext(product);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await register(first, "Tarek Osman");
    await second.goto("/settings");
    await second.getByRole("heading", { level: 1 }).waitFor();
    await first.getByRole("button", { name: /Tarek Osman/ }).click();
    await first.getByRole("menuitem", { name: /log ?out|sign out/i }).click();
    await first.waitForURL((url) => url.pathname === "/pioneers/signin");
    await second.waitForURL((url) => url.pathname === "/pioneers/signin");
    await second.goBack().catch(() => null);
    await expect.poll(() => second.getByText("Tarek Osman").count()).toBe(0);
    await context.close();
  });
});
