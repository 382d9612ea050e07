import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Look,
  openContext,
  openServedProduct,
  password,
  register,
  type ServedProduct,
} from "#src/testing/browser.ts";
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
  await toast(page, "Check your email");
  expect(await pageFaults(page)).toEqual([]);

  const link = await linkInMail(product, email, "account-reset");
  await page.goto(link);
  await heading(page, "Choose a new password");
  // The token is read and gone from the address.
  expect(new URL(page.url()).hash).toBe("");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("5 so far. 5 more characters needed.").waitFor();
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

test("A confirmation opened where nobody is signed in asks for the sign-in first, and works after it", async () => {
  const { context, page, email } = await visitor();
  await page.goto(await linkInMail(product, email, "account-verify"));
  await page.getByRole("button", { name: "Confirm address" }).click();
  await page.getByText("Sign in to your account first, then confirm the address.").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign in to confirm" }).click();
  const form = page.locator("form").first();
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Confirm your email address");
  await page.getByRole("button", { name: "Confirm address" }).click();
  await page.getByText("Your address is confirmed.").waitFor();
  await context.close();
});

test("A confirmation for another account than the one signed in says so and offers to sign out", async () => {
  const { context, page, email } = await visitor();
  const own = await register(page, "Jonas Albrecht");
  await page.goto(await linkInMail(product, email, "account-verify"));
  await page.getByText(`Signed in as ${own}.`).waitFor();
  await page.getByRole("button", { name: "Confirm address" }).click();
  await page.getByText(`You're signed in as ${own}, which isn't the account this link is for.`).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/pioneers\/signin$/);
  await context.close();
});

test("A new password ends passkeys and connected accounts where the person asks for it", async () => {
  const { context, complaints, page, email } = await visitor();
  const { rows } = await product.database.pool.query(
    `with person as (update "user" set email_verified = true where email = $1 returning id)
     insert into account (id, user_id, provider_id, account_id) select gen_random_uuid(), id, 'github', 'octo' from person returning user_id`,
    [email],
  );
  await page.request.post("/api/auth/reset/request", { data: { email }, headers: { origin: product.url } });
  await page.goto(await linkInMail(product, email, "account-reset"));
  await page.getByLabel("Password", { exact: true }).fill("an even better password");
  await page.getByLabel("Also remove all passkeys and connected accounts").check();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save password" }).click();
  await heading(page, "Sign in");
  const left = await product.database.pool.query("select provider_id from account where user_id = $1", [
    rows[0].user_id,
  ]);
  expect(left.rows).toEqual([{ provider_id: "credential" }]);
  expect(complaints).toEqual([]);
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
