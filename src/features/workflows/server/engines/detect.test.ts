import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble } from "#src/testing/providerDouble.ts";
import { chooseEngine } from "./detect.ts";
import type { EngineConfig } from "./detect.ts";
import { noEngine } from "./engineFixture.ts";

let double: ProviderDouble;
let silent: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble({ models: ["text-embedding-1", "double-1", "double-2"] });
  silent = await openProviderDouble({ models: [] });
});
afterAll(async () => {
  await double.close();
  await silent.close();
});

const keys = {
  openaiApiKey: "k-openai",
  anthropicApiKey: "k-anthropic",
  googleApiKey: "k-google",
  mistralApiKey: "k-mistral",
};

describe("chooseEngine", () => {
  type Row = [
    string,
    () => Partial<EngineConfig>,
    { kind: "model" | "draft"; provider: string; model?: unknown; reasonCode: string },
  ];
  const rows: Row[] = [
    ["nothing set", () => ({}), { kind: "draft", provider: "pioneer", model: "draft", reasonCode: "nothingFound" }],
    [
      "draft asked for, whatever else is set",
      () => ({ ...keys, aiEngine: "draft", aiModel: "openai:x", openaiBaseUrl: `${double.url}/v1` }),
      { kind: "draft", provider: "pioneer", reasonCode: "draftForced" },
    ],
    [
      "a model named, before all keys",
      () => ({ ...keys, aiModel: "mistral:mistral-small-latest" }),
      { kind: "model", provider: "mistral", model: "mistral-small-latest", reasonCode: "modelNamed" },
    ],
    [
      "a model name with colons",
      () => ({ aiModel: "ollama:llama3.2:3b", ollamaUrl: "http://127.0.0.1:9" }),
      { kind: "model", provider: "ollama", model: "llama3.2:3b", reasonCode: "modelNamed" },
    ],
    [
      "a model named without its key",
      () => ({ openaiApiKey: "k", aiModel: "anthropic:x" }),
      { kind: "draft", provider: "pioneer", reasonCode: "keyMissing" },
    ],
    [
      "a provider nobody knows",
      () => ({ ...keys, aiModel: "acme:x" }),
      { kind: "draft", provider: "pioneer", reasonCode: "providerUnknown" },
    ],
    [
      "a local server named but switched off",
      () => ({ aiModel: "ollama:x" }),
      { kind: "draft", provider: "pioneer", reasonCode: "providerUnknown" },
    ],
    [
      "a compatible model without an address",
      () => ({ aiModel: "openai-compatible:x" }),
      { kind: "draft", provider: "pioneer", reasonCode: "baseUrlMissing" },
    ],
    [
      "a compatible model with an address",
      () => ({ aiModel: "openai-compatible:x", openaiBaseUrl: `${double.url}/v1` }),
      { kind: "model", provider: "openai-compatible", model: "x", reasonCode: "modelNamed" },
    ],
    ["all keys", () => keys, { kind: "model", provider: "openai", model: expect.any(String), reasonCode: "keyFound" }],
    [
      "all keys but OpenAI's",
      () => ({ ...keys, openaiApiKey: undefined }),
      { kind: "model", provider: "anthropic", reasonCode: "keyFound" },
    ],
    [
      "keys of Google and Mistral",
      () => ({ googleApiKey: "k", mistralApiKey: "k" }),
      { kind: "model", provider: "google", reasonCode: "keyFound" },
    ],
    [
      "a key of Mistral",
      () => ({ mistralApiKey: "k" }),
      { kind: "model", provider: "mistral", reasonCode: "keyFound" },
    ],
    [
      "an address with its key",
      () => ({ openaiApiKey: "k", openaiBaseUrl: `${double.url}/v1/` }),
      { kind: "model", provider: "openai-compatible", model: "double-1", reasonCode: "baseUrl" },
    ],
    [
      "an address that offers no model",
      () => ({ openaiBaseUrl: `${silent.url}/v1` }),
      { kind: "draft", provider: "pioneer", reasonCode: "baseUrlSilent" },
    ],
    [
      "a local Ollama",
      () => ({ ollamaUrl: double.url, lmStudioUrl: double.url }),
      { kind: "model", provider: "ollama", model: "double-1", reasonCode: "localServer" },
    ],
    [
      "a local LM Studio",
      () => ({ ollamaUrl: "http://127.0.0.1:9", lmStudioUrl: double.url }),
      { kind: "model", provider: "lmstudio", model: "double-1", reasonCode: "localServer" },
    ],
    [
      "local servers without models",
      () => ({ ollamaUrl: silent.url, lmStudioUrl: silent.url }),
      { kind: "draft", provider: "pioneer", reasonCode: "nothingFound" },
    ],
  ];

  test.each(rows)("selects the expected engine for: %s", async (_, settings, expected) => {
    const { info } = await chooseEngine({ ...noEngine, ...settings() }, { localProbeMs: 5_000 });
    expect(info).toMatchObject(expected);
    expect(info.reason).toMatch(/\.$/);
    expect(info.label).not.toBe("");
    expect(JSON.stringify(info)).not.toMatch(/k-(openai|anthropic|google|mistral)/);
  });

  test("skips models of Ollama that only compare texts", async () => {
    const rows = [
      { name: "all-minilm:latest", details: { family: "bert" } },
      { name: "bge-m3", details: { family: "nomic-bert" } },
      { name: "qwen3-embedding:0.6b", details: { family: "qwen3" } },
      { name: "qwen3:8b", details: null },
    ];
    const said: typeof fetch = (url) =>
      Promise.resolve(
        String(url) === "http://ollama.test/api/tags"
          ? Response.json({ models: rows })
          : new Response("no", { status: 404 }),
      );
    const engine = await chooseEngine({ ...noEngine, ollamaUrl: "http://ollama.test/v1/" }, { fetch: said });
    expect(engine.info).toMatchObject({ provider: "ollama", model: "qwen3:8b", reasonCode: "localServer" });
  });

  test.each([
    ["a list of something else", { models: [{ id: 5 }] }],
    ["a list that is none", { models: "many", data: { id: "x" } }],
    ["rows that are none", { models: [null], data: [null, 5] }],
  ])("takes %s for nobody", async (_, body) => {
    const said: typeof fetch = () => Promise.resolve(Response.json(body));
    const engine = await chooseEngine(
      { ...noEngine, ollamaUrl: "http://ollama.test", lmStudioUrl: "http://lmstudio.test" },
      { fetch: said },
    );
    expect(engine.info.reasonCode).toBe("nothingFound");
  });

  test("gives up quickly on a local server that does not respond", async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((__, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("gone"))));
    const engine = await chooseEngine(
      { ...noEngine, ollamaUrl: "http://127.0.0.1:1", lmStudioUrl: "http://127.0.0.1:1" },
      { fetch: never },
    );
    expect(engine.info.reasonCode).toBe("nothingFound");
  });

  test("makes no request when the configuration is sufficient", async () => {
    const refuse: typeof fetch = () => {
      throw new Error("no call expected");
    };
    for (const settings of [{ aiEngine: "draft" as const }, { aiModel: "openai:x" }, keys]) {
      await expect(chooseEngine({ ...noEngine, ...settings }, { fetch: refuse })).resolves.toBeDefined();
    }
  });
});
