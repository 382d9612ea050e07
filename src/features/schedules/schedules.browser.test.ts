import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { startDueRuns } from "./server/usecases.ts";

let web: WebDouble;
let product: ServedProduct;
/** Days that have passed since the test began. */
let days = 0;
beforeAll(async () => {
  web = await openWebDouble();
  product = await openServedProduct({
    now: () => new Date(Date.now() + days * dayMs),
    env: { SEARXNG_URL: web.url("/"), FETCH_ALLOW_HOSTS: web.host },
  });
});
afterAll(async () => {
  await product.close();
  await web.close();
});

const stories = "/api/workflows/userStoryWriterWorkflow";

/** A signed-in page of a new person with one finished project. */
async function openPage(look: Look, workflow = stories, more: object = {}) {
  const { context, complaints } = await openContext(product, look);
  const { send } = await signInByCalls(product, context, look);
  const { example } = await send("GET", workflow, undefined);
  const enData = { formValues: { ...example, requirementTitle: "Invoices for riders", ...more } };
  const { run } = await send("POST", `${workflow}/runs`, { enData }, { "idempotency-key": newId() });
  await expect
    .poll(async () => (await send("GET", `/api/workflows/runs/${run.id}`, undefined)).run.status)
    .toBe("succeeded");
  return { context, page: await context.newPage(), complaints, send, projectId: run.projectId as string };
}

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SCREENS_DIR"];
  if (folder) await page.screenshot({ path: `${folder}/schedule-${name}.png` });
};

test.each([
  ["wide", { width: 1350 }],
  ["narrow", { width: 375 }],
] as const)("A project is run regularly within a limit, and no more (%s)", async (name, look) => {
  const { page, context, complaints, send, projectId } = await openPage(look);
  await page.goto(`/pioneer/workflow/projects/${projectId}`);
  await page.getByRole("button", { name: "Actions for Invoices for riders" }).click();
  await page.getByRole("menuitem", { name: "Schedule runs…" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule runs" });
  // Stories read nothing from outside.
  await dialog.getByText("This form doesn't search the web").waitFor();
  await dialog.getByText("at most 100 coins a month").waitFor();
  await picture(page, `${name}-new`);
  expect(await pageFaults(page)).toEqual([]);

  await dialog.getByLabel("Monthly limit").fill("5");
  await dialog.getByLabel("Time", { exact: true }).fill("25:99");
  await dialog.getByRole("button", { name: "Start schedule" }).click();
  await dialog.getByText("Enter at least 20 coins, the price of one run.").waitFor();
  await dialog.getByText("Enter a time like 07:00.").waitFor();
  await picture(page, `${name}-wrong`);

  await dialog.getByRole("radio", { name: "Monthly" }).click();
  await dialog.getByRole("combobox", { name: "Day" }).click();
  // By keys: a click may come between the list's own scrolling.
  await page.getByRole("option", { name: "Day 1", exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("End");
  await page.getByRole("option", { name: "Last day of the month" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Time", { exact: true }).fill("6:30");
  await dialog.getByLabel("Monthly limit").fill("40");
  await dialog.getByRole("button", { name: "Start schedule" }).click();
  await page.getByText(/^Saved\. Next run on \d/).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  await page.goto("/projects/runs");
  const row = page.getByRole("listitem").filter({ hasText: "Invoices for riders" });
  await row.getByText("Every month on the last day at 06:30").waitFor();
  await row.getByText("0 of 40 coins this month").waitFor();
  await picture(page, `${name}-list`);
  expect(await pageFaults(page)).toEqual([]);
  await row.getByText("Doesn't search the web").waitFor();
  await send("POST", "/api/user/settings", { calendarSettings: { timeZone: "America/New_York" } });
  await page.reload();
  await row.getByRole("button", { name: "Change schedule for Invoices for riders" }).click();
  await dialog.getByText("This form doesn't search the web").waitFor();
  // The time is one of the schedule's own zone.
  await dialog.getByText("Time zone: Europe/Berlin").waitFor();
  await dialog.getByRole("button", { name: "Use America/New York" }).click();
  await dialog.getByText("Time zone: America/New York").waitFor();
  await dialog.getByRole("button", { name: "Use Europe/Berlin" }).click();
  await dialog.getByText("Time zone: Europe/Berlin").waitFor();
  await dialog.getByRole("checkbox", { name: "Paused" }).click();
  await picture(page, `${name}-change`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await row.getByText("Paused").waitFor();

  await row.getByRole("button", { name: "Change schedule for Invoices for riders" }).click();
  expect(await dialog.getByRole("checkbox", { name: "Paused" }).isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Delete schedule" }).click();
  await page.getByText("Schedule deleted", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("heading", { name: "Scheduled" }).count()).toBe(0);
  expect((await send("GET", "/api/workflows/schedules", undefined)).schedules).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ["wide", { width: 1350 }],
  ["narrow-de", { width: 375, locale: "de-DE", scheme: "dark" }],
] as const)("What a scheduled run brought is said until the project is opened (%s)", async (name, look) => {
  const isGerman = name === "narrow-de";
  const words = isGerman ? /^Neu seit / : /^New since /;
  let figure = 100;
  web.on(`/pier-${name}`, (_, response) => {
    const body = `<html><head><title>The pier</title></head><body><article><h1>The pier</h1><p>The ferry carried
      ${figure} thousand passengers, most of them between May and September, when the line runs every twenty minutes
      from the old customs house to the island and back.</p></article></body></html>`;
    response.setHeader("content-type", "text/html; charset=utf-8").end(body);
  });
  web.searchFinds([{ title: "The pier", url: web.url(`/pier-${name}`), snippet: "Passengers of the ferry" }]);
  const article = "/api/workflows/blogArticleWriterWorkflow";
  const { page, context, complaints, send, projectId } = await openPage(look, article, { research: "web" });
  await send("PUT", "/api/workflows/schedules", { projectId, every: "week", day: 1, time: "07:00", monthlyLimit: 90 });
  figure = 200;
  days += 7;
  await startDueRuns(product.deps);
  const project = async () => (await send("GET", `/api/projects/workflow/${projectId}`, undefined)).project;
  await expect.poll(async () => (await project()).currentRevision).toBe(2);
  await page.goto(isGerman ? "/de/dashboard" : "/dashboard");
  await page.locator("#content").getByRole("link", { name: words }).waitFor();
  await picture(page, `${name}-news-dashboard`);
  expect(await pageFaults(page)).toEqual([]);
  await page.goto(isGerman ? "/de/pioneer/workflow/projects" : "/pioneer/workflow/projects");
  await page.locator("#content").getByRole("link", { name: words }).waitFor();
  await picture(page, `${name}-news-list`);
  expect(await pageFaults(page)).toEqual([]);
  expect((await project()).news).not.toBeNull();
  await page.locator("#content").getByRole("link", { name: words }).click();
  await page.waitForURL(/compare=1/);
  await page.getByRole("heading", { name: isGerman ? "Revisionen" : "Revisions" }).waitFor();
  await page.locator(".compare-bar").waitFor();
  await picture(page, `${name}-news-compared`);
  await expect.poll(async () => (await project()).news).toBeNull();
  await page.keyboard.press("Escape");
  await page.getByText(words).waitFor();
  await picture(page, `${name}-news-notice`);
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: isGerman ? "Vergleichen" : "Compare", exact: true }).click();
  await page.locator(".compare-bar").waitFor();
  await page.goto(isGerman ? "/de/pioneer/workflow/projects" : "/pioneer/workflow/projects");
  await page.locator("#content").getByRole("link", { name: "Invoices for riders", exact: true }).waitFor();
  expect(await page.locator("#content").getByRole("link", { name: words }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ["wide", { width: 1350 }],
  ["narrow-de", { width: 375, locale: "de-DE", colorScheme: "dark" }],
] as const)("A scheduled run that found nothing new says so (%s)", async (name, look) => {
  web.searchFinds([{ title: "The ferry in numbers", url: web.url("/article"), snippet: "Passengers of the ferry" }]);
  const article = "/api/workflows/blogArticleWriterWorkflow";
  const { page, context, complaints, send, projectId } = await openPage(look, article, { research: "web" });
  await send("PUT", "/api/workflows/schedules", { projectId, every: "week", day: 1, time: "07:00", monthlyLimit: 30 });
  days += 7;
  await startDueRuns(product.deps);
  const runs = async () => (await send("GET", `/api/workflows/runs?projectId=${projectId}`, undefined)).runs;
  await expect.poll(async () => (await runs())[0]?.error?.code).toBe("nothing_new");
  const isGerman = name === "narrow-de";
  await page.goto(`/pioneer/workflow/projects/${projectId}`);
  await page.getByText(isGerman ? "Es hat sich nichts geändert" : "Nothing has changed").waitFor();
  await page.getByText(isGerman ? "Alle 30 Coins sind wieder verfügbar." : "All 30 coins were returned.").waitFor();
  await picture(page, `${name}-nothing-new`);
  expect(await pageFaults(page)).toEqual([]);
  await page.goto("/projects/runs");
  await page
    .getByRole("row")
    .filter({ hasText: isGerman ? "Keine Änderung" : "No changes" })
    .waitFor();
  await picture(page, `${name}-runs`);
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ["wide", { width: 1350 }],
  ["narrow-de", { width: 375, locale: "de-DE" }],
] as const)("A document that rests on the web offers to look again each month (%s)", async (name, look) => {
  web.searchFinds([{ title: "The ferry in numbers", url: web.url("/article"), snippet: "Passengers of the ferry" }]);
  const article = "/api/workflows/blogArticleWriterWorkflow";
  const { page, context, complaints, send, projectId } = await openPage(look, article, { research: "web" });
  const isGerman = name === "narrow-de";
  await page.goto(`/pioneer/workflow/projects/${projectId}`);
  const steps = page.getByRole("region", { name: isGerman ? "Nächste Schritte" : "Next steps" });
  await steps.getByText(isGerman ? "30 Coins je Lauf" : "30 coins per run").waitFor();
  await steps.scrollIntoViewIfNeeded();
  await picture(page, `${name}-watch`);
  expect(await pageFaults(page)).toEqual([]);
  await steps.getByRole("button", { name: isGerman ? "Planen…" : "Schedule…" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("radio", { name: isGerman ? "Monatlich" : "Monthly" }).isChecked()).toBe(true);
  await dialog.getByRole("button", { name: isGerman ? "Zeitplan starten" : "Start schedule" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  const { schedules } = await send("GET", "/api/workflows/schedules", undefined);
  expect(schedules).toMatchObject([{ projectId, every: "month", monthlyLimit: 30 }]);
  expect(complaints).toEqual([]);
  await context.close();
});
