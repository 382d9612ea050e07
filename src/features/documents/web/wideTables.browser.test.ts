import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleResult } from "#src/features/workflows/server/exampleResult.ts";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { takePicture } from "#src/testing/draftPage.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";
import { exampleDocument, storeDocument } from "#src/testing/storedDocument.ts";
import type { WorkflowDocument } from "../document.ts";

/* Tables of many columns: they fit the page, or scroll in a frame that says so. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

async function openDocument(document: WorkflowDocument, look: Look) {
  const { context } = await openContext(product, look);
  await closeNotices(context);
  const { userId } = await signInByCalls(product, context, look);
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${await storeDocument(product.database.db, { userId, document })}`);
  await page.getByRole("heading", { level: 1, name: document.title }).waitFor();
  await settled(page);
  return { page, context };
}

/** Tables that are wider than their frames. */
const cutTables = (page: Page): Promise<string[]> =>
  page
    .locator(".doc-table")
    .evaluateAll((frames) =>
      frames.flatMap((frame) =>
        frame.scrollWidth > frame.clientWidth + 1 ? [frame.getAttribute("aria-label") ?? ""] : [],
      ),
    );

test.each([
  "contentPlannerWorkflow",
  "tenderApplicantWorkflow",
  "leadsListProviderWorkflow",
  "customerJourneyPlannerWorkflow",
  "fundingApplicantWorkflow",
])("No table of the example of %s is cut", async (workflow) => {
  for (const language of ["en", "de"] as const) {
    const { page, context } = await openDocument(await exampleResult(workflow, language), { width: 1350 });
    expect(await cutTables(page)).toEqual([]);
    await takePicture(page, `tables-${workflow}-${language}`);
    await context.close();
  }
});

const months = Array.from({ length: 14 }, (_, at) => `Month ${at + 1}`);
const figures = exampleDocument({
  sections: [
    {
      key: "cash",
      title: "Cash by month",
      blocks: [
        {
          type: "table",
          columns: ["Item", ...months],
          rows: [
            ["Revenue", ...months.map((_, at) => `${at + 10},000`)],
            ["Costs", ...months.map((_, at) => `${at + 8},500`)],
          ],
          numeric: months.map((_, at) => at + 1),
        },
        { type: "table", columns: ["Item", "Sum"], rows: [["Revenue", "140,000"]], numeric: [1] },
      ],
    },
  ],
});

test.each([1350, 375] as const)(
  "A table of figures scrolls in its frame by keys, and says so, at %i px",
  async (width) => {
    const { page, context } = await openDocument(figures, { width });
    const frame = page.getByRole("region", { name: /Month 14/ });
    const hint = page.getByText("Scroll sideways for more columns");
    expect(await hint.count()).toBe(1);
    expect(await hint.isVisible()).toBe(true);
    expect(await pageFaults(page)).toEqual([]);
    await takePicture(page, `tables-figures-${width}`);
    await frame.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => frame.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    const beyond = () => frame.evaluate((box) => box.parentElement?.dataset["beyond"]);
    await expect.poll(beyond).toBe("both");
    await frame.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
    await expect.poll(beyond).toBe("start");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await context.close();
  },
);

test("A row with sentences below it is copied by keys, as one pastes it into a message", async () => {
  const document = await exampleResult("contentPlannerWorkflow", "en");
  const { page, context } = await openDocument(document, { width: 1350 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = page.getByRole("button", { name: "Copy #10 Fri 12 Feb 08:00" });
  await copy.focus();
  expect(await copy.evaluate((button) => getComputedStyle(button).opacity)).toBe("1");
  await page.keyboard.press("Enter");
  await page.getByText("Copied to the clipboard").first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `#10 Fri 12 Feb 08:00, LinkedIn, video post, Uptime and cost

First line: How a service day works, from gate to gate

Brief: Film one fixed day at a customer’s yard: bikes in a row, two mechanics, the list, the last bike out before lunch. Eight of our eleven fleets have such a day; say it once. Leave the price out.

Call to action: Which weekday suits your tours least badly?`,
  );
  await context.close();
});
