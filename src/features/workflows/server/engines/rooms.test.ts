import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { narrowRoom, wideRoom } from "../../kit/state.ts";
import type { ModelChoice, ProviderName } from "./model.ts";
import { measureRooms, roomOf, type Rooms } from "./rooms.ts";

const doubles: ProviderDouble[] = [];
let large: ProviderDouble;
let unloaded: ProviderDouble;
let small: ProviderDouble;
let silent: ProviderDouble;
beforeAll(async () => {
  const open = async (contextTokens?: { most?: number; loaded?: number }): Promise<ProviderDouble> => {
    const double = await openProviderDouble(contextTokens ? { contextTokens } : {});
    doubles.push(double);
    return double;
  };
  large = await open({ most: 131_072, loaded: 16_384 });
  unloaded = await open({ most: 131_072 });
  small = await open({ most: 2_048 });
  silent = await open();
});
afterAll(async () => {
  for (const double of doubles) await double.close();
});

const measure = (
  provider: ProviderName,
  url?: string,
  aiContextTokens?: number,
  model = "double-1",
): Promise<Rooms> => {
  const choice: ModelChoice = { provider, model, ...(url === undefined ? {} : { baseUrl: url }) };
  return measureRooms(choice, { aiContextTokens }, globalThis.fetch);
};

describe("measureRooms", () => {
  test.each<[ProviderName, number]>([
    ["openai", 24],
    ["anthropic", 24],
    ["google", 24],
    ["mistral", 24],
    ["openai-compatible", 8],
  ])("gives %s wide room and asks nobody", async (provider, atOnce) => {
    const refuse: typeof fetch = () => {
      throw new Error("no call expected");
    };
    expect(await measureRooms({ provider, model: "m" }, { aiContextTokens: undefined }, refuse)).toEqual({
      room: wideRoom,
      atOnce,
    });
  });

  test.each<[string, () => ProviderDouble, number]>([
    ["a model of a large context, as far as memory allows", () => large, 32_768],
    ["a model of a small context", () => small, 2_048],
    ["a model that tells nothing", () => silent, 8_192],
  ])("asks Ollama: %s", async (_, double, tokens) => {
    expect(await measure("ollama", double().url)).toEqual({ room: roomOf(tokens), atOnce: 1, contextTokens: tokens });
  });

  test.each<[string, () => ProviderDouble, number]>([
    ["what the model was loaded with", () => large, 16_384],
    ["a model that is not loaded yet", () => unloaded, 8_192],
    ["a small model that is not loaded yet", () => small, 2_048],
    ["a model that tells nothing", () => silent, 8_192],
  ])("asks LM Studio: %s", async (_, double, tokens) => {
    expect(await measure("lmstudio", `${double().url}/v1`)).toMatchObject({ room: roomOf(tokens), atOnce: 1 });
  });

  test("assumes the usual for a server that is away and for a model it does not have", async () => {
    expect(await measure("ollama", "http://127.0.0.1:9")).toMatchObject({ contextTokens: 8_192 });
    expect(await measure("ollama", large.url, undefined, "unknown")).toMatchObject({ contextTokens: 8_192 });
    expect(await measure("lmstudio", `${large.url}/v1`, undefined, "unknown")).toMatchObject({ contextTokens: 8_192 });
  });

  test("takes AI_CONTEXT_TOKENS at its word for local and compatible servers, not for hosted models", async () => {
    expect(await measure("ollama", large.url, 65_536)).toMatchObject({ contextTokens: 65_536, room: roomOf(65_536) });
    expect(await measure("openai-compatible", `${large.url}/v1`, 8_192)).toEqual({ room: roomOf(8_192), atOnce: 8 });
    expect(await measure("openai", undefined, 8_192)).toMatchObject({ room: wideRoom });
  });
});

describe("roomOf", () => {
  test("is about the narrow room for 8,192 tokens and never more than the wide one", () => {
    expect(roomOf(8_192)).toEqual({ prompt: 16_588, answer: 6_144 });
    expect(Math.abs(roomOf(8_192).prompt - narrowRoom.prompt)).toBeLessThan(200);
    expect(roomOf(1_000_000)).toEqual(wideRoom);
  });

  test("leaves prompt and answer together inside of the context", () => {
    for (const tokens of [2_048, 4_096, 8_192, 32_768, 131_072]) {
      const { prompt, answer } = roomOf(tokens);
      expect(prompt + answer).toBeLessThan(tokens * 3);
      expect(answer).toBeLessThanOrEqual(12_000);
    }
  });
});
