import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ env: { WELCOME_COINS: "5000" } });
});
afterAll(() => product.close());

test.each([
  ["wide", { width: 1350 }],
  ["narrow", { width: 375, locale: "de-DE" }],
] as const)("Participants are found among the leads by typing, and can be left out again (%s)", async (name, look) => {
  const isGerman = name === "narrow";
  const { context, complaints } = await openContext(product, look);
  const { send } = await signInByCalls(product, context, look);
  const leads = [
    { name: "Kyoto Ltd", contact: "Aoi Sato", address: { city: "Kyoto", country: "Japan" } },
    { name: "Alder", contact: "Mia Alder", address: { city: "Leipzig", country: "DE" } },
  ];
  await send("POST", "/api/leads", { enData: { leads } });
  const page = await context.newPage();
  await page.goto("/workflows/general/appointment/planner");
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  const field = page.locator(".RowsField_leads-field");
  const search = field.getByRole("searchbox", { name: isGerman ? "Ihre Leads durchsuchen" : "Search your leads" });
  await search.fill("zzz");
  await field.getByText(isGerman ? "Keine passenden Leads." : "No matching leads.").waitFor();
  await search.fill("kyo");
  await field.getByRole("button", { name: isGerman ? "Kyoto Ltd hinzufügen" : "Add Kyoto Ltd" }).click();
  await search.fill("alder");
  await field.getByText("Mia Alder").waitFor();
  // Enter takes the first one and does not send the form.
  await search.press("Enter");
  expect(await field.getByRole("listitem").count()).toBe(2);
  await search.fill("kyoto");
  await field.getByText(isGerman ? "Keine passenden Leads." : "No matching leads.").waitFor();
  await search.fill("");
  await settled(page);
  expect(await pageFaults(page)).toEqual([]);
  const folder = process.env["SCREENS_DIR"];
  if (folder) await page.screenshot({ path: `${folder}/appointment-${name}.png`, fullPage: true });
  await field.getByRole("button", { name: isGerman ? "Alder entfernen" : "Remove Alder" }).click();
  expect(await field.getByRole("listitem").allTextContents()).toEqual([expect.stringContaining("Kyoto Ltd")]);
  expect(complaints).toEqual([]);
  await context.close();
});
