import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Look,
  openContext,
  openServedProduct,
  register,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { walkByTab } from "#src/testing/keyboard.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`));
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const looks: Look[] = [
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 1350, scheme: "dark", locale: "de-DE" },
  { width: 375, scheme: "light", locale: "de-DE" },
  { width: 375, scheme: "dark", locale: "en-GB" },
];

/** Runs the example of the cheapest workflow, so that there is a project to look at. */
async function makeProject(page: Page): Promise<string> {
  const form = (await (await page.request.get("/api/workflows/userStoryWriterWorkflow")).json()).example;
  const started = await page.request.post("/api/workflows/userStoryWriterWorkflow/runs", {
    data: { enData: { formValues: form } },
    headers: { "idempotency-key": crypto.randomUUID(), origin: product.url },
  });
  const { run } = await started.json();
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status)
    .toBe("succeeded");
  return `/pioneer/workflow/projects/${run.projectId}`;
}

describe.each(looks)("every page at $width px, $scheme, $locale", (look) => {
  test(
    "has no accessibility fault, no complaint on the console and nothing wider than the screen",
    { timeout: 300_000 },
    async () => {
      const { context, complaints } = await openContext(product, look);
      const page = await context.newPage();
      const broken: string[] = [];
      const judge = async (name: string): Promise<void> => {
        await page.waitForLoadState("networkidle");
        for (const one of await violations(page)) broken.push(`${name}: ${one}`);
        const wider = await overflow(page);
        if (wider > 0) broken.push(`${name}: ${wider} px wider than the screen`);
      };
      await page.goto("/pioneers/signin");
      await judge("sign-in");
      await register(page);
      const project = await makeProject(page);
      for (const path of [
        "/dashboard",
        "/calendar",
        "/workflows",
        "/settings",
        "/settings/coins",
        "/workflows/marketing/content/planner",
        "/workflows/marketing/blog/article/writer",
        "/workflows/product/management/user/story/writer",
        "/workflows/book/writing",
        project,
        "/nothing/here",
        "/_kitchen",
      ]) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await judge(path);
      }
      await page.goto("/workflows/marketing/content/planner");
      await page.getByRole("button", { name: /Fill with an example|Mit Beispiel/ }).click();
      await page
        .getByText(/Price fixed until|Preis gilt bis|Preis fest bis/)
        .first()
        .waitFor({ state: "attached" });
      await judge("filled form");
      expect(broken).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

/** Judges what is on the page; what is wrong is collected, so that one look shows all of it. */
function openJudge(page: Page, look: Look) {
  const broken: string[] = [];
  const quiet = async (): Promise<void> => {
    await page.locator("h1").first().waitFor();
    await expect.poll(() => page.locator("main .skeleton").count()).toBe(0);
  };
  const judge = async (name: string): Promise<void> => {
    broken.push(...(await violations(page)).map((one) => `${name}: ${one}`));
    const facts = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      title: document.title.trim(),
      headings: [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility()).length,
    }));
    if (facts.lang !== (look.locale === "de-DE" ? "de" : "en")) broken.push(`${name}: is in ${facts.lang}`);
    if (facts.title === "") broken.push(`${name}: no title`);
    if (facts.headings !== 1) broken.push(`${name}: ${facts.headings} first headings`);
    const wider = await overflow(page);
    if (wider > 0) broken.push(`${name}: ${wider} px wider than the screen`);
  };
  return { broken, judge, quiet };
}

describe.each(looks)("a visitor at $width px, $scheme, $locale", (look) => {
  const inLanguage = (path: string): string => (look.locale === "de-DE" ? `/de${path}` : path);

  test("finds pages without a fault that are reached by keyboard", { timeout: 120_000 }, async () => {
    const { context, complaints } = await openContext(product, look);
    const page = await context.newPage();
    const { broken, judge, quiet } = openJudge(page, look);
    for (const path of ["/pioneers/signin", "/terms", "/privacy", "/dashboard"]) {
      await page.goto(inLanguage(path));
      await quiet();
      await page.locator(".consent").waitFor();
      await judge(`visitor ${path}`);
      if (path !== "/dashboard") broken.push(...(await walkByTab(page)).map((one) => `visitor ${path}: ${one}`));
    }
    expect(broken).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("a page without what comes after its first paint is a page, and one without its code says so", async () => {
  const look: Look = {};
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  const { broken, judge } = openJudge(page, look);
  await signInByCalls(product, context, look);
  const extras = /\/assets\/(support|Consent|CardIcon)[^/]*\.js/;
  await page.route(extras, (route) => route.abort());
  // What is missing after a deploy loads the page anew, once for each part; then the page goes without.
  const refused = new Set<string>();
  page.on("requestfailed", (request) => {
    const name = /\/assets\/(\w+)-/.exec(request.url())?.[1];
    if (name) refused.add(name);
  });
  await page.goto("/workflows");
  await page.locator(".offer").first().waitFor();
  await expect.poll(() => [...refused].toSorted()).toEqual(["CardIcon", "ConsentPlace", "support"]);
  await page.waitForLoadState("networkidle");
  expect(await page.locator("#content h1").count()).toBe(1);
  await page.unroute(extras);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("button", { name: "Support", exact: true }).waitFor();

  await page.route(/\/assets\/CoinsPage[^/]*\.js/, (route) => route.abort());
  await page.goto("/settings/coins");
  await page.locator("[role=alert] h1").waitFor();
  await judge("error page");
  broken.push(...(await walkByTab(page)));
  expect(broken).toEqual([]);
  await context.close();
});
