import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let doubles: ApiDoubles;
let product: ServedProduct;
beforeAll(async () => {
  doubles = await openApiDoubles();
  const { nominatim, overpass } = doubles.addresses;
  product = await openServedProduct({
    env: { NOMINATIM_URL: nominatim, OVERPASS_URL: overpass, WELCOME_COINS: "3000" },
  });
});
afterAll(async () => {
  await product.close();
  await doubles.close();
});

test.each([
  ["wide", { width: 1350 }, "en", "Return the result", "Result returned", "3,000"],
  [
    "narrow-de",
    { width: 375, locale: "de-DE", scheme: "dark" },
    "de",
    "Ergebnis zurückgeben",
    "Ergebnis zurückgegeben",
    "3.000",
  ],
] as const)("a thin list of leads is returned on its page (%s)", async (name, look, language, action, done, whole) => {
  const { context, complaints } = await openContext(product, look);
  const { send } = await signInByCalls(product, context, look);
  const path = "/api/workflows/leadsListProviderWorkflow";
  const { example } = await send("GET", path, undefined);
  const formValues = {
    ...example,
    goalLanguage: language,
    research: "web",
    place: "Gohlis",
    branches: [],
    otherBranches: ["shop=bakery", "amenity=pharmacy"],
    industryList: "",
    mustHave: [],
    readWebsites: false,
    maxLeads: 40,
  };
  const { run } = await send("POST", `${path}/runs`, { enData: { formValues } }, { "idempotency-key": newId() });
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  await page.getByRole("button", { name: action }).waitFor();
  const folder = process.env["SCREENS_DIR"];
  const picture = (step: string) =>
    folder ? page.screenshot({ path: `${folder}/return-${name}-${step}.png` }) : undefined;
  await picture("offered");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: action }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await picture("asked");
  await dialog.getByRole("button", { name: action }).click();
  await page.getByText(done).waitFor();
  await page.getByText(whole, { exact: true }).first().waitFor();
  await picture("returned");
  expect(await page.getByRole("button", { name: action }).count()).toBe(0);
  // Nothing is left to apply.
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(0);
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
