import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type Look, openContext, openServedProduct, type ServedProduct } from "#src/testing/browser.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { type StoredRun, storeRuns } from "#src/testing/storedRuns.ts";

const { engine, hold } = createHeldEngine();
let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ engine });
});
afterAll(() => product.close());

const stories = "/api/workflows/userStoryWriterWorkflow";

/** A signed-in page of a new person who is past the first steps. */
async function openPage(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    // Pages without an origin have no storage.
    if (location.origin !== "null") localStorage.setItem("trackingConsent", "denied");
  });
  const page = await context.newPage();
  const headers = { origin: product.url };
  const person = { email: `${newId()}@example.com`, password: "correct horse battery" };
  const data = { name: "Mara Brandt", ...person };
  const registered = await page.request.post("/api/auth/register", { data, headers });
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const form = { ...person, csrfToken, callbackUrl: product.url, json: "true" };
  await page.request.post("/api/auth/callback/credentials", { form, headers });
  await page.request.post("/api/user/settings", {
    data: { onboardingState: "skipped", application: { appLanguage: look.locale === "de-DE" ? "de" : "en" } },
    headers,
  });
  const userId = (await registered.json()).user.id as string;
  const store = (name: string, runs: StoredRun[]) => storeRuns(product.database.db, { userId, name, runs });
  return { context, page, complaints, store };
}

/** Starts a run of the example. */
async function start(page: Page, title: string): Promise<{ id: string; projectId: string }> {
  const { example } = await (await page.request.get(stories)).json();
  const answer = await page.request.post(`${stories}/runs`, {
    data: { enData: { formValues: { ...example, requirementTitle: title } } },
    headers: { origin: product.url, "idempotency-key": newId() },
  });
  return (await answer.json()).run;
}

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SCREENS_DIR"];
  if (folder) await page.screenshot({ path: `${folder}/runs-${name}.png` });
};

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("Runs are listed with what they cost, filtered by an address that survives a reload, and read page by page", async () => {
  const { page, complaints, context, store } = await openPage();
  // The present moment: an hour ago is yesterday during the first hour of a day.
  await store("Spring posts", [{ model: "mistral-large", coins: 300, at: new Date().toISOString() }]);
  await store("Stories for riders", [{ workflow: "userStoryWriterWorkflow", status: "cancelled" }]);
  await store(
    "Winter check",
    Array.from({ length: 120 }, (_, at) => ({ at: new Date(Date.UTC(2026, 5, 1) - at * 60_000).toISOString() })),
  );
  await page.goto("/projects/runs");
  const spring = rowOf(page, "Spring posts");
  await spring.waitFor();
  expect(await spring.innerText()).toMatch(
    /today.*Content planner.*mistral-large.*12,400 in, 3,100 out.*8\ss.*Finished.*300/s,
  );
  // A draft uses no tokens, which is nothing to say.
  expect(await rowOf(page, "Winter check").first().innerText()).not.toMatch(/\d in/);
  await page.getByRole("heading", { name: /122 runs/ }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  // Only rows in sight are drawn, and the next pages come while one scrolls.
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return page.locator('[role="row"][aria-rowindex="123"]').count();
    })
    .toBe(1);
  await page.getByText("Spent in this view").waitFor();
  await page.getByText("3,900", { exact: true }).waitFor();

  await page.getByRole("tab", { name: /^No result/ }).click();
  await rowOf(page, "Stories for riders").getByText("returned").waitFor();
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.getByRole("combobox", { name: "Workflow" }).click();
  await page.getByRole("option", { name: "Content planner" }).click();
  await page.getByText("No matching runs").waitFor();
  await page.waitForURL(/status=noResult.*workflow=contentPlannerWorkflow/);
  await page.reload();
  await page.getByText("No matching runs").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await spring.waitFor();
  await page.getByRole("combobox", { name: "Started" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await page.waitForURL(/period=7d/);
  await spring.waitFor();
  await spring.getByRole("link", { name: "Spring posts", exact: true }).click();
  await page.waitForURL(/\/pioneer\/workflow\/projects\//);
  expect(complaints).toEqual([]);
  await context.close();
});

test("A failed run says why and leads to its form, which names the price before anything is charged", async () => {
  const { page, complaints, context } = await openPage();
  hold.fail = true;
  const { id } = await start(page, "Invoices for riders");
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${id}`)).json()).run.status)
    .toBe("failed");
  hold.fail = false;
  await page.goto("/projects/runs");
  const row = rowOf(page, "Invoices for riders");
  await row.getByText("The engine didn't respond. You weren't charged. Try again in a few minutes.").waitFor();
  await row.getByText("returned").waitFor();
  await row.getByRole("link", { name: "Try again: Invoices for riders" }).click();
  await page.waitForURL(/project=/);
  expect(await page.getByRole("textbox", { name: "Title" }).first().inputValue()).toBe("Invoices for riders");
  await page
    .getByRole("button", { name: /20 coins/ })
    .first()
    .click();
  await page.waitForURL(/\/pioneer\/workflow\/projects\//);
  await page.goto("/projects/runs");
  await page.getByRole("tab", { name: "Finished 1" }).waitFor();
  await page.getByRole("tab", { name: "No result 1" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("Open runs move on by themselves, and a hidden tab tells that one is ready", async () => {
  const { page, complaints, context } = await openPage();
  await context.addInitScript(() => {
    const told: string[] = [];
    class Told extends EventTarget {
      static readonly permission = "granted";
      constructor(title: string) {
        super();
        told.push(title);
      }
    }
    let isHidden = false;
    Object.assign(globalThis, {
      told,
      Notification: Told,
      look: (away: boolean) => {
        isHidden = away;
        document.dispatchEvent(new Event("visibilitychange"));
      },
    });
    Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
    if (location.origin !== "null") localStorage.setItem("pioneer.notices", JSON.stringify({ areWanted: true }));
  });
  let letGo = (): void => undefined;
  hold.until = new Promise((resolve) => {
    letGo = resolve;
  });
  await page.goto("/projects/runs");
  await page.getByText("No runs yet").waitFor();
  const { projectId } = await start(page, "Invoices for riders");
  await page.reload();
  const row = rowOf(page, "Invoices for riders");
  await row.getByText("Running").waitFor();
  await row.getByText("(20)").waitFor();
  await row.getByRole("link", { name: "View Invoices for riders" }).click();
  await page.getByText("You'll get a notification when the result is ready.").waitFor();
  await page.evaluate(() => Reflect.get(globalThis, "look")(true));
  letGo();
  hold.until = null;
  await expect.poll(() => page.title(), { timeout: 20_000 }).toBe("Ready: Invoices for riders");
  expect(await page.evaluate(() => Reflect.get(globalThis, "told"))).toEqual(["Ready: Invoices for riders"]);
  await page.evaluate(() => Reflect.get(globalThis, "look")(false));
  await expect.poll(() => page.title()).toBe("Invoices for riders · Pioneer");
  await page.goto(`/pioneer/workflow/projects/${projectId}`);
  await page
    .getByRole("complementary")
    .getByRole("link", { name: /^Projects/ })
    .click();
  await page.getByRole("link", { name: "All runs" }).click();
  await row.getByText("Finished").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("Runs narrow by project, engine and dates, and the view is saved with its sums", async () => {
  const { page, complaints, context, store } = await openPage();
  const at = (day: string): string => `2026-06-${day}T10:00:00Z`;
  await store("=1+1", [
    { model: "mistral-large", coins: 300, at: at("03") },
    { at: at("02") },
    { status: "failed", coins: 50, at: at("01") },
  ]);
  // More than one request can bring.
  await store(
    "Winter check",
    Array.from({ length: 250 }, (_, nr) => ({
      coins: 1,
      at: new Date(Date.UTC(2026, 0, 9) - nr * 60_000).toISOString(),
    })),
  );
  await page.goto("/projects/runs");
  await page.getByRole("heading", { name: /253 runs/ }).waitFor();
  const choose = async (filter: string, option: string): Promise<void> => {
    await page.getByRole("combobox", { name: filter, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
  };
  const save = async (): Promise<string[]> => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save this view as CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("runs.csv");
    return (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  };
  const all = await save();
  expect(all).toHaveLength(255);
  expect(all.at(-1)).toBe('"Total","","","","","","580","0","50","",""');
  expect(all[1]).toMatch(
    /^"2026-06-03 12:00","Content planner","'=1\+1","mistral-large.*","8","Finished","300","0","0"/,
  );

  await choose("Engine", "Draft without AI");
  await page.waitForURL(/engine=draft/);
  await page.getByRole("heading", { name: /252 runs/ }).waitFor();
  await choose("Project", "=1+1");
  await page.waitForURL(/project=/);
  await expect.poll(() => page.getByRole("row").count()).toBe(3);
  await page.reload();
  await expect.poll(() => page.getByRole("row").count()).toBe(3);
  await choose("Started", "Choose dates");
  const [from, to] = [page.getByLabel("First day", { exact: true }), page.getByLabel("Last day", { exact: true })];
  await from.fill("2.6.2026");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.waitForURL(/period=2026-06-02\.\./);
  await to.fill("1.6.2026");
  await page.getByText("The last day can't be before the first").waitFor();
  await to.fill("2.6.2026");
  await page.waitForURL(/period=2026-06-02\.\.2026-06-02/);
  await picture(page, "filtered");
  expect(await pageFaults(page)).toEqual([]);
  expect(await save()).toHaveLength(3);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("heading", { name: /253 runs/ }).waitFor();
  expect(await from.count()).toBe(0);

  await page.route("**/api/workflows/runs?*", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await page.getByRole("button", { name: "Save this view as CSV" }).click();
  await page.getByText("Couldn't save the CSV file", { exact: true }).waitFor();
  complaints.length = 0;
  await context.close();
});

test("The list is accessible and fits a phone, in dark colours and German", async () => {
  const { page, context, store, complaints } = await openPage({ width: 375, scheme: "dark", locale: "de-DE" });
  await store("Frühjahrsaktion mit einem sehr langen Namen für die Werkstatt in Leipzig", [
    { model: "mistral-large", coins: 2_500 },
    { status: "failed", code: "quota" },
    { status: "failed", code: "nothing_found" },
    { status: "cancelled" },
  ]);
  await page.goto("/projects/runs");
  await page.getByText("Das Kontingent").first().waitFor();
  await picture(page, "375-dark-de");
  expect(await pageFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(complaints).toEqual([]);
  await context.close();
});
