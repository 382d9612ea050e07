import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

/* From ticked leads to messages that wait for approval. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ env: { WELCOME_COINS: "6000" } });
});
afterAll(() => product.close());

const named = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  email: [`hello@${name.toLowerCase()}.example`],
  address: { city: "Leipzig", country: "DE" },
  legalBasis: "consent",
  ...more,
});

test("Ticked leads are written to: the form knows them, and each message waits in the outreach list", async () => {
  const { context, complaints } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  const leads = [named("Alder"), named("Birch"), named("Cedar"), named("Dogwood", { doNotContact: true })];
  await send("POST", "/api/leads", { enData: { leads } });
  const page = await context.newPage();
  await page.goto("/leads");
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  for (const { name } of leads) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  // Who wants no contact is not written to.
  await page.getByRole("link", { name: "Write to 3 leads" }).click();
  await page.waitForURL("**/leads/outreach?leads=*");
  const chosen = page.locator(".RowsField_leads-field");
  await chosen.getByText("Alder").waitFor();
  expect(await chosen.getByRole("listitem").count()).toBe(3);
  await page.getByRole("textbox", { name: "Title" }).fill("First letters");
  await page.getByRole("textbox", { name: "What you offer them" }).fill("We service cargo bikes.");
  await page.getByRole("textbox", { name: "Sender" }).fill("Mara");
  await chosen.getByRole("button", { name: "Remove Birch" }).click();
  expect(await chosen.getByRole("listitem").count()).toBe(2);
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await page
    .getByRole("button", { name: /^Run for 2,500/ })
    .last()
    .click();
  await page.waitForURL("**/pioneer/workflow/projects/**");
  await page.getByRole("heading", { name: "Messages" }).first().waitFor();
  const runsNow = async () => (await send("GET", "/api/workflows/runs", undefined)).runs;
  await expect.poll(async () => (await runsNow())[0].status, { timeout: 15_000 }).toBe("succeeded");
  const runs = await runsNow();
  const run = `/api/workflows/runs/${runs[0].id}`;
  const { proposals } = await send("GET", `${run}/proposals`, undefined);
  const offered = proposals.map((one: { key: string }) => one.key);
  expect(offered).toEqual(["insight:l1", "insight:l2", "appointment:l1", "appointment:l2"]);
  const keys = ["insight:l1", "insight:l2"];
  await send("POST", `${run}/apply`, { keys });
  const { insights } = await send("GET", "/api/leads/outreach/insights", undefined);
  expect(insights.map((one: { leadName: string; status: string }) => [one.leadName, one.status])).toEqual(
    expect.arrayContaining([
      ["Alder", "draft"],
      ["Cedar", "draft"],
    ]),
  );
  expect(insights[0].message).toContain("We service cargo bikes.");
  expect(complaints).toEqual([]);
  await context.close();
});

test("A lead’s panel leads to its message, and leads of somebody else have no names", async () => {
  const { context } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  const { leads } = await send("POST", "/api/leads", {
    enData: { leads: [named("Elm"), named("Fir", { doNotContact: true })] },
  });
  const page = await context.newPage();
  await page.goto("/leads");
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  await page.getByRole("link", { name: "Fir", exact: true }).click();
  await page.getByRole("tab", { name: "Messages" }).click();
  await page.getByRole("heading", { name: /Outreach/ }).waitFor();
  expect(await page.getByRole("link", { name: /Have it written/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Elm", exact: true }).click();
  await page.getByRole("tab", { name: "Messages" }).click();
  await page.getByRole("link", { name: "Write outreach for 2,500 coins" }).click();
  await page.locator(".RowsField_leads-field").getByText("Elm").waitFor();

  const other = await openContext(product);
  await signInByCalls(product, other.context, {});
  const foreign = await other.context.newPage();
  await foreign.goto(`/leads/outreach?leads=${leads[0].id}`);
  await foreign.locator(".RowsField_leads-field").getByText("No longer available").waitFor();
  expect(await foreign.getByText("Elm").count()).toBe(0);
  await other.context.close();
  await context.close();
});

test("The catalogue leads to the form, and its example result back to it", async () => {
  const { context } = await openContext(product);
  await signInByCalls(product, context, {});
  const page = await context.newPage();
  await page.goto("/workflows?q=outreach");
  await page
    .getByRole("link", { name: /Leads outreach assistant/ })
    .last()
    .click();
  await page.waitForURL("**/leads/outreach");
  await page.getByText("No leads selected yet.").waitFor();
  await page.getByRole("link", { name: "See an example result" }).click();
  await page.getByText("Kurier Blitzahorn").first().waitFor();
  await page.getByRole("link", { name: "Open form (2,500 coins)" }).click();
  await page.getByText("No leads selected yet.").waitFor();
  await context.close();
});

test("Leads that a list has added are written to from its next steps", async () => {
  const { context } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  const formValues = {
    requirementTitle: "Couriers",
    whatYouSell: "Service for cargo bikes.",
    idealCustomer: "Couriers",
    industryList: "name;email\nHazel;hello@hazel.example\nIvy;hello@ivy.example",
  };
  const path = "/api/workflows/leadsListProviderWorkflow/runs";
  const started = await context.request.post(path, {
    data: { enData: { formValues } },
    headers: { origin: product.url, "idempotency-key": "leads-list-for-letters" },
  });
  const { run } = await started.json();
  const runOf = async () => (await send("GET", `/api/workflows/runs/${run.id}`, undefined)).run;
  await expect.poll(async () => (await runOf()).status, { timeout: 15_000 }).toBe("succeeded");
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  expect(await page.getByText(/leads you've added/).count()).toBe(0);
  const { proposals } = await send("GET", `/api/workflows/runs/${run.id}/proposals`, undefined);
  const keys = proposals.flatMap((one: { key: string; kind: string }) => (one.kind === "lead" ? [one.key] : []));
  expect(keys).toHaveLength(2);
  await send("POST", `/api/workflows/runs/${run.id}/apply`, { keys });
  await page.reload();
  await page.getByRole("link", { name: "Open form: Leads outreach assistant, Write to 2 leads you've added" }).click();
  const chosen = page.locator(".RowsField_leads-field");
  await chosen.getByText("Hazel").waitFor();
  expect(await chosen.getByRole("listitem").count()).toBe(2);
  await context.close();
});

test("A suggested lead that is there already is told as such and leads to the old one", async () => {
  const { context, complaints } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  const { leads } = await send("POST", "/api/leads", { enData: { leads: [named("Hazel")] } });
  const formValues = {
    requirementTitle: "Couriers",
    whatYouSell: "Service for cargo bikes.",
    idealCustomer: "Couriers",
    industryList: "name;email\nHazel;hello@hazel.example\nIvy;hello@ivy.example",
    leaveOutOwn: false,
    workBlocks: false,
  };
  const started = await context.request.post("/api/workflows/leadsListProviderWorkflow/runs", {
    data: { enData: { formValues } },
    headers: { "idempotency-key": crypto.randomUUID(), origin: product.url },
  });
  const { run } = await started.json();
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  await page
    .getByRole("button", { name: /^Apply 3 of 3/ })
    .first()
    .click();
  const link = page.getByRole("link", { name: "already in your leads" });
  await link.waitFor();
  expect(await link.count()).toBe(1);
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  const shots = process.env["SCREENS_DIR"];
  if (shots) await page.screenshot({ path: `${shots}/older.png` });
  expect((await send("GET", "/api/leads", undefined)).leads).toHaveLength(2);
  await link.click();
  await page.waitForURL(`**/leads?lead=${leads[0].id}`);
  await page.getByRole("heading", { name: "Hazel" }).last().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
