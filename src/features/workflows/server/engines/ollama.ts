import { EngineError } from "../../engine.ts";
import { z } from "zod";
import { charactersPerToken } from "../../kit/state.ts";
import type { Model, ModelChoice, ModelFinish, ModelMessage, ModelPart, ModelRequest, ModelStream } from "./model.ts";
import { roomOf, unknownContextTokens } from "./rooms.ts";

/*
 * Ollama by its own API, https://docs.ollama.com/api/chat. Its OpenAI-compatible API does not accept a context length:
 * it uses the server's, 4,096 tokens by default, and silently drops the beginning of longer prompts.
 */

/** The server's own default; less saves nothing worth a reload. */
const minContext = 4_096;
/** How long the model stays in memory after a question: a person reads, changes a word and runs again. */
const keepAliveMinutes = 10;
/** A line of the stream is one token, and at the end a few numbers; characters. */
const longestLine = 1_000_000;
/** As much of a refusal is looked at, characters. */
const maxErrorLength = 10_000;

/** The model of a choice. Behaves in `callModel` as those of the provider packages do. */
export function ollamaModel(choice: ModelChoice, fetch: typeof globalThis.fetch): Model {
  if (choice.baseUrl === undefined) throw new Error("ollama needs a base URL");
  const url = `${choice.baseUrl}/api/chat`;
  const sizes = openSizes(choice.contextTokens ?? unknownContextTokens);
  return async (request) => {
    const body = {
      model: choice.model,
      messages: request.messages.map(({ role, text }) => ({ role, content: text })),
      stream: true,
      ...formatOf(request.format),
      options: sizes.of(request.messages),
      // Servers since October 2025 then say that a text is too long; older ones ignore both.
      truncate: false,
      shift: false,
      keep_alive: `${keepAliveMinutes}m`,
    };
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": request.idempotencyKey },
      body: JSON.stringify(body),
      signal: request.signal,
    });
    if (!response.ok) throw await errorOf(response);
    if (!response.body) throw new EngineError("cut", "Ollama answered without a body");
    return openLines(response.body);
  };
}

function formatOf(format: ModelRequest["format"]): { format?: unknown } {
  if (format.type === "text") return {};
  return { format: format.type === "schema" ? format.schema : "json" };
}

interface Sizes {
  /** @throws EngineError `too_long` when prompt and answer do not fit the context */
  of: (messages: readonly ModelMessage[]) => { num_ctx: number; num_predict: number };
}

/**
 * Context length of each request: the smallest power of two that fits, since memory grows with it. Ollama reloads the
 * model whenever the length changes, which takes seconds, so it only grows while the model is loaded.
 * @param context tokens that the model supports at most
 */
function openSizes(context: number): Sizes {
  const answer = Math.ceil(roomOf(context).answer / charactersPerToken);
  let loaded = 0;
  let usedAt = 0;
  return {
    of(messages) {
      const prompt = Math.ceil(messages.reduce((sum, { text }) => sum + text.length, 0) / charactersPerToken);
      if (prompt + answer > context)
        throw new EngineError("too_long", `about ${prompt} tokens and ${answer} for the answer exceed ${context}`);
      const now = performance.now();
      if (now - usedAt > keepAliveMinutes * 60_000) loaded = 0;
      let size = minContext;
      while (size < prompt + answer) size *= 2;
      loaded = Math.min(context, Math.max(loaded, size));
      usedAt = now;
      // Not the room of the answer alone: the thoughts of a model that thinks are counted too.
      return { num_ctx: loaded, num_predict: loaded - prompt };
    },
  };
}

const wordOfError = z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]);

/** An error as `toFault` reads those of the provider packages. */
async function errorOf(response: Response): Promise<Error> {
  const text = (await response.text()).slice(0, maxErrorLength);
  const message = z.object({ error: wordOfError }).safeParse(jsonOf(text)).data?.error ?? text;
  // The engine below Ollama counts exactly; its words come with different states.
  if (/context (?:size|length|window)/i.test(message) && /exceed/i.test(message))
    return new EngineError("too_long", message);
  return Object.assign(new Error(message || `Ollama answered ${response.status}`), {
    statusCode: response.status,
    responseBody: text,
    responseHeaders: Object.fromEntries(response.headers),
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parts of a stream of lines, cut anywhere between its pieces. */
function openLines(body: ReadableStream<Uint8Array>): ModelStream {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: ModelPart[] = [];
  let rest = "";
  let isOver = false;
  const take = (text: string): void => {
    rest += text;
    if (!text.includes("\n")) return;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    parts.push(...lines.flatMap(partsOf));
  };
  /** Nothing comes after the finish but the end of the answer; a connection is kept only when that was read. */
  const finishReading = (): void => {
    reader
      .read()
      .then(({ done }) => (done ? undefined : reader.cancel()))
      .catch(() => undefined);
  };
  return {
    async next() {
      for (;;) {
        const part = parts.shift();
        if (part?.type === "finish") finishReading();
        if (part) return part;
        if (isOver) return null;
        if (rest.length > longestLine) return broken;
        const { done, value } = await reader.read();
        if (value) take(decoder.decode(value, { stream: true }));
        // Without a break at its end it may be cut: then it cannot be read.
        else if (rest !== "") take("\n");
        isOver ||= done;
      }
    },
    cancel() {
      isOver = true;
      rest = "";
      parts.length = 0;
      reader.cancel().catch(() => undefined);
    },
  };
}

const spoken = z.object({
  message: z.object({ content: z.string().nullish(), thinking: z.string().nullish() }).optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
  error: wordOfError.optional(),
});

const broken: ModelPart = { type: "error", error: new EngineError("cut", "Ollama sent a line that cannot be read") };

function partsOf(line: string): ModelPart[] {
  if (line.trim() === "") return [];
  const { data } = spoken.safeParse(jsonOf(line));
  if (!data) return [broken];
  // Without a status: `toFault` then goes by the words.
  if (data.error !== undefined) return [{ type: "error", error: { message: data.error } }];
  const parts: ModelPart[] = [];
  if (data.message?.thinking) parts.push({ type: "alive" });
  if (data.message?.content) parts.push({ type: "text", text: data.message.content });
  if (data.done) parts.push({ type: "finish", finish: finishOf(data) });
  return parts.length > 0 ? parts : [{ type: "nothing" }];
}

/** A count of 0 is none: parts of a prompt that are still in memory are left out by older servers. */
const finishOf = (last: z.infer<typeof spoken>): ModelFinish => ({
  reason: reasons[last.done_reason ?? "stop"] ?? "other",
  raw: last.done_reason,
  inputTokens: last.prompt_eval_count || null,
  outputTokens: last.eval_count || null,
});

/** Servers before 2024 say only that they are done. */
const reasons: Record<string, ModelFinish["reason"]> = { stop: "stop", length: "length" };
