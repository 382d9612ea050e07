import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { Ending, ProviderDouble, Reply, Script } from "#src/testing/providerDouble.ts";
import { askNote, goodAnswer, noteOf, type Outcome } from "./engineFixture.ts";
import { openModelEngine, towards, type Dialect } from "./modelFixture.ts";
import { loadModel } from "./providers.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

async function ask(script: Script, dialect: Dialect): Promise<Outcome> {
  double.script(script);
  return askNote(openModelEngine(double.url, { dialect }));
}

const good = answer(goodAnswer());
const broken = (ending: Ending): Reply => answer(goodAnswer(), { ending });

const dialects: Dialect[] = [
  "openai",
  "openai at its own address",
  "anthropic",
  "google",
  "mistral",
  "openai-compatible",
  "lmstudio",
  "ollama",
];

describe.each(dialects)("API of %s", (dialect) => {
  test("streams an answer with token counts", async () => {
    const { asked, partials } = await ask([good], dialect);
    expect(asked).toEqual({ value: noteOf(), usage: { inputTokens: 11, outputTokens: 22 } });
    expect(partials.length).toBeGreaterThan(20);
  });

  test.each<[string, Reply, string, number]>([
    ["429 that lasts", faults.rateLimited("3600"), "rate_limited", 1],
    ["401", faults.unauthorized(), "auth", 1],
    ["400", faults.badRequest(), "bad_request", 1],
    ["500", faults.serverError(), "provider_down", 3],
    ["a reset", faults.reset(), "provider_down", 3],
    ["one malformed chunk", broken("malformed"), "cut", 3],
    ["end without finish", broken("noFinish"), "cut", 3],
    ["cut", broken("cut"), "cut", 3],
    ["an error event", broken("error"), "provider_down", 3],
    ["an error event before any text", answer("", { ending: "error" }), "provider_down", 3],
    ["a web page", { type: "body", contentType: "text/html", body: "<html>Sign in</html>" }, "cut", 3],
    ["length", answer(goodAnswer().slice(0, 400), { finish: "length" }), "too_long", 1],
    ["a refusal", answer("", { finish: "content_filter" }), "refused", 1],
  ])("reports the expected fault for: %s", async (_, reply, code, calls) => {
    const { fault } = await ask([reply], dialect);
    expect(fault?.code).toBe(code);
    expect(double.calls).toHaveLength(calls);
  });

  test("closes the connection when a question is cancelled, before and after the first text", async () => {
    for (const share of [0, 0.5]) {
      const controller = new AbortController();
      double.script([answer(goodAnswer(), { gate: new Promise(() => undefined), share })]);
      const asked = askNote(openModelEngine(double.url, { dialect }), {
        signal: controller.signal,
        onPartial: () => controller.abort(),
      });
      await double.arrived(1);
      if (share === 0) controller.abort();
      expect((await asked).fault?.code).toBe("cancelled");
      await double.left(1);
    }
  });
});

describe("OpenAI at its own address", () => {
  test("is asked through responses, which it shall not keep, and for structured output", async () => {
    await ask([good], "openai at its own address");
    expect(double.calls[0]).toMatchObject({
      path: "/v1/responses",
      headers: { authorization: expect.stringMatching(/^Bearer sk-/), "idempotency-key": "run-1:ask:1:1" },
      body: { stream: true, store: false, text: { format: { type: "json_schema", strict: true } } },
    });
    expect(double.calls[0]?.body).not.toHaveProperty("tools");
  });

  test("falls back to weaker formats", async () => {
    const script: Script = ({ body }) =>
      JSON.stringify(body).includes('"text":{') ? faults.badRequest("text.format: json_schema is unknown") : good;
    expect((await ask(script, "openai at its own address")).asked?.value).toEqual(noteOf());
    expect(double.calls.length).toBeLessThanOrEqual(3);
  });

  test("is not asked for summaries of thoughts, which it gives to some only", async () => {
    double.script([good]);
    const model = await loadModel(
      { provider: "openai", model: "gpt-5", apiKey: "k", reasoning: "low" },
      towards(double.url),
    );
    const stream = await model({
      messages: [{ role: "user", text: "tea" }],
      format: { type: "text" },
      signal: new AbortController().signal,
      idempotencyKey: "k",
    });
    while ((await stream.next()) !== null);
    expect(double.calls[0]?.body).toMatchObject({ reasoning: { effort: "low" } });
    expect(JSON.stringify(double.calls[0]?.body)).not.toContain("summary");
  });

  test("is taken for its older interface when another address stands in for it", async () => {
    await ask([good], "openai");
    expect(double.calls[0]?.path).toBe("/v1/chat/completions");
  });

  test("refuses in words that are a refusal", async () => {
    const { fault } = await ask([answer("I cannot help with that.", { isRefusal: true })], "openai at its own address");
    expect(fault?.code).toBe("refused");
  });
});
