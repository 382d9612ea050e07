import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServedProduct, type ServedProduct } from "#src/testing/browser.ts";
import { openDraft, takePicture } from "#src/testing/draftPage.ts";
import { settled } from "#src/testing/settled.ts";

/* A wide document at rest and in hand: what stands in one line, what stays in sight, and what is seen whole. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const topOf = (part: Locator): Promise<number> => part.evaluate((element) => element.getBoundingClientRect().top);

/** Opens the list of a content plan for editing. */
async function openRows() {
  const { page, path } = await openDraft(product, "contentPlanner");
  await page.goto(path);
  const section = page.locator("#section-items");
  await section.locator("h2 button").focus();
  await page.keyboard.press("e");
  await section.locator(".EditingFrame_editing textarea").first().waitFor();
  await settled(page);
  return { page, section };
}

test("The words of a cell that a person filled stand in one line with those beside it", async () => {
  const { page, path } = await openDraft(product, "whitepaperPlanner");
  await page.goto(path);
  await page.locator("td > button.gap").first().click();
  await page.locator(".gap-box textarea").fill("Because the figures hold.");
  await page.keyboard.press("Enter");
  const cell = page.locator("td", { has: page.locator(".Gaps_claim-mark-own") }).first();
  await cell.waitFor();
  await takePicture(page, "filled-cell-1350");
  const tops = await cell.evaluate((element) =>
    [...(element.parentElement?.children ?? [])].map((part) => {
      const words = document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      range.selectNodeContents(words ?? part);
      return range.getBoundingClientRect().top;
    }),
  );
  expect(tops.length).toBeGreaterThan(1);
  expect(new Set(tops).size).toBe(1);
});

/** The lower edge of the ring around a title, as a picture. */
const edgeOf = async (page: Page, title: Locator): Promise<string> => {
  const box = await title.boundingBox();
  if (!box) throw new Error("not on the page");
  const clip = { x: box.x + 8, y: box.y + box.height, width: 40, height: 5 };
  return (await page.screenshot({ clip })).toString("base64");
};

test("The ring around the title of a section in hand lies over its frame", async () => {
  const { page, section } = await openRows();
  const title = section.locator("h2 button");
  // By keys, so that the ring is drawn.
  await section.locator(".SectionFold_section-more").focus();
  await settled(page);
  const before = await edgeOf(page, title);
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => title.evaluate((element) => document.activeElement === element)).toBe(true);
  await settled(page);
  await takePicture(page, "title-ring-1350");
  expect(await edgeOf(page, title)).not.toBe(before);
});

test("The heads of the columns stay in sight over long rows in hand", async () => {
  const { page, section } = await openRows();
  const head = section.locator(".EditedRow_edited-head");
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 900);
  const bar = await page.locator("header").first().boundingBox();
  await expect.poll(() => section.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(-300);
  await takePicture(page, "rows-head-1350");
  const below = (await topOf(head)) - (bar?.y ?? 0) - (bar?.height ?? 0);
  expect(below).toBeGreaterThanOrEqual(0);
  expect(below).toBeLessThanOrEqual(3);
  // A field that gets the focus by keys lies below them.
  const field = section.locator(".EditingFrame_cell-field textarea").nth(4);
  await field.evaluate((element) => element.closest(".EditedRow_edited-row")?.scrollIntoView({ block: "start" }));
  await field.focus();
  const { top, bottom } = await head.evaluate((element) => element.getBoundingClientRect());
  expect(bottom).toBeGreaterThan(top);
  expect(await topOf(field)).toBeGreaterThanOrEqual(bottom);
});
