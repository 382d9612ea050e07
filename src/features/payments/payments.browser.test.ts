import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  register,
  registerOnPage,
  type ServedProduct,
} from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
  await product.deps.db
    .insertInto("coupon")
    .values({
      code: "WINTER10",
      percent_off: 10,
      cents_off: null,
      currency: null,
      expires_at: null,
      most_uses: null,
      least_cents: 4000,
    })
    .execute();
});
afterAll(() => product.close());

async function customer(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  const email = await registerOnPage(page);
  // The question about page visits would cover the button at the foot of a phone.
  await page.getByRole("button", { name: /^(Decline|Ablehnen)$/ }).click();
  await page.goto("/settings/coins");
  await page.getByRole("heading", { name: /^(Packs|Pakete)$/ }).waitFor();
  return { context, complaints, page, email };
}

const toast = (page: Page, title: string) => page.locator(".toast-title", { hasText: title }).waitFor();
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("04 / 49");
  await page.getByLabel("Security code").fill("123");
}

test("A pack is bought with a coupon, stands in the statement and has a receipt", async () => {
  const { complaints, page, email } = await customer();
  await shot(page, "coins-1350");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByText("Test payments:").waitFor();
  await page.getByText("5 content plans, or 50 articles").waitFor();

  await page.getByLabel("Coupon code").fill("nosuch");
  await page.getByRole("button", { name: "Apply" }).click();
  await toast(page, "This coupon doesn't exist");
  await page.getByLabel("Coupon code").fill("winter10");
  await page.getByRole("button", { name: "Apply" }).click();
  await toast(page, "Coupon applied");

  // The smallest pack is too cheap for it, which is said before anything is paid.
  await page.getByRole("button", { name: "Buy 500 coins" }).click();
  await toast(page, "The amount is too low for this coupon");
  await page.getByRole("button", { name: "Buy 1,500 coins" }).click();
  await page.getByRole("heading", { level: 1, name: "1,500 coins" }).waitFor();
  await page.getByText("44.10").first().waitFor();
  await shot(page, "checkout-1350");
  expect(await pageFaults(page)).toEqual([]);

  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByText("Card number is a required field").waitFor();
  await fillCard(page, "4000 0000 0000 0002");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByText("The payment didn't go through").waitFor();
  await fillCard(page, "4242 4242 4242 4242");
  await page.getByRole("button", { name: /^Pay / }).click();
  await toast(page, "Payment received");
  await page.getByText(/Coins bought, receipt \d{4}-\d+/).waitFor();
  await expect.poll(() => page.locator("[data-top=balance], .balance").first().textContent()).toContain("2,000");
  expect(new URL(page.url()).search).toBe("");
  await shot(page, "bought-1350");

  const loading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const csv = await readFile((await (await loading).path()) ?? "", "utf8");
  expect(csv).toContain('"1500","","2000"');

  await page.getByRole("button", { name: "Open portal" }).click();
  await page.getByRole("heading", { level: 1, name: "Purchases and receipts" }).waitFor();
  await page.getByText("Card ending in 4242").waitFor();
  await shot(page, "portal-1350");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("link", { name: /^\d{4}-\d+$/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Receipt / }).waitFor();
  await page.getByText(email).first().waitFor();
  await shot(page, "receipt-1350");
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints.filter((line) => !/40[0249]/.test(line))).toEqual([]);
});

test("A plan is bought, changed and cancelled on a phone, in German and in the dark", async () => {
  const { page } = await customer({ width: 375, scheme: "dark", locale: "de-DE" });
  await shot(page, "coins-375-de");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Starter wählen" }).click();
  await page.getByRole("heading", { level: 1, name: "Tarif Starter" }).waitFor();
  await page.getByLabel("Kartennummer").fill("4242424242424242");
  await page.getByLabel("Gültig bis").fill("4/49");
  await page.getByLabel("Prüfnummer").fill("123");
  await shot(page, "checkout-375-de");
  await page.getByRole("button", { name: /zahlen$/ }).click();
  await toast(page, "Zahlung eingegangen");
  await page.getByText(/^Starter verlängert sich am /).waitFor();

  await page.getByRole("button", { name: "Zu Visionary wechseln" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Wechseln" }).click();
  await page.getByText(/^Visionary verlängert sich am /).waitFor();
  await page.getByRole("button", { name: "Kündigen" }).click();
  await shot(page, "cancel-375-de");
  await page.getByRole("alertdialog").getByRole("button", { name: "Kündigen" }).click();
  await page.getByText(/^Visionary endet am /).waitFor();
  await page.getByRole("button", { name: "Tarif behalten" }).click();
  await page.getByText(/^Visionary verlängert sich am /).waitFor();
});

test("A form whose run costs more than there is offers the smallest pack that covers it", async () => {
  const { page } = await customer();
  await page.goto("/workflows/sales/leads/list/provider");
  const offer = page.getByRole("button", { name: /^Buy 5,000 coins for / });
  await offer.waitFor();
  await shot(page, "form-offer-1350");
  await offer.click();
  await page.getByRole("heading", { level: 1, name: "5,000 coins" }).waitFor();
});

test("On a phone the bar of the price unfolds what the coins pay for, and is no taller before", async () => {
  const { context } = await openContext(product, { width: 375 });
  await closeNotices(context);
  const page = await context.newPage();
  await register(page);
  await page.goto("/workflows/sales/leads/list/provider");
  const bar = page.getByRole("region", { name: "Price of this run" });
  await bar.getByRole("button", { name: /^Buy 5,000 coins/ }).waitFor();
  const offers = bar.getByRole("link", { name: /300$/ });
  expect(await offers.count()).toBe(0);
  expect((await bar.boundingBox())?.height).toBeLessThan(200);
  await bar.getByText("With 500 coins you can run these workflows").click();
  await offers.first().waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await offers.first().click();
  await page.waitForURL((url) => url.pathname !== "/workflows/sales/leads/list/provider");
  await context.close();
});

test("Packs and plans that could not be loaded are named, and loaded by Try again", async () => {
  const { context } = await openContext(product, {});
  const page = await context.newPage();
  await register(page);
  await page.route("**/api/payments/offers", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/settings/coins");
  const alert = page.locator(".alert", { hasText: "Couldn't load packs and plans" });
  await alert.waitFor();
  await page.unroute("**/api/payments/offers");
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Packs" }).waitFor();
  await context.close();
});
