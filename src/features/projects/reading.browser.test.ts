import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { exampleDocument, longDocument, storeDocument } from "#src/testing/storedDocument.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const screens = process.env["SCREENS_DIR"];
const picture = async (page: Page, name: string): Promise<void> => {
  if (screens) await page.screenshot({ path: `${screens}/${name}.png` });
};

/** A signed-in page of somebody who has one project with this document. */
async function openDocument(look: Look & { height?: number; wide?: number } = {}, document = exampleDocument()) {
  const { context, complaints } = await openContext(product, look);
  await closeNotices(context);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  if (look.wide) await page.setViewportSize({ width: look.wide, height: 900 });
  const { userId } = await signInByCalls(product, context, look);
  const project = await storeDocument(product.database.db, { userId, document });
  const path = `/pioneer/workflow/projects/${project}`;
  await page.goto(path);
  await page.getByRole("heading", { level: 1, name: document.title }).waitFor();
  return { context, complaints, page, path };
}

/** How far the top of a section is below the top of the window, CSS pixels. */
const topOf = (page: Page, key: string): Promise<number> =>
  page.locator(`#section-${key}`).evaluate((element) => element.getBoundingClientRect().top);

test("The panel has tabs that keys move between, and its outline leads through the document", async () => {
  const { page, context, complaints } = await openDocument();
  const tabs = page.getByRole("tablist", { name: "About this document" });
  // Gaps are left, so the outline comes first.
  const outline = tabs.getByRole("tab", { name: "Outline" });
  expect(await outline.getAttribute("aria-selected")).toBe("true");
  const list = page.getByRole("navigation", { name: "Outline" });
  expect(await list.getByRole("link").allInnerTexts()).toEqual([
    "In short\nComplete",
    "What goes wrong\n0 of 1",
    "Posts\nComplete",
    "Gaps to close\n2\nunanswered",
    "How this was made",
  ]);
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-1350");
  await list.getByRole("link", { name: /Posts/ }).click();
  await expect.poll(() => topOf(page, "posts")).toBeLessThan(120);
  expect(await list.locator("[aria-current=location]").innerText()).toMatch(/^Posts/);
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Posts");
  // What is scrolled to is what is read.
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, -20_000);
  await expect.poll(() => list.locator("[aria-current=location]").innerText()).toMatch(/^In short/);

  await outline.focus();
  await page.keyboard.press("ArrowRight");
  const sources = page.getByRole("tabpanel", { name: /^Sources/ });
  await sources.getByRole("link", { name: "Workshop log 2026" }).waitFor();
  expect(await tabs.getByRole("tab", { name: "Sources 2" }).getAttribute("aria-selected")).toBe("true");
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-sources-1350");
  await sources.getByRole("button", { name: /replaced the pads/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-claim"))).toBe("c2");
  await tabs.getByRole("tab", { name: "Sources 2" }).focus();
  await page.keyboard.press("End");
  expect(
    await tabs
      .getByRole("tab", { name: "Suggestions" })
      .or(tabs.getByRole("tab", { name: "Proposals" }))
      .getAttribute("aria-selected"),
  ).toBe("true");
  expect(complaints).toEqual([]);
  await context.close();
});

test("A section that is outdated is marked so in the outline, and has no tick", async () => {
  const document = { ...exampleDocument(), outdated: ["short", "wrong"], basis: {} };
  const { page, context } = await openDocument({}, document as unknown as ReturnType<typeof exampleDocument>);
  const list = page.getByRole("navigation", { name: "Outline" });
  expect((await list.getByRole("link").allInnerTexts()).slice(0, 3)).toEqual([
    "In short\nOutdated",
    "What goes wrong\nOutdated\n0 of 1",
    "Posts\nComplete",
  ]);
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-outdated-1350");
  await context.close();
});

test("Numbered facts from the form are listed under it and counted; without any, no count is shown", async () => {
  const [first, second] = exampleDocument().claims;
  const own = { sourceIds: [], quote: "", check: "user" as const };
  const claims = [first, second].flatMap((claim) => (claim ? [{ ...claim, ...own }] : []));
  const { page, context } = await openDocument({}, exampleDocument({ claims, sources: [] }));
  const tabs = page.getByRole("tablist", { name: "About this document" });
  await tabs.getByRole("tab", { name: "Sources 1" }).click();
  const sources = page.getByRole("tabpanel", { name: /^Sources/ });
  expect(await sources.getByRole("button").allInnerTexts()).toEqual([`1 ${first?.text}`, `2 ${second?.text}`]);
  await sources.getByText("Your form", { exact: true }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-form-1350");
  await context.close();
  const bare = await openDocument({}, exampleDocument({ claims: [], sources: [] }));
  expect(await bare.page.getByRole("tab", { name: /Sources/ }).innerText()).toBe("Sources");
  await bare.context.close();
});

test("The line above the title is one line, whoever wrote the document", async () => {
  for (const locale of ["en-GB", "de-DE"] as const) {
    const { page, context } = await openDocument(
      { locale },
      exampleDocument({ workflow: "customerJourneyPlannerWorkflow" }),
    );
    const tops = await page
      .locator(".doc-meta > *")
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().bottom)));
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
    await context.close();
  }
});

test("On a wide window the outline stands beside the text and stays in sight", async () => {
  const { page, context } = await openDocument({ wide: 1700 });
  const list = page.getByRole("navigation", { name: "Outline" });
  await list.waitFor();
  expect(await page.getByRole("tab").count()).toBe(2);
  const box = await list.boundingBox();
  const text = await page.locator("article p").nth(1).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(text?.x ?? 0);
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-1700");
  await page.mouse.move(900, 500);
  await page.mouse.wheel(0, 900);
  await expect.poll(async () => (await list.boundingBox())?.y).toBe(76);
  await context.close();
});

test.each<Look>([
  { width: 375, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("On a phone the outline comes from the bottom and leads on ($locale)", async (look) => {
  const { page, context } = await openDocument(look);
  const isGerman = look.locale === "de-DE";
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, `reading-375-${look.scheme}`);
  const dock = page.getByRole("region", { name: isGerman ? "Dokumentwerkzeuge" : "Document tools" });
  await dock.getByRole("button", { name: isGerman ? "Gliederung" : "Outline" }).click();
  const sheet = page.getByRole("dialog", { name: isGerman ? "Zu diesem Dokument" : "About this document" });
  await sheet.waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, `reading-sheet-375-${look.scheme}`);
  await sheet.getByRole("link", { name: /Posts/ }).click();
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => topOf(page, "posts")).toBeLessThan(160);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Posts");
  await picture(page, `reading-posts-375-${look.scheme}`);
  await context.close();
});

test("Sections fold and stay so for the visit; the search opens what it finds, and paper shows all of it", async () => {
  const { page, context } = await openDocument();
  const heading = page.getByRole("button", { name: "What goes wrong", exact: true });
  const text = page.getByText("rotor 3 is about", { exact: false });
  await heading.click();
  expect(await heading.getAttribute("aria-expanded")).toBe("false");
  await text.waitFor({ state: "hidden" });
  await page.locator(".TopBar_crumbs a").click();
  await page.getByRole("table").waitFor();
  await page.goBack();
  await heading.waitFor();
  expect(await heading.getAttribute("aria-expanded")).toBe("false");
  await page.emulateMedia({ media: "print" });
  expect(await text.isVisible()).toBe(true);
  expect(await page.getByText("What goes wrong").first().isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-folded-1350");

  await page.keyboard.press("/");
  const field = page.getByRole("textbox", { name: "Find in document" });
  await field.waitFor();
  await page.keyboard.type("ROTOR 3 is");
  await page.getByRole("search").getByText("1 of 1").waitFor();
  await text.waitFor();
  expect(await heading.getAttribute("aria-expanded")).toBe("true");
  await field.fill("march");
  await page.getByRole("search").getByText("1 of 2").waitFor();
  expect(await page.evaluate(() => CSS.highlights.get("doc-find")?.size)).toBe(2);
  await field.press("Enter");
  await page.getByRole("search").getByText("2 of 2").waitFor();
  await field.press("Shift+Enter");
  await page.getByRole("search").getByText("1 of 2").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, "reading-find-1350");
  await field.fill("nowhere");
  await page.getByRole("search").getByText("No matches").waitFor();
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  expect(await page.evaluate(() => CSS.highlights.has("doc-find"))).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Find in document");

  await page.getByRole("button", { name: "Collapse all" }).click();
  await page.getByText("caliper 3 is about", { exact: false }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Expand all" }).click();
  await page.getByText("caliper 3 is about", { exact: false }).waitFor();
  await context.close();
});

test("A section can be copied and linked, and its link opens it", async () => {
  const { page, context, path } = await openDocument();
  await page.getByRole("button", { name: "Actions for section “Posts”" }).click();
  await page.getByRole("menu").waitFor();
  await picture(page, "reading-menu-1350");
  await page.getByRole("menuitem", { name: "Copy text" }).click();
  await page.getByText("Section copied").first().waitFor();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const as = async (type: string) => (await item?.getType(type))?.text();
    return { text: await as("text/plain"), html: await as("text/html") };
  });
  expect(copied.text).toContain("Posts\n\nWhy fleets book in February\n\n• Reader: Fleet managers\n");
  expect(copied.text).toContain("Month\tPosts\nFebruary\t24\n");
  expect(copied.html).toContain("<li>Reader: Fleet managers</li>");
  await page.getByRole("button", { name: "Actions for section “Posts”" }).click();
  await page.getByRole("menuitem", { name: "Copy link to this section" }).click();
  await page.getByText("Link copied").first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${product.url}${path}#section-posts`);
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator("#section-posts").waitFor();
  await expect.poll(() => topOf(page, "posts")).toBeLessThan(120);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Posts");
  await context.close();
});

test("Cards are names with values, the title stands once, and each open question is asked once", async () => {
  const { page, context } = await openDocument();
  const names = page.locator("#section-posts dl dt");
  expect(await names.allInnerTexts()).toEqual(["Reader", "Aim", "Reader", "Aim"]);
  expect(await page.locator("main").getByText("Why cargo-bike brakes fail in the wet").count()).toBe(1);
  const asked = page.locator("#section-gaps li");
  expect(await asked.allInnerTexts()).toEqual([
    "How many of the 41 bikes had a bent rotor?\nWhat goes wrong",
    "What does one day without the bike cost?",
  ]);
  expect(await page.locator(".DocumentNotes_doc-notes").getByText("What does one day").count()).toBe(0);
  await page.locator("#section-gaps").scrollIntoViewIfNeeded();
  await picture(page, "reading-end-1350");
  await asked.getByRole("link", { name: "What goes wrong" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("What goes wrong");
  expect(await page.getByRole("link", { name: "Answer these in the form and run again" }).getAttribute("href")).toMatch(
    /project=/,
  );
  await context.close();
});

test("A question of a document without a section for it stands in its notes", async () => {
  const { sections, ...rest } = exampleDocument();
  const old = { ...rest, sections: sections.filter(({ key }) => key !== "gaps") };
  const { page, context } = await openDocument({}, old);
  await page.locator(".DocumentNotes_doc-notes").getByRole("heading", { name: "Open questions" }).waitFor();
  expect(await page.getByText("What does one day without the bike cost?").count()).toBe(1);
  await context.close();
});

test("In a long document, links and the search reach places that were never drawn", async () => {
  const { page, context } = await openDocument({}, longDocument(60));
  await page.getByRole("navigation", { name: "Outline" }).getByRole("link", { name: "Part 25" }).click();
  await expect.poll(() => topOf(page, "part24")).toBeLessThan(120);
  expect(await topOf(page, "part24")).toBeGreaterThan(0);
  await page.keyboard.press("/");
  await page.getByRole("textbox", { name: "Find in document" }).fill("part 12, paragraph 7, 4");
  await page.getByRole("search").getByText("1 of 1").waitFor();
  const isInSight = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get("doc-find-current") ?? [];
      const box = range instanceof Range ? range.getBoundingClientRect() : undefined;
      return box !== undefined && box.height > 0 && box.top > 0 && box.bottom < innerHeight;
    });
  await expect.poll(isInSight).toBe(true);
  await context.close();
});
