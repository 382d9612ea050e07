import type { Config } from "./config.ts";

/** A provider that is asked with the operator's key. */
export interface HostedProvider {
  provider: "openai" | "anthropic" | "google" | "mistral";
  title: string;
  env: string;
  key: "openaiApiKey" | "anthropicApiKey" | "googleApiKey" | "mistralApiKey";
  /** Current general model of the provider, by an alias that moves with it where there is one. */
  model: string;
  reasoning?: "low";
}

/** In the order in which their keys are looked for. */
export const hostedProviders: readonly HostedProvider[] = [
  {
    provider: "openai",
    title: "OpenAI",
    env: "OPENAI_API_KEY",
    key: "openaiApiKey",
    model: "gpt-6-astra",
    reasoning: "low",
  },
  {
    provider: "anthropic",
    title: "Anthropic",
    env: "ANTHROPIC_API_KEY",
    key: "anthropicApiKey",
    model: "claude-sonnet-5-5",
    reasoning: "low",
  },
  {
    provider: "google",
    title: "Google",
    env: "GOOGLE_GENERATIVE_AI_API_KEY",
    key: "googleApiKey",
    model: "gemini-flash-latest",
    reasoning: "low",
  },
  {
    provider: "mistral",
    title: "Mistral",
    env: "MISTRAL_API_KEY",
    key: "mistralApiKey",
    model: "mistral-large-latest",
  },
];

type ModelConfig = Pick<
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
>;

/**
 * Why `AI_MODEL` cannot be used, as a sentence that begins with the variable; undefined when it can or when nothing
 * reads it. A model that cannot be asked must stop the start: people would pay its price for drafts.
 */
export function modelProblem(config: ModelConfig): string | undefined {
  if (config.aiModel === undefined || config.aiEngine === "draft") return undefined;
  const [provider = ""] = config.aiModel.split(":", 1);
  const needs = (env: string): string => `AI_MODEL names the provider ${provider}, which needs ${env}.`;
  switch (provider) {
    case "ollama":
      return config.ollamaUrl === "off" ? `AI_MODEL names Ollama, but OLLAMA_URL is off.` : undefined;
    case "lmstudio":
      return config.lmStudioUrl === "off" ? `AI_MODEL names LM Studio, but LM_STUDIO_URL is off.` : undefined;
    case "openai-compatible":
      return config.openaiBaseUrl === undefined ? needs("OPENAI_BASE_URL") : undefined;
    default: {
      const row = hostedProviders.find((candidate) => candidate.provider === provider);
      if (!row) {
        const known = [...hostedProviders.map((one) => one.provider), "openai-compatible", "ollama"].join(", ");
        return `AI_MODEL names the provider ${provider}, which is unknown; known are ${known} and lmstudio.`;
      }
      if (provider === "openai" && config.openaiBaseUrl !== undefined) return undefined;
      return config[row.key] ? undefined : needs(row.env);
    }
  }
}
