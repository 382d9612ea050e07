import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type ApiDouble, openApiDouble } from "#src/testing/apiDoubles/server.ts";
import { tedWire } from "#src/testing/apiDoubles/tenders.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { prices, type WorkflowKey, workflowNameOf } from "../rules.ts";

/* Chains of workflows: what a document knows stands in the form of the next one. No model writes, nothing leaves this machine. */

const welcome = 20_000;
const today = new Date().toISOString().slice(0, 10);
let ted: ApiDouble;
let product: ServedProduct;
beforeAll(async () => {
  ted = await openApiDouble(tedWire);
  product = await openServedProduct({ env: { WELCOME_COINS: String(welcome), TED_URL: ted.url } });
});
afterAll(async () => {
  await product.close();
  await ted.close();
});

/** A signed-in person with one page, and what the person does in every chain. */
async function open(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  const { send } = await signInByCalls(product, context, look);
  const page = await context.newPage();
  const steps = page.getByRole("region", { name: "Next steps" });
  const get = (path: string) => send("GET", path, undefined);
  const ended = async (runId: string) => {
    const read = async () => (await get(`/api/workflows/runs/${runId}`)).run;
    await expect.poll(async () => (await read()).status).toMatch(/^(succeeded|failed)$/);
    return read();
  };
  return {
    page,
    complaints,
    steps,
    get,
    /** Runs a workflow by calls, with its own example. @returns the example; the project is open */
    begin: async (workflow: WorkflowKey, change: object = {}) => {
      const path = `/api/workflows/${workflowNameOf(workflow)}`;
      const { example } = await get(path);
      const enData = { formValues: { ...example, ...change } };
      const { run } = await send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
      expect((await ended(run.id)).status).toBe("succeeded");
      await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
      return example;
    },
    /** Names of the steps that a document offers. */
    offered: async (): Promise<string[]> => {
      await steps.getByRole("listitem").first().waitFor();
      // Looking again each month is offered before the suggestions are there.
      await settled(page);
      return steps.locator("b").allInnerTexts();
    },
    /** Opens the form of a next step. */
    go: async (workflow: string, title = "") => {
      await steps
        .getByRole("button", { name: `Open form: ${workflow}, ${title}` })
        .first()
        .click();
      await page.getByRole("heading", { name: workflow, level: 1 }).waitFor();
    },
    /** Starts the run from the form, at the price on the button. */
    start: async (workflow: WorkflowKey, end: object = { status: "succeeded", error: null }) => {
      const before = await get("/api/coins");
      const price = `Run for ${prices[workflow].toLocaleString("en")} coins`;
      await page.getByRole("button", { name: price }).filter({ visible: true }).first().click();
      await page.waitForURL("**/pioneer/workflow/projects/**");
      const { runs } = await get("/api/workflows/runs");
      const run = await ended(runs[0].id);
      expect(run).toMatchObject({ workflow: workflowNameOf(workflow), coins: prices[workflow], ...end });
      const taken = run.status === "succeeded" ? prices[workflow] : 0;
      expect((await get("/api/coins")).balance).toBe(before.balance - taken);
      return run;
    },
    /** The person's calendar entries whose titles fit, the earliest first. */
    entriesNamed: async (title: RegExp): Promise<{ id: string; title: string; start: string }[]> => {
      const range = `from=${today}T00:00:00Z&to=${addDays(today, 60)}T00:00:00Z`;
      const { entries } = await get(`/api/calendar/entry/preview?${range}`);
      return entries.filter((one: { title: string }) => title.test(one.title));
    },
    /** Applies everything that a document suggests, on its page. */
    applyAll: async () => {
      const applied = page.waitForResponse((response) => response.url().endsWith("/apply"));
      await page
        .getByRole("button", { name: /^Apply \d+ of \d+/ })
        .first()
        .click();
      expect((await applied).status()).toBe(200);
    },
  };
}

/** A field by its label, whether the form calls it optional or not. */
const fieldOf = (page: Page, label: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${label}(\\W*optional\\W*)?$`, "i") }).first();
const valueOf = (page: Page, label: string): Promise<string> => fieldOf(page, label).inputValue();
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SCREENS_DIR"];
  if (folder) await page.screenshot({ path: `${folder}/chain-${name}.png` });
};

const groupOf = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
/** Cells of a table in the form, row by row. */
const rowsOf = (page: Page, name: string): Promise<string[][]> =>
  groupOf(page, name)
    .locator(".RowsField_rows-row")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value)),
    );
const addRow = async (page: Page, name: string, cells: Record<string, string>): Promise<void> => {
  const group = groupOf(page, name);
  await group.getByRole("button", { name: "Add row" }).click();
  for (const [cell, value] of Object.entries(cells)) {
    const box = group.getByLabel(cell, { exact: true }).last();
    await box.fill(value);
    await box.blur();
  }
};
const fillPeriod = async (page: Page, name: string, days: readonly [number, number]): Promise<void> => {
  for (const [at, count] of days.entries()) {
    const box = groupOf(page, name).getByRole("textbox").nth(at);
    await box.fill(inFigures(addDays(today, count)));
    await box.blur();
  }
};
const inFigures = (day: string): string => day.split("-").toReversed().join(".");
const asRead = (day: string): string => formatShortDate(day, "en");

test("market → competitors → target groups → business plan → funding", async () => {
  const { page, complaints, begin, offered, go, start } = await open();
  const example = await begin("marketAnalyser");
  expect(await offered()).toEqual(["Companions analyser", "Target groups analyser"]);

  await go("Companions analyser", `Competitors: ${example.requirementTitle}`);
  expect(await rowsOf(page, "Competitors")).toEqual([
    ["Stillwerk", "", "Panels and fitting, 11,900\u00a0€"],
    ["Raumton Nord", "", "Planning office"],
  ]);
  for (const place of example.places) await page.getByRole("button", { name: `Remove ${place}` }).waitFor();
  await fieldOf(page, "What customers want done").fill("Make calls that nobody else hears.");
  await start("companionsAnalyser");

  expect(await offered()).toEqual(["Target groups analyser", "Leads list provider", "Business planner"]);
  await go("Target groups analyser");
  expect(await valueOf(page, "Offer")).toBe(example.productsPitch);
  await start("targetGroupsAnalyser");

  expect(await offered()).toEqual(["Content planner", "Leads list provider", "Business planner"]);
  await go("Business planner");
  expect(await valueOf(page, "Idea")).toBe(example.productsPitch);
  expect(await valueOf(page, "Country and town")).toBe("Hamburg, Bremen, Lower Saxony");
  await fieldOf(page, "Legal form").fill("GmbH");
  const begins = addDays(today, 90);
  await fieldOf(page, "Start").fill(inFigures(begins));
  await addRow(page, "What you sell", { Offer: "Measuring day", Price: "890" });
  await addRow(page, "Investments", { Item: "Sound meters", Amount: "24000" });
  await start("businessPlanner");

  expect(await offered()).toEqual(["Funding applicant"]);
  await go("Funding applicant");
  expect(await valueOf(page, "The project")).toBe(example.productsPitch);
  expect(await valueOf(page, "Legal form")).toBe("GmbH");
  expect(await fieldOf(page, "Planned start").inputValue()).toBe(asRead(begins));
  expect(await page.getByRole("radio", { name: /^Find/ }).isChecked()).toBe(true);
  expect(await page.getByLabel("Total cost").inputValue()).toBe("24,000");
  // No service of calls is asked here: nothing is found, nothing is paid, and the page says what helps.
  await start("fundingApplicant", { status: "failed", error: expect.objectContaining({ code: "nothing_found" }) });
  await page.getByText("Paste or attach their guideline and choose “Write an application”.").waitFor();
  expect(complaints).toEqual([]);
});

test("target groups → leads → outreach → appointment → transcript → tasks", async () => {
  const { page, complaints, steps, begin, go, start, applyAll, entriesNamed } = await open();
  const example = await begin("targetGroupsAnalyser");
  await go("Leads list provider", `Leads: ${example.requirementTitle}`);
  expect(await valueOf(page, "What you sell")).toBe(example.offer);
  expect(await valueOf(page, "Ideal customer")).toBe("moved (occasion)\ncomplaint (occasion)\nrenovation (occasion)");
  expect(await valueOf(page, "Place")).toBe("Hamburg");
  const list = "name;email;country\nHazel;hello@hazel.example;DE\nIvy;hello@ivy.example;DE";
  await fieldOf(page, "Your own list").fill(list);
  await start("leadsListProvider");
  await applyAll();
  await steps
    .getByRole("link", { name: "Open form: Leads outreach assistant, Write to 2 leads you've added" })
    .waitFor();

  await page.goto("/leads");
  for (const name of ["Hazel", "Ivy"]) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await page.getByRole("link", { name: "Write to 2 leads" }).click();
  const chosen = page.locator(".RowsField_leads-field");
  await chosen.getByText("Hazel").waitFor();
  await fieldOf(page, "Title").fill("First letters");
  await fieldOf(page, "What you offer them").fill("We measure how loud your office is.");
  await fieldOf(page, "Sender").fill("Jette Harms");
  await start("leadsOutreachAssistant");
  await applyAll();

  await go("Appointment planner", "Appointment with Hazel");
  await chosen.getByText("Hazel").waitFor();
  expect(await chosen.getByRole("listitem").count()).toBe(1);
  expect(await valueOf(page, "Purpose")).toBe("We measure how loud your office is.");
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await fillPeriod(page, "Between", [3, 16]);
  await picture(page, "appointment-form");
  await start("appointmentPlanner");
  await applyAll();
  const [meeting] = await entriesNamed(/^Appointment with Hazel$/);
  const meetingDay = meeting?.start.slice(0, 10) ?? "";

  await go("Audio transcriber", "Minutes: Appointment with Hazel");
  expect(await rowsOf(page, "Attendees")).toEqual([["Hazel", "hello@hazel.example"]]);
  expect(await fieldOf(page, "Recorded on").inputValue()).toBe(asRead(meetingDay));
  await fieldOf(page, "Transcript").fill(
    "[00:00:04] Jette Harms: I will send the offer for Hazel by Friday.\n[00:00:09] Hazel: Thank you.",
  );
  await start("audioTranscriber");
  await applyAll();
  const [task, ...others] = await entriesNamed(/offer/);
  expect(others).toEqual([]);
  expect(task?.title).toBe("Jette Harms: I will send the offer for Hazel by Friday.");
  // Counted from the day of the meeting.
  const friday = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(meetingDay, days)).find((day) => weekdayOf(day) === 5);
  expect(task?.start.slice(0, 10)).toBe(friday);
  await page.goto(`/calendar?view=week&date=${friday}`);
  await page.getByRole("main").getByText("Jette Harms: I will send the offer").first().waitFor();
  expect(complaints).toEqual([]);
});

test("target groups → content plan → post, article and film", async () => {
  const { page, complaints, begin, offered, go, start, applyAll, get } = await open();
  const example = await begin("targetGroupsAnalyser");
  expect(await offered()).toEqual(["Content planner", "Leads list provider", "Business planner"]);
  await go("Content planner", example.requirementTitle);
  expect(await valueOf(page, "Goal")).toContain(example.offer);
  expect((await rowsOf(page, "Audiences")).map(([name]) => name)).toEqual([
    "moved (occasion)",
    "complaint (occasion)",
    "renovation (occasion)",
  ]);
  await fillPeriod(page, "Period", [7, 34]);
  await picture(page, "content-form");
  await start("contentPlanner");
  await applyAll();
  const { outcomes } = await get("/api/workflows/scheduled/outcome");
  const itemOf = (kind: number): { id: string; title: string; brief: string } =>
    outcomes.find((one: { contentType: number }) => one.contentType === kind);
  const write = async (kind: number, workflow: WorkflowKey) => {
    const item = itemOf(kind);
    await page.goto(`/content?item=${item.id}`);
    const link = page.getByRole("link", { name: `Write this for ${prices[workflow]} coins` });
    // Items that are filmed have no writer of their own yet.
    expect(await link.getAttribute("title")).toBe(
      workflow === "blogArticleWriter" ? "Blog article writer" : "Social post writer",
    );
    await link.click();
    await page.getByText("Filled in from your content item", { exact: true }).waitFor();
    return item;
  };
  const written = async (id: string) => (await get(`/api/workflows/scheduled/outcome/${id}`)).outcome;

  const article = await write(100, "blogArticleWriter");
  expect(await valueOf(page, "Topic")).toBe(article.title);
  await fieldOf(page, "Your own experience").fill("In May we measured 1.4 seconds in an office of forty desks.");
  await start("blogArticleWriter");
  await applyAll();
  expect((await written(article.id)).brief).toContain("Address: /article-customers");

  for (const kind of [3, 2]) {
    const item = await write(kind, "socialPostWriter");
    expect(await valueOf(page, "What the post says")).toBe(`${item.title}\n\n${item.brief}`);
    // A plan without a model says what an item needs, not what it says.
    await fieldOf(page, "What the post says").fill(`${item.title}\n\nThree desks away, nobody hears your call.`);
    await start("socialPostWriter");
    await applyAll();
    expect((await written(item.id)).brief).toContain("Three desks away, nobody hears your call.");
  }
  expect(complaints).toEqual([]);
});

test.each([
  ["wide", { width: 1350 }],
  ["narrow", { width: 375, scheme: "dark" }],
] as const)("product plan → stories (%s)", async (width, look) => {
  const { page, complaints, steps, begin, offered, go, start } = await open(look);
  const example = await begin("productPlanner");
  expect(await offered()).toEqual(["User story writer", "User story writer", "User story writer"]);
  expect(await steps.getByRole("listitem").first().innerText()).toMatch(/20 coins/i);
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await steps.scrollIntoViewIfNeeded();
  await picture(page, `steps-${width}`);
  await go("User story writer", "Proof that no speech is stored");
  expect(await valueOf(page, "Need")).toBe("- Level computed in the sensor, data sheet for the works council");
  expect(await valueOf(page, "Context")).toContain(example.problem);
  expect(await valueOf(page, "Constraints")).toBe(example.constraints);
  for (const { name } of example.users) await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await picture(page, `form-${width}`);
  await start("userStoryWriter");
  await page.getByText("Level computed in the sensor").first().waitFor();
  // Stories are the end: they go into a tracker and the calendar.
  await page.getByRole("button", { name: /^Apply \d+ of \d+/ }).waitFor();
  expect(await steps.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("tender found → answered → calendar", async () => {
  const deadline = addDays(today, 30);
  ted.answer((seen) => {
    const reply = tedWire(seen);
    const text = JSON.stringify(reply.body).replaceAll(/2026-12-\d\d(?=\+01:00")/g, deadline);
    return { ...reply, body: JSON.parse(text) };
  });
  const { page, complaints, begin, go, start, applyAll, offered, entriesNamed } = await open();
  const example = await begin("tenderApplicant", {
    mode: "find",
    research: "web",
    cpv: ["34430000"],
    countries: ["AT", "DE"],
    words: [],
  });
  expect(await offered()).toEqual(["Tender applicant", "Check again every month"]);
  await go("Tender applicant");
  expect(await valueOf(page, "Notice number or address")).toBe("593909-2026");
  expect(await valueOf(page, "Buyer")).toBe("Stadt Köln, Zentrales Vergabeamt");
  expect(await valueOf(page, "Your company: what it can do")).toBe(example.profile);
  expect(await fieldOf(page, "Deadline for bids").inputValue()).toBe(asRead(deadline));
  // A notice is no specification: that comes from the buyer's platform.
  await fieldOf(page, "Tender text").fill(
    "2.1 The bidder must name two comparable projects of the last three years.\n2.2 All bikes must be delivered within 8 weeks.",
  );
  await start("tenderApplicant");
  await applyAll();
  const entries = (await entriesNamed(/eadline/)).map(({ title, start: at }) => [title, at.slice(0, 10)]);
  expect(entries).toEqual([["Germany – Cargo bicycles – Supply of 14 cargo bikes: Deadline for bids", deadline]]);
  await page.goto(`/calendar?view=week&date=${deadline}`);
  await page.getByRole("main").getByText("Supply of 14 cargo bikes: Deadline").first().waitFor();
  expect(complaints).toEqual([]);
});

test("Filled in by a next step and still without an industry, the form of the leads list asks for no price", async () => {
  const { page, complaints, begin, go } = await open();
  await begin("tenderPlanner");
  await page.clock.install();
  await go("Leads list provider", "Suppliers: ");
  await page.clock.fastForward("00:05");
  await settled(page);
  await page.getByText("The price is fixed once the form is complete.").waitFor();
  expect(complaints).toEqual([]);
  await fieldOf(page, "Your own list").fill("name;email\nHazel;hello@hazel.example\nIvy;hello@ivy.example");
  await page.clock.fastForward("00:05");
  await page.getByText(/^Price fixed until/).waitFor();
  expect(complaints).toEqual([]);
});

test("tender plan → suppliers → letters", async () => {
  const { page, complaints, begin, offered, go, start, applyAll, steps } = await open();
  await begin("tenderPlanner");
  await go("Leads list provider", "Suppliers: ");
  expect(await valueOf(page, "Place")).toBe("Harsefelde, Lower Saxony");
  expect(await valueOf(page, "Ideal customer")).toContain("Absorbers, fitted");
  const list = "name;email;country\nHazel;hello@hazel.example;DE\nIvy;hello@ivy.example;DE";
  await fieldOf(page, "Your own list").fill(list);
  await start("leadsListProvider");
  await applyAll();
  await steps.getByRole("link", { name: "Open form: Leads outreach assistant, Write to 2 leads you've added" }).click();
  const chosen = page.locator(".RowsField_leads-field");
  for (const name of ["Hazel", "Ivy"]) await chosen.getByText(name).waitFor();
  await fieldOf(page, "Title").fill("Who delivers");
  await fieldOf(page, "What you offer them").fill("We look for a supplier of absorbers.");
  await fieldOf(page, "Sender").fill("Town of Harsefelde");
  await start("leadsOutreachAssistant");
  expect(await offered()).toEqual(["Appointment planner", "Appointment planner", "Check again every month"]);
  expect(complaints).toEqual([]);
});
