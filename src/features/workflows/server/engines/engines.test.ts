import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answer, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble } from "#src/testing/providerDouble.ts";
import type { Engine, EngineEvent } from "../../engine.ts";
import { chooseEngine } from "./detect.ts";
import type { EngineConfig } from "./detect.ts";
import { collect, engineRun, goodAnswer, noEngine, noteInput, noteWorkflow, shown } from "./engineFixture.ts";
import { rebuild } from "./rebuild.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());
beforeEach(() => double.script([answer(goodAnswer())]));

const limits = { aiFirstChunkMs: 5_000, aiStallMs: 5_000, aiTotalMs: 20_000 };
const nothing: EngineConfig = { ...noEngine, ...limits };

const engines: [string, () => Promise<Engine>, "model" | "draft"][] = [
  ["the draft engine", () => chooseEngine(nothing), "draft"],
  ["the model engine", () => chooseEngine({ ...nothing, openaiBaseUrl: `${double.url}/v1` }), "model"],
];

describe.each(engines)("%s", (_, open, kind) => {
  const isEnd = (event: EngineEvent): boolean => event.type === "result" || event.type === "error";

  test("emits one start, one result and deltas that add up to the result", async () => {
    const engine = await open();
    const events = await collect(engine.run(noteWorkflow, noteInput, engineRun()));
    expect(events[0]).toEqual({ type: "start", provider: engine.info.provider, model: engine.info.model });
    expect(events.filter((event) => event.type === "start")).toHaveLength(1);
    expect(events.filter(isEnd)).toHaveLength(1);
    const end = events.at(-1);
    if (end?.type !== "result") throw new Error(JSON.stringify(end));
    const built = rebuild(shown(events));
    // What claims rest on is found out after the model has spoken.
    const { claims, ...told } = end.value;
    expect(built).toMatchObject(JSON.parse(JSON.stringify(told)));
    expect(claims).toMatchObject([{ id: "c1", check: "user", quote: "tea time" }]);
    expect(end.provenance).toMatchObject({ engine: kind, provider: engine.info.provider, model: engine.info.model });
    expect(end.provenance.promptVersion).toMatch(/^note\//);
    expect(end.issues).toEqual([]);
  });

  test("streams title, summary and sections first", async () => {
    const engine = await open();
    const events = await collect(engine.run(noteWorkflow, noteInput, engineRun()));
    const roots = events.flatMap((event) =>
      event.type === "delta" || event.type === "partial" ? [event.path[0]] : [],
    );
    expect([...new Set(roots)]).toEqual([
      "title",
      "summary",
      "sections",
      "data",
      "claims",
      "assumptions",
      "openQuestions",
    ]);
  });

  test("reports null for unknown token counts", async () => {
    double.script([answer(goodAnswer(), { usage: null })]);
    const events = await collect((await open()).run(noteWorkflow, noteInput, engineRun()));
    expect(events.at(-1)).toMatchObject({ type: "result", usage: { inputTokens: null, outputTokens: null } });
  });

  test("passes warnings on", async () => {
    double.script([answer(goodAnswer({ topic: "tea", copies: 0 }))]);
    const events = await collect((await open()).run(noteWorkflow, { topic: "tea", copies: 0 }, engineRun()));
    expect(events.at(-1)).toMatchObject({ type: "result", issues: [{ level: "warn", code: "none" }] });
  });

  test("rejects an invalid form", async () => {
    const events = await collect((await open()).run(noteWorkflow, { topic: 5 }, engineRun()));
    expect(events).toMatchObject([{ type: "error", code: "bad_request", retryable: false }]);
  });

  test("ends with invalid_output when the workflow's check keeps failing", async () => {
    const events = await collect((await open()).run(noteWorkflow, { topic: "impossible", copies: 1 }, engineRun()));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "invalid_output" });
    expect(events.some((event) => event.type === "result")).toBe(false);
  });

  test("ends with nothing_found when there is nothing to write about", async () => {
    const events = await collect((await open()).run(noteWorkflow, { topic: "nothing", copies: 1 }, engineRun()));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "nothing_found", retryable: false });
  });

  test("ends with cancelled when aborted before or during a run", async () => {
    const engine = await open();
    expect((await collect(engine.run(noteWorkflow, noteInput, engineRun(AbortSignal.abort())))).at(-1)).toMatchObject({
      type: "error",
      code: "cancelled",
      retryable: false,
    });
    const controller = new AbortController();
    const events: EngineEvent[] = [];
    for await (const event of engine.run(noteWorkflow, noteInput, engineRun(controller.signal))) {
      events.push(event);
      if (event.type === "delta") controller.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: "error", code: "cancelled", retryable: false });
    expect(events.filter(isEnd)).toHaveLength(1);
  });

  test("converts an exception of a workflow into an error event", async () => {
    const engine = await open();
    const broken = {
      ...noteWorkflow,
      check: () => {
        throw new Error("defect");
      },
    };
    const events = await collect(engine.run(broken, noteInput, engineRun()));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "internal", retryable: false });
  });

  test("keeps concurrent runs separate", async () => {
    double.script((request) =>
      answer(goodAnswer({ topic: /topic: (\w+)/.exec(JSON.stringify(request.body))?.[1] ?? "", copies: 1 })),
    );
    const engine = await open();
    const topics = ["a", "b", "c", "d", "e"];
    const ends = await Promise.all(
      topics.map(async (topic) => (await collect(engine.run(noteWorkflow, { topic, copies: 1 }, engineRun()))).at(-1)),
    );
    expect(ends.map((end) => (end?.type === "result" ? end.value.data.topic : end))).toEqual(topics);
  });
});
