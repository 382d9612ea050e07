import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { settled } from "#src/testing/settled.ts";
import { consentKey } from "#src/features/consent/rules.ts";
import { pageRoutes } from "./routes.ts";

let product: ServedProduct;
let context: BrowserContext;
beforeAll(async () => {
  product = await openServedProduct();
  ({ context } = await openContext(product));
  const page = await context.newPage();
  await register(page);
  // The question about visits is asked once.
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [consentKey, "denied"] as const);
  await page.close();
});
afterAll(() => product.close());

/** What a first visit of a page asks for until it is quiet, by kind. */
async function requestsOf(path: string): Promise<string[]> {
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settled(page);
  await page.close();
  return asked.toSorted();
}

const pages = pageRoutes.filter(({ path, access, name }) => name && !path.includes("$") && access !== "developers");

test.each(pages)("$path is there after at most 30 requests", async ({ path }) => {
  const asked = await requestsOf(path);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(30);
});
