import { describe, expect, test } from "vitest";
import type { Engine } from "../../engine.ts";
import { wideRoom } from "../../kit/state.ts";
import { openCurrentEngine } from "./currentEngine.ts";
import { createDraftEngine } from "./draftEngine.ts";

const drafts = (): Engine => createDraftEngine({ reason: "Nothing was found.", reasonCode: "nothingFound" });

const model = (name: string, prompt = wideRoom.prompt): Engine => ({
  info: { kind: "model", label: name, provider: "ollama", model: name, reason: "", reasonCode: "localServer" },
  room: { ...wideRoom, prompt },
  ask: async () => null,
});

/** Chooses one engine after the other, the last one for good. */
const inTurn = (...engines: Engine[]) => {
  let turn = 0;
  return async (): Promise<Engine> => {
    const engine = engines[Math.min(turn, engines.length - 1)];
    turn += 1;
    if (!engine) throw new Error("nothing to choose");
    return engine;
  };
};

describe("the current engine", () => {
  test("follows a choice that brings another engine; a copy stays with the one before", async () => {
    const [first, second] = [drafts(), model("llama")];
    const engine = await openCurrentEngine(inTurn(first, second));
    expect([engine.info, engine.room, engine.ask]).toEqual([first.info, first.room, null]);
    const before = { ...engine };
    await engine.refresh();
    expect([engine.info, engine.room, engine.ask]).toEqual([second.info, second.room, second.ask]);
    expect([before.info, before.ask]).toEqual([first.info, null]);
  });

  test("keeps its engine when the choice is the same one, and takes one with more room", async () => {
    const [first, same, wider] = [model("llama", 4_000), model("llama", 4_000), model("llama", 8_000)];
    const engine = await openCurrentEngine(inTurn(first, same, wider));
    await engine.refresh();
    expect(engine.ask).toBe(first.ask);
    await engine.refresh();
    expect(engine.ask).toBe(wider.ask);
  });

  test("keeps a model whose server is silent, and takes another model", async () => {
    const [first, other] = [model("llama"), model("qwen")];
    const engine = await openCurrentEngine(inTurn(first, drafts(), other));
    await engine.refresh();
    expect(engine.info).toBe(first.info);
    await engine.refresh();
    expect(engine.info).toBe(other.info);
  });

  test("chooses once for all who ask meanwhile, and anew for who asks later", async () => {
    let choices = 0;
    let go = (): void => undefined;
    const engine = await openCurrentEngine(async () => {
      choices += 1;
      if (choices === 2) await new Promise<void>((done) => (go = done));
      return model(`number ${choices}`);
    });
    const refreshes = [engine.refresh(), engine.refresh(), engine.refresh()];
    expect(engine.info.model).toBe("number 1");
    go();
    await Promise.all(refreshes);
    expect([choices, engine.info.model]).toEqual([2, "number 2"]);
    await engine.refresh();
    expect([choices, engine.info.model]).toEqual([3, "number 3"]);
  });

  test("keeps its engine when choosing fails, and can choose again", async () => {
    let fails = false;
    let name = "llama";
    const engine = await openCurrentEngine(async () => {
      if (fails) throw new Error("no network");
      return model(name);
    });
    [fails, name] = [true, "qwen"];
    await engine.refresh();
    expect(engine.info.model).toBe("llama");
    fails = false;
    await engine.refresh();
    expect(engine.info.model).toBe("qwen");
  });

  test("does not open when the first choice fails", async () => {
    await expect(openCurrentEngine(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});
