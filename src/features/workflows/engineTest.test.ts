import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { answer, faults, openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";

const path = "/api/workflows/engine/test";

describe("test of a model", () => {
  let double: ProviderDouble;
  let product: TestProduct;
  beforeAll(async () => {
    double = await openProviderDouble();
    product = await openTestProduct({
      env: { AI_ENGINE: "", AI_MODEL: "ollama:double-1", OLLAMA_URL: double.url, THROTTLES: "default" },
    });
  });
  afterAll(async () => {
    await product.close();
    await double.close();
  });

  test("a signed-in person has the engine tested, at most five times a minute", async () => {
    const [person, other] = [await product.signUp(), await product.signUp()];
    double.script([answer('{"sentence": "Tea is fine."}', { usage: null })]);
    const { status, body } = await person.send("POST", path);
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      latencyMs: expect.any(Number),
      totalMs: expect.any(Number),
      tokensPerSecond: null,
    });
    double.script([faults.modelMissing()]);
    const { body: missing } = await person.send("POST", path);
    expect(missing).toEqual({ ok: false, code: "bad_request", advice: "pullModel" });
    for (let time = 3; time <= 5; time += 1) expect((await person.send("POST", path)).status).toBe(200);
    const calls = double.calls.length;
    const sixth = await person.send("POST", path);
    expect([sixth.status, sixth.body.code]).toEqual([429, "request.tooMany"]);
    expect(double.calls).toHaveLength(calls);
    expect((await other.send("POST", path)).status).toBe(200);
  });

  test("nobody without a session has it tested", async () => {
    double.script([answer("{}")]);
    expect((await product.send("POST", path)).status).toBe(401);
    expect(double.calls).toHaveLength(0);
  });
});

test("drafts have no engine to test", async () => {
  const drafts = await openTestProduct();
  const { status, body } = await (await drafts.signUp()).send("POST", path);
  expect([status, body]).toEqual([200, { ok: false, code: "draft" }]);
  await drafts.close();
});
