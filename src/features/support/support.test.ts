import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ env: { SUPPORT_EMAIL: "help@pioneer.example" } });
});
afterAll(() => product.close());

test("shows visitors the operator's address only", async () => {
  const { status, body } = await product.send("GET", "/api/support/address");
  expect([status, body]).toEqual([200, { email: "help@pioneer.example" }]);
  expect((await product.send("GET", "/api/support/contact")).status).toBe(401);
});
