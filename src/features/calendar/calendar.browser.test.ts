import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { hasFocus } from "#src/testing/keyboard.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

/** A page whose question about visits is answered already. */
async function openPage(): Promise<{ page: Page; complaints: string[] }> {
  const { context, complaints } = await openContext(product);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  return { page: await context.newPage(), complaints };
}

/** Point of the page at an hour of a day. */
async function pointAt(page: Page, day: string, hour: number): Promise<{ x: number; y: number }> {
  // The sheet scrolls to the hours of work once it is there.
  await settled(page);
  const box = await page.locator(`[data-column="${day}"]`).boundingBox();
  if (!box) throw new Error(`${day} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + (hour / 24) * box.height };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

/** What the server has between two days around the entry. */
async function stored(page: Page): Promise<{ title: string; start: string; end: string }[]> {
  const answer = await page.request.get(
    "/api/calendar/entry/preview?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z",
  );
  const { entries } = await answer.json();
  return entries.map(({ title, start, end }: Record<string, string>) => ({ title, start, end }));
}
const at = (day: string, from: string, to: string, title = "First call") => ({
  title,
  start: `2026-11-${day}T${from}:00.000Z`,
  end: `2026-11-${day}T${to}:00.000Z`,
});

test(
  "A calendar entry can be created by a click, moved by mouse and by keyboard, deleted and restored",
  { timeout: 120_000 },
  async () => {
    const { page, complaints } = await openPage();
    await register(page, "Mara Brandt");
    await page.goto("/calendar?view=week&date=2026-11-23");
    await page.getByRole("heading", { level: 1, name: /November 2026 Week 48/ }).waitFor();

    await page.locator(".CalendarPage_cal-sheet:not([aria-busy]) [data-column]").first().waitFor();
    const empty = await pointAt(page, "2026-11-24", 10.1);
    await page.mouse.click(empty.x, empty.y);
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Title").fill("First call");
    await panel.getByRole("radio", { name: "Sales" }).click();
    expect(await pageFaults(page)).toEqual([]);
    await panel.getByLabel("Title").focus();
    await page.keyboard.press("Enter");
    const entry = page.getByRole("button", { name: /First call/ });
    await entry.waitFor();
    expect(await stored(page)).toEqual([at("24", "09:00", "10:00")]);

    await drag(page, await pointAt(page, "2026-11-24", 10.25), await pointAt(page, "2026-11-26", 14.25));
    await expect.poll(() => stored(page)).toEqual([at("26", "13:00", "14:00")]);
    await page.getByText("Moved to Thu 26 Nov, 14:00").first().waitFor();
    expect(await panel.count()).toBe(0);

    await entry.focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("dialog", { name: "First call" });
    await card.getByText("Thu 26 Nov, 14:00 to 15:00").waitFor();
    await expect.poll(() => hasFocus(card.getByRole("button", { name: "Edit" }))).toBe(true);
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(entry)).toBe(true);
    await page.keyboard.press("Enter");
    await card.waitFor();
    await page.keyboard.press("Enter");
    await panel.getByLabel("Start time").fill("16:30");
    await page.keyboard.press("Enter");
    await expect.poll(() => stored(page)).toEqual([at("26", "15:30", "16:30")]);
    await panel.waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(entry)).toBe(true);
    expect(await pageFaults(page)).toEqual([]);

    await page.getByRole("radio", { name: "Month" }).click();
    await page.waitForURL(/view=month/);
    await page.locator(".cal-view-month").waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await entry.click();
    await panel.getByRole("button", { name: "Delete entry" }).click();
    await entry.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await entry.waitFor();
    await expect.poll(() => stored(page)).toEqual([at("26", "15:30", "16:30")]);

    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("n");
    await panel.getByLabel("Title").waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test("A calendar entry moves between hours and whole days, and Ctrl Z undoes the moves one after the other", async () => {
  const { page, complaints } = await openPage();
  await register(page, "Nora Feld");
  const data = { enData: { type: "1000", ...at("24", "09:00", "10:00") } };
  const headers = { origin: product.url };
  expect((await page.request.post("/api/calendar/entry", { data, headers })).status()).toBe(201);
  await page.goto("/calendar?view=week&date=2026-11-23");
  const entry = page.getByRole("button", { name: /First call/ });
  await entry.waitFor();
  const wholeDay = async (day: string): Promise<{ x: number; y: number }> => {
    const box = await page.locator(`.cal-allday [data-day="${day}"]`).boundingBox();
    if (!box) throw new Error("no such day");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const allDay = async (): Promise<boolean[]> => {
    const { entries } = await (
      await page.request.get("/api/calendar/entry/preview?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z")
    ).json();
    return entries.map((one: { allDay: boolean }) => one.allDay);
  };
  await drag(page, await pointAt(page, "2026-11-24", 10.25), await wholeDay("2026-11-26"));
  await page.getByText("Moved to Thu 26 Nov", { exact: true }).first().waitFor();
  expect(await stored(page)).toEqual([
    { ...at("26", "00:00", "00:00"), start: "2026-11-25T23:00:00.000Z", end: "2026-11-26T23:00:00.000Z" },
  ]);
  expect(await allDay()).toEqual([true]);
  await drag(page, await wholeDay("2026-11-26"), await pointAt(page, "2026-11-27", 14));
  await page.getByText("Moved to Fri 27 Nov, 14:00").first().waitFor();
  expect(await stored(page)).toEqual([at("27", "13:00", "14:00")]);
  expect(await allDay()).toEqual([false]);
  await page.keyboard.press("Control+z");
  await expect.poll(allDay).toEqual([true]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => stored(page)).toEqual([at("24", "09:00", "10:00")]);
  await page.keyboard.press("Control+z");
  await page.getByText("Change undone").first().waitFor();
  expect(await stored(page)).toEqual([at("24", "09:00", "10:00")]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** An entry at ten on Monday, 23 November, in Berlin, and as its rule says. */
async function addRecurring(page: Page, title: string, rrule: string): Promise<void> {
  const { start, end } = at("23", "09:00", "10:00");
  const entry = { type: "1020", title, start, end, timeZone: "Europe/Berlin", rrule };
  await page.request.post("/api/calendar/entry", { data: { enData: entry } });
}

test.each([1350, 375])(
  "Each occurrence of a recurring entry is read by itself and changed with the others (%i px)",
  async (width) => {
    const { page, complaints } = await openPage();
    await page.setViewportSize({ width, height: 850 });
    await register(page, "Mara Brandt");
    await addRecurring(page, "Weekly review", "FREQ=WEEKLY;COUNT=3");
    await page.goto(`/calendar?view=${width < 800 ? "agenda" : "month"}&date=2026-12-01`);
    const drawn = page.getByRole("button", { name: /Weekly review/ });
    const shown = width < 800 ? 1 : 2;
    await expect.poll(() => drawn.count()).toBe(shown);

    await drawn.last().click();
    const card = page.getByRole("dialog", { name: "Weekly review" });
    await card.getByText("Mon 7 Dec, 10:00 to 11:00").waitFor();
    await card.getByText("Repeats weekly").waitFor();
    expect(new URL(page.url()).searchParams.get("entry")).toMatch(/~2026-12-07T09:00:00\.000Z$/);
    expect(await pageFaults(page)).toEqual([]);
    await page.reload();
    await card.getByText("Mon 7 Dec, 10:00 to 11:00").waitFor();
    await card.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: "Entry", exact: true });
    await form.getByText("These are the times of the first occurrence.").waitFor();
    await form.getByLabel("Title").fill("Monday review");
    await form.getByRole("button", { name: "Save entry" }).click();
    await form.waitFor({ state: "detached" });
    const renamed = page.getByRole("button", { name: /Monday review/ });
    await expect.poll(() => renamed.count()).toBe(shown);
    expect(await drawn.count()).toBe(0);

    await renamed.first().click();
    await page.getByRole("dialog", { name: "Monday review" }).getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => renamed.count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => renamed.count()).toBe(shown);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test("Only the first occurrence of a recurring entry is dragged, and the others follow it", async () => {
  const { page } = await openPage();
  await register(page, "Mara Brandt");
  await addRecurring(page, "Daily check", "FREQ=DAILY;COUNT=3");
  await page.goto("/calendar?view=week&date=2026-11-23");
  await expect.poll(() => page.getByRole("button", { name: /^Daily check/ }).count()).toBe(3);
  const days = async () => (await stored(page)).map((one) => one.start.slice(8, 16));
  await drag(page, await pointAt(page, "2026-11-24", 10.25), await pointAt(page, "2026-11-28", 14.25));
  await settled(page);
  expect(await days()).toEqual(["23T09:00", "24T09:00", "25T09:00"]);
  await page.keyboard.press("Escape");
  await drag(page, await pointAt(page, "2026-11-23", 10.25), await pointAt(page, "2026-11-26", 14.25));
  await expect.poll(days).toEqual(["26T13:00", "27T13:00", "28T13:00"]);
  await expect.poll(() => page.locator('[data-column="2026-11-28"] [data-entry]').count()).toBe(1);
  await page.context().close();
});

test("An open calendar entry has an address, which Back leaves, and typed changes are asked about", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  const data = { enData: { type: "1000", ...at("24", "09:00", "10:00") } };
  const headers = { origin: product.url };
  const { id } = (await (await page.request.post("/api/calendar/entry", { data, headers })).json()).entry;
  await page.goto("/calendar?view=week&date=2026-11-23");
  const panel = page.getByRole("dialog");
  await page.getByRole("button", { name: /First call/ }).click();
  const edit = panel.getByRole("button", { name: "Edit" });
  await edit.waitFor();
  const closed = "/calendar?view=week&date=2026-11-23";
  const address = (): string => new URL(page.url()).pathname + new URL(page.url()).search;
  expect(address()).toBe(`${closed}&entry=${id}`);
  await page.goBack();
  await panel.waitFor({ state: "detached" });
  expect(address()).toBe(closed);
  await page.goForward();
  await edit.click();
  await panel.getByLabel("Title").fill("Second call");
  await page.goBack();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Discard" }).click();
  await panel.waitFor({ state: "detached" });
  await expect.poll(address).toBe(closed);

  await page.context().close();
});

test("A pasted address of an entry opens its card in sight, whose form a reload keeps open with what is typed", async () => {
  const { page, complaints } = await openPage();
  await register(page, "Nora Feld");
  await page.setViewportSize({ width: 1350, height: 560 });
  const data = { enData: { type: "1000", ...at("24", "21:00", "22:00") } };
  const headers = { origin: product.url };
  const { id } = (await (await page.request.post("/api/calendar/entry", { data, headers })).json()).entry;
  const closed = "/calendar?view=week&date=2026-11-23";
  const address = (): string => new URL(page.url()).pathname + new URL(page.url()).search;
  const card = page.getByRole("dialog", { name: "First call" });
  const edit = card.getByRole("button", { name: "Edit" });
  const entry = page.getByRole("button", { name: /First call/ });
  await page.goto(`${closed}&entry=${id}`);
  await expect.poll(() => hasFocus(edit)).toBe(true);
  await settled(page);
  const box = await entry.boundingBox();
  expect([box && box.y > 200, box && box.y + box.height <= 560]).toEqual([true, true]);
  expect(await pageFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  await expect.poll(address).toBe(closed);
  await expect.poll(() => hasFocus(entry)).toBe(true);

  await page.goto(`${closed}&entry=${id}`);
  await edit.click();
  const title = page.getByRole("dialog", { name: "Entry" }).getByLabel("Title");
  await title.fill("Second call");
  // It is kept a moment after the last key.
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).toContain("Second call");
  page.on("dialog", (question) => void question.accept());
  await page.reload();
  await expect.poll(() => title.inputValue().catch(() => "")).toBe("Second call");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await title.waitFor({ state: "detached" });
  await expect.poll(address).toBe(closed);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("The address of an entry that the grid does not show opens its form", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  const headers = { origin: product.url };
  const ids: string[] = [];
  for (const hour of ["09", "10", "11", "12"]) {
    const data = { enData: { type: "1000", ...at("24", `${hour}:00`, `${hour}:30`, `Call at ${hour}`) } };
    ids.push((await (await page.request.post("/api/calendar/entry", { data, headers })).json()).entry.id);
  }
  const title = page.getByRole("dialog", { name: "Entry" }).getByLabel("Title");
  for (const rest of ["view=month&date=2026-11-24", "view=week&date=2026-12-07", "view=agenda&date=2027-03-01"]) {
    await page.goto(`/calendar?${rest}&entry=${ids[3]}`);
    await expect.poll(() => title.inputValue().catch(() => "")).toBe("Call at 12");
  }
  await page.context().close();
});

test("What is pressed beside an entry that a link has opened takes its place, and closing that leaves nothing open", async () => {
  const { page, entry, card } = await openTwoEntries();
  const id = await entry("First call").getAttribute("data-entry");
  await page.goto("/dashboard");
  await page.goto(`/calendar?view=week&date=2026-11-23&entry=${id}`);
  await card("First call").waitFor();
  await entry("Second call").click();
  await card("Second call").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).search).toBe("?view=week&date=2026-11-23");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.goBack();
  await page.waitForURL(/\/dashboard/);
  await page.context().close();
});

test("A calendar entry is read beside it: another one takes its place, and a press elsewhere closes it and does no more", async () => {
  const { page, complaints } = await openPage();
  await register(page, "Nora Feld");
  const headers = { origin: product.url };
  const ids: string[] = [];
  for (const [day, title] of [
    ["24", "First call"],
    ["28", "Second call"],
  ] as const) {
    const more = {
      location: "Pier 3",
      notes: "Bring the offer.",
      attendees: [{ name: "Ute Kern", email: "u@example.com" }],
    };
    const data = { enData: { type: "4000", ...at(day, "09:00", "10:00", title), ...more } };
    ids.push((await (await page.request.post("/api/calendar/entry", { data, headers })).json()).entry.id);
  }
  await page.goto("/dashboard");
  await page.goto("/calendar?view=week&date=2026-11-23");
  const card = (name: string) => page.getByRole("dialog", { name });
  await page.getByRole("button", { name: /First call/ }).click();
  await card("First call").getByText("Bring the offer.").waitFor();
  for (const says of ["Tue 24 Nov, 10:00 to 11:00", "Pier 3", "Ute Kern"])
    await card("First call").getByText(says).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: /Second call/ }).click();
  await card("Second call").waitFor();
  await card("First call").waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("entry")).toBe(ids[1]);

  const empty = await pointAt(page, "2026-11-25", 14.1);
  await page.mouse.click(empty.x, empty.y);
  await card("Second call").waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("?view=week&date=2026-11-23");
  expect(await page.getByRole("dialog").count()).toBe(0);
  // Both readings were one step: Back leaves the calendar.
  await page.goBack();
  await page.waitForURL(/\/dashboard/);
  await page.goForward();

  await page.getByRole("button", { name: /First call/ }).click();
  await card("First call").getByRole("button", { name: "Delete entry" }).click();
  await page.getByRole("button", { name: /First call/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /First call/ }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Two entries in the week of 23 November, and a page that shows it. */
async function openTwoEntries() {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  await page.clock.setFixedTime("2026-11-25T08:20:00Z");
  const headers = { origin: product.url };
  for (const [day, title] of [
    ["24", "First call"],
    ["28", "Second call"],
  ] as const) {
    const data = { enData: { type: "4000", ...at(day, "09:00", "10:00", title) } };
    expect((await page.request.post("/api/calendar/entry", { data, headers })).status()).toBe(201);
  }
  await page.goto("/dashboard");
  await page.goto("/calendar?view=week&date=2026-11-23");
  const entry = (name: string) => page.getByRole("button", { name: new RegExp(name) });
  const card = (name: string) => page.getByRole("dialog", { name });
  await entry("First call").waitFor();
  await settled(page);
  return { page, entry, card };
}

test("Beside an entry that is read, what is pressed opens and keeps the focus", async () => {
  const { page, entry, card } = await openTwoEntries();
  await entry("First call").click();
  await card("First call").waitFor();
  await entry("Second call").click();
  await card("First call").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(card("Second call").getByRole("button", { name: "Edit" }))).toBe(true);
  await page.getByRole("button", { name: "New entry" }).click();
  await card("Second call").waitFor({ state: "detached" });
  const title = card("New entry").getByLabel("Title");
  await expect.poll(() => hasFocus(title)).toBe(true);
  await page.keyboard.press("Escape");
  await card("New entry").waitFor({ state: "detached" });

  const empty = await pointAt(page, "2026-11-25", 11.1);
  await page.mouse.click(empty.x, empty.y);
  await title.waitFor();
  await entry("First call").click();
  await card("New entry").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(card("First call").getByRole("button", { name: "Edit" }))).toBe(true);
  // A drag beside it closes it and makes no entry.
  await drag(page, await pointAt(page, "2026-11-27", 11), await pointAt(page, "2026-11-27", 12));
  await card("First call").waitFor({ state: "detached" });
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.context().close();
});

test("An entry that is read closes with another week and leaves Back no second step, and a deleted one never opens its form", async () => {
  const { page, entry, card } = await openTwoEntries();
  await entry("First call").click();
  await card("First call").waitFor();
  await page.getByLabel("Next week").click();
  await card("First call").waitFor({ state: "detached" });
  await page.waitForURL(/date=2026-11-30/);
  await page.goBack();
  await page.waitForURL(/\/calendar\?view=week&date=2026-11-23$/);
  await page.goBack();
  await page.waitForURL(/\/dashboard/);
  await page.goForward();

  // Two presses of Escape in one moment close it once.
  await entry("First call").click();
  await card("First call").waitFor();
  await page.evaluate(() => {
    const escape = (): boolean =>
      (document.activeElement ?? document).dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
      );
    escape();
    escape();
  });
  await card("First call").waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("?view=week&date=2026-11-23");

  await page.evaluate(() => {
    Reflect.set(globalThis, "forms", 0);
    new MutationObserver(() => {
      if (document.querySelector(".cal-panel, [class*='cal-panel ']")) Reflect.set(globalThis, "forms", 1);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await entry("First call").click();
  await card("First call").getByRole("button", { name: "Delete entry" }).click();
  await entry("First call").waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("?view=week&date=2026-11-23");
  expect(await page.evaluate(() => Reflect.get(globalThis, "forms"))).toBe(0);
  await page.context().close();
});

test("On a page that becomes narrow what is read becomes a page, and a form keeps what is typed", async () => {
  const { page, entry, card } = await openTwoEntries();
  await entry("First call").click();
  await card("First call").getByRole("button", { name: "Close" }).waitFor();
  await page.setViewportSize({ width: 390, height: 850 });
  await card("First call").getByRole("button", { name: "Back" }).waitFor();
  await card("First call").getByRole("button", { name: "Edit" }).click();
  const title = card("Entry").getByLabel("Title");
  await title.fill("First call, typed");
  await page.setViewportSize({ width: 1350, height: 850 });
  await page.getByRole("button", { name: "Support", exact: true }).waitFor();
  expect(await title.inputValue()).toBe("First call, typed");
  await page.context().close();
});

test("On a phone an entry is read as a page with an arrow back, and its form is one press away", async () => {
  const { page, entry, card } = await openTwoEntries();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/calendar?view=agenda&date=2026-11-23");
  const address = (): string => new URL(page.url()).search;
  await entry("First call").click();
  await card("First call").getByText("Tue 24 Nov, 10:00 to 11:00").waitFor();
  expect(address()).toMatch(/&entry=/);
  const box = await card("First call").boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 375, 812]);
  expect(await pageFaults(page)).toEqual([]);
  await card("First call").getByRole("button", { name: "Back" }).click();
  await card("First call").waitFor({ state: "detached" });
  await expect.poll(address).toBe("?view=agenda&date=2026-11-23");
  await expect.poll(() => hasFocus(entry("First call"))).toBe(true);

  // The way back of the browser does the same.
  await entry("First call").click();
  await card("First call").waitFor();
  await page.goBack();
  await card("First call").waitFor({ state: "detached" });
  expect(address()).toBe("?view=agenda&date=2026-11-23");

  await entry("First call").click();
  await card("First call").getByRole("button", { name: "Edit" }).click();
  await page.keyboard.press("Escape");
  await card("Entry").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(entry("First call"))).toBe(true);
  await entry("First call").click();
  await card("First call").getByRole("button", { name: "Edit" }).click();
  await card("Entry").getByLabel("Title").fill("Third call");
  await card("Entry").getByRole("button", { name: "Save" }).click();
  await entry("Third call").waitFor();
  await expect.poll(address).toBe("?view=agenda&date=2026-11-23");
  await entry("Third call").click();
  await card("Third call").getByRole("button", { name: "Delete entry" }).click();
  await entry("Third call").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(page.getByRole("heading", { level: 1 }))).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await entry("Third call").waitFor();

  // What a link has opened leaves the focus at its line, too.
  await page.goto(
    `/calendar?view=agenda&date=2026-11-23&entry=${await entry("Third call").getAttribute("data-entry")}`,
  );
  await card("Third call").getByRole("button", { name: "Back" }).click();
  await card("Third call").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(entry("Third call"))).toBe(true);
  await page.context().close();
});

test.each([
  ["month", "Third call"],
  // Its week ends before the entry begins: the form opens.
  ["week", "Entry"],
])("A phone that is turned keeps open what was read, where wide pages show the %s", async (firstView, dialog) => {
  const { page, entry, card } = await openTwoEntries();
  const send = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers: { origin: product.url } })).json();
  await send("/api/user/settings", { calendarSettings: { firstView } });
  const times = { start: "2027-01-12T09:00:00Z", end: "2027-01-12T10:00:00Z" };
  const made = await send("/api/calendar/entry", { enData: { type: "4000", title: "Third call", ...times } });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/calendar?date=2026-12-28");
  await entry("Third call").click();
  await card("Third call").getByRole("button", { name: "Back" }).waitFor();
  await page.setViewportSize({ width: 812, height: 600 });
  await card(dialog).getByRole("button", { name: "Close" }).waitFor();
  await settled(page);
  expect(await card(dialog).count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("entry")).toBe(made.entry.id);
  await page.context().close();
});

test("An entry of the agenda is read in a card below its line, which another one replaces", async () => {
  const { page, entry, card } = await openTwoEntries();
  await page.goto("/calendar?view=agenda&date=2026-11-23");
  await entry("First call").click();
  await card("First call").waitFor();
  const [line, box] = [await entry("First call").boundingBox(), await card("First call").boundingBox()];
  expect(line && box && box.y >= line.y + line.height).toBe(true);
  expect(line && box && box.x >= line.x).toBe(true);
  await page.keyboard.press("Escape");
  await card("First call").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(entry("First call"))).toBe(true);
  await entry("Second call").click();
  await card("Second call").waitFor();
  await entry("First call").click();
  await card("First call").waitFor();
  await card("Second call").waitFor({ state: "detached" });
  await page.goBack();
  await card("First call").waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?view=agenda&date=2026-11-23");
  await page.context().close();
});

test("A new entry asked for by the palette in another week opens within the window", async () => {
  const { page, card } = await openTwoEntries();
  await page.getByLabel("Next week").click();
  await page.waitForURL(/date=2026-11-30/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("New entry");
  await page
    .getByRole("option", { name: /New entry|New calendar entry/ })
    .first()
    .click();
  await card("New entry").getByLabel("Title").waitFor();
  await settled(page);
  const box = await card("New entry").boundingBox();
  expect([box && box.x >= 0, box && box.x + box.width <= 1350]).toEqual([true, true]);
  await page.context().close();
});

test("A new entry is begun from another page while Support stays open", async () => {
  const { page, card } = await openTwoEntries();
  await page.getByRole("button", { name: "Support", exact: true }).click();
  const support = page.locator(".Support_support-popup");
  await support.waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("New entry");
  await page
    .getByRole("option", { name: /New entry|New calendar entry/ })
    .first()
    .click();
  await card("New entry").getByLabel("Title").waitFor();
  expect(await support.isVisible()).toBe(true);
  await page.context().close();
});

test("A new entry begins in sight within the hours of work, and after these on the next working day", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  await page.setViewportSize({ width: 1350, height: 560 });
  await page.clock.setFixedTime("2026-11-25T14:20:00Z");
  await page.goto("/calendar?view=week&date=2026-11-23");
  const grid = page.locator(".CalendarPage_cal-sheet:not([aria-busy]) [data-column]").first();
  await grid.waitFor();
  await settled(page);
  await page.getByRole("button", { name: "New entry" }).click();
  const dialog = page.getByRole("dialog", { name: "New entry" });
  await dialog.getByText("Wed 25 Nov, 16:00 to 17:00").waitFor();
  const slot = await page.locator("[data-slot]").boundingBox();
  expect([slot && slot.y > 150, slot && slot.y + slot.height <= 560]).toEqual([true, true]);
  await dialog.getByLabel("Title").fill("Late call");
  await page.keyboard.press("Enter");
  await expect.poll(() => stored(page)).toEqual([at("25", "15:00", "16:00", "Late call")]);

  // Friday evening: Monday is in no slot of this week, so the form opens.
  await page.clock.setFixedTime("2026-11-27T19:20:00Z");
  await page.reload();
  await grid.waitFor();
  await page.getByRole("button", { name: "New entry" }).click();
  expect(await dialog.getByRole("textbox", { name: "First day" }).inputValue()).toBe("30 Nov 2026");
  expect(await dialog.getByLabel("Start time").inputValue()).toBe("09:00");
  await page.context().close();
});

test("More options opens the whole form with what was typed beside the slot", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  await page.goto("/calendar?view=week&date=2026-11-23");
  await page.locator(".CalendarPage_cal-sheet:not([aria-busy]) [data-column]").first().waitFor();
  const empty = await pointAt(page, "2026-11-24", 10.1);
  await page.mouse.click(empty.x, empty.y);
  const dialog = page.getByRole("dialog", { name: "New entry" });
  await dialog.getByLabel("Title").fill("First call");
  await dialog.getByRole("radio", { name: "Personal" }).click();
  await dialog.getByRole("button", { name: "More options" }).click();
  await dialog.getByLabel("Start time").waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("First call");
  expect(await dialog.getByLabel("Start time").inputValue()).toBe("10:00");
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => stored(page)).toEqual([at("24", "09:00", "10:00")]);

  // The form leaves in sight the day that it is about.
  const sunday = await pointAt(page, "2026-11-29", 10.1);
  await page.mouse.click(sunday.x, sunday.y);
  await dialog.getByRole("button", { name: "More options" }).click();
  await dialog.getByLabel("Start time").waitFor();
  const [panel, day] = [await dialog.boundingBox(), await page.locator('[data-column="2026-11-29"]').boundingBox()];
  expect(panel && day && panel.x + panel.width <= day.x).toBe(true);
  await page.context().close();
});

test("On a phone the week view starts with today visible", async () => {
  const { page } = await openPage();
  await register(page, "Mara Brandt");
  await page.setViewportSize({ width: 375, height: 812 });
  // A Sunday: the last of the seven columns.
  await page.clock.setFixedTime("2026-11-22T09:00:00Z");
  await page.goto("/calendar?view=week");
  const today = page.locator(".cal-view-week [aria-current=date]");
  await today.waitFor();
  await settled(page);
  const box = await today.boundingBox();
  expect([box && box.x >= 0, box && box.x + box.width <= 375]).toEqual([true, true]);
  await page.context().close();
});

test("A calendar entry changed elsewhere is updated when the page gets the focus, and a move that fails is reverted", async () => {
  const { page } = await openPage();
  await register(page, "Jonas Weber");
  const headers = { origin: product.url };
  const sent = await page.request.post("/api/calendar/entry", {
    data: { enData: { type: "1000", ...at("24", "09:00", "10:00") } },
    headers,
  });
  const { id } = (await sent.json()).entry;
  await page.goto("/calendar?view=week&date=2026-11-23");
  const column = (day: string) => page.locator(`[data-column="${day}"]`).getByRole("button", { name: /First call/ });
  await column("2026-11-24").waitFor();
  const later = { id, start: "2026-11-25T09:00:00Z", end: "2026-11-25T10:00:00Z" };
  await page.request.patch("/api/calendar/entry", { data: later, headers });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await column("2026-11-25").waitFor();

  await drag(page, await pointAt(page, "2026-11-25", 10.25), await pointAt(page, "2026-11-26", 10.25));
  // What tells a person of a failure comes with the first message.
  await page
    .getByText(/^Moved to/)
    .first()
    .waitFor();
  await page.context().setOffline(true);
  await drag(page, await pointAt(page, "2026-11-26", 10.25), await pointAt(page, "2026-11-27", 12.25));
  await page.getByText("No connection").first().waitFor();
  await column("2026-11-26").waitFor();
  await page.context().setOffline(false);
  await page.context().close();
});

test("Leaving the calendar asks before it discards an entry that is being written", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  await page
    .getByRole("link", { name: /^Calendar/ })
    .first()
    .click();
  await page.getByRole("button", { name: "New entry" }).click();
  await page.getByRole("button", { name: "More options" }).click();
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.fill("Half a sentence");
  await page.evaluate(() => history.back());
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("Half a sentence");
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(/\/dashboard/);
  await page.context().close();
});

test("A field of a calendar entry that the server refuses gets the focus", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  await page.goto("/calendar");
  await page.getByRole("button", { name: "New entry" }).click();
  await page.getByRole("button", { name: "More options" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Title").fill("First call");
  await panel.getByLabel(/^Link/).fill("https://two words.example");
  await panel.getByRole("button", { name: "Add entry" }).click();
  await panel.getByText("Link isn't valid").waitFor();
  await expect.poll(() => hasFocus(panel.getByLabel(/^Link/))).toBe(true);
  await page.context().close();
});

test("A calendar entry that is saved late leaves the entry open that was opened in the meantime", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  const headers = { origin: product.url };
  for (const [day, title] of [
    ["24", "First call"],
    ["25", "Second call"],
  ] as const) {
    const data = { enData: { type: "1000", ...at(day, "09:00", "10:00", title) } };
    expect((await page.request.post("/api/calendar/entry", { data, headers })).status()).toBe(201);
  }
  let letThrough = (): void => {};
  const held = new Promise<void>((done) => (letThrough = done));
  await page.route("**/api/calendar/entry", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue();
  });
  await page.goto("/calendar?view=week&date=2026-11-23");
  const panel = page.getByRole("dialog");
  const edit = panel.getByRole("button", { name: "Edit" });
  await page.getByRole("button", { name: /First call/ }).click();
  await edit.click();
  await panel.getByLabel("Title").fill("First call, moved");
  await panel.getByRole("button", { name: "Save" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await panel.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /Second call/ }).click();
  await edit.click();
  await panel.getByLabel("Title").fill("Second call, with Deniz");
  letThrough();
  await page.getByText("Entry changed").first().waitFor();
  expect(await panel.getByLabel("Title").inputValue()).toBe("Second call, with Deniz");
  // What was typed there is still asked about.
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("alertdialog").waitFor();
  await page.context().close();
});

test("A calendar entry that was deleted elsewhere disappears when deleting it fails", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  const headers = { origin: product.url };
  const data = { enData: { type: "1000", ...at("24", "09:00", "10:00") } };
  const { id } = (await (await page.request.post("/api/calendar/entry", { data, headers })).json()).entry;
  await page.goto("/calendar?view=week&date=2026-11-23");
  const entry = page.getByRole("button", { name: /First call/ });
  await entry.click();
  await page.getByRole("dialog", { name: "First call" }).waitFor();
  await page.request.delete("/api/calendar/entry", { data: { enData: { entryId: id } }, headers });
  await page.getByRole("button", { name: "Delete entry" }).click();
  await page.getByText("Couldn't delete the entry").first().waitFor();
  await entry.waitFor({ state: "detached" });
  await page.context().close();
});

test("In a month a content entry shows its title first and its network as a mark with a name", async () => {
  const { page } = await openPage();
  await register(page, "Nora Feld");
  const headers = { origin: product.url };
  for (const title of ["LinkedIn: Five bolts that fail first", "Approval: five bolts"]) {
    const data = { enData: { type: "3010", ...at("24", "09:00", "10:00", title) } };
    expect((await page.request.post("/api/calendar/entry", { data, headers })).status()).toBe(201);
  }
  await page.goto("/calendar?view=month&date=2026-11-24");
  const entry = page.getByRole("button", { name: /^Five bolts that fail first\s*, LinkedIn\s*, 10:00/ });
  await entry.waitFor();
  expect(await entry.locator(".cal-title").textContent()).toBe("Five bolts that fail first");
  expect(await entry.locator("[aria-hidden]", { hasText: "in" }).isVisible()).toBe(true);
  expect(await entry.getAttribute("title")).toBe("LinkedIn: Five bolts that fail first, 10:00 to 11:00");
  await page.getByRole("button", { name: /^Approval: five bolts\s*, 10:00/ }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  // In a week there is room for the words.
  await page.goto("/calendar?view=week&date=2026-11-24");
  await page.getByRole("button", { name: /^LinkedIn: Five bolts that fail first/ }).waitFor();
  await page.context().close();
});
