import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Proposal } from "#src/features/documents/document.ts";
import { newId } from "#src/kit/ids.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";
import { dropInvalid } from "./server/proposals.ts";
import { renewProposals } from "./server/renewing.ts";
import { runsOf } from "./server/repository.ts";

/* Suggestions of a finished run: looked at, changed in place, applied, updated and taken back. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const screens = process.env["SCREENS_DIR"];
const take = async (page: Page, name: string): Promise<void> => {
  if (screens) await page.screenshot({ path: `${screens}/${name}.png` });
};

const timeZone = "Europe/Berlin";

/** A content item with its entry of 15 minutes. */
function item(id: string, plannedAt: string, title: string, payload: object = {}): Proposal[] {
  const brief = "Show what the three busy months mean for a free service slot, and name one date.";
  const end = new Date(Date.parse(plannedAt) + 15 * 60_000).toISOString();
  const words = { workflow: "socialPostWriterWorkflow", kind: "post", platform: "LinkedIn", contentType: 3 };
  return [
    { kind: "outcome", key: `outcome:${id}`, payload: { ...words, title, brief, plannedAt, timeZone, ...payload } },
    {
      kind: "calendarEntry",
      key: `entry:${id}`,
      requires: [`outcome:${id}`],
      payload: {
        type: "3010",
        title: `LinkedIn: ${title}`,
        start: plannedAt,
        end,
        timeZone,
        notes: brief,
        outcomeKey: `outcome:${id}`,
      },
    },
  ];
}

const entry = (key: string, title: string, start: string, minutes: number, type: string): Proposal => ({
  kind: "calendarEntry",
  key,
  payload: { type, title, start, end: new Date(Date.parse(start) + minutes * 60_000).toISOString(), timeZone },
});

const plan = (): Proposal[] => [
  ...item("a", "2027-02-02T07:00:00.000Z", "Why fleets book in February"),
  ...item("b", "2027-02-03T11:30:00.000Z", "Brake service in 40 seconds", { platform: "Instagram", contentType: 20 }),
  entry("kickOff", "Editorial meeting, plan kick-off", "2027-02-01T08:00:00.000Z", 60, "1080"),
  entry("film", "Film day: three reels", "2027-02-05T12:00:00.000Z", 180, "3070"),
  ...item("c", "2027-02-09T07:00:00.000Z", "What a missed inspection costs, and who pays for it in the end"),
];

/** A finished project of a new person, which proposes these. */
async function openProject(look: Look, proposals: Proposal[]): Promise<{ page: Page; context: BrowserContext } & Made> {
  const { context } = await openContext(product, look);
  const { send, userId } = await signInByCalls(product, context, look);
  const path = "/api/workflows/contentPlannerWorkflow";
  const { example } = await (await context.request.get(path)).json();
  const started = await context.request.post(`${path}/runs`, {
    data: { enData: { formValues: example } },
    headers: { "idempotency-key": newId() },
  });
  const { run } = await started.json();
  const ended = async () => (await (await context.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status;
  await expect.poll(ended, { timeout: 20_000 }).toBe("succeeded");
  const { db } = product.database;
  await db.deleteFrom("run_proposal").where("run_id", "=", run.id).execute();
  await runsOf(userId, db).addProposals(run.id, dropInvalid(proposals, product.deps.effects));
  await send("POST", "/api/calendar/entry", {
    enData: { type: "1000", title: "Choir", start: "2027-02-05T13:30:00.000Z", end: "2027-02-05T15:00:00.000Z" },
  });
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  // A draft has gaps: its panel opens with the outline.
  if (look.width !== 375) await showSuggestions(page);
  return { page, context, runId: run.id, projectId: run.projectId };
}
const showSuggestions = (page: Page): Promise<void> =>
  page.getByRole("complementary").last().getByRole("tab").last().click();
interface Made {
  runId: string;
  projectId: string;
}

const entriesOf = async (context: BrowserContext): Promise<{ title: string; start: string; end: string }[]> =>
  (
    await (
      await context.request.get("/api/calendar/entry/preview?from=2027-01-25T00:00:00Z&to=2027-03-01T00:00:00Z")
    ).json()
  ).entries.filter(({ title }: { title: string }) => title !== "Choir");

test("A suggestion is opened and moved, applied with its content item, seen in the calendar, and taken back", async () => {
  const { page, context, projectId } = await openProject({}, plan());
  const panel = page.getByRole("complementary").last();
  // The film day overlaps the choir: everything else is selected.
  await panel.getByText("4 of 5 selected").waitFor();
  await panel.getByText("13:00, overlaps “Choir”").waitFor();
  expect(await panel.getByRole("checkbox", { name: "Film day: three reels" }).isChecked()).toBe(false);
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "list-1350-light");

  // By keyboard alone: the row opens, the time is typed, Enter saves.
  const title = panel.getByRole("button", { name: /^Why fleets book in February/ });
  await title.focus();
  await page.keyboard.press("Enter");
  expect(await title.getAttribute("aria-expanded")).toBe("true");
  await panel.getByText("Content item and calendar entry").waitFor();
  const time = panel.getByRole("textbox", { name: "Time" });
  // The field is the last thing in sight.
  await page.setViewportSize({ width: 1350, height: 560 });
  const foot = panel.getByRole("button", { name: /^Apply/ });
  await time.evaluate((field) => field.scrollIntoView({ block: "end" }));
  await time.fill("25:99");
  await page.keyboard.press("Enter");
  const problem = panel.getByText("Enter a time like 14:30");
  await problem.waitFor();
  const { y = 0, height = 0 } = (await problem.boundingBox()) ?? {};
  expect(y + height).toBeLessThan((await foot.boundingBox())?.y ?? 0);
  await take(page, "time-error-1350-light");
  await page.setViewportSize({ width: 1350, height: 850 });
  await time.fill("1645");
  await page.keyboard.press("Enter");
  expect(await time.inputValue()).toBe("16:45");
  await panel.getByText("Changed by you").waitFor({ state: "attached" });
  await panel.getByRole("textbox", { name: "Duration" }).fill("45");
  await panel.getByRole("textbox", { name: "Title" }).fill("Why fleets book early");
  await panel.getByRole("textbox", { name: "Brief" }).focus();
  await panel.getByRole("button", { name: /^Why fleets book early/ }).waitFor();
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "open-1350-light");

  // What was changed is there after a reload.
  await page.reload();
  await showSuggestions(page);
  await panel.getByRole("button", { name: /Why fleets book early.*16:45/ }).waitFor();
  await panel.getByRole("button", { name: "Apply 4 of 5" }).click();
  await panel.getByText("4 added").waitFor();
  await expect.poll(async () => (await entriesOf(context)).length).toBe(4);
  expect(await entriesOf(context)).toContainEqual(
    expect.objectContaining({
      title: "LinkedIn: Why fleets book early",
      start: "2027-02-02T15:45:00.000Z",
      end: "2027-02-02T16:30:00.000Z",
    }),
  );
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "applied-1350-light");
  await page.locator(".doc-meta").getByText("Applied").waitFor({ state: "attached" });

  await panel.getByRole("link", { name: "Open calendar" }).click();
  // The calendar opens where the first entry is, not today.
  await page.waitForURL(/\/calendar\?date=2027-02-0\d$/);
  await page.goto("/calendar?view=day&date=2027-02-02");
  await page.getByText("Why fleets book early").first().waitFor();
  await page.goto(`/pioneer/workflow/projects/${projectId}`);
  await panel.getByRole("button", { name: "Undo" }).first().click();
  await panel.getByRole("button", { name: "Apply 4 of 5" }).waitFor();
  expect(await entriesOf(context)).toEqual([]);
  // Nothing that was typed is lost, until it is reset.
  await panel.getByRole("button", { name: /Why fleets book early.*16:45/ }).click();
  await panel.getByRole("button", { name: "Reset" }).click();
  await panel.getByRole("button", { name: /^Why fleets book in February/ }).waitFor();
  await context.close();
});

test("A suggestion that moves to another week stays open while it is changed, and is found there", async () => {
  const { page, context } = await openProject({}, plan());
  const panel = page.getByRole("complementary").last();
  const title = panel.getByRole("button", { name: /^Why fleets book in February/ });
  await title.click();
  const date = panel.getByRole("textbox", { name: "Date" });
  await date.fill("2.3.2027");
  await page.keyboard.press("Enter");
  await panel.getByText("Changed by you").waitFor({ state: "attached" });
  expect(await title.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => date.evaluate((field) => document.activeElement === field)).toBe(true);
  await panel.getByRole("textbox", { name: "Time" }).fill("1730");
  await page.keyboard.press("Enter");
  await take(page, "moved-open-1350-light");
  await title.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => title.evaluate((button) => document.activeElement === button)).toBe(true);
  expect(await title.getAttribute("aria-expanded")).toBe("false");
  await panel.getByRole("button", { name: /^Week 9/, expanded: true }).waitFor();
  await settled(page);
  await take(page, "moved-closed-1350-light");
  await context.close();
});

test("Suggestions are selected by week and filtered, and a date that is none is not saved", async () => {
  const { page, context } = await openProject({ locale: "de-DE", scheme: "dark" }, plan());
  const panel = page.getByRole("complementary").last();
  await panel.getByText("4 von 5 ausgewählt").waitFor();
  await settled(page);
  await take(page, "list-1350-dark-de");
  await panel.getByRole("checkbox", { name: "Alle: Woche 5, 1. bis 7. Feb" }).click();
  await panel.getByText("5 von 5 ausgewählt").waitFor();
  await panel.getByRole("button", { name: "Keine" }).click();
  await panel.getByText("0 von 5 ausgewählt").waitFor();
  expect(await panel.getByRole("button", { name: "0 von 5 übernehmen" }).isDisabled()).toBe(true);
  await panel.getByRole("button", { name: "Vorschläge filtern" }).click();
  await panel.getByRole("searchbox", { name: "Vorschläge durchsuchen" }).fill("inspection");
  await panel.getByText("4 Vorschläge sind ausgeblendet.").waitFor();
  await panel.getByRole("button", { name: "Alle", exact: true }).click();
  await panel.getByText("1 von 5 ausgewählt").waitFor();
  await panel.getByRole("button", { name: /^What a missed inspection costs/ }).click();
  await panel.getByRole("textbox", { name: "Datum" }).fill("32.02.2027");
  await panel.getByRole("textbox", { name: "Dauer" }).focus();
  await panel.locator(".field-error").waitFor();
  await settled(page);
  await take(page, "form-error-1350-dark-de");
  expect(await pageFaults(page, "colours")).toEqual([]);
  await panel.getByRole("textbox", { name: "Datum" }).focus();
  await page.keyboard.press("Escape");
  await context.close();
});

test("What could not be added is shown, and the rest can be undone", async () => {
  const foreign = newId();
  const proposals: Proposal[] = [
    {
      kind: "lead",
      key: "l",
      payload: { name: "Radwerk Brandt Lastenradvermietung und Flottenservice GmbH & Co. KG" },
    },
    { kind: "lead", key: "m", payload: { name: "Kiezkorb", notes: "A co-operative of twelve riders." } },
    {
      kind: "insight",
      key: "i",
      payload: { leadId: foreign, subject: "To a lead that was deleted", message: "Hello" },
    },
  ];
  const { page, context } = await openProject({ width: 375 }, proposals);
  await page.getByRole("button", { name: "Apply 3 of 3" }).waitFor();
  await page.getByRole("button", { name: "Show" }).click();
  const sheet = page.getByRole("dialog", { name: "Suggestions" });
  await sheet.getByText("Kiezkorb").waitFor();
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "leads-375-light");
  await sheet.getByRole("button", { name: "Apply 3 of 3" }).click();
  await sheet.getByText("1 of 3 couldn't be added").waitFor();
  await sheet.getByRole("button", { name: "Show it" }).click();
  await sheet.getByText("To a lead that was deleted").waitFor();
  await settled(page);
  await take(page, "failed-375-light");
  await sheet.getByRole("button", { name: "Undo all" }).click();
  await sheet.getByText("3 of 3 selected").waitFor();
  await context.close();
});

test("On a phone the list opens over the page, and the bar becomes one line that goes", async () => {
  const { page, context } = await openProject({ width: 375 }, plan());
  await page.getByRole("button", { name: "Apply 4 of 5" }).waitFor();
  await settled(page);
  await take(page, "bar-375-light");
  await page.getByRole("button", { name: "Show" }).click();
  const sheet = page.getByRole("dialog", { name: "Suggestions" });
  await sheet.getByRole("button", { name: /^Why fleets book in February/ }).click();
  await sheet.getByRole("textbox", { name: "Duration" }).waitFor();
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "sheet-375-light");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Apply 4 of 5" }).click();
  await page.getByRole("button", { name: "4 added" }).waitFor();
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "applied-375-light");
  await page.locator(".doc-foot").getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.locator(".doc-foot").count()).toBe(0);
  await context.close();
});

test("An edited document offers to update or remove what was applied, and leaves the person's own changes", async () => {
  const { page, context, runId } = await openProject({}, plan());
  const panel = page.getByRole("complementary").last();
  await panel.getByRole("button", { name: "Apply 4 of 5" }).click();
  await panel.getByText("4 added").waitFor();
  const { outcomes } = await (await context.request.get("/api/workflows/scheduled/outcome?limit=50")).json();
  const moved = outcomes.find(({ title }: { title: string }) => title.startsWith("Brake"));
  const at = "2027-02-04T09:00:00.000Z";
  await context.request.put("/api/workflows/scheduled/outcome", { data: { id: moved.id, updates: { plannedAt: at } } });
  const [a, b, c] = [
    item("a", "2027-02-02T07:00:00.000Z", "Why fleets should book in February"),
    item("b", "2027-02-06T11:30:00.000Z", "Brake service in 30 seconds", { platform: "Instagram", contentType: 20 }),
    item("c", "2027-02-09T07:00:00.000Z", "What a missed inspection costs, and who pays for it in the end"),
  ];
  await product.database.db
    .transaction()
    .execute((trx) => renewProposals(runId, dropInvalid([...a, ...b, ...c], product.deps.effects), trx));
  await page.reload();
  await showSuggestions(page);
  const changed = panel.getByRole("region", { name: "Changed in the document" });
  await changed.getByText("You also changed: date and time.").waitFor();
  await changed.getByText("No longer in the document.").waitFor();
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  await take(page, "newer-1350-light");
  await changed.getByRole("button", { name: "Update: Brake service in 40 seconds" }).click();
  await changed.getByRole("button", { name: "Update: Why fleets book in February" }).click();
  await changed.getByRole("button", { name: "Remove: Editorial meeting, plan kick-off" }).click();
  await changed.waitFor({ state: "detached" });
  const after = await entriesOf(context);
  expect(after.map(({ title, start }) => [title, start])).toEqual([
    ["LinkedIn: Why fleets should book in February", "2027-02-02T07:00:00.000Z"],
    ["LinkedIn: Brake service in 30 seconds", at],
    ["LinkedIn: What a missed inspection costs, and who pays for it in the end", "2027-02-09T07:00:00.000Z"],
  ]);
  await context.close();
});
