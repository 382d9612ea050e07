import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble, Reply } from "#src/testing/providerDouble.ts";
import { askNote, goodAnswer, noteOf, noteQuestion } from "./engineFixture.ts";
import { openModelEngine } from "./modelFixture.ts";
import { loadModel } from "./providers.ts";
import type { Model, ModelPart, ModelRequest } from "./model.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const requestOf = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: "user", text }],
  format: { type: "text" },
  signal: new AbortController().signal,
  idempotencyKey: "k",
  ...more,
});

async function read(model: Model, request: ModelRequest = requestOf("tea")): Promise<ModelPart[]> {
  const stream = await model(request);
  const parts: ModelPart[] = [];
  for (let part = await stream.next(); part; part = await stream.next()) parts.push(part);
  return parts;
}

const open = (contextTokens?: number): Promise<Model> =>
  loadModel({
    provider: "ollama",
    model: "qwen3:8b",
    baseUrl: double.url,
    ...(contextTokens === undefined ? {} : { contextTokens }),
  });

/** A model whose server answers with these bytes, in pieces of this size. */
function saying(text: string, pieceBytes = 1_000_000): Promise<Model> {
  const bytes = new TextEncoder().encode(text);
  const said: typeof fetch = () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + pieceBytes));
        at += pieceBytes;
      },
    });
    return Promise.resolve(new Response(body));
  };
  return loadModel({ provider: "ollama", model: "m", baseUrl: "http://ollama.test" }, said);
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const piece = (content: string): string => line({ message: { role: "assistant", content }, done: false });
const done = (more: object = { done_reason: "stop" }): string =>
  line({ message: { content: "" }, done: true, ...more });
const textOf = (parts: ModelPart[]): string => parts.map((part) => (part.type === "text" ? part.text : "")).join("");

describe("a request to Ollama", () => {
  test("goes to its own interface, with the schema, a context and without tools", async () => {
    double.script([answer(goodAnswer())]);
    const { asked } = await askNote(openModelEngine(double.url, { dialect: "ollama" }));
    expect(asked?.value).toEqual(noteOf());
    expect(double.calls[0]).toMatchObject({
      path: "/api/chat",
      headers: { "idempotency-key": "run-1:ask:1:1" },
      body: {
        model: "double-1",
        stream: true,
        keep_alive: "10m",
        truncate: false,
        shift: false,
        messages: [{ role: "system" }, { role: "user", content: "topic: tea time, copies: 3" }],
        format: { type: "object", properties: { title: { type: "string" } } },
        options: { num_ctx: 4_096 },
      },
    });
    expect(JSON.stringify(double.calls[0]?.body)).toContain("of this shape");
    expect(double.calls[0]?.body).not.toHaveProperty("tools");
  });

  test.each<[ModelRequest["format"], unknown]>([
    [{ type: "schema", schema: { type: "object" } }, { type: "object" }],
    [{ type: "json" }, "json"],
    [{ type: "text" }, undefined],
  ])("asks for %j", async (format, expected) => {
    double.script([answer("{}")]);
    await read(await open(), requestOf("tea", { format }));
    expect(Reflect.get(Object(double.calls[0]?.body), "format")).toEqual(expected);
  });

  test("falls back when a server does not take the schema", async () => {
    double.script(({ body }) =>
      typeof Reflect.get(Object(body), "format") === "object"
        ? { type: "status", status: 400, body: { error: "invalid JSON schema in format" } }
        : answer(goodAnswer()),
    );
    const { asked } = await askNote(openModelEngine(double.url, { dialect: "ollama" }));
    expect(asked?.value).toEqual(noteOf());
    expect(double.calls.map(({ body }) => typeof Reflect.get(Object(body), "format"))).toEqual(["object", "string"]);
  });
});

describe("the context of a request", () => {
  const sizesOf = (): unknown[] => double.calls.map(({ body }) => Reflect.get(Object(body), "options"));

  // A model of 8,192 tokens leaves 2,048 to the answer and so 6,144, which are 18,432 characters, to the prompt.
  test.each([
    [3, 4_096],
    [(4_096 - 2_048) * 3, 4_096],
    [(4_096 - 2_048) * 3 + 1, 8_192],
    [6_144 * 3, 8_192],
  ])("for %i characters is %i tokens", async (length, tokens) => {
    double.script([answer("{}")]);
    await read(await open(8_192), requestOf("a".repeat(length)));
    expect(sizesOf()).toEqual([{ num_ctx: tokens, num_predict: tokens - Math.ceil(length / 3) }]);
  });

  test("is never more than the model's, which need not be a power of two", async () => {
    double.script([answer("{}")]);
    await read(await open(10_000), requestOf("a".repeat(20_000)));
    expect(sizesOf()).toMatchObject([{ num_ctx: 10_000 }]);
    double.script([answer("{}")]);
    await read(await open(2_048), requestOf("tea"));
    expect(sizesOf()).toMatchObject([{ num_ctx: 2_048 }]);
  });

  test("grows and does not shrink, since each change loads the model anew", async () => {
    double.script([answer("{}")]);
    const model = await open(32_768);
    for (const length of [10, 20_000, 10, 60_000, 20_000]) await read(model, requestOf("a".repeat(length)));
    expect(sizesOf().map((options) => Reflect.get(Object(options), "num_ctx"))).toEqual([
      4_096, 16_384, 16_384, 32_768, 32_768,
    ]);
  });

  test("counts all messages, and nothing is sent of what does not fit", async () => {
    double.script([answer("{}")]);
    const model = await open(8_192);
    const half = { role: "user" as const, text: "a".repeat(9_216) };
    await read(model, requestOf("", { messages: [half, half] }));
    const more = { role: "assistant" as const, text: "b" };
    await expect(model(requestOf("", { messages: [half, more, half] }))).rejects.toMatchObject({ code: "too_long" });
    expect(double.calls).toHaveLength(1);
  });

  test("ends a question that does not fit without asking again", async () => {
    double.script([answer(goodAnswer())]);
    const { fault, retries } = await askNote(
      openModelEngine(double.url, { dialect: "ollama" }),
      {},
      noteQuestion("t".repeat(30_000)),
    );
    expect([fault?.code, retries, double.calls.length]).toEqual(["too_long", [], 0]);
  });

  test.each([400, 500])("is too short in the words of the server (status %i)", async (status) => {
    const message = "request (9051 tokens) exceeds the available context size (8192 tokens), try increasing it";
    double.script([{ type: "status", status, body: { error: JSON.stringify({ error: { code: 400, message } }) } }]);
    const { fault } = await askNote(openModelEngine(double.url, { dialect: "ollama" }));
    expect([fault?.code, double.calls.length]).toEqual(["too_long", 1]);
  });
});

describe("an answer of Ollama", () => {
  test("is the same however its bytes are cut", async () => {
    const text = "Größe “38” 📝\nline";
    const bytes = piece(text.slice(0, 5)) + "\n" + piece(text.slice(5)) + done({ done_reason: "stop", eval_count: 7 });
    for (const size of [1, 2, 3, 7, 64, 1_000]) {
      const parts = await read(await saying(bytes, size));
      expect(textOf(parts)).toBe(text);
      expect(parts.at(-1)).toEqual({
        type: "finish",
        finish: { reason: "stop", raw: "stop", inputTokens: null, outputTokens: 7 },
      });
    }
  });

  test.each<[string, object, string, string | undefined]>([
    ["stop", { done_reason: "stop" }, "stop", "stop"],
    ["length", { done_reason: "length" }, "length", "length"],
    ["a reason of its own", { done_reason: "load" }, "other", "load"],
    ["no reason, as old servers do", {}, "stop", undefined],
  ])("finishes with %s", async (_, more, reason, raw) => {
    const parts = await read(await saying(piece("x") + done(more)));
    expect(parts.at(-1)).toMatchObject({ type: "finish", finish: { reason, raw } });
  });

  test("may have text in its last line, and no break behind it", async () => {
    const parts = await read(await saying(line({ message: { content: "tea" }, done: true }).trim()));
    expect(parts.map(({ type }) => type)).toEqual(["text", "finish"]);
  });

  test.each([
    ["a line that is no JSON", "<html>\n"],
    ["a line that is no object", "5\n"],
    ["a line of another shape", line({ message: "tea" })],
    ["a line cut at the end of the stream", piece("tea").slice(0, 20)],
    ["a line that does not end", "x".repeat(1_000_001)],
  ])("is cut by %s", async (_, bad) => {
    const stream = await (await saying(piece("a") + bad))(requestOf("tea"));
    expect(await stream.next()).toEqual({ type: "text", text: "a" });
    expect(await stream.next()).toMatchObject({ type: "error", error: { code: "cut" } });
  });

  test("ends when it is cancelled", async () => {
    double.script([answer("{}", { gate: new Promise(() => undefined), share: 0 })]);
    const stream = await (await open())(requestOf("tea"));
    const next = stream.next();
    stream.cancel();
    expect(await next).toBeNull();
    await double.left(1);
  });

  test("lives while a model thinks, longer than it may be silent", async () => {
    const thoughts = Array.from({ length: 30 }, (_, index) => `thought${index}`).join(" ");
    double.script([answer(goodAnswer(), { thoughts, pieceMs: 20, pieceLength: 200 })]);
    const engine = openModelEngine(double.url, { dialect: "ollama", first: 250, stall: 250 });
    const { asked, retries } = await askNote(engine);
    expect([asked?.value, retries]).toEqual([noteOf(), []]);
  });

  test("that is all thoughts and no text is too long", async () => {
    double.script([answer("", { thoughts: "so many thoughts", finish: "length" })]);
    expect((await askNote(openModelEngine(double.url, { dialect: "ollama" }))).fault?.code).toBe("too_long");
  });
});

describe("a fault of Ollama", () => {
  const cases: [string, Reply, string, RegExp, number][] = [
    ["a missing model", faults.modelMissing("qwen3:8b"), "bad_request", /model 'qwen3:8b' not found/, 1],
    [
      "too little memory",
      { type: "status", status: 500, body: { error: "model requires more system memory (9.1 GiB) than is available" } },
      "provider_down",
      /system memory/,
      3,
    ],
    ["a proxy without words", { type: "status", status: 502, body: "" }, "provider_down", /./, 3],
    ["an error line in the middle", answer(goodAnswer(), { ending: "error" }), "provider_down", /overloaded/, 3],
    ["a busy server", { type: "status", status: 503, body: { error: "server busy" } }, "provider_down", /busy/, 3],
  ];
  test.each(cases)("is told: %s", async (_, reply, code, words, calls) => {
    double.script([reply]);
    const { fault } = await askNote(openModelEngine(double.url, { dialect: "ollama" }));
    expect(fault?.code).toBe(code);
    expect(fault?.message).toMatch(words);
    expect(double.calls).toHaveLength(calls);
  });
});
