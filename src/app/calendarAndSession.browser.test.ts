import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { hasFocus } from "#src/testing/keyboard.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const planner = "/workflows/marketing/content/planner";

test("Submitting an empty registration focuses its first field and says one thing about the password", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/pioneers/signin");
  await page.getByRole("button", { name: "Create account" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await expect.poll(() => hasFocus(name)).toBe(true);
  expect(await page.getByText(/at least \d+ characters/i).count()).toBe(1);
  await context.close();
});

test("A registration that the server refuses marks the field", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/pioneers/signin");
  const form = page.getByRole("tabpanel", { name: "Create account" });
  const email = form.getByLabel("Email");
  await form.getByLabel("Name").fill("Jürgen Müller");
  await email.fill("j..m@mueller.example");
  await form.getByLabel("Password").fill("a few easy words");
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Create account" }).click();
  await form.getByText("Email isn't valid").waitFor();
  await expect.poll(() => hasFocus(email)).toBe(true);
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  await email.fill("juergen@mueller.example");
  expect(await form.getByText("Email isn't valid").count()).toBe(0);
  await context.close();
});

test("Signing out removes typed text from the browser", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page, "Orla Byrne");
  await page.goto(planner);
  await page.getByLabel("Title").first().fill("Nobody else reads this");
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("pioneer.form:")));
  await expect.poll(kept).toHaveLength(1);
  await page.getByRole("button", { name: /Orla Byrne/ }).click();
  await page.getByRole("menuitem", { name: /log ?out|sign out/i }).click();
  await page.waitForURL((url) => url.pathname === "/pioneers/signin");
  expect(await kept()).toEqual([]);
  await context.close();
});
