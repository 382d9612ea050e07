import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { faults, openProviderDouble, type ProviderDouble, modelOf } from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript } from "#src/testing/sampleAnswers.ts";

let double: ProviderDouble;
let product: ServedProduct;
beforeAll(async () => {
  double = await openProviderDouble();
  product = await openServedProduct({
    env: {
      ...modelOf(double),
      WELCOME_COINS: "10000",
    },
  });
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SCREENS_DIR"];
  if (folder) await page.screenshot({ path: `${folder}/running-${name}.png` });
};

const words = {
  en: {
    example: "Fill with an example",
    run: "Run for 300 coins",
    log: "Run log",
    heading: "Why this plan",
    write: "Write",
    cancel: "Cancel run",
    cancelled: "Run cancelled",
    back: "All 300 coins were returned.",
    see: "See the log",
  },
  de: {
    example: "Mit Beispiel ausfüllen",
    run: "Für 300 Coins starten",
    log: "Laufprotokoll",
    heading: "Warum dieser Plan",
    write: "Schreiben",
    cancel: "Lauf abbrechen",
    cancelled: "Lauf abgebrochen",
    back: "Alle 300 Coins sind wieder verfügbar.",
    see: "Protokoll ansehen",
  },
};

test.each([
  ["wide-light", { width: 1350 }],
  ["wide-dark", { width: 1350, scheme: "dark" }],
  ["narrow-de", { width: 375, locale: "de-DE" }],
] as const)("a run shows title, log and headings from the answer to its start (%s)", async (name, look: Look) => {
  const language = look.locale === "de-DE" ? "de" : "en";
  const said = words[language];
  const plan = await sampleRun("contentPlanner", language);
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>();
  double.script(sampleScript([plan], { gate, share: 0.6, pieceLength: 400 }));
  const { context, complaints } = await openContext(product, look);
  await signInByCalls(product, context, look);
  await closeNotices(context);
  const page = await context.newPage();
  await page.goto("/workflows/marketing/content/planner");
  await page.getByRole("button", { name: said.example }).click();
  // Nothing but the answer to the start reaches the page.
  const { promise: online, resolve: reachServer } = Promise.withResolvers<void>();
  for (const path of ["**/api/projects/workflow/*", "**/api/workflows/runs/*", "**/api/workflows/runs/*/events"])
    await page.route(path, async (route) => {
      await online;
      await route.continue();
    });
  const run = page.getByRole("button", { name: said.run }).filter({ visible: true });
  await run.waitFor();
  await run.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pioneer\/workflow\/projects\//);
  await page.getByRole("heading", { level: 1, name: plan.formValues.requirementTitle }).waitFor();
  await page.getByRole("heading", { level: 2, name: said.heading }).waitFor();
  await picture(page, `${name}-1-answer`);
  reachServer();

  await expect.poll(() => page.locator("[data-progress=writing]").count()).toBeGreaterThan(0);
  const pen = page.locator(".doc-text .DocumentView_caret").first();
  await pen.scrollIntoViewIfNeeded();
  await picture(page, `${name}-2-writing`);

  const isNarrow = look.width === 375;
  const log = page.getByRole(isNarrow ? "dialog" : "complementary", { name: said.log });
  if (isNarrow) await page.getByRole("button", { name: said.log }).press("Enter");
  await log.getByRole("listitem").filter({ hasText: said.write }).first().waitFor();
  await expect.poll(() => log.locator("ol > li").count()).toBeGreaterThan(2);
  await picture(page, `${name}-3-log`);
  expect(await pageFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);

  await log.getByRole("button", { name: said.cancel }).press("Enter");
  await page.getByText(said.cancelled).waitFor();
  await page.locator(".DocumentView_doc-ended").getByText(said.back).waitFor();
  await picture(page, `${name}-4-cancelled`);
  await page.getByRole("button", { name: said.see }).press("Enter");
  await log.getByRole("listitem").filter({ hasText: said.write }).first().waitFor();
  goOn();
  expect(complaints).toEqual([]);
});

test("a model that fails is told in place of the result, with the way to run again", async () => {
  double.script([faults.unauthorized()]);
  const { context } = await openContext(product, {});
  const { send } = await signInByCalls(product, context, {});
  const { formValues, workflowName } = await sampleRun("contentPlanner");
  const path = `/api/workflows/${workflowName}/runs`;
  const { run } = await send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  const alert = page.getByRole("alert");
  await alert.getByText("All 300 coins were returned.").waitFor();
  await picture(page, "failed");
  expect(await pageFaults(page)).toEqual([]);
  await alert.getByRole("button", { name: "See the log" }).press("Enter");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Run log");
  await alert.getByRole("link", { name: "Run again" }).press("Enter");
  await page.waitForURL(/project=/);
});
