import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ env: { THROTTLES: "default" } });
});
afterAll(() => product.close());

test("an operator acts 30 times a minute, then waits, and still sees", async () => {
  const boss = await product.signUp();
  const send = () => boss.send("POST", "/api/operator/mails/retry", { id: newId() });
  const answers = await Promise.all(Array.from({ length: 33 }, send));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await boss.send("GET", "/api/operator/people")).status).toBe(200);
});

test("looks are counted too, those of nobody else", async () => {
  const boss = await product.signUp();
  await product.database.pool.query(`update "user" set roles = '{operator}' where id = $1`, [boss.userId]);
  const looks = await Promise.all(Array.from({ length: 245 }, () => boss.send("GET", "/api/operator/workflows")));
  expect(looks.filter(({ status }) => status === 429)).toHaveLength(5);
});
