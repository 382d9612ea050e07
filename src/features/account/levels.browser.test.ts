import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

/* What a level does not include is said before it is asked for, with the way to the table of plans. */

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ env: { LEVEL_LIMITS: "on", WELCOME_COINS: "2000" } });
});
afterAll(() => product.close());

const looks: [name: string, look: Look][] = [
  ["1350-light", { width: 1350 }],
  ["375-light", { width: 375 }],
  ["1350-dark-de", { width: 1350, scheme: "dark", locale: "de-DE" }],
  ["375-dark-de", { width: 375, scheme: "dark", locale: "de-DE" }],
];
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/levels-${name}.png`, fullPage: true });
};
const stories = "/api/workflows/userStoryWriterWorkflow";

test.each(looks)("plans show what each level includes (%s)", async (name, look) => {
  const { context, complaints } = await openContext(product, look);
  await signInByCalls(product, context, look);
  const page = await context.newPage();
  await page.goto("/settings/coins");
  const row = page.getByRole("row", { name: /^(Scheduled projects|Geplante Projekte)/ });
  await expect.poll(() => row.getByRole("cell").allTextContents()).toEqual(expect.arrayContaining(["2", "10", "30"]));
  await shot(page, `coins-${name}`);
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(looks)("a form and a dialog say what the level does not include (%s)", async (name, look) => {
  const { context, complaints } = await openContext(product, look);
  const { send } = await signInByCalls(product, context, look);
  const page = await context.newPage();
  const { example } = await send("GET", stories, undefined);
  const projects: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const formValues = { ...example, requirementTitle: `Invoices ${count}` };
    const { run } = await send("POST", `${stories}/runs`, { enData: { formValues } }, { "idempotency-key": newId() });
    await expect
      .poll(async () => (await send("GET", `/api/workflows/runs/${run.id}`, undefined)).run.status)
      .toBe("succeeded");
    projects.push(run.projectId);
  }
  for (const projectId of projects.slice(0, 2))
    await send("PUT", "/api/workflows/schedules", {
      projectId,
      every: "week",
      day: 1,
      time: "07:00",
      monthlyLimit: 100,
    });

  await page.goto("/workflows/product/management/user/story/writer");
  // The question about page visits would cover the foot of the form.
  await page.getByRole("button", { name: /^(Decline|Ablehnen)$/ }).click();
  await page.locator("form summary").click();
  const deep = page.getByRole("radio", { name: /^(Deep|Ausführlich)$/ });
  await deep.waitFor();
  expect(await deep.isDisabled()).toBe(true);
  await page
    .getByText(
      /The Free plan doesn't include deep runs. Starter does.|Der Tarif Kostenlos enthält keine ausführlichen Läufe. In Starter sind sie enthalten./,
    )
    .waitFor();
  await page
    .getByText(
      /The Free plan includes 10 files per run. Starter includes 20.|Der Tarif Kostenlos enthält 10 Dateien je Lauf. Starter enthält 20./,
    )
    .waitFor();
  await shot(page, `form-${name}`);
  expect(await pageFaults(page)).toEqual([]);

  await page.goto(`/pioneer/workflow/projects/${projects[2] ?? ""}`);
  await page.getByRole("button", { name: /(Actions for Invoices 2|Aktionen für Invoices 2)/ }).click();
  await page.getByRole("menuitem", { name: /^(Schedule runs…|Regelmäßig ausführen…)$/ }).click();
  await page
    .getByText(
      /The Free plan includes 2 scheduled projects. Starter includes 10.|Der Tarif Kostenlos enthält 2 geplante Projekte. Starter enthält 10./,
    )
    .waitFor();
  const begin = page.getByRole("button", { name: /^(Start schedule|Zeitplan starten)$/ });
  expect(await begin.getAttribute("aria-disabled")).toBe("true");
  await shot(page, `schedule-${name}`);
  expect(await pageFaults(page)).toEqual([]);
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^(Compare plans|Tarife vergleichen)$/ })
    .click();
  await page.waitForURL(/\/settings\/coins/);
  expect(complaints).toEqual([]);
  await context.close();
});
