import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answer, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble } from "#src/testing/providerDouble.ts";
import type { Engine } from "../../engine.ts";
import { wideRoom } from "../../kit/state.ts";
import { chooseEngine } from "./detect.ts";
import type { EngineConfig } from "./detect.ts";
import { askNote, goodAnswer, noEngine, noteOf, noteQuestion } from "./engineFixture.ts";
import { roomOf } from "./rooms.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble({ contextTokens: { most: 16_384, loaded: 16_384 } });
});
afterAll(() => double.close());
beforeEach(() => double.script([answer(goodAnswer())]));

const config: EngineConfig = { ...noEngine, aiFirstChunkMs: 5_000, aiStallMs: 5_000, aiTotalMs: 20_000 };

const engines: [string, () => Promise<Engine>][] = [
  ["openai-compatible", () => chooseEngine({ ...config, openaiBaseUrl: `${double.url}/v1` })],
  ["ollama", () => chooseEngine({ ...config, ollamaUrl: double.url })],
  ["lmstudio", () => chooseEngine({ ...config, lmStudioUrl: double.url })],
];

test("the draft engine asks nobody", async () => {
  const engine = await chooseEngine(config);
  expect(engine).toMatchObject({ info: { kind: "draft" }, room: wideRoom, ask: null });
});

describe.each(engines)("the engine that is chosen for %s", (provider, open) => {
  test("answers with a value of the schema, and its room is that of the model", async () => {
    const engine = await open();
    const { asked, fault } = await askNote(engine);
    expect(fault).toBeNull();
    expect(asked).toEqual({ value: noteOf(), usage: { inputTokens: 11, outputTokens: 22 } });
    expect(engine.info).toMatchObject({ kind: "model", provider });
    expect(engine.room).toEqual(provider === "openai-compatible" ? wideRoom : roomOf(16_384));
  });

  test("reports null for unknown token counts", async () => {
    double.script([answer(goodAnswer(), { usage: null })]);
    const { asked } = await askNote(await open());
    expect(asked?.usage).toEqual({ inputTokens: null, outputTokens: null });
  });

  test("rejects with cancelled when aborted before or during a question", async () => {
    const engine = await open();
    const before = await askNote(engine, { signal: AbortSignal.abort() });
    expect([before.fault?.code, double.calls.length]).toEqual(["cancelled", 0]);
    const controller = new AbortController();
    double.script([answer(goodAnswer(), { gate: new Promise(() => undefined) })]);
    const during = await askNote(engine, { signal: controller.signal, onPartial: () => controller.abort() });
    expect(during.fault?.code).toBe("cancelled");
    await double.left(1);
  });

  test("keeps concurrent questions separate", async () => {
    double.script((request) =>
      answer(goodAnswer(/topic: (\w+)/.exec(JSON.stringify(request.body))?.[1] ?? "", 1), { pieceMs: 1 }),
    );
    const engine = await open();
    const topics = ["a", "b", "c"];
    const all = await Promise.all(topics.map((topic) => askNote(engine, {}, noteQuestion(topic, 1))));
    expect(all.map(({ asked }) => asked?.value)).toEqual(topics.map((topic) => noteOf(topic, 1)));
  });
});
