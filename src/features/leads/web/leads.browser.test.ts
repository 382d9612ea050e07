import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Look,
  openContext,
  openServedProduct,
  password,
  register,
  type ServedProduct,
} from "#src/testing/browser.ts";
import { hasFocus } from "#src/testing/keyboard.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const stages = ["new", "contacted", "meeting", "offer"];

/** Leads named `Lead 000`, `Lead 001`, …, each fourth in the same stage. */
async function addLeads(page: Page, count: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, at) => ({
    name: `Lead ${String(at).padStart(3, "0")}`,
    stage: stages[at % stages.length],
    score: at % 101,
    doNotContact: at % 7 === 6,
    lastContactAt: at % 3 === 0 ? null : "2026-01-05T10:00:00Z",
    nextStep: "First call",
  }));
  const answer = await page.request.post("/api/leads", {
    data: { enData: { leads } },
    headers: { origin: product.url },
  });
  expect(answer.status()).toBe(201);
}

async function openLeads(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  const email = await register(page);
  // The question about counting visits would stand over what is clicked.
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  return { context, page, complaints, email };
}

const rows = (page: Page) => page.locator("tbody [role=row]:not([aria-hidden])");
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

test("A lead can be created, found, changed together with others, deleted and restored", async () => {
  const { context, page, complaints } = await openLeads();
  await page.goto("/leads");
  await page.getByText("No leads yet").waitFor();
  const panel = page.getByRole("dialog", { name: "New lead" });
  await page.keyboard.press("n");
  await panel.waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New lead" }).first().click();
  const name = panel.getByLabel("Name", { exact: true });
  await panel.getByRole("button", { name: "Add lead" }).click();
  await panel.getByText("Name is a required field").waitFor();
  await expect.poll(() => hasFocus(name)).toBe(true);
  await name.fill("Kiezkorb Lieferservice");
  await panel.getByLabel("Email").fill("deniz@kiezkorb.example");
  await panel.getByRole("button", { name: "Add lead" }).click();
  await row(page, "Kiezkorb Lieferservice").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");

  await addLeads(page, 260);
  await page.reload();
  await page.getByRole("main").getByText("261 leads", { exact: true }).waitFor();
  expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("262");
  expect(await rows(page).count()).toBeLessThan(80);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("checkbox", { name: "Offer" }).click();
  await page.waitForURL((url) => url.searchParams.get("stage") === "offer");
  await page.keyboard.press("Escape");
  await page.getByText("65 of 261").waitFor();
  await page.getByRole("button", { name: "Company" }).click();
  await page.waitForURL((url) => url.searchParams.get("sort") === "name");
  await page.reload();
  await page.getByText("65 of 261").waitFor();
  expect(await rows(page).first().getByRole("link").innerText()).toBe("Lead 003");
  expect(await pageFaults(page)).toEqual([]);

  await page.getByRole("checkbox", { name: "Select Lead 003" }).click();
  await page.getByRole("checkbox", { name: "Select Lead 011" }).click({ modifiers: ["Shift"] });
  await page.getByText("3 selected").waitFor();
  await page.getByRole("button", { name: "Set stage" }).click();
  await page.getByRole("menuitem", { name: "Won" }).click();
  await page.getByText("3 leads changed").first().waitFor();
  expect(await rows(page).getByText("Won").count()).toBe(3);
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("3 leads deleted").first().waitFor();
  await page.getByText("62 of 258").waitFor();
  expect(await row(page, "Lead 007").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("65 of 261").waitFor();
  expect(await rows(page).nth(1).getByRole("link").innerText()).toBe("Lead 007");

  await page.goBack();
  await page.waitForURL((url) => url.search === "?stage=offer");
  await page.goBack();
  await page.waitForURL((url) => url.search === "");
  await page.getByRole("main").getByText("261 leads", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("Leads can be used by keyboard, and a field that is edited gives its own change up before the record closes", async () => {
  const { context, page, complaints } = await openLeads();
  await addLeads(page, 40);
  await page.goto("/leads?sort=name");
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect.poll(() => row(page, "Lead 001").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("41");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Lead 039" });
  await panel.getByRole("tab", { name: "Details" }).click();
  const button = panel.getByRole("button", { name: "Edit Next step" });
  const field = panel.getByRole("textbox", { name: "Next step" });
  await button.click();
  await field.fill("Call again");
  expect(await pageFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(button)).toBe(true);
  expect(await button.innerText()).toContain("First call");
  await page.keyboard.press("Enter");
  await field.fill("Call again");
  await page.keyboard.press("Enter");
  await expect.poll(() => row(page, "Lead 039").innerText()).toContain("Call again");
  await expect.poll(() => hasFocus(button)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => panel.count()).toBe(0);
  // The focus goes back to the row a moment after the panel has gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("41");
  await page.keyboard.press("/");
  await page.keyboard.type("039");
  await page.getByText("1 of 40").waitFor();

  await row(page, "Lead 039").getByRole("link").click();
  await panel.getByRole("tab", { name: "Messages" }).click();
  await panel.getByRole("button", { name: "New message" }).click();
  await panel.getByLabel("Subject").fill("Fourteen bikes");
  await panel.getByRole("button", { name: "Add message" }).click();
  await panel.getByRole("button", { name: "Open Fourteen bikes" }).waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Outreach" }).click();
  await expect.poll(() => page.locator("nav[aria-label=Views] [aria-current]").allInnerTexts()).toEqual(["Outreach"]);
  await page.getByRole("button", { name: "Open Fourteen bikes" }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Good day");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Message saved").first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("While leads are sorted or narrowed, the rows before stay in sight and the focus stays on what was pressed", async () => {
  const { context, page, complaints } = await openLeads();
  await addLeads(page, 30);
  await page.goto("/leads");
  await row(page, "Lead 000").waitFor();
  const table = await page.getByRole("grid").elementHandle();
  const gate = Promise.withResolvers<void>();
  await page.route("**/api/leads?*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  const sort = page.locator("thead th:nth-child(2) button");
  await sort.click();
  // The head answers at once, the rows with the server.
  await page.locator("th[aria-sort=ascending]").waitFor();
  expect(await page.getByRole("grid").getAttribute("aria-busy")).toBe("true");
  expect(await rows(page).count()).toBeGreaterThan(10);
  // Rows of the order before are looked at, not worked with.
  await row(page, "Lead 001").locator(".check").dispatchEvent("click");
  expect(await page.locator("[role=row][aria-selected=true]").count()).toBe(0);
  gate.resolve();
  await page.locator("[role=grid]:not([aria-busy])").waitFor();
  expect(await hasFocus(sort)).toBe(true);
  expect(await table?.evaluate((element) => element.isConnected)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("All leads can be ticked while a page of them is on its way", async () => {
  const { context, page, complaints } = await openLeads();
  await addLeads(page, 250);
  await page.goto("/leads");
  await row(page, "Lead 249").or(row(page, "Lead 000")).first().waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route("**/api/leads?*cursor=*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.locator("thead .check").click();
  const asked = page.waitForRequest("**/api/leads?*cursor=*");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await asked;
  await page.getByRole("button", { name: "Select all 250" }).click();
  // The page still answers.
  expect(await page.evaluate(() => 1 + 1)).toBe(2);
  gate.resolve();
  await page.getByText("250 selected").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("An outreach message being written survives the end of the session, whether it is new or saved", async () => {
  const { context, page, email } = await openLeads();
  await addLeads(page, 1);
  const panel = page.getByRole("dialog", { name: "Lead 000" });
  /** The session ends, the button says so, and the person comes back. */
  const comeBackFrom = async (button: string) => {
    await product.database.db.deleteFrom("session").execute();
    await panel.getByRole("button", { name: button }).first().click();
    await page.waitForURL((url) => url.pathname === "/pioneers/signin");
    const form = page.locator("form").filter({ has: page.locator("input[autocomplete=current-password]") });
    await form.locator("input[type=email]").fill(email);
    await form.locator("input[type=password]").fill(password);
    await form.locator("button[type=submit]").click();
    await page.waitForURL((url) => url.pathname === "/leads");
    await panel.getByLabel("Subject").waitFor();
  };
  await page.goto("/leads");
  await row(page, "Lead 000").getByRole("link").click();
  await panel.getByRole("tab", { name: "Messages" }).click();
  await panel.getByRole("button", { name: "New message" }).click();
  await panel.getByLabel("Subject").fill("Fourteen bikes");
  await panel.getByRole("textbox", { name: "Message" }).fill("Good day");
  await comeBackFrom("Add message");
  expect(await panel.getByLabel("Subject").inputValue()).toBe("Fourteen bikes");
  expect(await panel.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Good day");
  await panel.getByRole("button", { name: "Add message" }).click();
  await panel.getByRole("button", { name: "Open Fourteen bikes" }).click();
  await panel.getByRole("textbox", { name: "Message" }).fill("Good day, Ms Ribeiro");
  await comeBackFrom("Save");
  expect(await panel.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Good day, Ms Ribeiro");
  await panel.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("Message saved").first().waitFor();
  // What was sent is kept no longer.
  await page.reload();
  await panel.getByRole("button", { name: "Open Fourteen bikes" }).waitFor();
  expect(await panel.getByLabel("Subject").count()).toBe(0);
  await context.close();
});

test("The form of a new outreach message does not move when the other messages load", async () => {
  const { context, page } = await openLeads();
  await addLeads(page, 1);
  const [lead] = (await (await page.request.get("/api/leads")).json()).leads;
  await page.request.post("/api/leads/outreach/insights", {
    data: { enData: { insights: [{ leadId: lead.id, subject: "Fourteen bikes" }] } },
    headers: { origin: product.url },
  });
  let arrive = (): void => {};
  const isWanted = new Promise<void>((done) => (arrive = done));
  await page.route("**/api/leads/outreach/insights?*", async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto("/leads");
  await row(page, "Lead 000").getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Lead 000" });
  await panel.getByRole("tab", { name: "Messages" }).click();
  await panel.getByRole("button", { name: "New message" }).click();
  const button = panel.getByRole("button", { name: "Add message" });
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  arrive();
  await panel.getByRole("button", { name: "Open Fourteen bikes" }).waitFor();
  expect(await button.boundingBox()).toEqual(before);
  await context.close();
});

test.each<Look>([{ width: 1350 }, { width: 375 }])(
  "At $width px the consent banner does not cover the actions for selected leads",
  async (look) => {
    const { context, page } = await openLeads(look);
    await addLeads(page, 6);
    await page.evaluate(() => localStorage.removeItem("trackingConsent"));
    await page.goto("/leads");
    await page.getByRole("button", { name: "Decline" }).waitFor();
    await rows(page).first().getByRole("checkbox").click();
    const bar = page.getByRole("region", { name: "Selected leads" });
    await bar.waitFor();
    const covered = await bar.getByRole("button").evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        button.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { x, y, width, height } = button.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return button.contains(top) ? [] : [button.textContent];
      }),
    );
    expect(covered).toEqual([]);
    await context.close();
  },
);

test("A bulk deletion that fails half-way says how many leads it deleted and can be undone", async () => {
  const { context, page } = await openLeads();
  await addLeads(page, 500);
  await addLeads(page, 40);
  await page.goto("/leads");
  const all = page.getByRole("main").getByText("540 leads", { exact: true });
  await all.waitFor();
  await page.getByRole("checkbox", { name: "Select all loaded leads" }).click();
  await page.getByRole("button", { name: "Select all 540" }).click();
  await page.getByText("540 selected").waitFor();
  let calls = 0;
  await page.route("**/api/leads", (route) => {
    if (route.request().method() !== "DELETE") return route.fallback();
    calls += 1;
    return calls === 2 ? route.fulfill({ status: 503, json: { code: "server.unavailable" } }) : route.fallback();
  });
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("500 leads deleted").first().waitFor();
  await page.getByText("40 leads are unchanged.").first().waitFor();
  await page.getByRole("main").getByText("40 leads", { exact: true }).waitFor();
  // An undo that did not come through can be tried again.
  let isAway = true;
  await page.route("**/api/leads/restore", (route) =>
    isAway ? route.fulfill({ status: 503, json: { code: "server.unavailable" } }) : route.fallback(),
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Couldn't restore the leads").first().waitFor();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("500 leads restored").first().waitFor();
  await all.waitFor();
  await context.close();
});

/** Begins to edit a field of the record. @returns the field */
async function edit(panel: Locator, name: string): Promise<Locator> {
  await panel.getByRole("button", { name: `Edit ${name}` }).click();
  return panel.getByRole("textbox", { name, exact: true });
}

test("A lead that is saved late leaves what is typed into the next one", async () => {
  const { context, page } = await openLeads();
  await addLeads(page, 8);
  let letThrough = (): void => {};
  const held = new Promise<void>((done) => (letThrough = done));
  await page.route("**/api/leads", async (route) => {
    if (route.request().method() === "PUT") await held;
    await route.continue();
  });
  await page.goto("/leads?sort=name");
  await row(page, "Lead 003").getByRole("link").click();
  const person = "Contact person";
  await (await edit(page.getByRole("dialog", { name: "Lead 003" }), person)).fill("Ana Ribeiro");
  await page.keyboard.press("Enter");
  await row(page, "Lead 004").getByRole("link").click();
  const field = await edit(page.getByRole("dialog", { name: "Lead 004" }), person);
  await field.fill("Deniz Aydin");
  letThrough();
  await page.waitForResponse((answer) => answer.request().method() === "PUT");
  expect(await field.inputValue()).toBe("Deniz Aydin");
  await page.keyboard.press("Enter");
  const contactOf = async (id: number) =>
    (await (await page.request.get(`/api/leads?q=00${id}`)).json()).leads[0].contact;
  await expect.poll(() => contactOf(4)).toBe("Deniz Aydin");
  expect(await contactOf(3)).toBe("Ana Ribeiro");
  await context.close();
});

test("Without a connection a change to a lead is reverted with a message, and typed text stays", async () => {
  const { context, page } = await openLeads();
  await addLeads(page, 8);
  await page.goto("/leads?sort=name");
  await rows(page).first().getByRole("checkbox").click();
  await row(page, "Lead 003").getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Lead 003" });
  const field = await edit(panel, "Contact person");
  // The parts of the page that a change needs come while it is looked at.
  await settled(page);
  await context.setOffline(true);
  await field.fill("Ana Ribeiro");
  await page.keyboard.press("Enter");
  await panel.getByText("You're offline. What you typed is still here.").waitFor();
  expect(await field.inputValue()).toBe("Ana Ribeiro");
  await context.setOffline(false);
  await page.keyboard.press("Enter");
  await panel.getByRole("button", { name: "Ana Ribeiro Edit Contact person" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => row(page, "Lead 003").innerText()).toContain("Ana Ribeiro");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Set stage" }).click();
  await page.getByRole("menuitem", { name: "Lost" }).click();
  await page.getByText("You're offline. Nothing was changed.").first().waitFor();
  expect(await rows(page).getByText("Lost").count()).toBe(0);
  await context.setOffline(false);

  // Deleted in another window meanwhile: to try again would lead nowhere.
  await row(page, "Lead 004").getByRole("link").click();
  const other = page.getByRole("dialog", { name: "Lead 004" });
  await (await edit(other, "Contact person")).fill("Ana Ribeiro");
  const id = new URL(page.url()).searchParams.get("lead");
  const gone = await page.request.delete("/api/leads", { data: { enData: { id } }, headers: { origin: product.url } });
  expect(gone.status()).toBe(200);
  await page.keyboard.press("Enter");
  await other.getByText("This lead was deleted").waitFor();
  await context.close();
});

test("On a phone, in dark colours and German, the lead list, its selection and the lead panel are accessible and fit", async () => {
  const { context, page, complaints } = await openLeads({ width: 375, scheme: "dark", locale: "de-DE" });
  await addLeads(page, 30);
  await page.goto("/leads");
  await rows(page).first().getByRole("checkbox").click();
  expect(await pageFaults(page)).toEqual([]);
  await rows(page).nth(2).getByRole("link").click();
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
