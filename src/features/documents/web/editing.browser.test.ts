import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, type ServedProduct } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

/* The editors of a section, on the page of samples. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

async function open(
  editor: string,
  look: Look = {},
  more = "",
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  const language = look.locale === "de-DE" ? "/de" : "";
  await page.goto(`${language}/_kitchen?part=editing&editor=${editor}${more}`);
  // Keys find the editor only once its part is here.
  await page.locator(".EditingFrame_editing :is(textarea, [contenteditable])").first().waitFor();
  await settled(page);
  return { page, context, complaints };
}

/** Edits that were taken, in their order. */
async function editsOf(page: Page): Promise<Record<string, unknown>[]> {
  const text = (await page.locator("[data-test=edits]").textContent()) ?? "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}
const prose = (page: Page) => page.getByRole("textbox", { name: "Five checks before the first frost" });
const cell = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("paragraphs are typed at their place; Ctrl Enter saves them as one edit", async () => {
  const { page, complaints } = await open("prose");
  const editor = prose(page);
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Done.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("A third one.");
  await page.keyboard.press("Control+Enter");
  await page.locator("[data-test=closed]").waitFor();
  const [edit] = await editsOf(page);
  expect(edit).toMatchObject({ kind: "prose", section: "prose" });
  const [was, now] = [edit?.["was"] as string[], edit?.["paragraphs"] as string[]];
  expect(now).toEqual([was[0], `${was[1] ?? ""} Done.`, "A third one."]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("pioneer.edit")))).toEqual(
    [],
  );
  expect(complaints).toEqual([]);
});

test("what was typed and not saved is there after a reload, and can be discarded", async () => {
  const { page } = await open("prose");
  await page.keyboard.type("Mine. ");
  await page.reload();
  await page.getByText("Restored what you typed on").waitFor();
  await expect.poll(() => prose(page).textContent()).toMatch(/^Mine\. Measure/);
  await page.keyboard.press("Escape");
  await page.locator("[data-test=closed]").waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect.poll(() => prose(page).textContent()).toMatch(/^Mine\. Measure/);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => prose(page).textContent()).toMatch(/^Measure/);
  await page.reload();
  await expect.poll(() => prose(page).textContent()).toMatch(/^Measure/);
  expect(await page.getByText("Restored what you typed on").count()).toBe(0);
});

test("of a section that was changed in another tab, the person chooses change by change", async () => {
  const { page } = await open("prose");
  await page.keyboard.type("Mine. ");
  await page.reload();
  await page.getByText("Restored what you typed on").waitFor();
  await prose(page).waitFor();
  await page.evaluate(() => {
    const key = "pioneer.edit:sample:sample:prose";
    localStorage.setItem(key, (localStorage.getItem(key) ?? "").replace('"was":"', '"was":"An older beginning. '));
  });
  // The page writes nothing on its way out: nothing was typed since.
  await page.reload();
  const choice = page.getByRole("group", { name: "This section was changed in another tab" });
  await choice.waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => prose(page).textContent()).toMatch(/^Mine\. Measure/);
  await page.keyboard.press("Control+Enter");
  await page.locator("[data-test=closed]").waitFor();
  const [edit] = await editsOf(page);
  expect(edit).toHaveProperty("was.0", expect.stringMatching(/^Measure/));
});

test("what is pasted becomes plain paragraphs", async () => {
  const { page } = await open("prose");
  await page.keyboard.press("Control+a");
  await prose(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/plain", "First\n\nSecond");
    data.setData("text/html", "<h1>First</h1><p><b>Second</b></p>");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  expect(await prose(page).locator("p").allTextContents()).toEqual(["First", "Second"]);
  expect(await prose(page).locator("h1, b").count()).toBe(0);
  await page.keyboard.press("Control+z");
  await expect.poll(() => prose(page).textContent()).toMatch(/^Measure/);
});

test("cells save when they are left, one by one; Enter goes down, Esc brings back what stood there", async () => {
  const { page, complaints } = await open("rows");
  await cell(page, "Topic, row 1").fill("Wet brakes");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell(page, "Topic, row 2").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(" twice");
  await page.keyboard.press("Escape");
  expect(await cell(page, "Topic, row 2").inputValue()).toBe("Autumn service");
  await cell(page, "Minutes, row 3").fill("1,240.5");
  await page.keyboard.press("Tab");
  await cell(page, "Day, row 3").fill("31.2.2027");
  await page.keyboard.press("Tab");
  await page.getByText("Not saved. Enter a date like 23 Nov 2026.").waitFor();
  await cell(page, "Day, row 3").fill("1.3.27");
  await page.keyboard.press("Tab");
  await page.getByRole("combobox", { name: "Channel, row 2" }).click();
  await page.getByRole("option", { name: "Newsletter" }).click();
  await expect
    .poll(() => editsOf(page))
    .toEqual([
      { kind: "text", at: "rows/i0/topic", was: "Brakes in the wet", text: "Wet brakes" },
      { kind: "text", at: "rows/i2/minutes", was: "25", text: "1240.5" },
      { kind: "text", at: "rows/i2/day", was: "2027-02-03", text: "2027-03-01" },
      { kind: "text", at: "rows/i1/channel", was: "", text: "c1" },
    ]);
  expect(await cell(page, "Day, row 3").inputValue()).toBe("1 Mar 2027");
  expect(complaints).toEqual([]);
});

test("a text beyond its limit says so in words and is saved", async () => {
  const { page } = await open("rows");
  await cell(page, "Topic, row 1").fill("👩‍🔧".repeat(38));
  await page.getByText("2 characters left").waitFor();
  await cell(page, "Topic, row 1").fill("👩‍🔧".repeat(43));
  await page.getByText("3 characters over the limit of 40").waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(async () => (await editsOf(page)).length).toBe(1);
});

test("rows are moved, added and removed by keyboard, and the focus goes with them", async () => {
  const { page } = await open("rows");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await cell(page, "Topic, row 1").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(focused).toBe("Topic, row 2");
  expect(await cell(page, "Topic, row 2").inputValue()).toBe("Brakes in the wet");
  await page.getByRole("button", { name: "Actions for row 2" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Add row below" }).press("Enter");
  await expect.poll(focused).toBe("Topic, row 3");
  expect(await cell(page, "Topic, row 3").inputValue()).toBe("");
  await page.getByRole("button", { name: "Actions for row 3" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Remove row" }).press("Enter");
  await expect.poll(focused).toBe("Actions for row 3");
  expect(await editsOf(page)).toMatchObject([
    { kind: "moveRow", id: "i0", to: 1 },
    { kind: "addRow", after: "i0", cells: {} },
    { kind: "removeRow" },
  ]);
});

test("without a connection a cell keeps its words, and they go when it is back", async () => {
  const { page, context } = await open("rows");
  await context.setOffline(true);
  await cell(page, "Topic, row 1").fill("Wet brakes");
  await page.keyboard.press("Tab");
  await page.getByText("Not saved. Your text is still here; try again.").waitFor();
  await context.setOffline(false);
  await expect.poll(() => editsOf(page)).toMatchObject([{ at: "rows/i0/topic", text: "Wet brakes" }]);
  expect(await page.getByText("Not saved.").count()).toBe(0);
});

test("of many rows only those in sight are drawn, and the last can be reached and edited", async () => {
  const { page } = await open("long");
  expect(await page.locator("[data-row]").count()).toBeLessThan(60);
  const add = page.getByRole("button", { name: "Add row", exact: true });
  // Rows that come into sight are measured, which moves the button below them, also between press and release.
  await add.scrollIntoViewIfNeeded();
  await settled(page);
  await add.click();
  await cell(page, "Topic, row 241").waitFor();
  await expect
    .poll(() => cell(page, "Topic, row 241").evaluate((field) => field === document.activeElement))
    .toBe(true);
});

test("single texts save when they are left", async () => {
  const { page } = await open("texts");
  await cell(page, "Subject").fill("One service day");
  await page.keyboard.press("Tab");
  await expect.poll(() => editsOf(page)).toMatchObject([{ kind: "text", at: "texts/0", text: "One service day" }]);
});

test("changes are accepted and kept by keyboard", async () => {
  const { page } = await open("fixed");
  const choice = page.getByRole("group", { name: "You asked:" });
  await choice.focus();
  const count = await choice
    .locator("[data-change]")
    .evaluateAll((parts) => new Set(parts.map((part) => part.getAttribute("data-change"))).size);
  await page.keyboard.press("Enter");
  for (let at = 1; at < count; at += 1) await page.keyboard.press("Backspace");
  await choice.getByRole("button", { name: `Apply 1 of ${count}` }).waitFor();
  await page.keyboard.press("Enter");
  const done = await page.locator("[data-test=done]").textContent();
  expect(done).toMatch(/^Measure the pads/);
  expect(done).toContain("It can also be a good idea");
});

test.each([
  [1350, "light", "en-GB"],
  [375, "dark", "de-DE"],
] as const)("the editors hold at %i px, %s, %s", async (width, scheme, locale) => {
  for (const name of ["prose", "rows", "fixed", "texts"]) {
    const { page } = await open(name, { width, scheme, locale });
    expect([name, await pageFaults(page)]).toEqual([name, []]);
  }
});
