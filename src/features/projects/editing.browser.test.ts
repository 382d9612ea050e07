import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openServedProduct, type ServedProduct } from "#src/testing/browser.ts";
import { type DraftPage, openDraft, takePicture } from "#src/testing/draftPage.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

/* A draft becomes the person's document: gaps, paragraphs, rows, undo, two tabs, no connection. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

/** A page with the draft of an article or of another document, its first gap open. */
async function openGaps(look: Look = {}, key = "blogArticleWriter"): Promise<DraftPage> {
  const draft = await openDraft(product, key, look);
  await draft.page.goto(`${draft.path}?gap=first`);
  await draft.page.locator(".gap-box").waitFor();
  return draft;
}

const box = (page: Page) => page.locator(".gap-box textarea");
/** What has the focus, by its section. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: part } = document;
    const section = part?.closest(".doc-section")?.id ?? "none";
    return `${section} ${part?.closest("h2") ? "title" : (part?.className ?? "")}`;
  });
const isInSight = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    return top > 50 && bottom <= innerHeight;
  });
const counted = (page: Page) => page.locator(".GapCounter_gap-counter > b").first();

test("Gaps are filled one after the other by keyboard, marked as the person's, and undone", async () => {
  const { page, context } = await openGaps();
  expect(await pageFaults(page)).toEqual([]);
  await takePicture(page, "gap-open-1350-light");
  const before = (await counted(page).textContent()) ?? "";
  expect(before).toMatch(/^0 of \d+ gaps filled$/);
  await box(page).fill("We began with one shelf.");
  await page.keyboard.press("Tab");
  await expect.poll(() => counted(page).textContent()).toMatch(/^1 of /);
  // The next gap is open, and has the focus.
  await expect.poll(() => box(page).evaluate((field) => document.activeElement === field)).toBe(true);
  expect(await box(page).inputValue()).toBe("");
  await page.getByText("We began with one shelf.").first().waitFor();
  expect(await page.locator(".Gaps_claim-own").first().textContent()).toBe("We began with one shelf.");
  await page.keyboard.press("Escape");
  await page.getByText("Changes in this revision").waitFor();
  await takePicture(page, "gap-filled-1350-light");
  await page.keyboard.press("Control+z");
  await expect.poll(() => counted(page).textContent()).toBe(before);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => counted(page).textContent()).toMatch(/^1 of /);
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test("What is typed survives a reload and a lost connection, and is saved once it is back", async () => {
  const { page, context } = await openGaps({ scheme: "dark" });
  await box(page).fill("Typed before the reload");
  await page.reload();
  await page.locator(".gap-box").waitFor();
  expect(await box(page).inputValue()).toBe("Typed before the reload");
  await context.setOffline(true);
  await box(page).press("Enter");
  await page.getByText("Not saved. You're offline.").waitFor();
  await takePicture(page, "gap-offline-1350-dark");
  await context.setOffline(false);
  await box(page).press("Enter");
  await page.getByText("Typed before the reload").first().waitFor();
  await page.locator(".gap-box").waitFor({ state: "detached" });
  await context.close();
});

test("A section is edited in its place, moved, left out and brought back", async () => {
  const { page, context } = await openGaps();
  await page.keyboard.press("Escape");
  await page.locator('[data-gap="opening/+"]').click();
  await box(page).fill("We began with one shelf.");
  await page.keyboard.press("Enter");
  const own = page.locator(".Gaps_claim-own").first();
  await own.waitFor();
  const section = page.locator(".doc-section", { has: own });
  const key = (await section.getAttribute("id")) ?? "";
  // The focus is with the answer, which took the place of its gap.
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^${key} claim-mark`));
  expect(await isInSight(page)).toBe(true);
  const menu = page.locator(`#${key}`).getByRole("button", { name: /^Actions for section/ });
  await menu.click();
  await takePicture(page, "section-menu-1350-light");
  await page.getByRole("menuitem", { name: /^Edit/ }).click();
  const editor = page.locator(`#${key} [contenteditable="true"]`);
  await editor.waitFor();
  await takePicture(page, "section-edit-1350-light");
  expect(await pageFaults(page)).toEqual([]);
  await editor.press("Control+End");
  await page.keyboard.type(" Then came forty.");
  // What was typed is found again after a reload, without a look into each section.
  await page.reload();
  await page.locator(`#${key}`).getByRole("button", { name: "Continue editing unsaved text" }).click();
  await editor.getByText("Then came forty.").waitFor();
  await editor.press("Control+End");
  await takePicture(page, "section-restored-1350-light");
  expect(await pageFaults(page)).toEqual([]);
  await editor.press("Control+Enter");
  await page.getByText("Then came forty.").first().waitFor();
  await editor.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe(`${key} title`);
  expect(await isInSight(page)).toBe(true);
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete section" }).click();
  await page.locator(`#${key}`).waitFor({ state: "detached" });
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await page.locator(`#${key}`).waitFor();
  await menu.click();
  await page.getByRole("menuitem", { name: "Add a section below" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("In my own words");
  await page.getByRole("textbox", { name: "Text" }).fill("One thing.\n\nAnother thing.");
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("heading", { name: "In my own words" }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test("A changed form is followed without a run, and the way back is an undo", async () => {
  const { page, context, path } = await openGaps();
  await box(page).fill("We began with one shelf.");
  await page.keyboard.press("Enter");
  await page.getByText("We began with one shelf.").first().waitFor();
  const id = path.split("/").at(-1) ?? "";
  await page.goto(`/workflows/marketing/blog/article/writer?project=${id}`);
  const offer = page.getByRole("button", { name: "Update document for free" });
  const readers = page.getByRole("textbox", { name: /^Readers/ });
  await readers.waitFor();
  await settled(page);
  expect(await offer.count()).toBe(0);
  await readers.fill("Caretakers of schools");
  await offer.first().waitFor();
  await takePicture(page, "form-update-1350-light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 375, height: 812 });
  await takePicture(page, "form-update-375-dark");
  expect(await pageFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1350, height: 850 });
  await page.emulateMedia({ colorScheme: "light" });
  expect(await pageFaults(page)).toEqual([]);
  await offer.first().click();
  await page.getByText("Document updated").first().waitFor();
  await page.locator(".doc-text").getByText("Caretakers of schools").first().waitFor();
  await page.getByText("We began with one shelf.").first().waitFor();
  await page.locator(".Gaps_changes").getByText("1 form field changed").waitFor();
  await takePicture(page, "form-updated-1350-light");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(() => page.locator(".doc-text").getByText("Caretakers of schools").count()).toBe(0);
  await context.close();
});

test("Words outlive a session that has ended: they are there after signing in again", async () => {
  const { page, context, path } = await openGaps();
  const [cookie] = (await context.cookies()).filter(({ name }) => /session/.test(name));
  await box(page).fill("Typed before the session ended");
  await context.clearCookies();
  await box(page).press("Enter");
  await page.waitForURL(/signin/);
  if (!cookie) throw new Error("nobody was signed in");
  await context.addCookies([cookie]);
  await page.goto(`${path}?gap=first`);
  await page.locator(".gap-box").waitFor();
  expect(await box(page).inputValue()).toBe("Typed before the session ended");
  await context.close();
});

test("A tab that is behind is told so, and nothing of either tab is lost", async () => {
  const { page, context, path } = await openGaps();
  const other = await context.newPage();
  await other.goto(`${path}?gap=first`);
  await other.locator(".gap-box").waitFor();
  await box(page).fill("From the first tab.");
  await page.keyboard.press("Enter");
  await page.getByText("From the first tab.").first().waitFor();
  await box(other).fill("From the second tab.");
  await other.keyboard.press("Enter");
  // Whoever is later is asked, and decides.
  const dialog = other.getByRole("dialog", { name: "This gap was filled elsewhere" });
  await dialog.getByText("From the second tab.").waitFor();
  await takePicture(other, "refused-words-1350-light");
  expect(await pageFaults(other)).toEqual([]);
  await dialog.getByText("From the first tab.").waitFor();
  await dialog.getByRole("button", { name: "Add mine below" }).click();
  await dialog.waitFor({ state: "detached" });
  await other.getByText("From the first tab.").first().waitFor();
  await other.getByText("From the second tab.").first().waitFor();
  // A cell holds one text: what differs is chosen word by word.
  for (const one of [page, other]) {
    await one.goto(path);
    await one.locator("button[data-gap^='titles/h-']").first().click();
  }
  await box(page).fill("Caretakers who order in spring");
  await page.keyboard.press("Enter");
  await page.getByText("Caretakers who order in spring").first().waitFor();
  await box(other).fill("Caretakers who order in autumn");
  await other.keyboard.press("Enter");
  await dialog.getByText("spring").waitFor();
  await takePicture(other, "refused-cell-1350-light");
  expect(await pageFaults(other)).toEqual([]);
  await other.setViewportSize({ width: 375, height: 812 });
  await other.emulateMedia({ colorScheme: "dark" });
  await takePicture(other, "refused-cell-375-dark");
  await other.setViewportSize({ width: 1350, height: 850 });
  await dialog.getByRole("button", { name: "Accept the change" }).click();
  await dialog.waitFor({ state: "detached" });
  await other.getByText("Caretakers who order in autumn").first().waitFor();
  expect(await other.getByText("Caretakers who order in spring").count()).toBe(0);
  await context.close();
});

test("On a phone the gaps are counted at the foot of the page", async () => {
  const { page, context } = await openGaps({ width: 375, locale: "de-DE" });
  await page.getByRole("button", { name: "Nächste Lücke" }).waitFor();
  await takePicture(page, "gap-open-375-light-de");
  expect(await pageFaults(page)).toEqual([]);
  await box(page).fill("Wir haben mit einem Regal begonnen.");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByText("Wir haben mit einem Regal begonnen.").first().waitFor();
  await takePicture(page, "gap-filled-375-light-de");
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test("A gap in a cell says how much room is left, and what is over it", async () => {
  const { page, context } = await openGaps({ width: 375, scheme: "dark" }, "whitepaperPlanner");
  const id = page.url().split("?")[0]?.split("/").at(-1);
  const answer = await context.request.get(`/api/projects/workflow/${id}/revisions/1`);
  const { gaps }: { gaps: { at: string; most?: number }[] } = (await answer.json()).revision.document;
  const { at = "", most = 0 } = gaps.find((gap) => gap.most !== undefined) ?? {};
  await page.keyboard.press("Escape");
  await page.locator(`[data-gap="${at}"]`).first().click();
  await box(page).fill("a".repeat(Math.floor(most / 2)));
  expect(await page.locator(".GapSlot_gap-foot").textContent()).not.toContain("left");
  await box(page).fill("a".repeat(most - 3));
  await page.getByText("3 characters left").waitFor();
  await takePicture(page, "gap-room-375-dark");
  await box(page).fill("a".repeat(most + 1));
  await page.getByText(`1 character over the limit of ${most}`).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test("Done far down in a long list leads back to the row in hand, in a short one to its title", async () => {
  const { page, context } = await openGaps({}, "contentPlanner");
  await page.keyboard.press("Escape");
  await page.locator("#section-items h2 button").focus();
  await page.keyboard.press("e");
  const rows = page.locator("#section-items .EditingFrame_editing");
  await rows.getByRole("row").nth(1).waitFor();
  const inHand = rows.getByRole("row").last();
  await inHand.locator("textarea").first().focus();
  const at = await page.evaluate(() => document.activeElement?.closest("[data-index]")?.getAttribute("data-index"));
  await rows.getByRole("button", { name: "Done" }).click();
  await rows.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toMatch(/^section-items/);
  await settled(page);
  expect(await isInSight(page)).toBe(true);
  await takePicture(page, "rows-done-1350");
  const read = page.locator("#section-items tbody > tr:not(.doc-row-below)").nth(Number(at));
  expect(await read.evaluate((row) => row === document.activeElement)).toBe(true);
  await page.locator("#section-items h2 button").focus();
  await page.keyboard.press("e");
  await rows.locator("textarea").first().focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("section-items title");
  expect(await isInSight(page)).toBe(true);
  await context.close();
});

test("A section that is opened again begins with what was saved, and waits for it", async () => {
  const { page, context } = await openGaps({}, "contentPlanner");
  const line = page.getByRole("textbox", { name: "First line, row 1", exact: true });
  const open = async (): Promise<void> => {
    await page.locator("#section-items h2 button").focus();
    await page.keyboard.press("e");
  };
  await page.keyboard.press("Escape");
  await open();
  await line.waitFor();
  // The editor is read again after each edit; from here on these answers wait.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/revisions/*/sections/*", async (route) => {
    await released;
    await route.continue();
  });
  await line.fill("Why bikes are sold in spring");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByText("Why bikes are sold in spring").first().waitFor();
  await open();
  await page.locator("#section-items .skeleton").waitFor();
  expect(await line.count()).toBe(0);
  release();
  await line.waitFor();
  expect(await line.inputValue()).toBe("Why bikes are sold in spring");
  await context.close();
});

test("What an edit changes in suggestions is offered without a reload: open ones follow, added ones can", async () => {
  const { page, context } = await openGaps({}, "contentPlanner");
  const panel = page.getByRole("complementary").last();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /^Suggestions/ }).click();
  /** Changes the first line of the first item. */
  const change = async (text: string): Promise<void> => {
    await page.locator("#section-items h2 button").focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "First line, row 1", exact: true }).fill(text);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  };
  await panel.getByRole("button", { name: "None" }).click();
  await change("Why bikes are sold in spring");
  await panel.getByText("Why bikes are sold in spring").first().waitFor();
  // Nothing was ticked again.
  await panel.getByText(/^0 of \d+ selected$/).waitFor();
  await panel.getByRole("button", { name: "All", exact: true }).click();
  await panel.getByRole("button", { name: /^Apply \d+ of \d+$/ }).click();
  await panel
    .getByText(/^\d+ added/)
    .first()
    .waitFor();
  await change("Why bikes are sold in summer");
  const changed = panel.getByRole("region", { name: "Changed in the document" });
  await changed.getByRole("button", { name: /^Update: / }).waitFor();
  await takePicture(page, "suggestion-changed-1350");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("tab", { name: /^Suggestions\s*1$/ }).waitFor();
  // A phone says so at its foot.
  await page.setViewportSize({ width: 375, height: 812 });
  const bar = page.getByRole("region", { name: "Suggestions" });
  await bar.getByText("1 changed in the document").first().waitFor();
  await takePicture(page, "suggestion-changed-375");
  expect(await pageFaults(page)).toEqual([]);
  await bar.getByRole("button", { name: "Show" }).click();
  const sheet = page.getByRole("dialog", { name: "Suggestions" });
  await sheet.getByRole("region", { name: "Changed in the document" }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1350, height: 850 });
  await changed.getByRole("button", { name: /^Update: / }).click();
  await changed.waitFor({ state: "detached" });
  const { outcomes } = await (await context.request.get("/api/workflows/scheduled/outcome?limit=50")).json();
  expect(JSON.stringify(outcomes)).toContain("Why bikes are sold in summer");
  await context.close();
});

test("The first edit of a sitting leaves what is typed, where it is typed: a corrected figure is saved", async () => {
  const { page, context } = await openGaps({ width: 375, locale: "de-DE" }, "appointmentPlanner");
  await page.keyboard.press("Escape");
  await page.locator("#section-options h2 button").focus();
  await page.keyboard.press("e");
  const number = page.getByRole("textbox", { name: "Punkte, Zeile 1", exact: true });
  const kept = () => page.evaluate(() => Object.values(localStorage).filter((text) => text.includes("viel")).length);
  await number.fill("viel");
  await page.keyboard.press("Tab");
  // What no figure is, stays as a draft.
  await expect.poll(kept).toBe(1);
  await number.fill("97");
  await page.keyboard.press("Tab");
  await page.getByText("Revision 2").first().waitFor();
  await settled(page);
  expect(await number.inputValue()).toBe("97");
  expect(await page.evaluate(() => document.activeElement?.closest(".EditingFrame_editing") !== null)).toBe(true);
  expect(await page.getByText(/anderen Tab|wiederhergestellt/).count()).toBe(0);
  expect(await kept()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator("#section-options table").waitFor();
  expect(await page.getByRole("button", { name: /^Nicht gespeicherter Text/ }).count()).toBe(0);
  await context.close();
});

test("A cell that was changed in another tab shows both texts, and nothing is saved until the person chooses", async () => {
  const { page, context, path } = await openGaps({}, "appointmentPlanner");
  const other = await context.newPage();
  await other.goto(path);
  const cellOf = (tab: Page) => tab.getByRole("textbox", { name: "Why, row 1", exact: true });
  for (const tab of [other, page]) {
    await tab.keyboard.press("Escape");
    await tab.locator("#section-options h2 button").focus();
    await tab.keyboard.press("e");
    await cellOf(tab).waitFor();
    // Keys go to the first cell.
    await expect
      .poll(() => tab.evaluate(() => document.activeElement?.matches("#section-options textarea")))
      .toBe(true);
  }
  await cellOf(other).fill("Theirs");
  await other.keyboard.press("Tab");
  await other.getByText("Revision 2").first().waitFor();
  await cellOf(page).fill("Mine");
  await page.keyboard.press("Tab");
  const choice = page.locator(".EditingFrame_editing-choice", { hasText: "Changed in another tab to “Theirs”." });
  await choice.waitFor();
  expect(await cellOf(page).inputValue()).toBe("Mine");
  expect(await page.locator(".toast").count()).toBe(0);
  await page.getByRole("button", { name: "Done" }).click();
  await settled(page);
  // Still open, with the cell in hand.
  expect(await cellOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await takePicture(page, "cell-changed-1350");
  expect(await pageFaults(page)).toEqual([]);
  const stored = async () => {
    const { revision } = await (
      await context.request.get(`/api/projects/workflow/${path.split("/").at(-1) ?? ""}/revisions/2`)
    ).json();
    return JSON.stringify(revision.document);
  };
  expect(await stored()).toContain("Theirs");
  await choice.getByRole("button", { name: "Keep mine" }).click();
  await choice.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator("#section-options").getByText("Mine").first().waitFor();
  expect(await stored()).not.toContain("Theirs");
  await context.close();
});
