import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ env: { THROTTLES: "default" } });
});
afterAll(() => product.close());

test("a person makes 600 calls a minute, then waits; others go on", async () => {
  const [mara, jonas] = [await product.signUp(), await product.signUp()];
  const answers = await Promise.all(Array.from({ length: 605 }, () => mara.send("GET", "/api/coins")));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([600, 5]);
  expect(refused[0]?.body).toMatchObject({ code: "request.tooMany" });
  const wait = Number(refused[0]?.headers.get("retry-after"));
  expect(wait > 0 && wait <= 60).toBe(true);
  expect((await mara.send("GET", "/api/user/sessions")).status).toBe(429);
  expect((await jonas.send("GET", "/api/coins")).status).toBe(200);
});

test("of these, 120 may change something", async () => {
  const person = await product.signUp();
  const answers = await Promise.all(Array.from({ length: 125 }, () => person.send("POST", "/api/user/settings", {})));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await person.send("GET", "/api/user/settings")).status).toBe(200);
});
