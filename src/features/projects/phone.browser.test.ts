import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeNotices,
  openContext,
  openServedProduct,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { type DraftPage, openDraft, takePicture } from "#src/testing/draftPage.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";
import { storeRuns } from "#src/testing/storedRuns.ts";

/* The document in a hand: what is to be tapped lies free and is large enough, and words keep whole. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

/** Pictures of the page in light and in dark. */
const pictures = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `phone-${name}-${colorScheme}`);
  }
};

/** The draft of a document on a phone in German. */
async function openOnPhone(key: string, isAsked = false): Promise<DraftPage> {
  const draft = await openDraft(product, key, { width: 375, locale: "de-DE" });
  draft.page.setDefaultTimeout(10_000);
  if (isAsked)
    await draft.page.addInitScript(() => {
      if (location.origin !== "null") localStorage.removeItem("trackingConsent");
    });
  await draft.page.goto(draft.path);
  await draft.page.locator(".doc-dock").waitFor();
  await settled(draft.page);
  return draft;
}

/** Opens a section for editing. */
async function edit(page: Page, key: string): Promise<Locator> {
  const section = page.locator(`#section-${key}`);
  await section.locator(".SectionFold_section-more").click();
  await page.getByRole("menuitem", { name: "Bearbeiten" }).click();
  await section.locator(".EditingFrame_editing").waitFor();
  await settled(page);
  return section;
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("not on the page");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

/** Height in which a tap on the middle of a part is its own, CSS pixels. */
const tapHeight = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    element.scrollIntoView({ block: "center" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const isOwn = (at: number): boolean => element.contains(document.elementFromPoint(x + width / 2, at));
    const middle = Math.round(y + height / 2);
    let [above, below] = [middle, middle];
    while (isOwn(above - 1)) above -= 1;
    while (isOwn(below + 1)) below += 1;
    return below - above + 1;
  });

test("A section in hand is saved and left by buttons that nothing lies over", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  const section = await edit(page, "items");
  const done = section.getByRole("button", { name: "Fertig" });
  await done.click({ trial: true });
  const foot = await boxOf(section.locator(".EditingFrame_editing-foot"));
  expect(foot.bottom).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
  await pictures(page, "edit-rows");
  expect(await pageFaults(page)).toEqual([]);
  // Away from what is in hand, the ways through the document are there.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator(".doc-dock").getByRole("button", { name: "Gliederung" }).click({ trial: true });
  await pictures(page, "edit-rows-away");
  await done.scrollIntoViewIfNeeded();
  await done.click();
  await section.locator(".EditingFrame_editing").waitFor({ state: "detached" });
  await page.locator(".doc-dock").getByRole("button", { name: "Gliederung" }).click({ trial: true });
  await context.close();
});

test.each(["whitepaperPlanner", "contentPlanner"])(
  "A gap in a table of the %s takes the width of the screen",
  async (key) => {
    const { page, context } = await openOnPhone(key);
    const gap = page.locator("td > button.gap").first();
    const { width: shown } = await boxOf(page.locator(".doc-table > table", { has: gap }).first());
    await gap.click();
    const box = page.locator("td > .gap-box");
    await box.waitFor();
    await settled(page);
    await pictures(page, `gap-${key}`);
    const { x, right, width } = await boxOf(box);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(375);
    expect(width).toBe(shown);
    const lineHeight = 20;
    expect((await boxOf(box.getByText(/^Lücke \d+ von \d+$/))).height).toBeLessThanOrEqual(lineHeight);
    expect(await pageFaults(page)).toEqual([]);
    await box.getByRole("textbox").fill("Weil die Zahlen stimmen.");
    await page.keyboard.press("Enter");
    await box.waitFor({ state: "detached" });
    await page.locator("td", { hasText: "Weil die Zahlen stimmen." }).first().waitFor();
    await context.close();
  },
);

test("A gap that was not saved says so above its buttons", async () => {
  const { page, context } = await openOnPhone("blogArticleWriter");
  await page.locator("button.gap").first().click();
  const box = page.locator(".gap-box");
  await box.getByRole("textbox").fill("Wir haben mit einem Regal begonnen.");
  await context.setOffline(true);
  await box.getByRole("button", { name: "Speichern" }).click();
  const problem = await boxOf(box.getByRole("alert"));
  await pictures(page, "gap-offline");
  const [leave, save] = await Promise.all(
    ["Weglassen", "Speichern"].map((name) => boxOf(box.getByRole("button", { name }))),
  );
  expect(leave?.y).toBe(save?.y);
  expect(problem.bottom).toBeLessThanOrEqual(save?.y ?? 0);
  await context.close();
});

test("Rows that stay where they are show their name above their fields", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  const section = await edit(page, "messageHouse");
  const row = section.locator(".EditedRow_edited-row").first();
  await row.scrollIntoViewIfNeeded();
  await pictures(page, "fixed-rows");
  const lead = await boxOf(row.locator(".EditedRow_edited-lead"));
  expect(lead.bottom).toBeLessThanOrEqual((await boxOf(row.locator(".EditedRow_edited-label").first())).y);
  await context.close();
});

test("Once suggestions are added, the foot of the page keeps its words whole and its buttons apart", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  const dock = page.locator(".doc-dock");
  await dock.getByRole("button", { name: "Anzeigen" }).click();
  await page.locator(".suggestions-sheet").waitFor();
  const tick = page.locator(".suggestions-sheet .SuggestionRow_suggestion > .check").first();
  expect(await tapHeight(tick)).toBeGreaterThanOrEqual(40);
  await pictures(page, "sheet-suggestions");
  await page.keyboard.press("Escape");
  await dock.getByRole("button", { name: /^\d+ von \d+ übernehmen$/ }).click();
  const done = dock.getByRole("button", { name: /^\d+ hinzugefügt/ });
  await done.waitFor();
  await pictures(page, "dock-added");
  expect(await pageFaults(page)).toEqual([]);
  const lineHeight = 22;
  const words = await done.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return range.getBoundingClientRect().height;
  });
  expect(words).toBeLessThanOrEqual(lineHeight);
  for (const part of await dock.locator("button:visible, a:visible").all()) await part.click({ trial: true });
  const [close, outline] = await Promise.all(
    ["Schließen", "Gliederung"].map((name) => boxOf(dock.getByRole("button", { name }))),
  );
  expect(close?.right).toBeLessThanOrEqual(outline?.x ?? 0);
  await dock.getByRole("button", { name: "Gliederung" }).click();
  await page.getByRole("tab", { name: /^Vorschläge/ }).waitFor();
  await pictures(page, "sheet-outline");
  await context.close();
});

test("Words that were not saved lie below the title of their section, and are large enough to tap", async () => {
  const { page, context } = await openOnPhone("blogArticleWriter");
  await page.locator('[data-gap="opening/+"]').click();
  await page.locator(".gap-box textarea").fill("Wir haben mit einem Regal begonnen.");
  await page.keyboard.press("Enter");
  const own = page.locator(".Gaps_claim-own").first();
  await own.waitFor();
  const id = (await page.locator(".doc-section", { has: own }).getAttribute("id")) ?? "";
  const section = await edit(page, id.replace(/^section-/, ""));
  await section.locator("[contenteditable=true]").press("Control+End");
  await page.keyboard.type(" Dann kamen vierzig.");
  await page.reload();
  const kept = section.getByRole("button", { name: "Nicht gespeicherten Text weiterbearbeiten" });
  await kept.waitFor();
  const [title, link] = [await boxOf(section.locator("h2 > button")), await boxOf(kept)];
  expect(title.bottom).toBeLessThanOrEqual(link.y);
  expect(link.x).toBeLessThan(24);
  expect(await tapHeight(kept)).toBeGreaterThanOrEqual(40);
  await pictures(page, "kept");
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test("In a table of figures a long label wraps beside its value", async () => {
  const { page, context } = await openOnPhone("appointmentPlanner");
  const cells = page.locator(".doc-table-stack td.r[data-name*=' ']");
  await cells.first().scrollIntoViewIfNeeded();
  await pictures(page, "figures");
  expect(await cells.count()).toBeGreaterThan(0);
  const spaces = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, "::before").whiteSpace));
  expect([...new Set(spaces)]).toEqual(["normal"]);
  await context.close();
});

test("What is to be tapped on the page is at least 40 px high", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  const parts = [
    page.locator("#page-actions").getByRole("button", { name: "Revisionen" }),
    page.locator("#page-actions").getByRole("button", { name: "Exportieren" }),
    page.locator(".SectionFold_section-more").first(),
    page.locator(".doc-dock").getByRole("button", { name: "Anzeigen" }),
  ];
  expect(await Promise.all(parts.map(tapHeight))).toEqual(parts.map(() => expect.toSatisfy((px: number) => px >= 40)));
  await page.keyboard.press("Escape");
  await page.locator("button.gap").first().click();
  await page.locator(".gap-box textarea").fill("Erst prüfen, dann fahren");
  await page.keyboard.press("Enter");
  await page.locator(".gap-box").waitFor({ state: "detached" });
  await page.locator("#page-actions").getByRole("button", { name: "Revisionen" }).click();
  const ring = page.locator(".RevisionEvidence_revision-sign:not([hidden])").first();
  await ring.waitFor();
  await settled(page);
  await pictures(page, "revisions");
  expect(await tapHeight(ring)).toBeGreaterThanOrEqual(40);
  await context.close();
});

test("The bar at the foot lies above the question about visits, and its buttons are free", async () => {
  const { page, context } = await openOnPhone("contentPlanner", true);
  const question = page.locator(".ConsentBanner_consent");
  await question.waitFor();
  await settled(page);
  await pictures(page, "consent");
  const dock = page.locator(".doc-dock");
  expect((await boxOf(dock)).bottom).toBeLessThanOrEqual((await boxOf(question)).y);
  for (const part of await dock.locator("button:visible").all()) await part.click({ trial: true });
  // Without suggestions the bar is lower, and between phones and wide windows it is there as well.
  await page.setViewportSize({ width: 800, height: 850 });
  await settled(page);
  expect((await boxOf(dock)).bottom).toBeLessThanOrEqual((await boxOf(question)).y);
  await context.close();
});

test("While gaps are filled, the foot of the page says what has changed in suggestions that were added", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  const dock = page.locator(".doc-dock");
  await dock.getByRole("button", { name: /^\d+ von \d+ übernehmen$/ }).click();
  await dock.getByRole("button", { name: /^\d+ hinzugefügt/ }).waitFor();
  await page.locator("button.gap").first().click();
  await page.locator(".gap-box textarea").fill("Erst prüfen, dann fahren");
  await page.keyboard.press("Enter");
  await page.locator(".gap-box").waitFor({ state: "detached" });
  await dock.getByText(/^1 von \d+ Lücken gefüllt$/).waitFor();
  await pictures(page, "dock-gaps");
  expect(await dock.getByRole("button", { name: "Anzeigen" }).count()).toBe(0);
  const section = await edit(page, "items");
  await section.locator(".EditingFrame_cell-field textarea").first().fill("Warum Räder im Frühjahr gehen");
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Fertig" }).click();
  await section.locator(".EditingFrame_editing").waitFor({ state: "detached" });
  await dock.getByText("1 im Dokument geändert").waitFor();
  await dock.getByText(/^1 von \d+ Lücken gefüllt$/).waitFor();
  await pictures(page, "dock-both");
  expect(await pageFaults(page)).toEqual([]);
  const parts = await dock.locator("button:visible").all();
  for (const part of parts) await part.click({ trial: true });
  expect(await Promise.all(parts.map(tapHeight))).toEqual(parts.map(() => expect.toSatisfy((px: number) => px >= 40)));
  await dock.getByRole("button", { name: "Anzeigen" }).click();
  const sheet = page.locator(".suggestions-sheet");
  await sheet
    .getByRole("region", { name: "Im Dokument geändert" })
    .getByRole("button", { name: /^Aktualisieren/ })
    .click();
  await sheet.getByRole("region", { name: "Im Dokument geändert" }).waitFor({ state: "detached" });
  await sheet.getByRole("button", { name: "Schließen" }).click();
  await dock.getByRole("button", { name: "Anzeigen" }).waitFor({ state: "detached" });
  await dock.getByRole("button", { name: "Nächste Lücke" }).click({ trial: true });
  await context.close();
});

test("The sheet about the document keeps its height from tab to tab, and names its suggestions once", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  await page.locator(".doc-dock").getByRole("button", { name: "Gliederung" }).click();
  const sheet = page.getByRole("dialog", { name: "Zu diesem Dokument" });
  const heights: number[] = [];
  for (const name of ["Gliederung", "Quellen", "Vorschläge"]) {
    await sheet.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    await pictures(page, `sheet-${name.slice(0, 4)}`);
    heights.push((await boxOf(sheet)).height);
    expect(await pageFaults(page)).toEqual([]);
  }
  expect(new Set(heights).size).toBe(1);
  expect((await boxOf(sheet.getByRole("heading", { name: "Vorschläge" }))).width).toBeLessThanOrEqual(1);
  const { x } = await boxOf(sheet.getByRole("tab").first());
  expect((await boxOf(sheet.locator(".Proposals_suggestions-head"))).x).toBe(x);
  // What adds them stays in reach below the list.
  await sheet.getByRole("button", { name: /^\d+ von \d+ übernehmen$/ }).click({ trial: true });
  expect(await sheet.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true);
  await context.close();
});

test("Of compared revisions, the rows of a table are lists of names and values", async () => {
  const { page, context } = await openOnPhone("contentPlanner");
  const section = await edit(page, "items");
  await section.locator(".EditingFrame_cell-field textarea").first().fill("Warum Räder im Frühjahr gehen");
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Fertig" }).click();
  await section.locator(".EditingFrame_editing").waitFor({ state: "detached" });
  await page.locator("#page-actions").getByRole("button", { name: "Revisionen" }).click();
  const table = page.locator(".diff .doc-table", { has: page.locator("ins") }).first();
  await table.waitFor();
  await table.locator("ins").first().scrollIntoViewIfNeeded();
  await pictures(page, "compare-rows");
  const cells = await table
    .locator("tr", { has: page.locator("td ins") })
    .first()
    .locator("td:visible")
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().y));
  expect(cells.length).toBeGreaterThan(2);
  expect(new Set(cells).size).toBe(cells.length);
  expect(await table.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

/** A project of this name, whose run has failed, on a phone in English. */
async function openFailed(name: string) {
  const look = { width: 375 } as const;
  const { context } = await openContext(product, look);
  await closeNotices(context);
  const { userId } = await signInByCalls(product, context, look);
  const { db } = product.database;
  const project = await storeRuns(db, { userId, name, runs: [{ status: "failed" }] });
  const { id } = await db.selectFrom("run").select("id").where("project_id", "=", project).executeTakeFirstOrThrow();
  await db.updateTable("project").set({ latest_run_id: id, state: 1 }).where("id", "=", project).execute();
  return { page: await context.newPage(), context, path: `/pioneer/workflow/projects/${project}` };
}

test("The paper of a failed run reaches down to the bar at the foot", async () => {
  const { page, context, path } = await openFailed("Waiting list");
  await page.goto(path);
  await page.getByRole("button", { name: "Run log" }).waitFor();
  await settled(page);
  const ends = await page.evaluate(() => [
    document.querySelector(".doc-sheet")?.getBoundingClientRect().bottom,
    document.querySelector(".doc-foot")?.getBoundingClientRect().top,
  ]);
  expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? -99))).toBeLessThanOrEqual(1);
  await context.close();
});

test("A long title in the list of projects takes two lines", async () => {
  const { page, context } = await openFailed("Content plan for the cargo bike workshop in spring");
  await page.goto("/pioneer/workflow/projects");
  const title = page.getByRole("table").getByRole("link", { name: "Content plan for the cargo bike workshop" });
  await title.waitFor();
  await settled(page);
  const { room, needed } = await title.evaluate((link) => ({ room: link.clientHeight, needed: link.scrollHeight }));
  expect(needed).toBeLessThanOrEqual(room + 1);
  expect(room).toBeGreaterThan(40);
  expect(await title.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0);
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});
