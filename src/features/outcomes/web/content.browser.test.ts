import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { hasFocus } from "#src/testing/keyboard.ts";
import { pageFaults, pageOverflow } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const path = "/api/workflows/scheduled/outcome";

async function open(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  await register(page);
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  const send = async (method: "POST", place: string, data: object) => {
    const answer = await page.request.fetch(place, { method, data, headers: { origin: product.url } });
    expect(answer.status()).toBe(201);
    return answer.json();
  };
  /** An item at noon, so many days from now. */
  const add = async (title: string, days: number, more: object = {}): Promise<string> => {
    const plannedAt = new Date(new Date().setUTCHours(11, 0, 0, 0) + days * 86_400_000).toISOString();
    const enData = { workflow: "socialPostWriterWorkflow", kind: "post", title, plannedAt, ...more };
    return (await send("POST", path, { enData })).outcome.id;
  };
  const stored = async (id: string) => (await (await page.request.get(`${path}/${id}`)).json()).outcome;
  return { context, page, complaints, add, send, stored };
}

const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });

test("Content items can be added, edited, copied, filtered by the address, deleted and restored", async () => {
  const { page, add, stored, complaints } = await open();
  await page.goto("/content");
  await page.getByText("No content yet").waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "New item" });
  await form.getByRole("button", { name: "Add item" }).click();
  await form.getByText("Enter a title").waitFor();
  await expect.poll(() => hasFocus(form.getByLabel("Title"))).toBe(true);
  await form.getByLabel("Title").fill("Winter check");
  await form.getByRole("button", { name: "Add item" }).click();
  const panel = page.getByRole("dialog", { name: "Winter check" });
  await panel.waitFor();
  await link(page, "Winter check").waitFor();
  await panel.getByRole("button", { name: "Edit", exact: true }).click();
  await panel.getByRole("textbox", { name: "Brief" }).fill("Five bolts");
  await page.keyboard.press("Control+Enter");
  await panel.getByText("10 characters").waitFor();
  await panel.getByRole("combobox", { name: "Channel" }).click();
  await page.getByRole("option", { name: "X (Twitter)" }).click();
  await panel.getByText("of 280 characters").waitFor();
  await panel.getByRole("button", { name: "Approved" }).click();
  const id = new URL(page.url()).searchParams.get("item") ?? "";
  await expect.poll(async () => (await stored(id)).status).toBe("approved");
  expect(await stored(id)).toMatchObject({ brief: "Five bolts", platform: "X (Twitter)" });
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await panel.waitFor({ state: "detached" });

  await add("Reel", 1, { platform: "Instagram", contentType: 20 });
  await page.goto("/content?platform=Instagram");
  await link(page, "Reel").waitFor();
  expect(await link(page, "Winter check").count()).toBe(0);
  await page.getByRole("button", { name: "Remove Channel" }).click();
  await link(page, "Winter check").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Approved" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?status=approved");
  await link(page, "Reel").waitFor({ state: "detached" });

  await link(page, "Winter check").click();
  await panel.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete item" }).click();
  await link(page, "Winter check").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await link(page, "Winter check").waitFor();
  expect(complaints).toEqual([]);
});

test("The board moves an item by keyboard and by mouse", async () => {
  const { page, add, stored } = await open();
  const [first, second] = [await add("First", 1), await add("Second", 2)];
  await page.goto("/content?view=board");
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await column("Idea").getByRole("button", { name: "Move “First”" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Move to Drafted" }).focus();
  await page.keyboard.press("Enter");
  await column("Drafted").getByRole("link", { name: "First" }).waitFor();
  await expect.poll(async () => (await stored(first)).status).toBe("drafted");
  const card = await column("Idea").getByText("Second").boundingBox();
  const target = await column("Planned").boundingBox();
  await page.mouse.move((card?.x ?? 0) + 5, (card?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) + 100, { steps: 5 });
  await page.mouse.up();
  await column("Planned").getByRole("link", { name: "Second" }).waitFor();
  await expect.poll(async () => (await stored(second)).status).toBe("planned");
  await page.getByRole("button", { name: "Undo" }).click();
  await column("Idea").getByRole("link", { name: "Second" }).waitFor();
});

test("The board lifts a card by keyboard and says so; Escape puts it back", async () => {
  const { page, add, stored } = await open();
  const id = await add("First", 1);
  await page.goto("/content?view=board");
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  const said = page.locator("[aria-live=assertive]");
  await column("Idea").getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("Space");
  await said.getByText("First lifted from Idea").waitFor();
  await page.keyboard.press("ArrowRight");
  await said.getByText("Over Planned").waitFor();
  await page.keyboard.press("Escape");
  await said.getByText("First is back in Idea").waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await said.getByText("First is back in Idea").waitFor();
  expect((await stored(id)).status).toBe("idea");
  await column("Idea").getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await said.getByText("Over Drafted").waitFor();
  await page.keyboard.press("Space");
  const moved = column("Drafted").getByRole("link", { name: "First" });
  await moved.waitFor();
  await expect.poll(async () => (await stored(id)).status).toBe("drafted");
  await expect.poll(() => hasFocus(moved)).toBe(true);
});

test("Ticked items change, move and go together, and come back with one press", async () => {
  const { page, add, stored } = await open();
  const [first, second, third] = [await add("First", 0), await add("Second", 0), await add("Third", 0)];
  const before = await stored(first);
  await page.goto("/content");
  const tick = (name: string) => page.getByRole("checkbox", { name: `Select “${name}”` }).click();
  for (const name of ["First", "Second"]) await tick(name);
  const bar = page.getByRole("region", { name: "Selected items" });
  const undo = page.getByRole("button", { name: "Undo" });
  await bar.getByText("2 selected").waitFor();
  await bar.getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "Planned" }).click();
  await page.getByText("2 items changed").first().waitFor();
  const statuses = () => Promise.all([first, second, third].map(async (id) => (await stored(id)).status));
  expect(await statuses()).toEqual(["planned", "planned", "idea"]);
  await undo.click();
  await expect.poll(statuses).toEqual(["idea", "idea", "idea"]);
  await bar.getByRole("button", { name: "Move" }).click();
  await page.getByRole("menuitem", { name: "7 days later" }).click();
  await expect.poll(async () => (await stored(second)).plannedAt > before.plannedAt).toBe(true);
  expect(Math.round((Date.parse((await stored(first)).plannedAt) - Date.parse(before.plannedAt)) / 86_400_000)).toBe(7);
  await bar.getByRole("button", { name: "Delete" }).click();
  await link(page, "First").waitFor({ state: "detached" });
  await bar.waitFor({ state: "detached" });
  await page.getByText("2 items deleted").first().waitFor();
  await undo.click();
  await link(page, "First").waitFor();
  await link(page, "Second").waitFor();

  await page.goto("/content?view=board");
  await link(page, "Third").hover();
  await tick("Third");
  await bar.getByRole("button", { name: "Select all 3" }).click();
  await bar.getByText("3 selected").waitFor();
  await bar.getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "Approved" }).click();
  await page.getByRole("region", { name: "Approved" }).getByRole("link", { name: "Second" }).waitFor();
  await expect.poll(statuses).toEqual(["approved", "approved", "approved"]);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await bar.waitFor({ state: "detached" });
});

test("More items than one request takes are changed and deleted in several, and come back", async () => {
  const { page, add } = await open();
  for (let at = 0; at < 102; at += 6)
    await Promise.all(Array.from({ length: 6 }, (_, more) => add(`Item ${at + more}`, at + more)));
  await page.goto("/content");
  await page.getByRole("button", { name: "Show more" }).click();
  await link(page, "Item 101").waitFor();
  await page.getByRole("checkbox", { name: "Select “Item 0”" }).click();
  const bar = page.getByRole("region", { name: "Selected items" });
  await bar.getByRole("button", { name: "Select all 102" }).click();
  await bar.getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "Drafted" }).click();
  await page.getByText("102 items changed").first().waitFor();
  const counts = async () => (await (await page.request.get(`${path}/counts`)).json()).statuses;
  expect(await counts()).toEqual({ drafted: 102 });
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByText("102 items deleted").first().waitFor();
  expect(await counts()).toEqual({});
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(counts).toEqual({ drafted: 102 });
});

test("A text that is too long is approved nowhere, and the page says by how much", async () => {
  const { page, add, stored } = await open();
  const more = { platform: "X (Twitter)", contentType: 3, status: "drafted" };
  const long = await add("Long", 0, { ...more, brief: "x".repeat(283) });
  const short = await add("Short", 0, { ...more, brief: "Five bolts" });
  const statuses = () => Promise.all([long, short].map(async (id) => (await stored(id)).status));
  await page.goto(`/content?view=board&item=${long}`);
  const panel = page.getByRole("dialog", { name: "Long" });
  const approve = panel.getByRole("button", { name: "Approve", exact: true });
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  const step = panel.getByRole("button", { name: "Approved" });
  expect(await step.getAttribute("aria-disabled")).toBe("true");
  // Not `click`, which waits for what is disabled.
  await step.dispatchEvent("click");
  await page.getByText("Shorten the text by 3 characters").first().waitFor();
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  const drafted = page.getByRole("region", { name: "Drafted", exact: true });
  await drafted.getByRole("link", { name: "Long" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.locator("[aria-live=assertive]").getByText("Long is back in Drafted").waitFor();
  expect(await statuses()).toEqual(["drafted", "drafted"]);

  for (const name of ["Long", "Short"]) await page.getByRole("checkbox", { name: `Select “${name}”` }).click();
  await page.getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "Approved" }).click();
  await page.getByText("1 text is too long for its channel.").first().waitFor();
  expect(await statuses()).toEqual(["drafted", "approved"]);
});

test("An item added by hand is in the calendar, and goes from it and comes back with its item", async () => {
  const { page, stored } = await open();
  await page.goto("/content?item=new");
  const form = page.getByRole("dialog", { name: "New item" });
  await form.getByLabel("Title").fill("Winter check");
  await form.getByRole("button", { name: "Add item" }).click();
  const panel = page.getByRole("dialog", { name: "Winter check" });
  await panel.getByRole("link", { name: "Open calendar entry" }).waitFor();
  const { calendarEntryId } = await stored(new URL(page.url()).searchParams.get("item") ?? "");
  const status = async () => (await page.request.get(`/api/calendar/entry/${calendarEntryId}`)).status();
  expect(await status()).toBe(200);
  await panel.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete item" }).click();
  await expect.poll(status).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(status).toBe(200);
});

test("The week moves an item to another day, and its calendar entry with it", async () => {
  const { page, add, send, stored } = await open();
  const id = await add("Advent post", 0);
  const before = await stored(id);
  const { entry } = await send("POST", "/api/calendar/entry", {
    enData: { type: "3010", title: "Advent post", start: before.plannedAt, end: before.plannedAt, outcomeId: id },
    activeLanguage: "en",
  });
  await page.goto("/content?view=week");
  await page.getByRole("button", { name: "Move “Advent post”" }).click();
  await page.getByRole("menuitem", { name: "Move one week later" }).click();
  await link(page, "Advent post").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Next week" }).click();
  await link(page, "Advent post").waitFor();
  const { plannedAt } = await stored(id);
  expect(Math.round((Date.parse(plannedAt) - Date.parse(before.plannedAt)) / 3_600_000 / 24)).toBe(7);
  const moved = await (await page.request.get(`/api/calendar/entry/${entry.id}`)).json();
  expect(moved.entry.start).toBe(plannedAt);
});

test("Write this opens the form of the workflow with the item filled in", async () => {
  const { page, add } = await open();
  const id = await add("Echo in the meeting room", 3, {
    platform: "LinkedIn",
    contentType: 100,
    brief: "It is the room.",
  });
  await page.goto(`/content?item=${id}`);
  await page.getByRole("link", { name: /^Write this/ }).click();
  await page.getByText("Filled in from your content item", { exact: true }).waitFor();
  expect(await page.getByLabel("Topic").inputValue()).toBe("Echo in the meeting room");
  expect(await page.getByLabel("Angle").inputValue()).toBe("It is the room.");
  expect(await page.getByLabel("Publish on").inputValue()).toMatch(/^\d\d? \p{L}{3,4} \d{4}$/u);
});

test.each<Look>([
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("At $width px the list, board, week and panel are accessible and fit the screen", async (look) => {
  const { page, add, complaints } = await open(look);
  const brief = "Salt eats a chain. ".repeat(30);
  for (const [at, status] of ["idea", "planned", "approved", "published"].entries())
    await add(`Brakes in the wet: what our 41 bikes showed ${at}`, at, {
      platform: "LinkedIn",
      contentType: 3,
      status,
    });
  const id = await add("Salt on the chain", 1, { platform: "X (Twitter)", contentType: 3, status: "drafted", brief });
  const faults: string[] = [];
  const inspect = async (name: string) => {
    await settled(page);
    faults.push(...(await pageFaults(page)), ...(await pageOverflow(page)));
    const folder = process.env["SCREENS_DIR"];
    const file = `content-${name}-${look.width}-${look.scheme}-${look.locale}.png`;
    if (folder) await page.screenshot({ path: `${folder}/${file}` });
  };
  const places = { list: "/content", board: "/content?view=board", week: "/content?view=week" };
  for (const [name, place] of Object.entries(places)) {
    await page.goto(place);
    await page.getByText("Salt on the chain").first().waitFor();
    await inspect(name);
    if (name === "week") continue;
    const row = page.locator(`[data-item="${id}"]`);
    await row.hover();
    await row.getByRole("checkbox").click();
    await page.locator(".bulk-bar").waitFor();
    await inspect(`${name}-ticked`);
  }
  await page.goto(`/content?item=${id}`);
  await page.getByRole("dialog").getByText("Salt on the chain").first().waitFor();
  await inspect("item");
  expect(faults).toEqual([]);
  const approve = page.getByRole("dialog").getByRole("button", { name: /^(Approve|Freigeben)$/ });
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  expect(complaints).toEqual([]);
});
