import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble, Reply } from "#src/testing/providerDouble.ts";
import type { EngineTest } from "../../contract.ts";
import type { Engine } from "../../engine.ts";
import { createDraftEngine } from "./draftEngine.ts";
import { apiKey, openModelEngine, type Dialect, type ModelEngineOptions } from "./modelFixture.ts";
import { testEngine } from "./testEngine.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const options = { signal: new AbortController().signal, id: "test-1", fence: "0123456789abcdef" };
const sentence = JSON.stringify({ sentence: "Tea is best in the afternoon, with a friend beside you." });

function ask(replies: Reply[], engine: ModelEngineOptions = {}, limitMs = 20_000): Promise<EngineTest> {
  double.script(replies);
  return testEngine(openModelEngine(double.url, engine), { ...options, limitMs });
}

describe("testEngine", () => {
  test("tells when the first text came, when the last, and the pace between", async () => {
    const told = await ask([answer(sentence, { pieceMs: 20, pieceLength: 8, usage: { input: 30, output: 18 } })]);
    if (!told.ok) throw new Error(told.code);
    expect(told.totalMs).toBeGreaterThan(told.latencyMs + 50);
    const perSecond = 18 / ((told.totalMs - told.latencyMs) / 1000);
    expect(told.tokensPerSecond).toBeGreaterThan(perSecond * 0.9);
    expect(told.tokensPerSecond).toBeLessThan(perSecond * 1.1);
    expect(double.calls).toHaveLength(1);
  });

  test("counts thoughts over the whole time", async () => {
    const told = await ask([answer(sentence, { pieceMs: 80, pieceLength: 20, usage: { input: 30, output: 900 } })]);
    if (!told.ok) throw new Error(told.code);
    expect(Number(told.tokensPerSecond) * (told.totalMs / 1000)).toBeCloseTo(900, -1);
  });

  test.each<[string, Reply[]]>([
    ["nobody counts", [answer(sentence, { usage: null, pieceMs: 10 })]],
    ["it was asked twice", [faults.serverError(), answer(sentence, { pieceMs: 10 })]],
  ])("knows no pace when %s", async (_, replies) => {
    expect(await ask(replies)).toMatchObject({ ok: true, tokensPerSecond: null });
  });

  test("knows no pace when all comes at once", async () => {
    const engine: Engine = {
      ...openModelEngine(double.url),
      ask: (_, { onPartial }) => {
        const value = { sentence: "Tea is fine." };
        onPartial?.(value);
        return Promise.resolve({ value, usage: { inputTokens: 30, outputTokens: 8 } });
      },
    };
    expect(await testEngine(engine, options)).toMatchObject({ ok: true, tokensPerSecond: null });
  });

  test("says that drafts have nobody to ask", async () => {
    const engine = createDraftEngine({ reason: "", reasonCode: "draftForced" });
    expect(await testEngine(engine, options)).toEqual({ ok: false, code: "draft" });
  });

  test.each<[string, Reply, Dialect, string, string]>([
    ["a missing model of Ollama", faults.modelMissing(), "ollama", "bad_request", "pullModel"],
    [
      "a missing model elsewhere",
      { type: "status", status: 404, body: { error: { message: "The model `x` does not exist", type: "x" } } },
      "openai-compatible",
      "bad_request",
      "checkModel",
    ],
    ["a wrong key", faults.unauthorized(apiKey), "openai", "auth", "checkKey"],
    ["no money", faults.quota(), "openai", "quota", "checkBilling"],
    ["a limited rate", faults.rateLimited("3600"), "openai", "rate_limited", "waitAndRetry"],
    ["a server of one's own that is down", faults.reset(), "openai-compatible", "provider_down", "startServer"],
    ["a hosted provider that is down", faults.serverError(), "anthropic", "provider_down", "waitAndRetry"],
    ["a model that cannot keep to a shape", answer("{}"), "openai-compatible", "invalid_output", "checkModel"],
    [
      "too little memory",
      { type: "status", status: 500, body: { error: "model requires more system memory than is available" } },
      "ollama",
      "provider_down",
      "smallerModel",
    ],
  ])("advises for %s", async (_, reply, dialect, code, advice) => {
    const told = await ask([reply], { dialect });
    expect(told).toEqual({ ok: false, code, advice });
  });

  test("gives up after its limit, and says what the provider had said", async () => {
    expect(await ask([faults.silent()], { dialect: "ollama" }, 100)).toEqual({
      ok: false,
      code: "timeout",
      advice: "smallerModel",
    });
    expect(await ask([faults.rateLimited("0.3")], {}, 450)).toMatchObject({ ok: false, code: "rate_limited" });
  });

  test("is cancelled with the request", async () => {
    double.script([faults.silent()]);
    const controller = new AbortController();
    const told = testEngine(openModelEngine(double.url), { ...options, signal: controller.signal });
    await double.arrived(1);
    controller.abort();
    expect(await told).toEqual({ ok: false, code: "cancelled" });
    await double.left(1);
  });
});
