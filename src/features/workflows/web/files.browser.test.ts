import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

test("A form whose file was deleted says so next to the file, and runs without it", async () => {
  const { context } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  const page = await context.newPage();
  await page.goto("/workflows/product/management/user/story/writer");
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  await page.getByRole("button", { name: "Fill with an example" }).click();
  const name = "needs.md";
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name, mimeType: "text/markdown", buffer: Buffer.from("# Needs\n\nInvoices.") });
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await expect.poll(async () => (await send("GET", "/api/files", undefined)).files.length).toBe(1);
  const [file] = (await send("GET", "/api/files", undefined)).files;
  await send("DELETE", `/api/files/${file.id}`, undefined);

  const run = page.getByRole("button", { name: /^Run for/ }).last();
  await run.click();
  await page.getByText("This file is no longer available.").first().waitFor();
  expect((await send("GET", "/api/workflows/runs", undefined)).runs).toEqual([]);
  // The form was kept: opened anew it knows the file by its id alone.
  await page.reload();
  await page.getByText("Deleted file").waitFor();
  await page.getByRole("button", { name: "Remove Deleted file" }).click();
  await run.click();
  await page.waitForURL("**/pioneer/workflow/projects/**");
  await context.close();
});
