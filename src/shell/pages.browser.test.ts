import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";

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
