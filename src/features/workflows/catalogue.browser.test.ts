import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dismissedStorageKey } from "#src/features/support/rules.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { hasFocus, walkByTab } from "#src/testing/keyboard.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";
import { storeRuns } from "#src/testing/storedRuns.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SCREENS_DIR"];
  await settled(page);
  if (folder) await page.screenshot({ path: `${folder}/workflows-${name}.png` });
};

/** The catalogue of a person who ran three workflows, and what it asks of the server. */
async function openCatalogue(look: Look, address = "/workflows") {
  const { context, complaints } = await openContext(product, look);
  // Neither the question about counting nor the popup of support lies over the rows.
  await context.addInitScript((key) => {
    if (location.protocol !== "http:") return;
    localStorage.setItem("trackingConsent", "denied");
    localStorage.setItem(key, "closed");
  }, dismissedStorageKey);
  const { send } = await signInByCalls(product, context, look);
  const { user } = await send("GET", "/api/auth/session", undefined);
  const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  await storeRuns(product.database.db, {
    userId: user.id,
    name: "Spring in the depot",
    runs: [
      { workflow: "contentPlannerWorkflow", at: ago(0) },
      { workflow: "contentPlannerWorkflow", status: "failed", at: ago(90) },
      { workflow: "tenderApplicantWorkflow", status: "failed", at: ago(400) },
      { workflow: "blogArticleWriterWorkflow", at: ago(100) },
    ],
  });
  await send("POST", "/api/user/settings", { favoriteWorkflows: ["blogArticleWriterWorkflow"] });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(".CatalogueRow_offer").first().waitFor();
  return { context, complaints, page };
}

const main = (page: Page) => page.locator("#content");
const row = (page: Page, name: string) => main(page).getByRole("listitem").filter({ hasText: name });
const preview = (page: Page, name: string) => page.getByRole("complementary", { name: `Example result: ${name}` });

test.each([
  ["1350-light", {}],
  ["1350-dark", { scheme: "dark" }],
] as const)("What was used comes first, and the row in hand shows its example (%s)", async (name, look) => {
  const { page, complaints, context } = await openCatalogue(look);
  const used = main(page).getByRole("region", { name: "Used before" });
  await expect
    .poll(() => used.getByRole("link").allTextContents())
    .toEqual(["Content planner", "Blog article writer", "Tender applicant"]);
  await used.getByText(/^today \d\d:\d\d$/).waitFor();
  await row(page, "Tender applicant").getByText(", failed").waitFor();
  await preview(page, "Content planner").getByText("A production list with dates for approval").waitFor();
  await picture(page, name);
  expect(await pageFaults(page)).toEqual([]);

  // The keys walk over areas, too; the example follows the row they stop at.
  await used.getByRole("link", { name: "Content planner" }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowDown");
  const social = main(page).getByRole("link", { name: "Social post writer" });
  expect(await hasFocus(social)).toBe(true);
  const shown = preview(page, "Social post writer");
  await shown.locator(".CataloguePreview_excerpt .doc-title").waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await preview(page, "Content planner").locator(".CataloguePreview_excerpt .doc-title").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/marketing\/content\/planner$/);
  await page.goBack();
  await row(page, "Market analyser").hover();
  await preview(page, "Market analyser").getByRole("link", { name: "Open form (250 coins)" }).waitFor();
  await preview(page, "Market analyser").getByRole("link", { name: "Read in full" }).click();
  await page.waitForURL(/market\/analyser\?example=true$/);
  await page.locator("article h1").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("Rows that are passed over ask for nothing, and one that was read is not asked for again", async () => {
  const { page, context } = await openCatalogue({});
  await preview(page, "Content planner").locator(".CataloguePreview_excerpt").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    const name = /workflows\/(\w+)Workflow\/example/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  await main(page).getByRole("link", { name: "Content planner" }).focus();
  // In one breath, however slow the machine is.
  const last = await page.evaluate(() => {
    const down = () => new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true });
    for (let press = 0; press < 6; press += 1) document.activeElement?.dispatchEvent(down());
    return document.activeElement?.textContent ?? "";
  });
  await preview(page, last).locator(".CataloguePreview_excerpt").waitFor();
  expect(asked).toHaveLength(1);
  await page.keyboard.press("Home");
  await preview(page, "Content planner").locator(".CataloguePreview_excerpt").waitFor();
  expect(asked).toHaveLength(1);
  await context.close();
});

test("An example that does not come says so and is asked for again", async () => {
  const { page, context } = await openCatalogue({});
  await page.route("**/whitepaperPlannerWorkflow/example*", (route) =>
    route.fulfill({ status: 500, json: { code: "internal" } }),
  );
  await main(page).getByRole("link", { name: "Whitepaper planner" }).focus();
  const shown = preview(page, "Whitepaper planner");
  await shown.getByText("Couldn't load the example").waitFor();
  await page.unroute("**/whitepaperPlannerWorkflow/example*");
  await shown.getByRole("button", { name: "Try again" }).click();
  await shown.locator(".CataloguePreview_excerpt .doc-title").waitFor();
  await context.close();
});

test("Areas and words narrow the rows and are in the address", async () => {
  const { page, context } = await openCatalogue({});
  const tabs = page.getByRole("navigation", { name: "Areas" });
  expect(await tabs.getByRole("link").allTextContents()).toEqual([
    "All 18",
    "Marketing",
    "Sales",
    "General",
    "Entrepreneurship",
    "Product management",
    "Purchasing",
    "Hobbies",
  ]);
  await tabs.getByRole("link", { name: "Sales" }).click();
  await page.waitForURL(/group=sales/);
  await expect
    .poll(() => main(page).locator(".CatalogueRow_offer").allTextContents())
    .toEqual(["Leads list provider", "Leads outreach assistant", "Tender applicant"]);
  // It has no page of its own: it starts from the leads.
  expect(await main(page).getByRole("link", { name: "Leads outreach assistant" }).getAttribute("href")).toBe(
    "/leads/outreach",
  );
  await page.getByRole("searchbox", { name: "Search workflows" }).fill("nothing of the kind");
  await page.getByText("No matching workflows").waitFor();
  await page.waitForURL(/q=nothing/);
  await main(page).getByRole("button", { name: "Show all" }).click();
  await main(page).getByRole("region", { name: "Used before" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await context.close();
});

test("What is coming unfolds, shows its example and takes the wish to be told", async () => {
  const { page, context, complaints } = await openCatalogue({});
  const line = main(page).getByRole("button", { name: /^Coming soon \(2\)/ });
  expect(await line.textContent()).toContain("Video script writer");
  await line.click();
  await main(page).getByRole("link", { name: "Video script writer" }).focus();
  await preview(page, "Video script writer").locator(".CataloguePreview_excerpt .doc-title").waitFor();
  await picture(page, "coming");
  expect(await pageFaults(page)).toEqual([]);
  await row(page, "Video script writer")
    .getByRole("button", { name: /^Notify me/ })
    .click();
  const words = page.getByRole("dialog", { name: "Support" }).getByRole("textbox").first();
  const wish = "Video script writer: Tell me when this workflow is available.";
  await expect.poll(() => words.inputValue()).toBe(wish);
  await words.fill(`${wish} For our films.`);
  await row(page, "Video script writer")
    .getByRole("button", { name: /^Notify me/ })
    .click();
  expect(await words.inputValue()).toBe(`${wish} For our films.`);
  await page.getByRole("dialog", { name: "Support" }).getByRole("button", { name: "Send request" }).click();
  await page.getByRole("dialog", { name: "Support" }).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ["375-light", {}],
  ["375-dark-de", { scheme: "dark", locale: "de-DE" }],
] as const)("On a phone rows have two lines and no example beside them (%s)", async (name, look) => {
  const isGerman = "locale" in look;
  const { page, context, complaints } = await openCatalogue(
    { width: 375, ...look },
    isGerman ? "/de/workflows" : "/workflows",
  );
  expect(await page.locator(".CataloguePreview_preview").count()).toBe(0);
  await picture(page, name);
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("searchbox").fill("tender");
  await page.waitForURL(/q=tender/);
  await picture(page, `${name}-search`);
  await main(page)
    .getByRole("link", { name: isGerman ? "Angebot auf Ausschreibungen" : "Tender applicant" })
    .click();
  await page.getByRole("link", { name: isGerman ? "Beispielergebnis" : "Example result" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("The page in German and dark", async () => {
  const { page, context } = await openCatalogue({ scheme: "dark", locale: "de-DE" }, "/de/workflows");
  await page.locator(".CataloguePreview_excerpt .doc-title").waitFor();
  await picture(page, "1350-dark-de");
  expect(await pageFaults(page)).toEqual([]);
  await page.locator("#content").focus();
  expect(await walkByTab(page, "#content")).toEqual([]);
  await context.close();
});
