import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { Ending, ProviderDouble, Reply, Script } from "#src/testing/providerDouble.ts";
import type { Engine, EngineEvent } from "../../engine.ts";
import { collect, engineRun, goodAnswer, noteInput, noteWorkflow, shown } from "./engineFixture.ts";
import { createModelEngine } from "./modelEngine.ts";
import { loadModel } from "./providers.ts";
import type { Model, ModelChoice, ModelPart, ProviderName } from "./providers.ts";
import { rebuild } from "./rebuild.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const apiKey = "sk-canary-1234567890abcdef";

function open(
  provider: ProviderName = "openai-compatible",
  limits: Partial<Record<"first" | "stall" | "total", number>> = {},
  load: typeof loadModel = loadModel,
): Engine {
  const baseUrl = `${double.url}/${provider === "google" ? "v1beta" : "v1"}`;
  const choice: ModelChoice = {
    provider,
    model: provider === "mistral" ? "mistral-double" : "double-1",
    baseUrl,
    apiKey,
  };
  const info = { kind: "model" as const, label: "Double", provider, model: choice.model, reason: "", reasonCode: "" };
  return createModelEngine(info, choice, {
    loadModel: load,
    config: {
      aiFirstChunkMs: limits.first ?? 5_000,
      aiStallMs: limits.stall ?? 5_000,
      aiTotalMs: limits.total ?? 20_000,
    },
    random: () => 0.5,
    backoffMs: 1,
  });
}

async function run(script: Script, engine: Engine = open()): Promise<EngineEvent[]> {
  double.script(script);
  return collect(engine.run(noteWorkflow, noteInput, engineRun()));
}

const good = answer(goodAnswer());
const broken = (ending: "cut" | "noFinish" | "stall" | "malformed" | "error"): Reply =>
  answer(goodAnswer(), { ending });
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

describe("provider faults", () => {
  const rows: [string, Script, { end: "result" } | { end: string; retryable: boolean }, number][] = [
    ["429 with retry-after in seconds, then well", [faults.rateLimited("0"), good], { end: "result" }, 2],
    [
      "429 with retry-after as a date, then well",
      () => (double.calls.length === 1 ? faults.rateLimited(inSeconds(0)) : good),
      { end: "result" },
      2,
    ],
    ["429 without retry-after, then well", [faults.rateLimited(), faults.rateLimited(), good], { end: "result" }, 3],
    ["429 for good", [faults.rateLimited()], { end: "rate_limited", retryable: true }, 3],
    [
      "429 with a wait longer than the run may take",
      [faults.rateLimited("3600")],
      { end: "rate_limited", retryable: true },
      1,
    ],
    [
      "429 with a date beyond the run",
      () => faults.rateLimited(inSeconds(900)),
      { end: "rate_limited", retryable: true },
      1,
    ],
    ["no quota", [faults.quota()], { end: "quota", retryable: false }, 1],
    ["401", [faults.unauthorized(apiKey)], { end: "auth", retryable: false }, 1],
    ["400", [faults.badRequest()], { end: "bad_request", retryable: false }, 1],
    [
      "400 for a text longer than the model reads",
      [faults.badRequest("This model's maximum context length is 8192 tokens.")],
      { end: "too_long", retryable: false },
      1,
    ],
    ["500 once", [faults.serverError(), good], { end: "result" }, 2],
    ["500 for good", [faults.serverError()], { end: "provider_down", retryable: true }, 3],
    ["reset once", [faults.reset(), good], { end: "result" }, 2],
    ["reset for good", [faults.reset()], { end: "provider_down", retryable: true }, 3],
    ["cut after content", [broken("cut")], { end: "cut", retryable: true }, 1],
    ["end without finish", [broken("noFinish")], { end: "cut", retryable: true }, 1],
    ["end without finish before any content", [answer("", { ending: "noFinish" }), good], { end: "result" }, 2],
    ["one malformed chunk", [broken("malformed")], { end: "cut", retryable: true }, 1],
    ["an error event in the stream", [broken("error")], { end: "provider_down", retryable: true }, 1],
    [
      "an error event before any content",
      [answer(goodAnswer(), { ending: "error", share: 0 }), good],
      { end: "result" },
      2,
    ],
    [
      "a success that is a web page",
      [{ type: "body", contentType: "text/html", body: "<html>Sign in</html>" }],
      { end: "cut", retryable: true },
      3,
    ],
    [
      "fenced JSON with prose around",
      [answer(`Sure! Here it is:\n\n\`\`\`json\n${goodAnswer()}\n\`\`\`\nAnything else?`)],
      { end: "result" },
      1,
    ],
    ["wrong schema, then right", [answer('{"title": "Tea"}'), good], { end: "result" }, 2],
    ["wrong schema for good", [answer('{"title": "Tea"}')], { end: "invalid_output", retryable: true }, 2],
    ["no JSON for good", [answer("I cannot do that.")], { end: "invalid_output", retryable: true }, 2],
    ["broken JSON, then right", [answer('{"title": nope, "summary": ""}'), good], { end: "result" }, 2],
    ["empty, then right", [answer(""), good], { end: "result" }, 2],
    ["empty for good", [answer("")], { end: "invalid_output", retryable: true }, 2],
    [
      "a check that does not hold, then does",
      [answer(goodAnswer({ topic: "tea", copies: 500 })), good],
      { end: "result" },
      2,
    ],
    [
      "longest answer reached",
      [answer(goodAnswer().slice(0, 400), { finish: "length" })],
      { end: "too_long", retryable: false },
      1,
    ],
    ["refusal", [answer("I cannot help with that.", { isRefusal: true })], { end: "refused", retryable: false }, 1],
    [
      "content filter",
      [answer(goodAnswer().slice(0, 200), { finish: "content_filter" })],
      { end: "refused", retryable: false },
      1,
    ],
    [
      "2 MB",
      [answer(JSON.stringify({ title: "a".repeat(2_000_000) }), { pieceLength: 20_000 })],
      { end: "too_long", retryable: false },
      1,
    ],
    ["wrong schema, then a limit, then right", [answer("{}"), faults.rateLimited("0"), good], { end: "result" }, 3],
    [
      "a limit twice, then wrong schema",
      [faults.rateLimited("0"), faults.rateLimited("0"), answer("{}"), good],
      { end: "invalid_output", retryable: true },
      3,
    ],
  ];

  test.each(rows)("end as specified: %s", async (_, script, expected, calls) => {
    const events = await run(script);
    const ends = events.filter((event) => event.type === "result" || event.type === "error");
    expect(ends).toHaveLength(1);
    expect(events.at(-1)).toMatchObject(
      expected.end === "result"
        ? { type: "result" }
        : { type: "error", code: expected.end, retryable: Reflect.get(expected, "retryable") },
    );
    expect(double.calls).toHaveLength(calls);
    if (expected.end === "result")
      expect(rebuild(shown(events))).toMatchObject({ data: { topic: "tea time", copies: 3 } });
    expect(JSON.stringify(events)).not.toContain(apiKey);
  });

  test("time out when headers never arrive", async () => {
    const events = await run([faults.silent()], open("openai-compatible", { first: 80, total: 200 }));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "timeout", retryable: true });
    expect(double.calls.length).toBeLessThanOrEqual(3);
    await double.left(1);
  });

  test("are recovered by a retry when headers arrive the second time", async () => {
    const events = await run([faults.silent(), good], open("openai-compatible", { first: 1_500 }));
    expect(events.at(-1)).toMatchObject({ type: "result" });
  });

  test("time out when nothing follows the headers", async () => {
    const never = new Promise<void>(() => undefined);
    const events = await run(
      [answer(goodAnswer(), { gate: never, share: 0 })],
      open("openai-compatible", { first: 80, total: 150 }),
    );
    expect(events.at(-1)).toMatchObject({ type: "error", code: "timeout", retryable: true });
  });

  test("time out when the answer stalls", async () => {
    const events = await run([broken("stall")], open("openai-compatible", { stall: 1_000 }));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "timeout", retryable: true });
    expect(double.calls).toHaveLength(1);
    await double.left(1);
  });

  test.each<ProviderName>(["openai-compatible", "anthropic"])("time out when %s sends only pings", async (provider) => {
    const events = await run([answer(goodAnswer(), { ending: "pings" })], open(provider, { stall: 80 }));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "timeout", retryable: true });
    await double.left(1);
  });

  test("time out when the answer never ends", async () => {
    const events = await run([answer(goodAnswer(), { pieceMs: 20 })], open("openai-compatible", { total: 200 }));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "timeout", retryable: true });
    expect(events.some((event) => event.type === "result")).toBe(false);
  });

  test("report an unavailable provider when the connection is refused", async () => {
    const gone = await openProviderDouble();
    await gone.close();
    const choice: ModelChoice = { provider: "openai-compatible", model: "m", baseUrl: `${gone.url}/v1` };
    const engine = createModelEngine(
      { kind: "model", label: "", provider: "p", model: "m", reason: "", reasonCode: "" },
      choice,
      { loadModel, config: { aiFirstChunkMs: 5_000, aiStallMs: 5_000, aiTotalMs: 20_000 }, backoffMs: 1 },
    );
    expect((await collect(engine.run(noteWorkflow, noteInput, engineRun()))).at(-1)).toMatchObject({
      code: "provider_down",
      retryable: true,
    });
  });

  test("exclude delays of a slow consumer", async () => {
    double.script([good]);
    let isFirst = true;
    let last: EngineEvent | undefined;
    for await (const event of open("openai-compatible", { stall: 300 }).run(noteWorkflow, noteInput, engineRun())) {
      if (event.type === "delta" && isFirst) await new Promise((done) => setTimeout(done, 700));
      if (event.type === "delta") isFirst = false;
      last = event;
    }
    expect(last).toMatchObject({ type: "result" });
  });

  test.each(["first", "stall"] as const)("exclude delays of a busy process (%s timeout)", async (limit) => {
    // Sockets are read after timers: what has arrived is seen in the turn of the loop after the busy one.
    const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
    const text = goodAnswer();
    const said: ModelPart[] = [
      { type: "text", text: text.slice(0, 200) },
      { type: "text", text: text.slice(200) },
      { type: "finish", finish: { reason: "stop", raw: "stop", inputTokens: 11, outputTokens: 22 } },
    ];
    const model: Model = () =>
      Promise.resolve({
        next: async () => {
          const until = performance.now() + 100;
          while (performance.now() < until);
          await turn();
          await turn();
          return said.shift() ?? null;
        },
        cancel: () => undefined,
      });
    const engine = open("openai-compatible", { [limit]: 80 }, () => Promise.resolve(model));
    expect((await collect(engine.run(noteWorkflow, noteInput, engineRun()))).at(-1)).toMatchObject({ type: "result" });
  });

  test("end with exactly one event within three calls, and with a result only for a complete answer", async () => {
    const text = goodAnswer();
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const bad = fc.oneof(
      fc.constantFrom<Reply>(
        faults.rateLimited(),
        faults.rateLimited("0"),
        faults.quota(),
        faults.unauthorized(),
        faults.badRequest(),
        faults.badRequest("response_format is not supported"),
        faults.serverError(),
        faults.serverError(503),
        faults.reset(),
      ),
      fc
        .record({ share, ending: fc.constantFrom<Ending>("cut", "noFinish", "malformed", "error") })
        .map((more): Reply => answer(text, more)),
      fc
        .record({ at: share, finish: fc.constantFrom("stop", "length", "content_filter") })
        .map(({ at, finish }): Reply => answer(text.slice(0, Math.floor(at * (text.length - 1))), { finish })),
      fc.string({ maxLength: 40 }).map((said): Reply => answer(said)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(bad, fc.constant<Reply>(good)), { minLength: 1, maxLength: 4 }),
        async (replies) => {
          const events = await run(replies);
          const ends = events.filter((event) => event.type === "result" || event.type === "error");
          expect(ends).toHaveLength(1);
          expect(ends[0]).toBe(events.at(-1));
          expect(double.calls.length).toBeLessThanOrEqual(3);
          const lastReply = replies[double.calls.length - 1] ?? replies.at(-1);
          expect(ends[0]?.type === "result").toBe(lastReply === good);
          expect(ends[0]).not.toMatchObject({ code: "internal" });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("end with a retryable error for an answer cut at any tenth", async () => {
    for (let tenth = 0; tenth <= 10; tenth += 1) {
      for (const ending of ["cut", "noFinish"] as const) {
        const events = await run([answer(goodAnswer(), { ending, share: tenth / 10 })]);
        expect(events.at(-1)).toMatchObject({ type: "error", retryable: true });
        expect(events.some((event) => event.type === "result")).toBe(false);
        expect(double.calls.length).toBeLessThanOrEqual(3);
      }
    }
  });
});

describe("cancellation", () => {
  test("closes the request during an answer", async () => {
    const controller = new AbortController();
    double.script([answer(goodAnswer(), { gate: new Promise(() => undefined) })]);
    const ended = collect(open().run(noteWorkflow, noteInput, engineRun(controller.signal)));
    await double.arrived(1);
    controller.abort();
    expect((await ended).at(-1)).toMatchObject({ type: "error", code: "cancelled", retryable: false });
    await double.left(1);
    expect(double.calls).toHaveLength(1);
  });

  test("ends the wait before a retry", async () => {
    const controller = new AbortController();
    double.script([faults.rateLimited("10")]);
    for await (const event of open().run(noteWorkflow, noteInput, engineRun(controller.signal))) {
      if (event.type === "step" && event.name === "retry") controller.abort();
      if (event.type === "error") expect(event).toMatchObject({ code: "cancelled" });
    }
    expect(double.calls).toHaveLength(1);
  });

  test("closes the request when the consumer stops reading", async () => {
    double.script([answer(goodAnswer(), { gate: new Promise(() => undefined) })]);
    for await (const event of open().run(noteWorkflow, noteInput, engineRun())) if (event.type === "delta") break;
    await double.left(1);
  });
});

describe("model request", () => {
  test("announces a repair and tells the model what was invalid", async () => {
    const events = await run([answer('{"title": "Tea", "summary": "x"}'), good]);
    const repair = events.find((event) => event.type === "repair");
    expect(repair).toMatchObject({
      issues: expect.arrayContaining([{ level: "error", code: "schema", at: "sections", params: expect.anything() }]),
    });
    expect(JSON.stringify(double.calls[1]?.body)).toContain("That answer cannot be used");
    expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 22, outputTokens: 44 } });
  });

  test("asks for structured output and a stream and contains the key", async () => {
    await run([good]);
    expect(double.calls[0]).toMatchObject({
      headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": "run-1:generate:1" },
      body: { stream: true, response_format: { type: "json_schema", json_schema: { strict: true } } },
    });
    expect(double.calls[0]?.body).not.toHaveProperty("tools");
  });

  test("falls back when structured output is not supported, and remembers it", async () => {
    const script: Script = (request) => {
      const type: unknown = Reflect.get(Object(Reflect.get(Object(request.body), "response_format")), "type");
      return type === undefined ? good : faults.badRequest(`response_format ${String(type)} is not supported`);
    };
    const engine = open();
    expect((await run(script, engine)).at(-1)).toMatchObject({ type: "result" });
    expect(double.calls).toHaveLength(3);
    expect((await run(script, engine)).at(-1)).toMatchObject({ type: "result" });
    expect(double.calls).toHaveLength(1);
  });

  test("yields text before the answer is complete", async () => {
    let open_: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      open_ = done;
    });
    double.script([answer(goodAnswer(), { gate })]);
    const events: EngineEvent[] = [];
    for await (const event of open().run(noteWorkflow, noteInput, engineRun())) {
      events.push(event);
      if (event.type === "delta" && event.path[0] === "sections") open_();
    }
    expect(events.at(-1)).toMatchObject({ type: "result" });
  });
});

describe.each<ProviderName>(["openai", "anthropic", "google", "mistral", "ollama", "lmstudio"])(
  "API of %s",
  (provider) => {
    test("streams an answer with token counts", async () => {
      const events = await run([good], open(provider));
      expect(events.at(-1)).toMatchObject({ type: "result", usage: { inputTokens: 11, outputTokens: 22 } });
      expect(events.filter((event) => event.type === "delta").length).toBeGreaterThan(20);
      expect(rebuild(shown(events))).toMatchObject({ data: { topic: "tea time" } });
    });

    test.each<[string, Reply, string, number]>([
      ["429", faults.rateLimited("0"), "rate_limited", 3],
      ["401", faults.unauthorized(), "auth", 1],
      ["500", faults.serverError(), "provider_down", 3],
      ["one malformed chunk", broken("malformed"), "cut", 1],
      ["end without finish", broken("noFinish"), "cut", 1],
      ["cut", broken("cut"), "cut", 1],
      ["an error event", broken("error"), "provider_down", 1],
      ["length", answer(goodAnswer().slice(0, 400), { finish: "length" }), "too_long", 1],
      ["a refusal", answer("", { finish: "content_filter" }), "refused", 1],
    ])("reports the expected error for: %s", async (_, reply, code, calls) => {
      const events = await run([reply], open(provider));
      expect(events.at(-1)).toMatchObject({ type: "error", code });
      expect(double.calls).toHaveLength(calls);
    });
  },
);
