import type { Engine } from "../../engine.ts";
import type { Room } from "../../kit/state.ts";
import { createModelEngine } from "./modelEngine.ts";
import { loadModel } from "./providers.ts";
import type { ModelChoice, ProviderName } from "./model.ts";

/* Model engines whose provider is the double, for their tests. */

export const apiKey = "sk-canary-1234567890abcdef";

/** The provider's name, or OpenAI without a base URL, which is spoken to in its newer dialect. */
export type Dialect = ProviderName | "openai at its own address";

export interface ModelEngineOptions {
  dialect?: Dialect;
  /** Limits in milliseconds. */
  first?: number;
  stall?: number;
  /** Added to the prompt's own length: by default the room has none for an answer. */
  total?: number;
  room?: Room;
  atOnce?: number;
  load?: typeof loadModel;
}

/** Sends what is meant for OpenAI to the double. */
export const towards =
  (url: string): typeof fetch =>
  (input, init) =>
    fetch(String(input).replace("https://api.openai.com", url), init);

export function openModelEngine(url: string, options: ModelEngineOptions = {}): Engine {
  const { dialect = "openai-compatible", load = loadModel } = options;
  const isOwn = dialect === "openai at its own address";
  const provider: ProviderName = isOwn ? "openai" : dialect;
  const paths: Partial<Record<ProviderName, string>> = { google: "/v1beta", ollama: "" };
  const choice: ModelChoice = {
    provider,
    model: provider === "mistral" ? "mistral-double" : "double-1",
    apiKey,
    ...(isOwn ? {} : { baseUrl: `${url}${paths[provider] ?? "/v1"}` }),
  };
  const info = { kind: "model" as const, label: "Double", provider, model: choice.model, reason: "", reasonCode: "" };
  return createModelEngine(
    info,
    choice,
    { room: options.room ?? { prompt: 240_000, answer: 0 }, atOnce: options.atOnce ?? 24 },
    {
      loadModel: (of) => (isOwn ? load(of, towards(url)) : load(of)),
      config: {
        aiFirstChunkMs: options.first ?? 5_000,
        aiStallMs: options.stall ?? 5_000,
        aiTotalMs: options.total ?? 20_000,
      },
      random: () => 0.5,
      backoffMs: 1,
    },
  );
}
