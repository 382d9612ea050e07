import type { OpenAICompatibleProvider } from "@ai-sdk/openai-compatible";
import type { Model, ModelChoice, ModelMessage, ModelPart, ModelRequest } from "./model.ts";
import { ollamaModel } from "./ollama.ts";

type LanguageModel = ReturnType<OpenAICompatibleProvider["chatModel"]>;
type CallOptions = Parameters<LanguageModel["doStream"]>[0];
type StreamPart =
  Awaited<ReturnType<LanguageModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/**
 * The model of a choice. Provider packages are imported here, when a model is first needed, and nowhere else.
 *
 * The models are called through the provider interface of the AI SDK (`doStream`) and not through `streamText`: we
 * own retries, time limits, validation and the parsing of partial answers, which leaves its layers with nothing to
 * do, and they cost about 16 µs a token.
 */
export async function loadModel(
  choice: ModelChoice,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Model> {
  if (choice.provider === "ollama") return ollamaModel(choice, fetch);
  const model = await languageModel(choice, fetch);
  const providerOptions = optionsOf(choice);
  return async (request) => {
    const { stream } = await model.doStream({
      prompt: request.messages.map(toPrompt),
      responseFormat: responseFormat(request.format),
      abortSignal: request.signal,
      headers: { "Idempotency-Key": request.idempotencyKey },
      ...(choice.reasoning ? { reasoning: choice.reasoning } : {}),
      ...(providerOptions ? { providerOptions } : {}),
    });
    const reader = stream.getReader();
    return {
      next: async () => {
        const { done, value } = await reader.read();
        return done ? null : toPart(value);
      },
      cancel: () => {
        reader.cancel().catch(() => undefined);
      },
    };
  };
}

/** Said outright: the package would take an OPENAI_BASE_URL that is set but empty for an address. */
const openaiUrl = "https://api.openai.com/v1";

type ProviderOptions = NonNullable<CallOptions["providerOptions"]>;

function optionsOf({ provider, baseUrl }: ModelChoice): ProviderOptions | null {
  if (provider === "mistral") return { mistral: { strictJsonSchema: true } };
  // The responses API stores prompts unless told otherwise, and summarises reasoning only for verified organisations;
  // others get an error.
  if (provider === "openai" && baseUrl === undefined) return { openai: { store: false, reasoningSummary: null } };
  return null;
}

async function languageModel(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<LanguageModel> {
  const settings = {
    fetch,
    ...(choice.apiKey === undefined ? {} : { apiKey: choice.apiKey }),
    ...(choice.baseUrl === undefined ? {} : { baseURL: choice.baseUrl }),
  };
  switch (choice.provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const openai = createOpenAI({ ...settings, baseURL: choice.baseUrl ?? openaiUrl });
      // OpenAI-compatible servers speak the older API; OpenAI's newest models show all features in the newer one only.
      return choice.baseUrl === undefined ? openai.responses(choice.model) : openai.chat(choice.model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(settings)(choice.model);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(settings)(choice.model);
    }
    case "mistral": {
      const { createMistral } = await import("@ai-sdk/mistral");
      return createMistral(settings)(choice.model);
    }
    default: {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      if (choice.baseUrl === undefined) throw new Error(`${choice.provider} needs a base URL`);
      return createOpenAICompatible({
        ...settings,
        name: "compatible",
        baseURL: choice.baseUrl,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(choice.model);
    }
  }
}

function toPrompt(message: ModelMessage): CallOptions["prompt"][number] {
  if (message.role === "system") return { role: "system", content: message.text };
  return { role: message.role, content: [{ type: "text", text: message.text }] };
}

function responseFormat(format: ModelRequest["format"]): CallOptions["responseFormat"] {
  if (format.type === "text") return { type: "text" };
  if (format.type === "json") return { type: "json" };
  return { type: "json", schema: format.schema, name: "document" };
}

/** No prompt and no answer has 0 tokens: a provider that counts 0 did not count. */
const counted = (tokens: number | undefined): number | null => (tokens !== undefined && tokens > 0 ? tokens : null);

function toPart(part: StreamPart): ModelPart {
  switch (part.type) {
    case "text-delta":
      return { type: "text", text: part.delta };
    case "reasoning-delta":
    case "tool-input-delta":
      return { type: "alive" };
    case "error":
      return { type: "error", error: part.error };
    case "finish":
      return {
        type: "finish",
        finish: {
          reason: part.finishReason.unified,
          raw: part.finishReason.raw,
          inputTokens: counted(part.usage.inputTokens.total),
          outputTokens: counted(part.usage.outputTokens.total),
        },
      };
    default:
      return { type: "nothing" };
  }
}
