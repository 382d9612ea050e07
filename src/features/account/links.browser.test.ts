import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { linkInMail } from "#src/testing/linkInMail.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

async function visitor(look: Look = {}) {
  const person = await openContext(product, look);
  const email = await register(await person.context.newPage(), "Mara Brandt");
  await person.context.close();
  const { context, complaints } = await openContext(product, look);
  return { context, complaints, page: await context.newPage(), email };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const toast = (page: Page, title: string) => page.locator(".toast-title", { hasText: title }).waitFor();

test("Who forgot the password gets a link, sets a new one with it and signs in", async () => {
  const { context, complaints, page, email } = await visitor();
  await page.goto("/pioneers/signin?mode=signin");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await heading(page, "Set a new password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await toast(page, "Look into your mail");
  expect(await pageFaults(page)).toEqual([]);

  const link = await linkInMail(product, email, "account-reset");
  await page.goto(link);
  await heading(page, "Choose a new password");
  // The token is read and gone from the address.
  expect(new URL(page.url()).hash).toBe("");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("5 characters. 5 more are needed.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("an even better password");
  await page.getByRole("button", { name: "Save password" }).click();
  await heading(page, "Sign in");
  await toast(page, "Password changed");
  const form = page.locator("form").first();
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill("an even better password");
  await form.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/dashboard");
  expect(complaints).toEqual([]);
  await context.close();
});

test("A link that was used says so and offers a new one", async () => {
  const { context, page, email } = await visitor();
  await page.request.post("/api/auth/reset/request", { data: { email }, headers: { origin: product.url } });
  const link = await linkInMail(product, email, "account-reset");
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token");
  const data = { token, password: "an even better password" };
  await page.request.post("/api/auth/reset/finish", { data, headers: { origin: product.url } });
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill("one more good password");
  await page.getByRole("button", { name: "Save password" }).click();
  await toast(page, "This link no longer works");
  await heading(page, "Set a new password");
  await page.getByText("That link no longer works.").waitFor();
  await page.getByRole("button", { name: "Send link" }).waitFor();
  await context.close();
});

test("On a phone, in dark colours and German, an address is confirmed by a press, and the settings know it", async () => {
  const { context, complaints } = await openContext(product, { width: 375, scheme: "dark", locale: "de-DE" });
  const page = await context.newPage();
  const email = await register(page, "Jonas Albrecht");
  await page.goto("/de/settings#account");
  await page.getByText("Nicht bestätigt.").waitFor();
  await page.getByRole("button", { name: "Link erneut senden" }).click();
  await toast(page, "Link gesendet");
  await page.goto(await linkInMail(product, email, "account-verify"));
  await heading(page, "E-Mail-Adresse bestätigen");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Adresse bestätigen" }).click();
  await page.getByText("Ihre Adresse ist bestätigt.").waitFor();
  await page.goto("/de/settings#account");
  await page.getByText("Bestätigt.", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
