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
  expect(await page.getByLabel("Publish on").inputValue()).toMatch(/^\d\d\.\d\d\.\d{4}$/);
});

test.each<Look>([
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("At $width px the list, board, week and panel are accessible and fit the screen", async (look) => {
  const { page, add, complaints } = await open(look);
  const brief = "Salt eats a chain. ".repeat(30);
  const id = await add("Salt on the chain", 1, { platform: "X (Twitter)", contentType: 3, status: "drafted", brief });
  const faults: string[] = [];
  for (const place of ["/content", "/content?view=board", "/content?view=week", `/content?item=${id}`]) {
    await page.goto(place);
    await page.getByText("Salt on the chain").first().waitFor();
    await settled(page);
    faults.push(...(await pageFaults(page)), ...(await pageOverflow(page)));
  }
  expect(faults).toEqual([]);
  const approve = page.getByRole("dialog").getByRole("button", { name: /^(Approve|Freigeben)$/ });
  expect(await approve.getAttribute("aria-disabled")).toBe("true");
  expect(complaints).toEqual([]);
});
