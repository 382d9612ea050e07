import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble, Reply, Script } from "#src/testing/providerDouble.ts";
import type { Engine } from "../../engine.ts";
import { askNote, goodAnswer, noteOf, type Outcome } from "./engineFixture.ts";
import { openModelEngine, type Dialect, type ModelEngineOptions } from "./modelFixture.ts";
import type { Model, ModelPart } from "./model.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const open = (options?: ModelEngineOptions): Engine => openModelEngine(double.url, options);

async function ask(script: Script, options?: ModelEngineOptions): Promise<Outcome> {
  double.script(script);
  return askNote(open(options));
}

const good = answer(goodAnswer());
const stalled: Reply = answer(goodAnswer(), { ending: "stall" });

describe("a question times out", () => {
  test("when headers never arrive", async () => {
    const { fault } = await ask([faults.silent()], { first: 300, total: 700 });
    expect(fault?.code).toBe("timeout");
    expect(double.calls.length).toBeLessThanOrEqual(3);
    await double.left(1);
  });

  test("when nothing follows the headers", async () => {
    const never = new Promise<void>(() => undefined);
    const { fault } = await ask([answer(goodAnswer(), { gate: never, share: 0 })], { first: 300, total: 500 });
    expect(fault?.code).toBe("timeout");
  });

  test("when the answer stalls for good", async () => {
    const { fault } = await ask([stalled], { stall: 300 });
    expect(fault?.code).toBe("timeout");
    expect(double.calls).toHaveLength(3);
    await double.left(1);
  });

  test.each<Dialect>(["openai-compatible", "anthropic", "openai at its own address", "ollama"])(
    "when %s sends only pings",
    async (dialect) => {
      const { fault } = await ask([answer(goodAnswer(), { ending: "pings" })], { dialect, stall: 80 });
      expect(fault?.code).toBe("timeout");
      await double.left(1);
    },
  );

  test("when the answer never ends", async () => {
    const { asked, fault } = await ask([answer(goodAnswer(), { pieceMs: 20 })], { total: 200 });
    expect([asked, fault?.code]).toEqual([null, "timeout"]);
  });

  test("when the rate stays limited: it asks as long as there is time", async () => {
    const { fault } = await ask([faults.rateLimited("0.5")], { total: 2_300 });
    expect(fault?.code).toBe("rate_limited");
    expect(double.calls.length).toBeGreaterThan(3);
  });
});

describe("a question does not time out", () => {
  test("when headers arrive the second time", async () => {
    const { asked, retries } = await ask([faults.silent(), good], { first: 1_000 });
    expect([asked?.value, retries]).toEqual([noteOf(), ["timeout"]]);
  });

  test("when the answer stalls once", async () => {
    expect((await ask([stalled, good], { stall: 600 })).asked?.value).toEqual(noteOf());
  });

  test("while a long answer is written at the pace of a slow model", async () => {
    // 96 characters are 32 tokens: four seconds more.
    const slow = answer(goodAnswer(), { pieceMs: 4, pieceLength: 12 });
    expect((await ask([slow], { total: 200 })).fault?.code).toBe("timeout");
    const { asked } = await ask([slow], { total: 200, room: { prompt: 240_000, answer: 96 } });
    expect(asked?.value).toEqual(noteOf());
  });

  test("while it waits for other questions, which are asked one after the other", async () => {
    const engine = open({ atOnce: 1, total: 1_500 });
    let [busy, most] = [0, 0];
    double.script(async () => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((done) => setTimeout(done, 400));
      busy -= 1;
      return good;
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => askNote(engine)));
    expect(all.map(({ fault }) => fault?.code)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(most).toBe(1);
  });

  test("while the reader is slow", async () => {
    double.script([good]);
    let isFirst = true;
    const { asked } = await askNote(open({ stall: 300 }), {
      onPartial: () => {
        const until = performance.now() + (isFirst ? 700 : 0);
        isFirst = false;
        while (performance.now() < until);
      },
    });
    expect(asked?.value).toEqual(noteOf());
  });

  test.each(["first", "stall"] as const)("while the process is busy (%s limit)", async (limit) => {
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
    const { asked } = await askNote(open({ [limit]: 80, load: () => Promise.resolve(model) }));
    expect(asked?.value).toEqual(noteOf());
  });
});
