import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { Ending, ProviderDouble, Reply, Script, SeenRequest } from "#src/testing/providerDouble.ts";
import type { Engine } from "../../engine.ts";
import { askNote, goodAnswer, noteOf, noteQuestion, type Outcome } from "./engineFixture.ts";
import { isRetryable } from "./engineErrors.ts";
import { apiKey, openModelEngine, type ModelEngineOptions } from "./modelFixture.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const open = (options?: ModelEngineOptions): Engine => openModelEngine(double.url, options);

async function ask(script: Script, engine: Engine = open()): Promise<Outcome> {
  double.script(script);
  return askNote(engine);
}

const good = answer(goodAnswer());
const broken = (ending: Ending): Reply => answer(goodAnswer(), { ending });
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();
const times = (count: number, reply: Reply): Reply[] => Array.from({ length: count }, () => reply);

describe("provider faults", () => {
  const well = "well";
  const rows: [string, Script, string, number][] = [
    ["429 with retry-after in seconds, then well", [faults.rateLimited("0"), good], well, 2],
    [
      "429 with retry-after as a date, then well",
      () => (double.calls.length === 1 ? faults.rateLimited(inSeconds(0)) : good),
      well,
      2,
    ],
    ["429 without retry-after, then well", [...times(2, faults.rateLimited()), good], well, 3],
    ["429 more often than a question is asked, then well", [...times(6, faults.rateLimited("0")), good], well, 7],
    [
      "429 between faults, which are counted without it",
      [faults.serverError(), faults.rateLimited("0"), faults.serverError(), faults.rateLimited("0"), good],
      well,
      5,
    ],
    ["429 with a wait longer than there is time", [faults.rateLimited("3600")], "rate_limited", 1],
    ["429 with a date beyond the time", () => faults.rateLimited(inSeconds(900)), "rate_limited", 1],
    ["no quota", [faults.quota()], "quota", 1],
    ["401", [faults.unauthorized(apiKey)], "auth", 1],
    ["400", [faults.badRequest()], "bad_request", 1],
    [
      "400 for a text longer than the model reads",
      [faults.badRequest("This model's maximum context length is 8192 tokens.")],
      "too_long",
      1,
    ],
    ["500 twice", [...times(2, faults.serverError()), good], well, 3],
    ["500 for good", [faults.serverError()], "provider_down", 3],
    ["reset once", [faults.reset(), good], well, 2],
    ["reset for good", [faults.reset()], "provider_down", 3],
    ["cut after content, then well", [broken("cut"), good], well, 2],
    ["cut after content for good", [broken("cut")], "cut", 3],
    ["end without finish, then well", [broken("noFinish"), good], well, 2],
    ["end without finish for good", [broken("noFinish")], "cut", 3],
    ["end without finish before any content", [answer("", { ending: "noFinish" }), good], well, 2],
    ["a malformed chunk, then well", [broken("malformed"), good], well, 2],
    ["malformed chunks for good", [broken("malformed")], "cut", 3],
    ["an error event in the stream, then well", [broken("error"), good], well, 2],
    ["error events for good", [broken("error")], "provider_down", 3],
    ["a success that is a web page", [{ type: "body", contentType: "text/html", body: "<html>Hi</html>" }], "cut", 3],
    [
      "fenced JSON with prose around",
      [answer(`Sure! Here it is:\n\n\`\`\`json\n${goodAnswer()}\n\`\`\`\nAnything else?`)],
      well,
      1,
    ],
    ["wrong shape, then right", [answer('{"title": "Tea"}'), good], well, 2],
    ["wrong shape for good", [answer('{"title": "Tea"}')], "invalid_output", 2],
    ["no JSON for good", [answer("I cannot do that.")], "invalid_output", 2],
    ["broken JSON, then right", [answer('{"title": nope, "summary": ""}'), good], well, 2],
    ["empty, then right", [answer(""), good], well, 2],
    ["empty for good", [answer("")], "invalid_output", 2],
    ["a number out of range, then right", [answer(goodAnswer("tea", 500)), good], well, 2],
    ["longest answer reached", [answer(goodAnswer().slice(0, 400), { finish: "length" })], "too_long", 1],
    ["a whole answer at the longest length", [answer(goodAnswer(), { finish: "length" })], "too_long", 1],
    ["refusal", [answer("I cannot help with that.", { isRefusal: true })], "refused", 1],
    ["content filter", [answer(goodAnswer().slice(0, 200), { finish: "content_filter" })], "refused", 1],
    ["2 MB", [answer(JSON.stringify({ title: "a".repeat(2_000_000) }), { pieceLength: 20_000 })], "too_long", 1],
    ["wrong shape, then a limit, then right", [answer("{}"), faults.rateLimited("0"), good], well, 3],
    [
      "a limit twice, then wrong shape, then right",
      [...times(2, faults.rateLimited("0")), answer("{}"), good],
      well,
      4,
    ],
    ["faults twice, then wrong shape", [...times(2, faults.serverError()), answer("{}"), good], "invalid_output", 3],
  ];

  test.each(rows)("end as specified: %s", async (_, script, expected, calls) => {
    const { asked, fault, partials } = await ask(script);
    expect(fault?.code ?? well).toBe(expected);
    expect(double.calls).toHaveLength(calls);
    expect(asked?.value).toEqual(expected === well ? noteOf() : undefined);
    if (expected === well) expect(partials.at(-1)).toEqual(noteOf());
  });

  test("are told each time the question is asked again", async () => {
    const script = [faults.serverError(), faults.rateLimited("0"), answer("{}"), good];
    expect((await ask(script)).retries).toEqual(["provider_down", "rate_limited", "invalid_output"]);
    expect((await ask([faults.unauthorized()])).retries).toEqual([]);
  });

  test("name the provider's reason without keys", async () => {
    const said = `Incorrect API key provided: ${apiKey}. Bearer abcdef123456 is wrong too.`;
    const { fault } = await ask([faults.badRequest(said)]);
    expect(fault?.message).toContain("[key]");
    expect(fault?.message).not.toMatch(/canary|abcdef123456/);
    expect((await ask([faults.badRequest("No model of that name.")])).fault?.message).toBe("No model of that name.");
  });

  test("name the provider's reason without parts of the question, also where it is cut off", async () => {
    const topic = "the plums of aunt Hedwig's garden in Wedel and where she hides the rum";
    const said = `Too odd: “${topic.slice(4, 50)}” ${"is too odd ".repeat(30)} “${topic.slice(20)}”`;
    double.script([faults.badRequest(said)]);
    const { fault } = await askNote(open(), {}, noteQuestion(topic));
    expect(fault?.message).toMatch(/^Too odd: “\[words\]” is too odd is too odd /);
    expect(fault?.message).toHaveLength(300);
  });

  test("end with a fault of the engine when the loading of a model fails, and load it anew the next time", async () => {
    let loads = 0;
    const engine = open({
      load: async (choice) => {
        loads += 1;
        if (loads === 1) throw new Error(`no package for ${apiKey}`);
        return (await import("./providers.ts")).loadModel(choice);
      },
    });
    const { fault } = await ask([good], engine);
    expect(fault).toMatchObject({ code: "internal" });
    expect(fault?.message).not.toContain(apiKey);
    expect((await ask([good], engine)).asked?.value).toEqual(noteOf());
    await ask([good], engine);
    expect(loads).toBe(2);
  });

  test("report an unavailable provider when the connection is refused", async () => {
    const gone = await openProviderDouble();
    await gone.close();
    expect((await askNote(openModelEngine(gone.url))).fault?.code).toBe("provider_down");
  });

  test("end with a value or one fault within three calls, and with a value only for a complete answer", async () => {
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
    const isLimit = (reply: Reply | undefined): boolean => reply?.type === "status" && reply.headers !== undefined;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(bad, fc.constant<Reply>(good)), { minLength: 1, maxLength: 4 }),
        async (replies) => {
          // Whoever is limited for good waits as long as there is time; here it ends with a refusal.
          const script = [...replies, faults.quota()];
          const { asked, fault } = await ask(script);
          const counted = script.slice(0, double.calls.length).filter((reply) => !isLimit(reply));
          expect(counted.length).toBeLessThanOrEqual(3);
          expect(asked === null).toBe(fault !== null);
          expect(asked !== null).toBe(script[double.calls.length - 1] === good);
          expect(fault?.code).not.toBe("internal");
        },
      ),
      { numRuns: 60 },
    );
  });

  test("are retryable for an answer cut at any tenth", async () => {
    for (let tenth = 0; tenth <= 10; tenth += 1) {
      for (const ending of ["cut", "noFinish"] as const) {
        const { fault } = await ask([answer(goodAnswer(), { ending, share: tenth / 10 })]);
        expect(fault && isRetryable(fault.code)).toBe(true);
        expect(double.calls).toHaveLength(3);
      }
    }
  });
});

describe("a repair", () => {
  const messagesOf = (call?: SeenRequest): { role: string; content: unknown }[] =>
    (Object(call?.body) as { messages: { role: string; content: unknown }[] }).messages;

  test("quotes the answer and its faults, and counts the tokens of both", async () => {
    const { asked } = await ask([answer('{"title": "Tea", "summary": "x"}'), good]);
    const messages = messagesOf(double.calls[1]);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(JSON.stringify(messages[2])).toContain("Tea");
    expect(JSON.stringify(messages[3])).toMatch(/does not have the shape.*data-0123456789abcdef.*sections/);
    expect(asked?.usage).toEqual({ inputTokens: 22, outputTokens: 44 });
  });

  test("leaves out an answer that would not fit beside its question, and counts nothing when one call did not", async () => {
    const room = { prompt: 500, answer: 0 };
    const wrong = answer(JSON.stringify({ title: "a".repeat(600) }), { usage: null });
    const { asked } = await ask([wrong, good], open({ room }));
    const messages = messagesOf(double.calls[1]);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "user"]);
    expect(asked?.usage).toEqual({ inputTokens: null, outputTokens: null });
  });
});

describe("cancellation", () => {
  test("closes the request during an answer", async () => {
    const controller = new AbortController();
    double.script([answer(goodAnswer(), { gate: new Promise(() => undefined) })]);
    const asked = askNote(open(), { signal: controller.signal });
    await double.arrived(1);
    controller.abort();
    expect((await asked).fault?.code).toBe("cancelled");
    await double.left(1);
    expect(double.calls).toHaveLength(1);
  });

  test("ends the wait before a retry", async () => {
    const controller = new AbortController();
    double.script([faults.rateLimited("10")]);
    const { fault } = await askNote(open(), { signal: controller.signal, onRetry: () => controller.abort() });
    expect(fault?.code).toBe("cancelled");
    expect(double.calls).toHaveLength(1);
  });

  test("ends the wait for other questions", async () => {
    const engine = open({ atOnce: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    double.script([answer(goodAnswer(), { gate: new Promise(() => undefined) })]);
    const running = askNote(engine, { signal: first.signal });
    await double.arrived(1);
    const waiting = askNote(engine, { signal: second.signal });
    second.abort();
    expect((await waiting).fault?.code).toBe("cancelled");
    first.abort();
    expect((await running).fault?.code).toBe("cancelled");
    expect(double.calls).toHaveLength(1);
  });
});

describe("model request", () => {
  test("asks for structured output and a stream, contains the key and no tools", async () => {
    await ask([good]);
    expect(double.calls[0]).toMatchObject({
      headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": "run-1:ask:1:1" },
      body: { stream: true, response_format: { type: "json_schema", json_schema: { strict: true } } },
    });
    expect(double.calls[0]?.body).not.toHaveProperty("tools");
  });

  test("has a key of its own for each call", async () => {
    await ask([faults.rateLimited("0"), faults.serverError(), good]);
    const keys = double.calls.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["run-1:ask:1:1", "run-1:ask:1:2", "run-1:ask:1:3"]);
  });

  test("tells the shape in words to servers that may not show it to the model", async () => {
    await ask([good]);
    expect(JSON.stringify(double.calls[0]?.body)).toContain("of this shape");
    await ask([good], open({ dialect: "openai" }));
    expect(JSON.stringify(double.calls[0]?.body)).not.toContain("of this shape");
  });

  test("falls back when structured output is not supported, and remembers it", async () => {
    const script: Script = (request) => {
      const type: unknown = Reflect.get(Object(Reflect.get(Object(request.body), "response_format")), "type");
      return type === undefined ? good : faults.badRequest(`response_format ${String(type)} is not supported`);
    };
    const engine = open();
    expect((await ask(script, engine)).asked?.value).toEqual(noteOf());
    expect(double.calls).toHaveLength(3);
    expect((await ask(script, engine)).asked?.value).toEqual(noteOf());
    expect(double.calls).toHaveLength(1);
  });
});

describe("partial answers", () => {
  /** A string that has grown, an array with more rows, an object with more fields. */
  function isPrefix(before: unknown, after: unknown): boolean {
    if (typeof before === "string") return typeof after === "string" && after.startsWith(before);
    if (typeof before !== "object" || before === null) return before === after;
    if (typeof after !== "object" || after === null) return false;
    return Object.entries(before).every(([key, value]) => isPrefix(value, Reflect.get(after, key)));
  }

  test("grow, each a prefix of the next, up to the whole answer", async () => {
    const { partials } = await ask([answer(goodAnswer(), { pieceLength: 7 })]);
    expect(partials.length).toBeGreaterThan(50);
    for (const [index, partial] of partials.entries())
      expect(isPrefix(partial, partials[index + 1] ?? noteOf())).toBe(true);
    expect(partials.at(-1)).toEqual(noteOf());
  });

  test("begin anew when the question is asked again", async () => {
    const { partials } = await ask([broken("cut"), answer(goodAnswer("coffee", 1))]);
    expect(partials.every((partial) => isPrefix(partial, noteOf("coffee", 1)))).toBe(true);
  });

  test("come before the answer is complete", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    double.script([answer(goodAnswer(), { gate: promise })]);
    const { asked } = await askNote(open(), {
      onPartial: (value) => {
        if (Object.hasOwn(Object(value), "sections")) resolve();
      },
    });
    expect(asked?.value).toEqual(noteOf());
  });
});
