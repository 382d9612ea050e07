/* Interface between an engine and a model of any provider. */

/** Whom a model is asked through; also the part before the colon in AI_MODEL. */
export type ProviderName = "openai" | "anthropic" | "google" | "mistral" | "openai-compatible" | "ollama" | "lmstudio";

export interface ModelChoice {
  provider: ProviderName;
  /** As the provider knows it. */
  model: string;
  apiKey?: string;
  /**
   * Needed by openai-compatible and lmstudio (ends in `/v1`) and by ollama (its root); replaces the provider's own
   * address elsewhere.
   */
  baseUrl?: string;
  /** Tokens of prompt and answer together; only Ollama needs it in the request. */
  contextTokens?: number;
  /** Keeps models that think first from thinking through the time of an answer; only for models known to take it. */
  reasoning?: "low";
}

export interface ModelMessage {
  role: "system" | "user" | "assistant";
  text: string;
}

export interface ModelRequest {
  messages: ModelMessage[];
  /**
   * `schema`: structured output by this JSON Schema. `json`: any JSON object. `text`: nothing is asked of the
   * provider, the words of the prompt must do.
   */
  format: { type: "schema"; schema: Record<string, unknown> } | { type: "json" } | { type: "text" };
  signal: AbortSignal;
  idempotencyKey: string;
}

/** Raw finish reason and tokens as the provider gave them. */
export interface ModelFinish {
  reason: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "interrupted" | "other";
  /** The provider's own word; undefined when it gave none. */
  raw: string | undefined;
  inputTokens: number | null;
  outputTokens: number | null;
}

export type ModelPart =
  | { type: "text"; text: string }
  /** A sign of life without text: a model that thinks aloud. */
  | { type: "alive" }
  /** Nothing that counts: headers came, a ping. */
  | { type: "nothing" }
  | { type: "finish"; finish: ModelFinish }
  | { type: "error"; error: unknown };

export interface ModelStream {
  /** The next part, null after the last one. Rejects when the connection breaks. */
  next: () => Promise<ModelPart | null>;
  /** Ends a waiting `next` with null and closes the connection. */
  cancel: () => void;
}

/** Asks once. Rejects when the provider refuses; never asks again by itself. */
export type Model = (request: ModelRequest) => Promise<ModelStream>;
