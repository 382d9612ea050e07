import { z } from "zod";
import { trimEndBy } from "#src/kit/text.ts";
import type { Config } from "#src/platform/config.ts";
import type { Engine, EngineInfo } from "../../engine.ts";
import { createDraftEngine } from "./draftEngine.ts";
import { hostedProviders, type HostedProvider } from "#src/platform/hostedProviders.ts";
import { createModelEngine } from "./modelEngine.ts";
import type { ModelEngineDeps } from "./modelEngine.ts";
import { probe } from "./probe.ts";
import type { ModelChoice, ProviderName } from "./model.ts";
import { measureRooms } from "./rooms.ts";

/** What choosing an engine reads of the settings. */
export type EngineConfig = Pick<
  Config,
  | "aiEngine"
  | "aiModel"
  | "openaiApiKey"
  | "anthropicApiKey"
  | "googleApiKey"
  | "mistralApiKey"
  | "openaiBaseUrl"
  | "ollamaUrl"
  | "lmStudioUrl"
  | "aiFirstChunkMs"
  | "aiStallMs"
  | "aiTotalMs"
  | "aiContextTokens"
>;

export interface DetectDeps {
  fetch?: typeof globalThis.fetch;
  /** Longest wait for a local server, milliseconds; default 300: it answers at once or is not there. */
  localProbeMs?: number;
  /** Only tests hand in another one. */
  loadModel?: ModelEngineDeps["loadModel"];
}

/** Why an engine was chosen; `engine.reason.<code>` holds the sentence for pages. */
export type ReasonCode =
  | "draftForced"
  | "modelNamed"
  | "keyFound"
  | "baseUrl"
  | "localServer"
  | "nothingFound"
  | "providerUnknown"
  | "keyMissing"
  | "baseUrlMissing"
  | "baseUrlSilent";

/** A server that the operator named may be waking up. */
const namedProbeMs = 5_000;

interface DetectedEngine {
  choice: ModelChoice;
  label: string;
  reason: string;
  reasonCode: ReasonCode;
}

type Missing = Pick<EngineInfo, "reason"> & { reasonCode: ReasonCode };

/**
 * The engine of this installation. First of: `AI_ENGINE=draft`, `AI_MODEL`, a provider's key, `OPENAI_BASE_URL`, a
 * local Ollama or LM Studio, the draft engine. Never rejects; asks only servers that the settings name.
 */
export async function chooseEngine(config: EngineConfig, deps: DetectDeps = {}): Promise<Engine> {
  const fetch = deps.fetch ?? globalThis.fetch;
  const found = await choose(config, fetch, deps.localProbeMs ?? 300);
  if (!("choice" in found)) return createDraftEngine(found);
  const { label, reason, reasonCode } = found;
  const { contextTokens, ...rooms } = await measureRooms(found.choice, config, fetch);
  const choice: ModelChoice = { ...found.choice, ...(contextTokens === undefined ? {} : { contextTokens }) };
  const info: EngineInfo = { kind: "model", label, provider: choice.provider, model: choice.model, reason, reasonCode };
  return createModelEngine(info, choice, rooms, { config, loadModel: deps.loadModel ?? loadFrom(deps.fetch) });
}

/** Provider packages load when the first run needs them, not when the server starts. */
const loadFrom =
  (fetch: typeof globalThis.fetch | undefined): ModelEngineDeps["loadModel"] =>
  async (choice) =>
    (await import("./providers.ts")).loadModel(choice, fetch);

async function choose(
  config: EngineConfig,
  fetch: typeof globalThis.fetch,
  localProbeMs: number,
): Promise<DetectedEngine | Missing> {
  if (config.aiEngine === "draft")
    return { reason: "AI_ENGINE=draft asks for drafts without AI.", reasonCode: "draftForced" };
  if (config.aiModel !== undefined) return named(config.aiModel, config);
  const keyed = hostedProviders.find(
    ({ provider, key }) => config[key] && !(provider === "openai" && config.openaiBaseUrl),
  );
  if (keyed) {
    return {
      choice: hostedChoice(keyed, keyed.model, config),
      label: `${keyed.model} from ${keyed.title}, your key`,
      reason: `${keyed.env} is set; AI_MODEL can name another model.`,
      reasonCode: "keyFound",
    };
  }
  if (config.openaiBaseUrl !== undefined) return atBaseUrl(config.openaiBaseUrl, config, fetch);
  return (
    (await local(config, fetch, localProbeMs)) ?? {
      reason: "No AI_MODEL, no key, no OPENAI_BASE_URL, and no local Ollama or LM Studio answered.",
      reasonCode: "nothingFound",
    }
  );
}

function hostedChoice(row: HostedProvider, model: string, config: EngineConfig): ModelChoice {
  const apiKey = config[row.key];
  return {
    provider: row.provider,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(row.reasoning && model === row.model ? { reasoning: row.reasoning } : {}),
  };
}

function named(aiModel: string, config: EngineConfig): DetectedEngine | Missing {
  const [provider = ""] = aiModel.split(":", 1);
  const model = aiModel.slice(provider.length + 1);
  const reason = `AI_MODEL names ${aiModel}.`;
  const compatible = (name: ProviderName, baseUrl: string, label: string): DetectedEngine => ({
    choice: {
      provider: name,
      model,
      baseUrl,
      ...(config.openaiApiKey && name === "openai-compatible" ? { apiKey: config.openaiApiKey } : {}),
    },
    label,
    reason,
    reasonCode: "modelNamed",
  });
  if (provider === "ollama" && config.ollamaUrl !== "off")
    return compatible("ollama", rootOf(config.ollamaUrl), `${model}, on this machine (Ollama)`);
  if (provider === "lmstudio" && config.lmStudioUrl !== "off")
    return compatible("lmstudio", v1(config.lmStudioUrl), `${model}, on this machine (LM Studio)`);
  if (config.openaiBaseUrl !== undefined && (provider === "openai" || provider === "openai-compatible")) {
    return compatible("openai-compatible", config.openaiBaseUrl, `${model} at ${hostOf(config.openaiBaseUrl)}`);
  }
  if (provider === "openai-compatible")
    return { reason: `${reason} OPENAI_BASE_URL is not set.`, reasonCode: "baseUrlMissing" };
  const row = hostedProviders.find((candidate) => candidate.provider === provider);
  if (!row) return { reason: `${reason} That provider is not known or switched off.`, reasonCode: "providerUnknown" };
  if (!config[row.key]) return { reason: `${reason} ${row.env} is not set.`, reasonCode: "keyMissing" };
  return {
    choice: hostedChoice(row, model, config),
    label: `${model} from ${row.title}, your key`,
    reason,
    reasonCode: "modelNamed",
  };
}

async function atBaseUrl(
  baseUrl: string,
  config: EngineConfig,
  fetch: typeof globalThis.fetch,
): Promise<DetectedEngine | Missing> {
  const model = await firstModel(baseUrl, config.openaiApiKey, namedProbeMs, fetch);
  if (model === null) {
    return {
      reason: "OPENAI_BASE_URL is set but names no model; set AI_MODEL=openai-compatible:NAME.",
      reasonCode: "baseUrlSilent",
    };
  }
  return {
    choice: {
      provider: "openai-compatible",
      model,
      baseUrl,
      ...(config.openaiApiKey ? { apiKey: config.openaiApiKey } : {}),
    },
    label: `${model} at ${hostOf(baseUrl)}`,
    reason: "OPENAI_BASE_URL is set; the model is the first one it offers.",
    reasonCode: "baseUrl",
  };
}

async function local(config: EngineConfig, fetch: typeof globalThis.fetch, ms: number): Promise<DetectedEngine | null> {
  const { ollamaUrl, lmStudioUrl } = config;
  const found = (provider: "ollama" | "lmstudio", title: string, url: string, model: string): DetectedEngine => ({
    choice: { provider, model, baseUrl: provider === "ollama" ? rootOf(url) : v1(url) },
    label: `${model}, on this machine (${title})`,
    reason: `${title} answers at ${url}; the model is the first one it offers.`,
    reasonCode: "localServer",
  });
  const [ollama, lmStudio] = await Promise.all([
    ollamaUrl === "off" ? null : firstOllamaModel(rootOf(ollamaUrl), ms, fetch),
    lmStudioUrl === "off" ? null : firstModel(v1(lmStudioUrl), undefined, ms, fetch),
  ]);
  if (ollama !== null) return found("ollama", "Ollama", ollamaUrl, ollama);
  return lmStudio === null ? null : found("lmstudio", "LM Studio", lmStudioUrl, lmStudio);
}

/** The address of a server without a path of ours; people also give it with the path of its OpenAI dialect. */
const rootOf = (url: string): string => trimEndBy(trimEndBy(url, /\//).replace(/\/v1$/, ""), /\//);
const v1 = (url: string): string => `${rootOf(url)}/v1`;
const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** Names of models that compare, hear or speak and do not write. */
const isOther = (name: string): boolean => /embed|rerank|whisper|tts/i.test(name);

const offers = z.object({ data: z.array(z.object({ id: z.string() }).nullable().catch(null)) });

/** Name of the first model that can write, as `GET /models` lists it; null without an answer in time. */
async function firstModel(
  baseUrl: string,
  apiKey: string | undefined,
  ms: number,
  fetch: typeof globalThis.fetch,
): Promise<string | null> {
  const { data } = offers.safeParse(await probe(`${trimEndBy(baseUrl, /\//)}/models`, { ms, fetch, apiKey }));
  return data?.data.find((row) => row !== null && !isOther(row.id))?.id ?? null;
}

const tags = z.object({
  models: z.array(z.object({ name: z.string(), details: z.object({ family: z.string().nullish() }).nullish() })),
});

/** Name of the first model of an Ollama that can write. Those of the BERT family compare texts, whatever their name. */
async function firstOllamaModel(root: string, ms: number, fetch: typeof globalThis.fetch): Promise<string | null> {
  const { data } = tags.safeParse(await probe(`${root}/api/tags`, { ms, fetch }));
  return data?.models.find(({ name, details }) => !isOther(name) && !/bert/i.test(details?.family ?? ""))?.name ?? null;
}
